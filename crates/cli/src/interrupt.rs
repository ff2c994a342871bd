//! Ctrl-C and SIGTERM: the first stops the work, which then reports its results so far; the second ends the program.
//! Either way the exit code is [`EXIT_CODE`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use gomoku::StopFlag;
use players::external;

/// The exit code of an interrupted command.
pub(crate) const EXIT_CODE: u8 = 130;
/// How long a command may take to stop, whatever its players do. Together with the end of the process it is a second.
const PROMPT: Duration = Duration::from_millis(900);

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A stop flag for work that saves its state, which takes as long as it takes.
pub(crate) fn stop_flag() -> StopFlag {
    install(None)
}

/// A stop flag for work that has nothing to save: finished games are in the store already. If it does not stop in time,
/// the program ends without it.
pub(crate) fn prompt_stop_flag() -> StopFlag {
    install(Some(PROMPT))
}

/// Ends the program at once.
pub(crate) fn exit_on_signal() {
    install(Some(Duration::ZERO));
}

/// Whether there was a signal.
pub(crate) fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::SeqCst)
}

fn install(patience: Option<Duration>) -> StopFlag {
    let stop = StopFlag::new();
    let raised = stop.clone();
    // Fails only if a handler is installed already, and each command installs one.
    let _ = ctrlc::set_handler(move || {
        if IS_INTERRUPTED.swap(true, Ordering::SeqCst) {
            exit();
        }
        raised.raise();
        if let Some(patience) = patience {
            // Not here: this thread waits for the second signal.
            thread::spawn(move || {
                thread::sleep(patience);
                exit();
            });
        }
    });
    stop
}

fn exit() -> ! {
    external::kill_unsupervised();
    std::process::exit(EXIT_CODE.into());
}

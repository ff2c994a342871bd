//! Ctrl-C: the first one stops the work, which then reports its results so far; the second ends the program.

use gomoku::StopFlag;

/// A stop flag that Ctrl-C raises.
pub(crate) fn stop_flag() -> StopFlag {
    let stop = StopFlag::new();
    let raised = stop.clone();
    // Fails only if a handler is installed already, and each command installs one.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(130);
        }
        raised.raise();
    });
    stop
}

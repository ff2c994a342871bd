//! Ctrl-C: the first one asks the work to stop and give what it has, the second ends the program.

use gomoku::StopFlag;

/// Raises the flag at the first interrupt.
pub(crate) fn raise_on_ctrl_c(stop: &StopFlag) {
    let stop = stop.clone();
    // Only the first handler of a process can be set; a second one has nothing to add.
    let _ = ctrlc::set_handler(move || {
        if stop.is_raised() {
            std::process::exit(130);
        }
        stop.raise();
    });
}

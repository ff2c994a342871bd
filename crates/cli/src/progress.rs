//! Progress on standard error: one line that is rewritten on a terminal, and a line now and then elsewhere.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// How often a line is written where it cannot be rewritten.
const PERIOD: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(crate) struct Progress {
    is_terminal: bool,
    written: Instant,
    width: usize,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress {
            is_terminal: stderr().is_terminal(),
            written: Instant::now(),
            width: 0,
        }
    }

    /// Shows how far it is.
    pub(crate) fn show(&mut self, line: &str) {
        let mut out = stderr().lock();
        if self.is_terminal {
            let width = line.chars().count();
            let blanks = " ".repeat(self.width.saturating_sub(width));
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(out, "\r{line}{blanks}");
            let _ = out.flush();
            self.width = width;
        } else if self.written.elapsed() >= PERIOD {
            let _ = writeln!(out, "{line}");
            self.written = Instant::now();
        }
    }

    /// Leaves the line.
    pub(crate) fn end(&mut self) {
        if self.is_terminal && self.width > 0 {
            let _ = writeln!(stderr());
            self.width = 0;
        }
    }
}

/// A line that draws the done part of the whole.
pub(crate) fn bar(done: u64, total: u64, text: &str) -> String {
    const WIDTH: u64 = 20;
    let filled = (done * WIDTH)
        .checked_div(total)
        .unwrap_or(WIDTH)
        .min(WIDTH) as usize;
    format!(
        "[{}{}] {text}",
        "=".repeat(filled),
        " ".repeat(WIDTH as usize - filled)
    )
}

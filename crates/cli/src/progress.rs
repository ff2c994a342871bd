//! Progress on standard error: on a terminal one line that is rewritten, elsewhere a line every ten seconds.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// How often a line is printed if standard error is not a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(10);

/// A progress line.
#[derive(Debug)]
pub(crate) struct Progress {
    is_terminal: bool,
    printed_at: Instant,
    width: usize,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress {
            is_terminal: stderr().is_terminal(),
            printed_at: Instant::now(),
            width: 0,
        }
    }

    /// Replaces the line.
    pub(crate) fn show(&mut self, line: &str) {
        let mut out = stderr().lock();
        if self.is_terminal {
            let width = line.chars().count();
            let blanks = " ".repeat(self.width.saturating_sub(width));
            // A closed standard error is no reason to stop.
            let _ = write!(out, "\r{line}{blanks}");
            let _ = out.flush();
            self.width = width;
        } else if self.printed_at.elapsed() >= PRINT_INTERVAL {
            let _ = writeln!(out, "{line}");
            self.printed_at = Instant::now();
        }
    }

    /// Moves to the next line.
    pub(crate) fn end(&mut self) {
        if self.is_terminal && self.width > 0 {
            let _ = writeln!(stderr());
            self.width = 0;
        }
    }
}

/// Progress of a known number of items, with their rate.
#[derive(Debug)]
pub(crate) struct CountProgress {
    line: Progress,
    total: u64,
    unit: &'static str,
    start: Instant,
    /// Items that were done before this run.
    first: Option<u64>,
}

impl CountProgress {
    pub(crate) fn new(total: u64, unit: &'static str) -> CountProgress {
        CountProgress {
            line: Progress::new(),
            total,
            unit,
            start: Instant::now(),
            first: None,
        }
    }

    pub(crate) fn show(&mut self, done: u64) {
        let first = *self.first.get_or_insert(done);
        let rate = (done - first) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let text = format!("{done}/{} {}, {rate:.1}/s", self.total, self.unit);
        self.line.show(&bar(done, self.total, &text));
    }

    pub(crate) fn end(mut self) {
        self.line.end();
    }
}

/// A progress bar with a text.
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

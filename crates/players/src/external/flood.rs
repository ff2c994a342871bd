//! How much a program may print before its reply. More is a fault, not a long report.

use gomoku::PlayerError;

/// Bytes, unfinished lines included.
const MAX_BYTES: u64 = 16 << 20;
/// Lines: an hour with 25 messages a second.
const MAX_LINES: u64 = 100_000;
/// Moves suggested. The manager accepts the first, so a second is already odd.
const MAX_SUGGESTIONS: u32 = 8;

/// Counts the output since a request.
#[derive(Debug)]
pub(super) struct FloodGauge {
    bytes_before: u64,
    lines: u64,
    suggestions: u32,
}

impl FloodGauge {
    /// Begins to count; the program has printed this many bytes so far.
    pub(super) fn new(bytes_before: u64) -> FloodGauge {
        FloodGauge {
            bytes_before,
            lines: 0,
            suggestions: 0,
        }
    }

    pub(super) fn add_line(&mut self) {
        self.lines += 1;
    }

    /// Counts a `SUGGEST`, which we must answer.
    pub(super) fn add_suggestion(&mut self) -> Result<(), PlayerError> {
        self.suggestions += 1;
        let is_flood = self.suggestions > MAX_SUGGESTIONS;
        fault_if(is_flood, || {
            format!("more than {MAX_SUGGESTIONS} suggestions")
        })
    }

    /// Fails if there was too much output.
    pub(super) fn check(&self, bytes_read: u64) -> Result<(), PlayerError> {
        fault_if(bytes_read - self.bytes_before > MAX_BYTES, || {
            format!("more than {} MB of output", MAX_BYTES >> 20)
        })?;
        fault_if(self.lines > MAX_LINES, || {
            format!("more than {MAX_LINES} lines of output")
        })
    }
}

fn fault_if(is_flood: bool, reason: impl FnOnce() -> String) -> Result<(), PlayerError> {
    if is_flood {
        return Err(PlayerError::Illegal(reason()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lines_and_suggestions_have_limits() {
        let mut gauge = FloodGauge::new(100);
        assert!(gauge.check(100 + MAX_BYTES).is_ok());
        assert!(gauge.check(101 + MAX_BYTES).is_err());
        for _ in 0..MAX_SUGGESTIONS {
            assert!(gauge.add_suggestion().is_ok());
        }
        assert!(gauge.add_suggestion().is_err());
        gauge.lines = MAX_LINES;
        assert!(gauge.check(100).is_ok());
        gauge.add_line();
        assert!(gauge.check(100).is_err());
    }
}

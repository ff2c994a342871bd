//! Waiting for a brain's reply while watching the clock, the stop flag, the memory and the amount of output.

use std::time::{Duration, Instant};

use gomoku::{Board, Limits, PlayerError, SearchControl};

use super::brain::{Brain, POLL_INTERVAL};
use super::brain_report::BrainReport;
use super::flood::FloodGauge;
use super::process::ReadEvent;
use crate::gomocup::line_reader::Line;

/// How often a wait measures the memory and checks that the process is alive.
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// How long a brain may be late.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// After the time limit.
    pub(super) tolerance: Duration,
    /// After the stop flag is raised. Zero means that the answer is no longer wanted.
    pub(super) stop_grace: Duration,
    /// Time limit when there is no other.
    pub(super) longest: Option<Duration>,
}

/// What is watched while the brain has to answer: output, memory and whether it runs.
#[derive(Debug)]
pub(super) struct Watchdog {
    pub(super) flood: FloodGauge,
    checked_at: Instant,
    has_exited: bool,
}

/// A request that was sent, and what came back so far.
pub(super) struct PendingReply<'a> {
    pub(super) board: &'a Board,
    control: &'a SearchControl<'a>,
    pub(super) begin: Instant,
    pub(super) watchdog: Watchdog,
    pub(super) report: BrainReport,
}

/// Parses one line: the reply, a line to ignore (`None`), or an error.
pub(super) type ParseLine<T> =
    fn(&mut Brain, &Line, &mut PendingReply<'_>) -> Result<Option<T>, PlayerError>;

impl PendingReply<'_> {
    /// Parses the rest of a `MESSAGE` line and reports what changed.
    pub(super) fn on_message(&mut self, text: &str) {
        let has_changed = self.report.update(text, self.board.size());
        if has_changed
            && self.control.has_listener()
            && let Some(result) = self.report.to_result(self.board, self.begin.elapsed())
        {
            self.control.report(&result);
        }
    }
}

impl Brain {
    /// Sends a request; the brain's clock runs from here.
    pub(super) fn send_request<'a>(
        &mut self,
        command: &str,
        board: &'a Board,
        control: &'a SearchControl<'a>,
    ) -> Result<PendingReply<'a>, PlayerError> {
        self.process.discard_lines();
        let pending = PendingReply {
            board,
            control,
            begin: Instant::now(),
            watchdog: self.watchdog(),
            report: BrainReport::default(),
        };
        self.send(command)?;
        Ok(pending)
    }

    /// Reads lines until one of them is the reply.
    pub(super) fn wait_for_reply<T>(
        &mut self,
        pending: &mut PendingReply<'_>,
        limits: &Limits,
        patience: Patience,
        parse: ParseLine<T>,
    ) -> Result<T, PlayerError> {
        let Patience {
            tolerance,
            stop_grace,
            longest,
        } = patience;
        let limit = limits.hard_limit().or(longest);
        let timeout = limit.map(|limit| limit.saturating_add(tolerance));
        let mut stopped_at = None::<Instant>;
        loop {
            if let Some(line) = self.watched_line(&mut pending.watchdog, limits, POLL_INTERVAL)?
                && let Some(reply) = parse(self, &line, pending)?
            {
                return Ok(reply);
            }
            if timeout.is_some_and(|timeout| pending.begin.elapsed() > timeout) {
                let limit = limit.unwrap_or_default();
                return Err(PlayerError::Time(format!(
                    "no answer within {limit:?} plus {tolerance:?} of tolerance"
                )));
            }
            match stopped_at {
                None if pending.control.is_stopped() => {
                    if stop_grace.is_zero() {
                        return Err(PlayerError::Time("stopped".into()));
                    }
                    stopped_at = Some(Instant::now());
                    self.send("YXSTOP\n")?;
                }
                Some(at) if at.elapsed() > stop_grace => {
                    return Err(PlayerError::Time(format!(
                        "no answer within {stop_grace:?} of YXSTOP"
                    )));
                }
                _ => {}
            }
        }
    }

    /// Begins to watch the brain.
    pub(super) fn watchdog(&self) -> Watchdog {
        Watchdog {
            flood: FloodGauge::new(self.process.bytes_read()),
            checked_at: Instant::now(),
            has_exited: false,
        }
    }

    /// Waits for a line and checks that the brain runs, and does not print or allocate too much.
    pub(super) fn watched_line(
        &mut self,
        watchdog: &mut Watchdog,
        limits: &Limits,
        timeout: Duration,
    ) -> Result<Option<Line>, PlayerError> {
        let line = match self.process.read_line(timeout) {
            ReadEvent::Line(line) => {
                watchdog.flood.add_line();
                Some(line)
            }
            // Lines that were written before the exit are still read first.
            ReadEvent::Timeout if watchdog.has_exited => return Err(self.crash()),
            ReadEvent::Timeout => None,
            ReadEvent::Eof => return Err(self.crash()),
        };
        watchdog.flood.check(self.process.bytes_read())?;
        if watchdog.checked_at.elapsed() > CHECK_INTERVAL {
            watchdog.checked_at = Instant::now();
            self.check_memory(limits)?;
            watchdog.has_exited = self.process.has_exited();
        }
        Ok(line)
    }

    /// Fails if the brain and its children use more memory than allowed.
    pub(super) fn check_memory(&mut self, limits: &Limits) -> Result<(), PlayerError> {
        let Some(limit) = limits.memory else {
            return Ok(());
        };
        match self.memory.used() {
            Some(used) if used > limit => Err(PlayerError::Memory(format!(
                "{} MB of {} MB",
                used >> 20,
                limit >> 20
            ))),
            _ => Ok(()),
        }
    }
}

/// `x,y` and nothing else.
pub(super) fn parse_coordinates(text: &str) -> Option<(i64, i64)> {
    let (column, row) = text.split_once(',')?;
    Some((column.trim().parse().ok()?, row.trim().parse().ok()?))
}

/// The first word in upper case.
pub(super) fn first_word(text: &str) -> String {
    text.split_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase()
}

/// The beginning of a line, for an error message.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_numbers_are_coordinates() {
        assert_eq!(parse_coordinates("7, 8"), Some((7, 8)));
        for text in ["", "7", "7,", "7,8,9", "a,b", "7,8 x"] {
            assert_eq!(parse_coordinates(text), None, "{text}");
        }
    }
}

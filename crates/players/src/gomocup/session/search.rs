//! Runs searches, with a watchdog that answers in time even if the player does not.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Neighborhood, Point, SearchResult, StopFlag};

use super::{Session, SessionEnd};
use crate::gomocup::detail;
use crate::gomocup::mailbox::{PendingSearch, SearchEvent};
use crate::gomocup::player_thread::{PlayerThread, Reply, SearchRequest, Task};
use crate::swap2::Swap2Answer;

/// Everything a search produced, in time or not.
#[derive(Debug, Default)]
pub(super) struct SearchOutcome {
    /// The player's move, not yet checked.
    pub(super) point: Option<Point>,
    /// The result of [`Task::Move`].
    pub(super) result: Option<Box<SearchResult>>,
    /// The moves of any other task.
    pub(super) points: Vec<Point>,
    /// The player swaps colors.
    pub(super) swaps: bool,
    /// The best move of the last report.
    pub(super) reported: Option<Point>,
}

/// The watchdog stops the search at most this long before the deadline.
const STOP_MARGIN: Duration = Duration::from_millis(25);
/// The session answers in the player's place at most this long before the deadline.
const GIVE_UP_MARGIN: Duration = Duration::from_millis(12);
/// A time limit below this means "as fast as possible": no deadline can be kept.
const NO_TIME: Duration = Duration::from_millis(1);
const NO_TIME_STOP: Duration = Duration::from_millis(20);
const NO_TIME_GIVE_UP: Duration = Duration::from_millis(100);
/// How long a player may take to return after a stop.
const STOP_GRACE: Duration = Duration::from_millis(500);
/// How long a player that missed its deadline may delay the next search before it is replaced.
const LATE_GRACE: Duration = Duration::from_millis(250);

/// When the watchdog stops the search and when it gives up on it, counted from the command.
fn watchdog(deadline: Option<Duration>) -> (Option<Duration>, Option<Duration>) {
    match deadline {
        None => (None, None),
        Some(time) if time < NO_TIME => (Some(NO_TIME_STOP), Some(NO_TIME_GIVE_UP)),
        Some(time) => (
            Some(time - STOP_MARGIN.min(time / 4)),
            Some(time - GIVE_UP_MARGIN.min(time / 8)),
        ),
    }
}

impl<W: Write> Session<W> {
    /// Runs a search and prints its reports.
    pub(super) fn search(
        &mut self,
        task: Task,
        board: &Board,
        limits: &Limits,
        asked_at: Instant,
    ) -> Result<SearchOutcome, SessionEnd> {
        self.prepare_player(board, limits);
        self.searches += 1;
        let pending = PendingSearch {
            id: self.searches,
            asked_at,
            stop: StopFlag::new(),
        };
        self.check_memory()?;
        for warning in self.settings.take_warnings() {
            self.send(&format!("DEBUG {warning}"))?;
        }
        self.player.search(SearchRequest {
            id: pending.id,
            task,
            board: board.clone(),
            limits: limits.clone(),
            stop: pending.stop.clone(),
            asked_at,
        });
        if self.settings.realtime && task == Task::Move {
            self.send("MESSAGE REALTIME REFRESH")?;
        }
        let outcome = self.wait(&pending, board, limits);
        // The session may have given up on a search that still runs.
        pending.stop.raise();
        self.time_used += asked_at.elapsed();
        self.answered_at = Some(Instant::now());
        outcome
    }

    /// Replaces a player that hangs in an earlier search. One that is only late gets part of the new time first, because
    /// building another takes time too, and memory for both.
    fn prepare_player(&mut self, board: &Board, limits: &Limits) {
        let grace = limits.hard_limit().map_or(LATE_GRACE, |time| time / 4);
        if self.player.is_busy(&self.mailbox, grace.min(LATE_GRACE)) {
            self.player = PlayerThread::spawn(Arc::clone(&self.make), &self.mailbox);
            self.player_game = None;
        }
        let game = (board.size(), board.rule());
        if self.player_game != Some(game) {
            self.player.new_game(Duration::ZERO);
            self.player_game = Some(game);
        }
    }

    /// Handles the events of a search until there is a reply or the watchdog gives up.
    fn wait(
        &mut self,
        pending: &PendingSearch,
        board: &Board,
        limits: &Limits,
    ) -> Result<SearchOutcome, SessionEnd> {
        let (stop_after, give_up_after) = watchdog(limits.hard_limit());
        // A limit that overflows `Instant` is no limit.
        let instant =
            |after: Option<Duration>| after.and_then(|after| pending.asked_at.checked_add(after));
        let stop_at = instant(stop_after);
        let mut give_up_at = instant(give_up_after);
        let mut outcome = SearchOutcome::default();
        loop {
            let stop = &pending.stop;
            let until = if stop.is_raised() {
                give_up_at
            } else {
                stop_at
            };
            match self.mailbox.next_event(pending, until) {
                SearchEvent::End => return Err(SessionEnd),
                SearchEvent::Info(key, value) => self.info(&key, &value)?,
                SearchEvent::Report(result) => {
                    self.print_report(&result, board, limits, outcome.reported)?;
                    outcome.reported = Some(result.best_move);
                }
                SearchEvent::Reply(reply) => {
                    self.record(reply, &mut outcome)?;
                    return Ok(outcome);
                }
                SearchEvent::Timeout if stop.is_raised() => {
                    if let Some(result) = self.mailbox.take_report(pending.id) {
                        outcome.reported = Some(result.best_move);
                    }
                    self.send("MESSAGE the player did not answer in time")?;
                    return Ok(outcome);
                }
                SearchEvent::Stop | SearchEvent::Timeout => {
                    stop.raise();
                    let grace = Instant::now() + STOP_GRACE;
                    give_up_at = Some(give_up_at.map_or(grace, |at| at.min(grace)));
                }
            }
        }
    }

    fn record(&mut self, reply: Reply, outcome: &mut SearchOutcome) -> Result<(), SessionEnd> {
        match reply {
            Reply::Move(result) => {
                outcome.point = Some(result.best_move);
                outcome.result = Some(result);
            }
            Reply::Swap2(Swap2Answer::Swap) => outcome.swaps = true,
            Reply::Swap2(Swap2Answer::Stones(points)) | Reply::Moves(points) => {
                outcome.point = points.first().copied();
                outcome.points = points;
            }
            Reply::Failed(reason) => {
                let reason = reason.replace(['\r', '\n'], " ");
                self.send(&format!("MESSAGE {reason}"))?;
            }
        }
        Ok(())
    }

    fn print_report(
        &mut self,
        result: &SearchResult,
        board: &Board,
        limits: &Limits,
        shown: Option<Point>,
    ) -> Result<(), SessionEnd> {
        let mut lines = Vec::new();
        if self.settings.realtime {
            lines = detail::realtime(result, board.size(), self.order, shown);
        }
        if self.settings.detail {
            lines.extend(detail::blocks(result, limits.multi_pv, self.order));
        }
        lines.iter().try_for_each(|line| self.send(line))
    }
}

/// A legal move without a search: wins, or blocks a win, or stays near the stones. The board has a legal move.
pub(super) fn fallback_move(board: &Board) -> Point {
    let legal = board.legal_moves();
    let near = Neighborhood::Square2.candidates(board) & legal;
    let first = |test: &dyn Fn(Point) -> bool| legal.iter().find(|&point| test(point));
    first(&|point| board.wins(point, board.side_to_move()))
        .or_else(|| first(&|point| board.wins(point, !board.side_to_move())))
        .or_else(|| near.first())
        .or_else(|| legal.first())
        .expect("the board has a legal move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watchdog_gives_up_before_the_deadline() {
        for time in [1, 2, 10, 50, 1000, 300_000].map(Duration::from_millis) {
            let (stop, give_up) = watchdog(Some(time));
            assert!(stop < give_up && give_up < Some(time), "{time:?}");
        }
        assert_eq!(watchdog(None), (None, None));
    }
}

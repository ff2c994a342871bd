//! Asking the player, and not waiting for it longer than the manager waits for us.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Neighborhood, Point, SearchResult, StopFlag};

use super::{Over, Session};
use crate::gomocup::detail;
use crate::gomocup::mailbox::{Event, Pending};
use crate::gomocup::thinking::{Answer, Question, Task, Thinker};

/// What came of a question.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// The move.
    pub(super) point: Option<Point>,
    /// The whole thought, where the task was a move.
    pub(super) result: Option<Box<SearchResult>>,
    /// Several moves, where the task was not one.
    pub(super) points: Vec<Point>,
    /// The player wants the other side.
    pub(super) swap: bool,
    /// The best move that the player reported on the way.
    pub(super) reported: Option<Point>,
}

/// How much before the deadline a player that has not answered is told to stop, at most.
const STOP_MARGIN: Duration = Duration::from_millis(25);
/// How much before the deadline the session answers in its place, at most.
const GIVE_UP_MARGIN: Duration = Duration::from_millis(12);
/// A clock this short means "as fast as you can": there is no deadline that could be kept.
const NO_TIME: Duration = Duration::from_millis(1);
const NO_TIME_STOP: Duration = Duration::from_millis(20);
const NO_TIME_GIVE_UP: Duration = Duration::from_millis(100);
/// How long a player without a clock may take to come back when it is told to stop.
const STOP_PATIENCE: Duration = Duration::from_millis(500);
/// How long a player that missed its time may take to come back when the next question is there.
const LATE_PATIENCE: Duration = Duration::from_millis(250);

/// The two moments of the watchdog, counted from the question.
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
    /// Lets the player think, printing what it reports.
    pub(super) fn ask(
        &mut self,
        task: Task,
        board: &Board,
        limits: &Limits,
        asked: Instant,
    ) -> Result<Verdict, Over> {
        self.prepare_player(board, limits);
        self.questions += 1;
        let pending = Pending {
            id: self.questions,
            asked,
            stop: StopFlag::new(),
        };
        for note in self.settings.take_notes() {
            self.say(&format!("DEBUG {note}"))?;
        }
        self.thinker.ask(Question {
            id: pending.id,
            task,
            board: board.clone(),
            limits: limits.clone(),
            stop: pending.stop.clone(),
            asked,
        });
        if self.settings.realtime && task == Task::Move {
            self.say("MESSAGE REALTIME REFRESH")?;
        }
        let verdict = self.wait(&pending, board, limits);
        // Whatever still runs is no longer wanted.
        pending.stop.raise();
        self.used += asked.elapsed();
        self.answered_at = Some(Instant::now());
        verdict
    }

    /// A player that does not come back from an earlier question is left alone, and another one takes its place. One that
    /// was only late gets a part of the new time: making another one takes long as well, and memory for both.
    fn prepare_player(&mut self, board: &Board, limits: &Limits) {
        let patience = limits.hard_limit().map_or(LATE_PATIENCE, |time| time / 4);
        if self
            .thinker
            .is_busy(&self.mailbox, patience.min(LATE_PATIENCE))
        {
            self.thinker = Thinker::new(Arc::clone(&self.make), &self.mailbox);
            self.known = None;
        }
        let game = (board.size(), board.rule());
        if self.known != Some(game) {
            self.thinker.new_game(Duration::ZERO);
            self.known = Some(game);
        }
    }

    fn wait(&mut self, pending: &Pending, board: &Board, limits: &Limits) -> Result<Verdict, Over> {
        let (stop_after, give_up_after) = watchdog(limits.hard_limit());
        // A clock that runs past the end of time is no clock.
        let moment = |time: Option<Duration>| time.and_then(|time| pending.asked.checked_add(time));
        let stop_at = moment(stop_after);
        let mut give_up_at = moment(give_up_after);
        let mut verdict = Verdict::default();
        loop {
            let stop = &pending.stop;
            let until = if stop.is_raised() {
                give_up_at
            } else {
                stop_at
            };
            match self.mailbox.next_event(pending, until) {
                Event::End => return Err(Over),
                Event::Info(key, value) => self.info(&key, &value)?,
                Event::Report(result) => {
                    self.show(&result, board, limits, verdict.reported)?;
                    verdict.reported = Some(result.best_move);
                }
                Event::Answer(answer) => {
                    self.record(answer, &mut verdict)?;
                    return Ok(verdict);
                }
                Event::Timeout if stop.is_raised() => {
                    if let Some(result) = self.mailbox.last_report(pending.id) {
                        verdict.reported = Some(result.best_move);
                    }
                    self.say("MESSAGE the player did not answer in time")?;
                    return Ok(verdict);
                }
                Event::Stop | Event::Timeout => {
                    stop.raise();
                    let patience = Instant::now() + STOP_PATIENCE;
                    give_up_at = Some(give_up_at.map_or(patience, |at| at.min(patience)));
                }
            }
        }
    }

    fn record(&mut self, answer: Answer, verdict: &mut Verdict) -> Result<(), Over> {
        match answer {
            Answer::Move(result) => {
                verdict.point = Some(result.best_move);
                verdict.result = Some(result);
            }
            Answer::Points(points) => {
                verdict.point = points.first().copied();
                verdict.points = points;
            }
            Answer::Swap => verdict.swap = true,
            Answer::Failed(reason) => {
                let reason = reason.replace(['\r', '\n'], " ");
                self.say(&format!("MESSAGE {reason}"))?;
            }
        }
        Ok(())
    }

    fn show(
        &mut self,
        result: &SearchResult,
        board: &Board,
        limits: &Limits,
        shown: Option<Point>,
    ) -> Result<(), Over> {
        let mut lines = Vec::new();
        if self.settings.realtime {
            lines = detail::realtime(result, board.size(), self.axis, shown);
        }
        if self.settings.detail {
            lines.extend(detail::blocks(result, limits.multi_pv, self.axis));
        }
        lines.iter().try_for_each(|line| self.say(line))
    }
}

/// A legal move without any search: win, or stop a win, or stay near the stones. The board has a legal move.
pub(super) fn sensible_move(board: &Board) -> Point {
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
    fn the_watchdog_never_bites_after_the_deadline() {
        for time in [1, 2, 10, 50, 1000, 300_000].map(Duration::from_millis) {
            let (stop, give_up) = watchdog(Some(time));
            assert!(stop < give_up && give_up < Some(time), "{time:?}");
        }
        assert_eq!(watchdog(None), (None, None));
    }
}

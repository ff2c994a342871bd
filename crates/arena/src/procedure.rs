//! Plays the opening procedure between two players: who places which stones, and who plays black.
//!
//! [`gomoku::Opening`] has the rules. A program that knows `SWAP2BOARD` answers for itself; for all other players the
//! answers follow from their evaluations ([`players::opening`]). Each answer has the limits of a move and is charged to
//! the game clock like one.

use std::time::{Duration, Instant};

use gomoku::opening::{Action, Choice, Request};
use gomoku::{Board, Clock, Limits, Opening, PlayerError, Procedure, SearchControl, StopFlag};
use players::swap2::{self, Swap2Answer};

use crate::game::{Adjudication, charged_time};
use crate::limits::PlayerLimits;
use crate::match_player::MatchPlayer;

/// The outcome of an opening procedure.
#[derive(Debug)]
pub enum OpeningOutcome {
    /// The game continues from this position.
    Ready {
        /// The position.
        board: Board,
        /// The seat, 0 or 1, that plays black.
        black_seat: usize,
    },
    /// A player failed.
    Forfeit {
        /// The position.
        board: Board,
        /// The seat, 0 or 1, of the player that failed.
        seat: usize,
        /// How it failed.
        error: PlayerError,
    },
    /// The stop flag was raised.
    Stopped,
}

/// Placing the first stones takes several searches. Together they may use one part in this many of the game time,
/// because the player cannot know how long the game will be.
const OPENING_TIME_DIVISOR: u32 = 16;

/// Plays an opening procedure. Afterwards `limits` hold the time left for the game.
pub fn play_opening(
    mut opening: Opening,
    players: [&mut MatchPlayer; 2],
    limits: &mut [PlayerLimits; 2],
    adjudication: &Adjudication,
    stop: &StopFlag,
) -> OpeningOutcome {
    let mut phase = OpeningPhase {
        players,
        limits,
        adjudication,
        stop,
        queue: Vec::new(),
    };
    loop {
        let seat = match opening.request() {
            Request::Done { black } => return phase.finish(&opening, seat_index(black)),
            Request::Place { seat, .. }
            | Request::Offer { seat, .. }
            | Request::Pick { seat, .. }
            | Request::Choose { seat, .. } => seat_index(seat),
        };
        let action = phase.next_action(seat, &opening);
        if stop.is_raised() {
            return OpeningOutcome::Stopped;
        }
        let applied = action.and_then(|action| {
            let applied = opening.apply(action);
            applied.map_err(|error| PlayerError::Illegal(error.to_string()))
        });
        if let Err(error) = applied {
            return OpeningOutcome::Forfeit {
                board: opening.board().clone(),
                seat,
                error,
            };
        }
    }
}

fn seat_index(seat: gomoku::Seat) -> usize {
    match seat {
        gomoku::Seat::First => 0,
        gomoku::Seat::Second => 1,
    }
}

struct OpeningPhase<'a> {
    players: [&'a mut MatchPlayer; 2],
    limits: &'a mut [PlayerLimits; 2],
    adjudication: &'a Adjudication,
    stop: &'a StopFlag,
    /// Actions a player has given in advance, in reverse order.
    queue: Vec<Action>,
}

impl OpeningPhase<'_> {
    fn move_limits(&self, seat: usize) -> Limits {
        self.limits[seat].for_move(&Clock::new(self.limits[seat].time))
    }

    fn control(&self) -> SearchControl<'static> {
        SearchControl::new(self.stop.clone(), Instant::now())
    }

    /// Charges an answer to the game clock.
    fn charge(&mut self, seat: usize, time: Duration) -> Result<(), PlayerError> {
        let clock = &mut self.limits[seat].time;
        let Some(left) = clock.game_time else {
            return Ok(());
        };
        let charged = charged_time(time, Some(left), self.adjudication.margin);
        if charged > left {
            return Err(PlayerError::Time(format!(
                "{:.1} ms for an answer in the opening, with {:.1} ms left for the game",
                time.as_secs_f64() * 1e3,
                left.as_secs_f64() * 1e3
            )));
        }
        clock.game_time = Some(left - charged + clock.increment);
        Ok(())
    }

    /// The next queued action, or a new answer of the player.
    fn next_action(&mut self, seat: usize, opening: &Opening) -> Result<Action, PlayerError> {
        if self.queue.is_empty() {
            let actions = self.answer(seat, opening)?;
            self.queue = actions.into_iter().rev().collect();
        }
        self.queue
            .pop()
            .ok_or_else(|| PlayerError::Illegal("no answer in the opening".to_owned()))
    }

    fn answer(&mut self, seat: usize, opening: &Opening) -> Result<Vec<Action>, PlayerError> {
        let board = opening.board();
        let (mut limits, control) = (self.move_limits(seat), self.control());
        let actions = match (opening.procedure(), opening.request()) {
            (Procedure::Swap2, Request::Place { .. }) if board.ply() == 0 => {
                self.first_swap2_stones(seat, board, &limits, &control)?
            }
            (Procedure::Swap | Procedure::Swap2, Request::Choose { options, .. }) => {
                Some(self.choose_color(seat, opening, options, &limits, &control)?)
            }
            _ => None,
        };
        if let Some(actions) = actions {
            return Ok(actions);
        }
        if board.ply() == 0 {
            let share = limits.time_left.map(|left| left / OPENING_TIME_DIVISOR);
            limits.turn_time = limits.turn_time.into_iter().chain(share).min();
        }
        let (actions, time) = self.players[seat]
            .timed(|player| players::opening::answer(player, opening, &limits, &control))?;
        self.charge(seat, time)?;
        Ok(actions)
    }

    /// The three stones of a program that knows swap2.
    fn first_swap2_stones(
        &mut self,
        seat: usize,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Option<Vec<Action>>, PlayerError> {
        match self.swap2_answer(seat, board, limits, control)? {
            Some(Swap2Answer::Stones(points)) if points.len() == 3 => {
                Ok(Some(points.into_iter().map(Action::Place).collect()))
            }
            Some(other) => Err(PlayerError::Illegal(format!("{other:?} to begin swap2"))),
            None => Ok(None),
        }
    }

    /// The choice of swap and swap2. A player that keeps white gives its first move along with the choice.
    fn choose_color(
        &mut self,
        seat: usize,
        opening: &Opening,
        options: &[Choice],
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Vec<Action>, PlayerError> {
        let board = opening.board();
        let answer = if *opening.procedure() == Procedure::Swap2 {
            self.swap2_answer(seat, board, limits, control)?
        } else {
            None
        };
        let (choice, points) = match answer {
            Some(Swap2Answer::Swap) => (Choice::Black, Vec::new()),
            Some(Swap2Answer::Stones(points)) if points.len() == 1 => (Choice::White, points),
            Some(Swap2Answer::Stones(points))
                if points.len() == 2 && options.contains(&Choice::PlaceTwo) =>
            {
                (Choice::PlaceTwo, points)
            }
            Some(other) => {
                return Err(PlayerError::Illegal(format!(
                    "{other:?} to a choice of swap2"
                )));
            }
            None => {
                let (choice, time) = self.players[seat]
                    .timed(|player| swap2::choose(player, board, limits, control))?;
                self.charge(seat, time)?;
                match choice {
                    Swap2Answer::Swap => (Choice::Black, Vec::new()),
                    Swap2Answer::Stones(points) => (Choice::White, points),
                }
            }
        };
        let stones = points.into_iter().map(Action::Place);
        Ok([Action::Choose(choice)].into_iter().chain(stones).collect())
    }

    fn swap2_answer(
        &mut self,
        seat: usize,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Option<Swap2Answer>, PlayerError> {
        match self.players[seat].swap2(board, limits, control)? {
            None => Ok(None),
            Some((answer, time)) => {
                self.charge(seat, time)?;
                Ok(Some(answer))
            }
        }
    }

    /// Plays the first move of a player that kept white, if it is in the queue.
    fn finish(&mut self, opening: &Opening, black_seat: usize) -> OpeningOutcome {
        let mut board = opening.board().clone();
        let first_move = match self.queue.pop() {
            Some(Action::Place(point)) => Some(point),
            _ => None,
        };
        match first_move.map(|point| board.play(point)) {
            Some(Err(error)) => OpeningOutcome::Forfeit {
                board,
                seat: 1 - black_seat,
                error: PlayerError::Illegal(error.to_string()),
            },
            _ => OpeningOutcome::Ready { board, black_seat },
        }
    }
}

#[cfg(test)]
mod tests;

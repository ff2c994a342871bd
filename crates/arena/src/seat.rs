//! A player at the board of the arena: whatever it does, the arena goes on.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::Spec;
use players::external::Pbrain;
use players::swap2::Swap2Answer;

/// Somebody who plays a game.
pub struct Seat {
    player: Kind,
}

enum Kind {
    /// An algorithm of this process.
    Inside(Box<dyn Player>),
    /// A program of its own.
    Outside(Box<Pbrain>),
}

impl Seat {
    /// Seats a player with a seed.
    pub fn new(spec: &Spec, seed: u64) -> Seat {
        let player = match spec.build_external() {
            Some(program) => Kind::Outside(Box::new(program)),
            None => Kind::Inside(spec.clone().with_seed(seed).build()),
        };
        Seat { player }
    }

    /// Is it a program of its own? Those are kept between games, because starting them takes long.
    pub fn is_outside(&self) -> bool {
        matches!(self.player, Kind::Outside(_))
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        self.player().new_game();
    }

    /// Asks for a move, and measures the time. Starting a program is not on its clock.
    ///
    /// # Errors
    /// What the player did instead of giving a move; a panic is a crash.
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(SearchResult, Duration), PlayerError> {
        match &mut self.player {
            Kind::Outside(program) => {
                let result = program.think(board, limits, control)?;
                let time = result.time;
                Ok((result, time))
            }
            Kind::Inside(player) => {
                let begin = Instant::now();
                let result = guarded(|| player.think(board, limits, control))?;
                Ok((result, begin.elapsed()))
            }
        }
    }

    /// Asks a program for its part in a swap2 opening; `None` when it has no word for that.
    ///
    /// # Errors
    /// When the program failed.
    pub fn swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Option<(Swap2Answer, Duration)>, PlayerError> {
        match &mut self.player {
            Kind::Outside(program) => {
                let (answer, time) = program.swap2(board, limits, control)?;
                Ok(answer.map(|answer| (answer, time)))
            }
            Kind::Inside(_) => Ok(None),
        }
    }

    /// Lets somebody else ask the player, as often as he likes, and measures the time of all its thoughts.
    ///
    /// # Errors
    /// When the player failed; a panic is a crash.
    pub fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Player) -> Result<T, PlayerError>,
    ) -> Result<(T, Duration), PlayerError> {
        let mut asked = Asked {
            seat: self,
            spent: Duration::ZERO,
        };
        let answer = question(&mut asked)?;
        Ok((answer, asked.spent))
    }

    fn player(&mut self) -> &mut dyn Player {
        match &mut self.player {
            Kind::Inside(player) => &mut **player,
            Kind::Outside(program) => &mut **program,
        }
    }
}

/// A seat in the place of its player, with a clock.
struct Asked<'a> {
    seat: &'a mut Seat,
    spent: Duration,
}

impl Player for Asked<'_> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let (result, time) = self.seat.think(board, limits, control)?;
        self.spent += time;
        Ok(result)
    }
}

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat")
            .field("is_outside", &self.is_outside())
            .finish_non_exhaustive()
    }
}

/// A player that panics has crashed; whoever called it has not. It is not asked again in this game, and built anew for
/// the next, so nobody sees the state that it left behind.
fn guarded<T>(ask: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    panic::catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("panicked");
        Err(PlayerError::Crash(text.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_crash() {
        let fault = guarded::<()>(|| panic!("out of {}", "luck")).unwrap_err();
        assert_eq!(fault, PlayerError::Crash("out of luck".into()));
        assert_eq!(guarded(|| Ok(7)), Ok(7));
    }
}

//! A running player. Panics become crashes, and every call is timed.

use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::Spec;
use players::external::Pbrain;
use players::swap2::Swap2Answer;

/// How long a move of an external program may take in a game without clocks. It is what the program is told.
const LONGEST_MOVE: Duration = Duration::from_secs(2000);

/// A player in a game, built in or external.
pub struct MatchPlayer {
    backend: Backend,
}

enum Backend {
    /// An algorithm in this process.
    BuiltIn(Box<dyn Player>),
    /// A Gomocup program.
    External(Box<Pbrain>),
}

impl MatchPlayer {
    /// Builds the player. An external program is started by its first search.
    pub fn new(spec: &Spec, seed: u64) -> MatchPlayer {
        let backend = match spec.build_external() {
            // The arena stops only to abandon a game.
            Some(program) => Backend::External(Box::new(program.in_match(LONGEST_MOVE))),
            None => Backend::BuiltIn(spec.clone().with_seed(seed).build()),
        };
        MatchPlayer { backend }
    }

    /// Whether it is an external program. Those are reused for several games, because they start slowly.
    pub fn is_external(&self) -> bool {
        matches!(self.backend, Backend::External(_))
    }

    /// Ends an external program, which has this long to exit.
    pub fn quit(&mut self, grace: Duration) {
        if let Backend::External(program) = &mut self.backend {
            program.quit(grace);
        }
    }

    /// Prepares for a new game.
    pub fn new_game(&mut self) {
        match &mut self.backend {
            Backend::BuiltIn(player) => player.new_game(),
            Backend::External(program) => program.new_game(),
        }
    }

    /// Searches for a move and measures the time, without that of starting a program.
    ///
    /// # Errors
    /// If the player fails. A panic is a crash.
    pub fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<(SearchResult, Duration), PlayerError> {
        match &mut self.backend {
            Backend::External(program) => {
                let result = program.think(board, limits, control)?;
                let time = result.time;
                Ok((result, time))
            }
            Backend::BuiltIn(player) => {
                let start = Instant::now();
                let result = catch_panic(|| player.think(board, limits, control))?;
                Ok((result, start.elapsed()))
            }
        }
    }

    /// Sends `SWAP2BOARD` to an external program. `None` for built-in players and programs that do not know it.
    ///
    /// # Errors
    /// If the program fails.
    pub fn swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Option<(Swap2Answer, Duration)>, PlayerError> {
        match &mut self.backend {
            Backend::External(program) => {
                let (answer, time) = program.swap2(board, limits, control)?;
                Ok(answer.map(|answer| (answer, time)))
            }
            Backend::BuiltIn(_) => Ok(None),
        }
    }

    /// Runs a function that may search several times, and measures the time of all its searches.
    ///
    /// # Errors
    /// If the player fails. A panic is a crash.
    pub fn timed<T>(
        &mut self,
        function: impl FnOnce(&mut dyn Player) -> Result<T, PlayerError>,
    ) -> Result<(T, Duration), PlayerError> {
        let mut player = TimedPlayer {
            player: self,
            time: Duration::ZERO,
        };
        let value = function(&mut player)?;
        Ok((value, player.time))
    }
}

impl fmt::Debug for MatchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MatchPlayer")
            .field("is_external", &self.is_external())
            .finish_non_exhaustive()
    }
}

/// Sums up the time of all searches.
struct TimedPlayer<'a> {
    player: &'a mut MatchPlayer,
    time: Duration,
}

impl Player for TimedPlayer<'_> {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let (result, time) = self.player.think(board, limits, control)?;
        self.time += time;
        Ok(result)
    }
}

/// Turns a panic into a crash. Unwind safety: a crashed player makes no further move in this game and is built anew for
/// the next.
fn catch_panic<T>(call: impl FnOnce() -> Result<T, PlayerError>) -> Result<T, PlayerError> {
    panic::catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| {
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
        let error = catch_panic::<()>(|| panic!("out of {}", "luck")).unwrap_err();
        assert_eq!(error, PlayerError::Crash("out of luck".into()));
        assert_eq!(catch_panic(|| Ok(7)), Ok(7));
    }
}

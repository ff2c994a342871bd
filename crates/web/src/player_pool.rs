//! The player pool: players kept between two moves of a game.
//!
//! A player may keep a tree or a process from one move to the next. Clients do not see this: a request that continues
//! a position with the same spec string gets the player that searched it before.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::Spec;

/// Idle players; each may hold many megabytes.
const MAX_IDLE: usize = 4;

/// Idle players.
#[derive(Debug, Default)]
pub(crate) struct PlayerPool {
    idle: Mutex<Vec<Idle>>,
}

/// A player between two moves.
struct Idle {
    spec: String,
    board: Board,
    player: Box<dyn Player>,
}

impl std::fmt::Debug for Idle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Idle")
            .field("spec", &self.spec)
            .finish_non_exhaustive()
    }
}

impl PlayerPool {
    /// Searches with an idle player that knows the game, or with a new one. A panic of the player becomes an error.
    pub(crate) fn think(
        &self,
        spec: &Spec,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let name = spec.to_string();
        let search = AssertUnwindSafe(|| {
            let mut player = self.take(&name, board).unwrap_or_else(|| spec.build());
            let result = player.think(board, limits, control)?;
            Ok((player, result))
        });
        let (player, result) = panic::catch_unwind(search)
            .unwrap_or_else(|_| Err(PlayerError::Crash("the player panicked".to_owned())))?;
        if let Err(error) = board.check(result.best_move) {
            return Err(PlayerError::Illegal(error.to_string()));
        }
        self.put(Idle {
            spec: name,
            board: board.clone(),
            player,
        });
        Ok(result)
    }

    fn take(&self, spec: &str, board: &Board) -> Option<Box<dyn Player>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let knows_game = |one: &Idle| {
            one.spec == spec
                && one.board.rule() == board.rule()
                && one.board.size() == board.size()
                && board.history().starts_with(one.board.history())
        };
        let index = idle.iter().position(knows_game)?;
        Some(idle.remove(index).player)
    }

    fn put(&self, player: Idle) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= MAX_IDLE {
            idle.remove(0);
        }
        idle.push(player);
    }
}

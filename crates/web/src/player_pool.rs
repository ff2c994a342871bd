//! The player pool: how many searches run at once, and players kept between two moves of a game.
//!
//! A player may keep a tree or a process from one move to the next. Clients do not see this: a request that continues
//! a position with the same spec string gets the player that searched it before.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::Spec;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// Idle players; each may hold many megabytes.
const MAX_IDLE: usize = 4;

/// Search slots and idle players.
#[derive(Debug)]
pub(crate) struct PlayerPool {
    searches: usize,
    slots: Arc<Semaphore>,
    queue: Arc<Semaphore>,
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

/// Permission to search, until it is dropped.
pub(crate) type SearchPermit = OwnedSemaphorePermit;
/// A place in the queue, until it is dropped.
pub(crate) type QueuePermit = OwnedSemaphorePermit;

impl PlayerPool {
    pub(crate) fn new(searches: usize, waiting: usize) -> PlayerPool {
        PlayerPool {
            searches,
            slots: Arc::new(Semaphore::new(searches)),
            queue: Arc::new(Semaphore::new(searches + waiting)),
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Takes a place in the queue, or fails when it is full.
    pub(crate) fn enter_queue(&self) -> Result<QueuePermit, ApiError> {
        self.queue.clone().try_acquire_owned().map_err(|_| {
            ApiError::Busy("too many searches are waiting; try again in a moment".to_owned())
        })
    }

    /// Would a search start at once?
    pub(crate) fn has_free_slot(&self) -> bool {
        self.slots.available_permits() > 0
    }

    /// Searches that are running.
    pub(crate) fn active_searches(&self) -> usize {
        self.searches - self.slots.available_permits()
    }

    /// Waits for a search slot.
    pub(crate) async fn acquire(&self) -> SearchPermit {
        let slots = self.slots.clone();
        slots
            .acquire_owned()
            .await
            .expect("the semaphore is never closed")
    }

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

//! How many searches at once, and players that rest between two moves of a game.
//!
//! A player may keep a tree or a process from one move to the next. A page is not told which player it has; whoever
//! continues a position with the same spec string gets the one that thought about it before.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use gomoku::{Board, Limits, Player, PlayerError, SearchControl, SearchResult};
use players::Spec;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::ApiError;

/// Players that rest; each may hold a table of many megabytes.
const MOST_RESTING: usize = 4;

/// The searching power of the server.
#[derive(Debug)]
pub(crate) struct Engines {
    searches: usize,
    seats: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    resting: Mutex<Vec<Resting>>,
}

struct Resting {
    spec: String,
    board: Board,
    player: Box<dyn Player>,
}

impl std::fmt::Debug for Resting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resting")
            .field("spec", &self.spec)
            .finish_non_exhaustive()
    }
}

/// The right to search, given back when it is dropped.
pub(crate) type SearchPermit = OwnedSemaphorePermit;
/// The right to wait for one.
pub(crate) type QueuePermit = OwnedSemaphorePermit;

impl Engines {
    pub(crate) fn new(searches: usize, waiting: usize) -> Engines {
        Engines {
            searches,
            seats: Arc::new(Semaphore::new(searches)),
            waiting: Arc::new(Semaphore::new(searches + waiting)),
            resting: Mutex::new(Vec::new()),
        }
    }

    /// A place in the queue.
    pub(crate) fn queue(&self) -> Result<QueuePermit, ApiError> {
        self.waiting.clone().try_acquire_owned().map_err(|_| {
            ApiError::Busy("too many searches are waiting; try again in a moment".to_owned())
        })
    }

    /// Is a search free right now?
    pub(crate) fn is_free(&self) -> bool {
        self.seats.available_permits() > 0
    }

    /// How many searches are going on.
    pub(crate) fn searching(&self) -> usize {
        self.searches - self.seats.available_permits()
    }

    /// Waits for the right to search.
    pub(crate) async fn seat(&self) -> SearchPermit {
        let seats = self.seats.clone();
        seats
            .acquire_owned()
            .await
            .expect("the semaphore is never closed")
    }

    /// Lets a player think, one that rests if it knows the game. A player that panics has crashed, and the server has
    /// not.
    pub(crate) fn think(
        &self,
        spec: &Spec,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let name = spec.to_string();
        let ask = AssertUnwindSafe(|| {
            let mut player = self.wake(&name, board).unwrap_or_else(|| spec.build());
            let result = player.think(board, limits, control)?;
            Ok((player, result))
        });
        let (player, result) = panic::catch_unwind(ask)
            .unwrap_or_else(|_| Err(PlayerError::Crash("the player panicked".to_owned())))?;
        if let Err(error) = board.check(result.best_move) {
            return Err(PlayerError::Illegal(error.to_string()));
        }
        self.rest(Resting {
            spec: name,
            board: board.clone(),
            player,
        });
        Ok(result)
    }

    fn wake(&self, spec: &str, board: &Board) -> Option<Box<dyn Player>> {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let knows = |one: &Resting| {
            one.spec == spec
                && one.board.rule() == board.rule()
                && one.board.size() == board.size()
                && board.history().starts_with(one.board.history())
        };
        let index = resting.iter().position(knows)?;
        Some(resting.remove(index).player)
    }

    fn rest(&self, player: Resting) {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        if resting.len() >= MOST_RESTING {
            resting.remove(0);
        }
        resting.push(player);
    }
}

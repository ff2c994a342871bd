//! Search limits and search control.
//!
//! [`Limits`] says how much a search may spend. [`SearchControl`] connects it to the caller: a stop flag, the time of the
//! request, and a listener for interim results. [`Budget`](crate::Budget) counts what a search spends against both.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::point_set::PointSet;
use crate::search_result::SearchResult;

/// The limits of one move. The search stops at the first one reached; without any, it stops by its own parameters or by
/// the stop flag.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub turn_time: Option<Duration>,
    /// Time left for the rest of the game, this move included.
    pub time_left: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum number of simulations, or other iterations of the player's main loop.
    pub iterations: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Number of threads; 0 leaves the choice to the player.
    pub threads: usize,
    /// Maximum memory in bytes that the player holds. Tables and trees shrink to it; a player that needs more for
    /// anything else takes that.
    pub memory: Option<u64>,
    /// Number of principal variations to report; 0 and 1 both mean one.
    pub multi_pv: usize,
    /// Root moves to avoid while there is another one.
    pub excluded: PointSet,
}

impl Limits {
    /// A time limit per move and nothing else.
    pub fn with_turn_time(turn_time: Duration) -> Limits {
        Limits {
            turn_time: Some(turn_time),
            ..Limits::default()
        }
    }

    /// The time that this move must never exceed; `None` without a clock.
    pub fn hard_limit(&self) -> Option<Duration> {
        match (self.turn_time, self.time_left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }
}

/// A flag, shared between threads, that stops a search.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Tells every search with this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has the flag been raised?
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Connects a search to its caller.
pub struct SearchControl<'a> {
    stop: StopFlag,
    started: Instant,
    listener: Option<&'a (dyn Fn(&SearchResult) + Sync)>,
}

impl<'a> SearchControl<'a> {
    /// No listener and no stop flag; the clock starts now.
    pub fn detached() -> SearchControl<'static> {
        SearchControl {
            stop: StopFlag::new(),
            started: Instant::now(),
            listener: None,
        }
    }

    /// Stops when the flag is raised. The clock runs from `started`, when the request was read.
    pub fn new(stop: StopFlag, started: Instant) -> SearchControl<'a> {
        SearchControl {
            stop,
            started,
            listener: None,
        }
    }

    /// Sends interim results to this listener.
    #[must_use]
    pub fn with_listener(
        mut self,
        listener: &'a (dyn Fn(&SearchResult) + Sync),
    ) -> SearchControl<'a> {
        self.listener = Some(listener);
        self
    }

    /// Sends an interim result to the listener.
    pub fn report(&self, result: &SearchResult) {
        if let Some(listener) = self.listener {
            listener(result);
        }
    }

    /// Is there a listener? Without one a player can skip building reports.
    pub fn has_listener(&self) -> bool {
        self.listener.is_some()
    }

    /// Must the search stop?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// The stop flag, for helper threads.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Time since the request was read.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl std::fmt::Debug for SearchControl<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchControl")
            .field("stop", &self.stop)
            .field("started", &self.started)
            .field("has_listener", &self.listener.is_some())
            .finish()
    }
}

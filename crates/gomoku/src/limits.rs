//! How long a player may think, and how it is told to stop.
//!
//! [`Limits`] is what was asked; [`SearchControl`] is the line to whoever asked: a stop flag, the moment the question was
//! read, and a place for live reports. [`Budget`](crate::Budget) counts what a search spends against both.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::point_set::PointSet;
use crate::search_result::SearchResult;

/// What a player may spend on one move. It stops at whichever limit comes first; no limit at all means that it stops
/// where its own parameters say, or when told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for this move.
    pub turn_time: Option<Duration>,
    /// Time left for the rest of the game, this move included.
    pub time_left: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Playouts or other rounds of the player's main loop.
    pub iterations: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Threads to use; 0 leaves it to the player.
    pub threads: usize,
    /// Bytes of memory to use at most.
    pub memory: Option<u64>,
    /// How many best lines to report; 0 and 1 both mean one.
    pub multi_pv: usize,
    /// Moves that must not be chosen at the root, as long as there is another one.
    pub excluded: PointSet,
}

impl Limits {
    /// Time per move and nothing else.
    pub fn with_turn_time(turn_time: Duration) -> Limits {
        Limits {
            turn_time: Some(turn_time),
            ..Limits::default()
        }
    }

    /// The hard limit of this move: it must never be exceeded. `None` when there is no clock.
    pub fn hard_limit(&self) -> Option<Duration> {
        match (self.turn_time, self.time_left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }
}

/// A flag that several threads share; once raised it says "stop now".
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> StopFlag {
        StopFlag::default()
    }

    /// Asks everybody who watches this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has it been raised?
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The line between a thinking player and whoever asked.
pub struct SearchControl<'a> {
    stop: StopFlag,
    started: Instant,
    listener: Option<&'a (dyn Fn(&SearchResult) + Sync)>,
}

impl<'a> SearchControl<'a> {
    /// Nobody listens and nobody interrupts; the clock starts now.
    pub fn detached() -> SearchControl<'static> {
        SearchControl {
            stop: StopFlag::new(),
            started: Instant::now(),
            listener: None,
        }
    }

    /// Stops when the flag is raised. `asked` is when the question was read: a manager's clock runs from there.
    pub fn new(stop: StopFlag, started: Instant) -> SearchControl<'a> {
        SearchControl {
            stop,
            started,
            listener: None,
        }
    }

    /// Sends each report to this listener.
    #[must_use]
    pub fn with_listener(
        mut self,
        listener: &'a (dyn Fn(&SearchResult) + Sync),
    ) -> SearchControl<'a> {
        self.listener = Some(listener);
        self
    }

    /// Tells the listener what the player thinks so far.
    pub fn report(&self, result: &SearchResult) {
        if let Some(listener) = self.listener {
            listener(result);
        }
    }

    /// Does anybody listen? A player may skip the work of a report when nobody does.
    pub fn has_listener(&self) -> bool {
        self.listener.is_some()
    }

    /// Should the player stop at once?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// The flag, for a player's helper threads.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Time since the question was read.
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

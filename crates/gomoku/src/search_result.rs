//! Search results as plain data, for the protocol, the web page and the game store.

use std::time::Duration;

use crate::point::Point;

/// A forced result, in plies from the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateIn {
    /// The side to move wins in this many plies, its last move included.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
}

impl MateIn {
    /// The number of plies, negative for a loss.
    pub fn signed(self) -> i64 {
        match self {
            MateIn::Win(plies) => i64::from(plies),
            MateIn::Loss(plies) => -i64::from(plies),
        }
    }
}

/// Statistics of one root move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Simulations or nodes spent on it.
    pub visits: Option<u64>,
    /// Win rate of the side to move, 0 to 1.
    pub value: Option<f64>,
    /// Prior probability.
    pub prior: Option<f64>,
    /// Static evaluation of the move, in the player's own unit.
    pub score: Option<f64>,
    /// A proven result, for the side to move.
    pub mate: Option<MateIn>,
    /// The principal variation that begins with this move; may be empty.
    pub pv: Vec<Point>,
}

impl Candidate {
    /// A move without statistics.
    pub fn new(point: Point) -> Candidate {
        Candidate {
            point,
            visits: None,
            value: None,
            prior: None,
            score: None,
            mate: None,
            pv: Vec::new(),
        }
    }
}

/// The result of a search, final or interim.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best_move: Point,
    /// Evaluation for the side to move, in the player's own unit.
    pub score: Option<f64>,
    /// Win rate of the side to move, 0 to 1.
    pub win_rate: Option<f64>,
    /// A proven result.
    pub mate: Option<MateIn>,
    /// The principal variation, `best_move` first.
    pub pv: Vec<Point>,
    /// Search depth in plies.
    pub depth: u32,
    /// Maximum depth reached.
    pub selective_depth: u32,
    /// Nodes searched, or iterations of the player's main loop.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Root moves, best first.
    pub candidates: Vec<Candidate>,
}

impl SearchResult {
    /// A move without any other result.
    pub fn new(best_move: Point) -> SearchResult {
        SearchResult {
            best_move,
            score: None,
            win_rate: None,
            mate: None,
            pv: vec![best_move],
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            candidates: Vec::new(),
        }
    }
}

//! What a player thinks, as plain data: the protocol prints it, the page paints it, the store keeps it.

use std::time::Duration;

use crate::point::Point;

/// A result that is forced, in plies from the position that was thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateIn {
    /// The side to move wins after this many plies, its own last one included.
    Win(u32),
    /// The side to move loses after this many plies.
    Loss(u32),
}

impl MateIn {
    /// Plies with the sign of the result.
    pub fn signed(self) -> i64 {
        match self {
            MateIn::Win(plies) => i64::from(plies),
            MateIn::Loss(plies) => -i64::from(plies),
        }
    }
}

/// What a player knows of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub point: Point,
    /// Playouts or subtree nodes spent on it.
    pub visits: Option<u64>,
    /// Win rate of the side to move after it, 0 to 1.
    pub value: Option<f64>,
    /// Probability before any search.
    pub prior: Option<f64>,
    /// The player's own static value of the move.
    pub score: Option<f64>,
    /// A proven end of the game after it, for the side to move.
    pub mate: Option<MateIn>,
    /// The best line that begins with this move, where the player keeps one.
    pub pv: Vec<Point>,
}

impl Candidate {
    /// A move of which nothing is known yet.
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

/// A player's answer, and its reports on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play.
    pub best_move: Point,
    /// Value for the side to move, in the player's own unit.
    pub score: Option<f64>,
    /// Win rate of the side to move, 0 to 1.
    pub win_rate: Option<f64>,
    /// A forced result, where the player has proven one.
    pub mate: Option<MateIn>,
    /// The principal line, `best` first.
    pub pv: Vec<Point>,
    /// Plies looked ahead in full.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// Positions visited, or rounds of the player's main loop.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// What is known of each move, best first.
    pub candidates: Vec<Candidate>,
}

impl SearchResult {
    /// A bare move.
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

//! What a player thinks, as plain data: the protocol prints it, the page paints it, the store keeps it.

use std::time::Duration;

use crate::point::Point;

/// A result that is forced, in plies from the position that was thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// The side to move wins after this many plies, its own last one included.
    Win(u32),
    /// The side to move loses after this many plies.
    Loss(u32),
}

impl Forced {
    /// Plies with the sign of the result.
    pub fn signed(self) -> i64 {
        match self {
            Forced::Win(plies) => i64::from(plies),
            Forced::Loss(plies) => -i64::from(plies),
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
    pub forced: Option<Forced>,
    /// The best line that begins with this move, where the player keeps one.
    pub line: Vec<Point>,
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
            forced: None,
            line: Vec::new(),
        }
    }
}

/// A player's answer, and its reports on the way there.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move to play.
    pub best: Point,
    /// Value for the side to move, in the player's own unit.
    pub score: Option<f64>,
    /// Win rate of the side to move, 0 to 1.
    pub win_rate: Option<f64>,
    /// A forced result, where the player has proven one.
    pub forced: Option<Forced>,
    /// The principal line, `best` first.
    pub line: Vec<Point>,
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

impl Thought {
    /// A bare move.
    pub fn of(best: Point) -> Thought {
        Thought {
            best,
            score: None,
            win_rate: None,
            forced: None,
            line: vec![best],
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            candidates: Vec::new(),
        }
    }
}

//! Caps on what a file may hold, so that a small hostile file costs little time and memory.
//!
//! A board has at most 484 points, so no real game comes near the caps of a node and of a line. Only libraries are large:
//! their readers accept as many nodes as [`ReadLimits`] says.

/// Bytes of all values in one node.
const MAX_TEXT: usize = 1 << 20;
/// Values in one node: 484 points could each be set up, labelled and marked several times.
const MAX_VALUES: usize = 8192;
/// Points that the set-ups of a file may change. Two letters stand for up to 484 points, and each node with a set-up
/// also costs a whole new board when it is replayed.
const MAX_SETUP_POINTS: usize = 4_000_000;

/// How large a file a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// Nodes of all games together, the roots included.
    pub nodes: usize,
    /// Nodes in one line, from the root to a leaf.
    pub depth: usize,
}

impl Default for ReadLimits {
    /// For files of the user: the largest libraries fit.
    fn default() -> ReadLimits {
        ReadLimits {
            nodes: 20_000_000,
            depth: 1_000_000,
        }
    }
}

/// A file holds more than its reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// Too many nodes.
    #[error("more than {0} nodes in the file")]
    Nodes(usize),
    /// Too long a line.
    #[error("a line of more than {0} nodes")]
    Depth(usize),
    /// Too many property values.
    #[error("more than {0} values in one node")]
    Values(usize),
    /// Too much text.
    #[error("more than {0} bytes of text in one node")]
    Text(usize),
    /// Too many set-up stones.
    #[error("set-up stones that change more than {0} points")]
    SetupPoints(usize),
}

/// What a reader has used of its limits.
#[derive(Debug)]
pub(crate) struct ReadBudget {
    limits: ReadLimits,
    nodes: usize,
    setup_points: usize,
}

impl ReadBudget {
    pub(crate) fn new(limits: ReadLimits) -> ReadBudget {
        ReadBudget {
            limits,
            nodes: 0,
            setup_points: 0,
        }
    }

    /// Counts a node that is the `depth`th of its line.
    pub(crate) fn add_node(&mut self, depth: usize) -> Result<(), LimitError> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            Err(LimitError::Nodes(self.limits.nodes))
        } else if depth > self.limits.depth {
            Err(LimitError::Depth(self.limits.depth))
        } else {
            Ok(())
        }
    }

    /// Counts a game of one line with this many moves.
    pub(crate) fn add_line(&mut self, moves: usize) -> Result<(), LimitError> {
        self.nodes = self.nodes.saturating_add(moves);
        self.add_node(moves + 1)
    }

    /// Counts a set-up of this many points.
    pub(crate) fn add_setup(&mut self, points: usize) -> Result<(), LimitError> {
        self.setup_points += points;
        if self.setup_points > MAX_SETUP_POINTS {
            Err(LimitError::SetupPoints(MAX_SETUP_POINTS))
        } else {
            Ok(())
        }
    }
}

/// Checks what one node holds.
pub(crate) fn check_node(values: usize, bytes: usize) -> Result<(), LimitError> {
    if values > MAX_VALUES {
        Err(LimitError::Values(MAX_VALUES))
    } else if bytes > MAX_TEXT {
        Err(LimitError::Text(MAX_TEXT))
    } else {
        Ok(())
    }
}

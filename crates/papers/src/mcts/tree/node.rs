//! A node of the search tree: one move and the statistics of the games that passed through it.

use gomoku::Point;

/// Index of a node in the arena. The root is always the first.
pub(crate) type NodeIndex = u32;
pub(crate) const ROOT: NodeIndex = 0;

/// Statistics of one move in one position. Rewards and results belong to the side that made the move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchNode {
    pub(crate) total_reward: f64,
    pub(crate) visits: u32,
    /// Added to the mean value by UCT: progressive bias.
    pub(crate) bias: f32,
    /// The network's probability of the move.
    pub(crate) prior: f32,
    /// Start of the block of children.
    pub(super) first_child: u32,
    /// Start of the move list: first the expanded moves, then the others.
    pub(super) first_move: u32,
    /// Grid index of the move.
    pub(super) move_index: u16,
    pub(crate) num_children: u16,
    pub(crate) num_moves: u16,
    pub(crate) state: NodeState,
    /// Visits whose evaluation is still pending.
    pub(crate) virtual_losses: u8,
    /// Plies from here to the end of a game that is won or lost.
    pub(crate) plies_to_end: u8,
    /// Size classes of both blocks, as powers of two.
    pub(super) children_class: u8,
    pub(super) moves_class: u8,
}

/// What is known of the game after the node's move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NodeState {
    /// No result, and no move list yet.
    #[default]
    Unexpanded,
    /// No result; the moves are listed.
    Expanded,
    /// The move wins: the game is over, or the win is proven.
    Won,
    /// The move loses by proof.
    Lost,
    /// The board is full, or neither side can win by proof.
    Drawn,
}

impl NodeState {
    /// Is the result of the game known?
    #[inline]
    pub(crate) fn is_proven(self) -> bool {
        !matches!(self, NodeState::Unexpanded | NodeState::Expanded)
    }

    /// Orders root moves: proven wins first, proven losses last.
    pub(crate) fn rank(self) -> i8 {
        match self {
            NodeState::Won => 1,
            NodeState::Lost => -1,
            NodeState::Unexpanded | NodeState::Expanded | NodeState::Drawn => 0,
        }
    }
}

impl SearchNode {
    pub(crate) fn point(&self) -> Point {
        Point::from_index(self.move_index.into())
    }

    pub(crate) fn mean(&self) -> f64 {
        self.total_reward / f64::from(self.visits.max(1))
    }

    /// The proven result, or the mean reward.
    pub(crate) fn value(&self) -> f64 {
        match self.state {
            NodeState::Won => 1.0,
            NodeState::Lost => 0.0,
            NodeState::Drawn => 0.5,
            NodeState::Unexpanded | NodeState::Expanded => self.mean(),
        }
    }
}

//! Monte Carlo tree search: the one loop behind every tree player of this crate.
//!
//! One iteration ([`search`]) has four steps:
//!
//! ```text
//! simulate   walk down from the root to an unexpanded move; at each node select the move with the largest
//!              UCT   Q/N + bias + c sqrt(ln N(parent) / N)    unexpanded moves first, at random or in order
//!              PUCT  Q + c P sqrt(N(parent)) / (1 + N)        Q of an unexpanded move is the first-play urgency
//! expand     add the child of that move
//! evaluate   the new leaf: a finished game by its result, any other position by the leaf evaluator
//! backup     every node on the path gets the reward of the side that moved into it
//! ```
//!
//! An [`MctsConfig`] holds everything in which the papers' players differ: candidate moves, `c`, the [`LeafEvaluator`],
//! rollouts per leaf, the final move selection, tree reuse. [`MctsSearch`] runs the loop, and [`MctsPlayer`] plays its moves.
//! Two players drive an [`MctsSearch`] themselves: AlphaZero, which evaluates leaves in batches, and the weighted sums, which
//! run one search for each of the critic's best moves. No player has a loop of its own.
//!
//! Two extensions are off by default: `state_memory.rs`, a memory of states, and `tree_shape.rs`, which controls `c`.
//!
//! [`batched`] splits an iteration before `evaluate`, so that a network evaluates many leaves at once. `solver.rs` is
//! MCTS-Solver: proven results are backed up exactly.
//!
//! Left out: threads and transpositions.

pub mod batched;
pub mod evaluator;
mod memory_backup;
mod params;
mod player;
mod result;
pub mod rollout;
mod root;
mod root_solver;
pub mod search;
mod solver;
pub mod state_memory;
mod tree;
mod tree_shape;
pub mod vcf_evaluator;

use gomoku::Neighborhood;

pub use evaluator::{ConstantEvaluator, LeafEvaluator};
pub(crate) use params::mcts_params;
pub use player::MctsPlayer;
pub(crate) use player::{less_other_memory, with_player_limits};
pub(crate) use result::is_milestone;
pub(crate) use root_solver::RootSolver;
pub use search::MctsSearch;
use state_memory::MemoryConfig;
pub use tree::Selection;

/// Everything in which tree players differ.
#[derive(Clone, Debug)]
pub struct MctsConfig<E> {
    /// Which empty points are candidate moves. Searches with priors consider every legal move.
    pub neighborhood: Neighborhood,
    /// The selection rule.
    pub selection: Selection,
    /// `c` of the selection rule.
    pub exploration: f64,
    /// The order in which UCT expands the moves of a node.
    pub expansion: Expansion,
    /// First-play urgency; PUCT only.
    pub fpu: Fpu,
    /// Evaluates new leaves.
    pub evaluator: E,
    /// Evaluations per new leaf. Each counts as a visit.
    pub rollouts_per_leaf: u32,
    /// Back up proven results (MCTS-Solver). Searches with priors always do.
    pub mcts_solver: bool,
    /// A memory of states beside the tree; UCT only.
    pub state_memory: Option<MemoryConfig>,
    /// The wanted depth of the leaves, in plies: `exploration` changes until they have it; UCT only.
    pub tree_depth: Option<f64>,
    /// How the move to play is chosen.
    pub final_move: FinalMove,
    /// Keep the subtree of the moves played for the next search.
    pub reuse_tree: bool,
    /// Bytes for the tree, unless the limits allow less.
    pub memory: u64,
}

impl<E> MctsConfig<E> {
    /// Plain UCT: one evaluation per leaf, highest mean value, no solver, a new tree for each move, 128 MB.
    pub fn uct(neighborhood: Neighborhood, exploration: f64, evaluator: E) -> MctsConfig<E> {
        MctsConfig {
            neighborhood,
            selection: Selection::Uct,
            exploration,
            expansion: Expansion::Random,
            fpu: Fpu::Absolute(0.0),
            evaluator,
            rollouts_per_leaf: 1,
            mcts_solver: false,
            state_memory: None,
            tree_depth: None,
            final_move: FinalMove::MaxValue,
            reuse_tree: false,
            memory: 128 << 20,
        }
    }
}

/// The order in which UCT expands the moves of a node. PUCT always takes the largest prior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// In random order.
    Random,
    /// As [`LeafEvaluator::order`] arranges them.
    InOrder,
}

/// First-play urgency: the `Q` of an unexpanded move, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fpu {
    /// A fixed value; 0 is an even game.
    Absolute(f32),
    /// This much below the value of the parent.
    Reduction(f32),
}

/// How the move to play is chosen among the root's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalMove {
    /// The highest mean value ("max child").
    MaxValue,
    /// The most visits ("robust child").
    MaxVisits,
}

impl FinalMove {
    /// Parses the parameter: `value` or `visits`.
    pub fn from_name(name: &str) -> FinalMove {
        match name {
            "visits" => FinalMove::MaxVisits,
            _ => FinalMove::MaxValue,
        }
    }
}

/// Parses the parameter `neighborhood`: `square1`, `star2` or `square2`.
pub(crate) fn neighborhood_from_name(name: &str) -> Neighborhood {
    match name {
        "square1" => Neighborhood::Square1,
        "star2" => Neighborhood::Star2,
        _ => Neighborhood::Square2,
    }
}

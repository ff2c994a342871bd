//! The systems of the papers as players, one file each, plain enough to be read beside the paper.
#![forbid(unsafe_code)]

pub mod alphabeta;
mod deepening;
mod effort;
pub mod evaluation;
pub mod greedy;
pub mod line_counts;
pub mod minimax;
pub mod random;
pub mod rectangle;
pub mod score_dictionary;
pub mod shapes;

pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use greedy::{Greedy, GreedyParams};
pub use minimax::{Minimax, MinimaxParams};
pub use random::{Random, RandomParams};

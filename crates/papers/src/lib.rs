//! The systems of the papers as players, one file each, plain enough to be read beside the paper.
#![forbid(unsafe_code)]

pub mod greedy;
pub mod line_counts;
pub mod random;
pub mod score_dictionary;
pub mod shapes;

pub use greedy::{Greedy, GreedyParams};
pub use random::{Random, RandomParams};

//! Evaluation networks and their inputs: the ADP critics, the engine's pattern network and AlphaZero's residual network.
//!
//! In reading order:
//!
//! - [`pattern_set`]: the papers' lists of 20, 29 and 32 patterns, as data;
//! - [`automaton`]: a list compiled into an automaton that counts a line in one pass;
//! - [`counts`]: incremental pattern counts of a board;
//! - [`threat_counts`](mod@threat_counts): empty points by the threat they make in all four directions;
//! - [`inputs`]: counts encoded as inputs of a critic;
//! - [`critic`]: the network with one hidden layer that all three ADP papers use, its file and the shipped ones;
//! - [`evaluator`]: incremental evaluation of a board by a critic;
//! - [`pattern_net`]: the engine's evaluation, a small NNUE on pattern codes;
//! - [`line_net`]: a larger NNUE on whole lines, with a policy;
//! - [`residual`]: AlphaZero's policy and value network.
//!
//! This crate only does inference; training is in `learn`. The arithmetic of critics is in [`kernel`], with the same
//! results to the last bit on every instruction set.
//!
//! ```
//! use gomoku::{Board, Rule, Size};
//! use nets::Evaluator;
//!
//! let critic = nets::critic::shipped("cao").expect("a critic of this name");
//! let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! let mut evaluator = Evaluator::new(critic, &board);
//! board.push_observed(Size::FIFTEEN.center(), &mut evaluator);
//! assert!((0.0..=1.0).contains(&evaluator.value(&board)));
//! ```

pub mod automaton;
pub mod counts;
pub mod critic;
mod dispatch;
pub mod evaluator;
pub mod inputs;
pub mod kernel;
pub mod line_net;
pub mod pattern_net;
pub mod pattern_set;
pub mod residual;
pub mod threat_counts;
mod weights_file;

pub use counts::PatternCounts;
pub use critic::Critic;
pub use evaluator::Evaluator;
pub use inputs::Inputs;
pub use pattern_set::PatternSet;
pub use residual::Residual;
pub use weights_file::WeightsError;

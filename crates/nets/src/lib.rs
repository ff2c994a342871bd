//! Small networks that say how likely a position is won, and what they see of it.
//!
//! In the order of reading:
//!
//! - [`pattern_set`]: the papers' lists of 20, 29 and 32 patterns, as data;
//! - [`automaton`]: a list compiled into an automaton that counts a line in one pass;
//! - [`counts`]: the counts of a whole board, kept in step with it;
//! - [`crossings`]: points in which threats meet, which no count of lines tells;
//! - [`inputs`]: counts turned into the inputs of a network;
//! - [`critic`]: the network with one hidden layer that all three ADP papers use;
//! - [`evaluator`]: a critic at a board, with its first layer kept in step;
//! - [`pattern_net`]: the engine's evaluation, a small NNUE on pattern codes;
//! - [`residual`]: AlphaZero's policy and value network.
//!
//! Nothing here learns: `learn` does. All arithmetic is in [`kernel`], whose results are the same to the last bit on
//! every instruction set.
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
pub mod crossings;
pub mod evaluator;
pub mod inputs;
pub mod kernel;
pub mod pattern_net;
pub mod pattern_set;
pub mod residual;
mod weights_file;

pub use counts::PatternCounts;
pub use critic::Critic;
pub use evaluator::Evaluator;
pub use inputs::Inputs;
pub use pattern_set::PatternSet;
pub use residual::Residual;
pub use weights_file::WeightsError;

//! The systems of the papers as players, one file each, to be read beside the paper.
//!
//! Every file opens with the paper's formula and its parameters, then says what the paper leaves open and what we chose.
//!
//! ```
//! use gomoku::{Board, Limits, Player, Rule, SearchControl, Size};
//!
//! let mut player = papers::UctParams::default().player(1);
//! let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! let result = player.think(&board, &Limits::default(), &SearchControl::detached())?;
//! assert_eq!(result.best_move, Size::FIFTEEN.center());
//! # Ok::<(), gomoku::PlayerError>(())
//! ```
//!
//! | players | files |
//! |---|---|
//! | without search | [`random`], [`greedy`], [`adp`] |
//! | alpha-beta | [`minimax`], [`alphabeta`], [`new_heuristic`] with [`opening_book`], [`vcx`] |
//! | threat solvers | [`tss`], [`andor`] |
//! | genetic algorithm | [`genetic`] |
//! | Monte Carlo tree search | [`mcts`] is the loop; [`mcts_random`], [`uct`], [`uct_baselines`], [`uct_adp`], [`weighted_sum`], [`zero`] |
//! | Monte Carlo without a tree | [`hmcts`], [`mcts_heuristic`], [`mcts_adp`] |
//!
//! Evaluations: [`stone_shapes`] over [`line_features`], [`score_dictionary`], [`point_heuristic`].
#![forbid(unsafe_code)]

pub mod adp;
pub mod alphabeta;
pub mod andor;
pub mod bounding_box;
pub mod evaluation;
pub mod genetic;
pub mod greedy;
pub mod hmcts;
mod iterative_deepening;
pub mod line_features;
pub mod mcts;
pub mod mcts_adp;
pub mod mcts_heuristic;
pub mod mcts_random;
pub mod minimax;
pub mod new_heuristic;
pub mod opening_book;
pub mod point_heuristic;
mod proven_attack;
pub mod random;
mod score;
pub mod score_dictionary;
mod search_board;
pub mod stone_shapes;
mod tie_break;
mod transposition_table;
pub mod tss;
pub mod uct;
pub mod uct_adp;
pub mod uct_baselines;
pub mod vcx;
pub mod weighted_sum;
pub mod zero;

pub use adp::{Adp, AdpParams};
pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use andor::{AndOrParams, AndOrPlayer};
pub use genetic::{Genetic, GeneticParams};
pub use greedy::{Greedy, GreedyParams};
pub use hmcts::{Hmcts, HmctsParams};
pub use mcts_adp::MctsAdpParams;
pub use mcts_heuristic::{MctsHeuristic, MctsHeuristicParams};
pub use mcts_random::MctsParams;
pub use minimax::{Minimax, MinimaxParams};
pub use new_heuristic::{NewHeuristic, NewHeuristicParams};
pub use random::{Random, RandomParams};
pub use tss::{Tss, TssParams};
pub use uct::UctParams;
pub use uct_adp::{UctAdpParams, UctAdpPbParams};
pub use uct_baselines::{UctDummyParams, UctSimParams};
pub use vcx::{VcxParams, VcxPlayer};
pub use weighted_sum::{AdpHmctsParams, AdpUctParams, WeightedSum, WeightedSumParams};
pub use zero::{Zero, ZeroParams};

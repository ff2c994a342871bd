//! The systems of the papers as players: a folder for each paper, to be read beside it.
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
//! | module | paper |
//! |---|---|
//! | [`cao_lin_2019`] | UCT-ADP with progressive bias; ADP, UCT-DUMMY, UCT-SIMULATION |
//! | [`chen_zhang`] | alpha-beta, MCTS, MCTS-Heuristic, ADP and MCTS-ADP |
//! | [`zhang_li_huang`] | minimax with VCX, the genetic algorithm, threat-space search |
//! | [`liao_2019`] | New Heuristic with its opening book; minimax, alpha-beta, Greedy |
//! | [`zhong_2021`] | HMCTS, UCT and the weighted sums of critic and Monte Carlo; the AND/OR tree; AlphaZero |
//!
//! A system that two papers share is in the folder of the one that says most about it; the other folder's file links to it.
//! [`mcts`] is the one loop of all tree players, [`game_tree`] what the depth-first searches share.
#![forbid(unsafe_code)]

pub mod cao_lin_2019;
pub mod chen_zhang;
pub mod game_tree;
pub mod liao_2019;
pub mod mcts;
mod proven_attack;
pub mod random;
pub mod zhang_li_huang;
pub mod zhong_2021;

pub use cao_lin_2019::adp::{Adp, AdpParams};
pub use cao_lin_2019::uct_adp::{UctAdpParams, UctAdpPbParams};
pub use cao_lin_2019::uct_baselines::{UctDummyParams, UctSimParams};
pub use chen_zhang::mcts_adp::MctsAdpParams;
pub use chen_zhang::mcts_heuristic::{MctsHeuristic, MctsHeuristicParams};
pub use chen_zhang::mcts_random::MctsParams;
pub use liao_2019::alphabeta::{AlphaBeta, AlphaBetaParams};
pub use liao_2019::greedy::{Greedy, GreedyParams};
pub use liao_2019::minimax::{Minimax, MinimaxParams};
pub use liao_2019::new_heuristic::{NewHeuristic, NewHeuristicParams};
pub use random::{Random, RandomParams};
pub use zhang_li_huang::genetic::{Genetic, GeneticParams};
pub use zhang_li_huang::tss::{Tss, TssParams};
pub use zhang_li_huang::vcx::{VcxParams, VcxPlayer};
pub use zhong_2021::andor::{AndOrParams, AndOrPlayer};
pub use zhong_2021::hmcts::{Hmcts, HmctsParams};
pub use zhong_2021::uct::UctParams;
pub use zhong_2021::weighted_sum::{AdpHmctsParams, AdpUctParams, WeightedSum, WeightedSumParams};
pub use zhong_2021::zero::{Zero, ZeroParams};

//! The systems of the papers as players, one file each, plain enough to be read beside the paper.
#![forbid(unsafe_code)]

pub mod adp;
pub mod adp_mcts;
pub mod alphabeta;
mod deepening;
mod effort;
pub mod evaluation;
pub mod genetic;
pub mod greedy;
pub mod hmcts;
pub mod line_counts;
pub mod mcts;
pub mod mcts_adp;
pub mod mcts_heuristic;
pub mod mcts_random;
pub mod minimax;
pub mod new_heuristic;
pub mod opening_book;
pub mod point_heuristic;
pub mod random;
pub mod rectangle;
pub mod score_dictionary;
pub mod shapes;
pub mod uct;
pub mod uct_adp;
pub mod uct_baselines;
pub mod vcx;

pub use adp::{Adp, AdpParams};
pub use adp_mcts::{AdpHmctsParams, AdpUctParams, WeightedSum, WeightedSumParams};
pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use genetic::{Genetic, GeneticParams};
pub use greedy::{Greedy, GreedyParams};
pub use hmcts::{Hmcts, HmctsParams};
pub use mcts_adp::MctsAdpParams;
pub use mcts_heuristic::{MctsHeuristic, MctsHeuristicParams};
pub use mcts_random::{Mcts, MctsParams};
pub use minimax::{Minimax, MinimaxParams};
pub use new_heuristic::{NewHeuristic, NewHeuristicParams};
pub use random::{Random, RandomParams};
pub use uct::{Uct, UctParams};
pub use uct_adp::{UctAdp, UctAdpParams, UctAdpPbParams};
pub use uct_baselines::{UctDummy, UctDummyParams, UctSim, UctSimParams};
pub use vcx::{Vcx, VcxParams};

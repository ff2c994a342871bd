//! Chen and Zhang, a course report that compares five agents: alpha-beta, MCTS, MCTS-Heuristic, ADP and MCTS-ADP.
//!
//! | agent | file |
//! |---|---|
//! | alpha-beta | [`crate::liao_2019::alphabeta`] with the scores of [`crate::zhang_li_huang::score_dictionary`] |
//! | MCTS | [`mcts_random`] |
//! | MCTS-Heuristic, Heuristics 1 and 2 | [`mcts_heuristic`] with [`point_heuristic`] |
//! | ADP | [`crate::cao_lin_2019::adp`] with the report's 292 inputs, `net=chen` |
//! | MCTS-ADP | [`mcts_adp`] |

pub mod mcts_adp;
pub mod mcts_heuristic;
pub mod mcts_random;
pub mod point_heuristic;

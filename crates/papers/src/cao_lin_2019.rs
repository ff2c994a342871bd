//! Xu Cao and Yanghao Lin, *UCT-ADP Progressive Bias Algorithm for Solving Gomoku*, 2019.
//!
//! | section | what | file |
//! |---|---|---|
//! | III | UCB, formula 1, and the loop in four steps | [`crate::mcts`] |
//! | IV.A | the exponential heuristic, formula 3 and figure 3; progressive bias, formula 4 | [`pattern_heuristic`], [`uct_adp`] |
//! | IV.B | candidates two steps from a stone, figure 4 | [`gomoku::Neighborhood::Star2`] |
//! | IV.C | attacks by fours and threes on a preferred list | [`preferred_list`] |
//! | IV.D | the critic, table I and formulas 5 and 6 | [`adp`] plays it, `nets` evaluates it, `learn` trains it |
//! | V.A | UCT-ADP and UCT-ADP-PB | [`uct_adp`] with [`critic_evaluator`] |
//! | V.A | the baselines UCT-DUMMY, UCT-SIMULATION and the weighted sum | [`uct_baselines`], [`crate::zhong_2021::weighted_sum`] |
//!
//! What the authors' programs had and the paper has not is in [`forced_move_pruning`] and [`move_pruning`], off by default.

pub mod adp;
pub mod critic_evaluator;
pub mod forced_move_pruning;
pub mod move_pruning;
pub mod pattern_heuristic;
pub mod preferred_list;
#[cfg(test)]
mod printed_formulas;
pub mod uct_adp;
pub mod uct_baselines;

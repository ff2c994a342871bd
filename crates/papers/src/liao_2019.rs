//! Han Liao, *New heuristic algorithm to improve the Minimax for Gomoku artificial intelligence*, Iowa State University, 2019.
//!
//! | section | what | file |
//! |---|---|---|
//! | 1.2.1 | minimax, Algorithm 1; the public program that the tables call Minimax | [`minimax`] |
//! | 1.2.2 | alpha-beta pruning, Algorithm 2 | [`alphabeta`] |
//! | 1.2.5 | Greedy | [`greedy`] |
//! | 2.2.1 | board evaluation by stone shapes, Algorithm 3 | [`board_eval`], [`stone_shapes`] over [`line_features`]; all twenty in [`shape_table`] |
//! | 2.2.2 | 57 openings | [`opening_book`] |
//! | 3 | New Heuristic: candidates (3.1) and the best path (3.2) | [`new_heuristic`] |

pub mod alphabeta;
pub mod board_eval;
pub mod greedy;
pub mod line_features;
pub mod minimax;
pub mod new_heuristic;
pub mod opening_book;
pub mod shape_table;
pub mod stone_shapes;

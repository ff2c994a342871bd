//! What the depth-first searches share: the alpha-beta node, the board with its evaluation,
//! iterative deepening, scores, the table of seen positions.

pub(crate) mod alpha_beta;
pub mod bounding_box;
pub mod evaluation;
pub(crate) mod iterative_deepening;
pub(crate) mod score;
pub(crate) mod search_board;
pub(crate) mod tie_break;
pub(crate) mod transposition_table;

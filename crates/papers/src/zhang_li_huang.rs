//! Zhang, Li and Huang, a course report: from MCTS over minimax and a genetic algorithm to minimax with VCX.
//!
//! | section | what | file |
//! |---|---|---|
//! | I | threat-space search | [`tss`] |
//! | II.A | MCTree | [`crate::chen_zhang::mcts_random`] |
//! | II.B | minimax with alpha-beta over classified candidates | [`vcx::candidates`] and the minimax of [`vcx`] |
//! | II.C | genetic algorithm | [`genetic`] |
//! | III.A | fast evaluation: the score dictionary | [`score_dictionary`] |
//! | III.B | Zobrist hashing | [`vcx`] |
//! | IV | VCX: VCF and VCT with iterative deepening, the final player | [`vcx::kill`] |

pub mod genetic;
pub mod score_dictionary;
pub mod tss;
pub mod vcx;

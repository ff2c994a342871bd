//! The engine's evaluation and move ordering, fitted to games of the engine against itself.
//!
//! | file | what |
//! |---|---|
//! | [`games`] | games at a fixed number of nodes, kept as text, one line each |
//! | [`samples`] | what the fits need of each position |
//! | [`value`] | the evaluation: logistic regression on results and search scores |
//! | [`policy`] | the order of moves: softmax regression on the moves that the search chose |
//! | [`adam`] | the descent that both use |
//! | [`tune`] | from games to weights |

pub mod adam;
pub mod games;
pub mod policy;
pub mod samples;
pub mod tune;
pub mod value;

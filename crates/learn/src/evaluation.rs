//! The engine's evaluation and move ordering, fitted to what its own search finds.
//!
//! | file | what |
//! |---|---|
//! | [`games`] | games at a fixed number of nodes, kept as text, one line each |
//! | [`positions`] | positions near these games as a search meets them, labeled by a search of their own |
//! | [`line_file`] | the files of both, which a later run continues |
//! | [`samples`] | what the fits need of each position |
//! | [`value`] | the evaluation: the engine's network, trained on the scores of the search |
//! | [`policy`] | the order of moves: softmax regression on the moves that the search chose |
//! | [`adam`] | the descent that both use |
//! | [`fit`] | from positions to weights |

pub mod adam;
pub mod fit;
pub mod games;
pub mod line_file;
pub mod policy;
pub mod positions;
pub mod samples;
pub mod value;

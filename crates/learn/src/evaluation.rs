//! The engine's evaluation and move ordering, fitted to its own searches.
//!
//! | file | contents |
//! |---|---|
//! | [`games`] | self-play games at a fixed number of nodes, one line of text each |
//! | [`positions`] | positions sampled near these games, labeled by a search |
//! | [`line_file`] | the resumable text files of both |
//! | [`samples`] | training samples of the two fits |
//! | [`factors`] | factorization of tables by pattern code |
//! | [`value`] | the evaluation: gradient descent on the engine's network |
//! | [`policy`] | the move ordering: softmax regression |
//! | [`adam`] | the optimizer of both |
//! | [`fit`] | from a file of positions to weights |

pub mod adam;
pub mod factors;
pub mod fit;
pub mod games;
pub mod line_file;
pub mod policy;
pub mod positions;
pub mod samples;
pub mod value;

//! The systems of the papers, one plain file each: written to be read beside the paper, and used as oracles for the
//! fast code.
#![forbid(unsafe_code)]

pub mod random;

pub use random::{Random, RandomParams};

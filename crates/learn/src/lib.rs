//! Training and tuning from games that the players play themselves.
#![forbid(unsafe_code)]

pub mod evaluation;
pub mod search;

//! Training: networks that teach themselves by playing.
//!
//! [`adp`] is the temporal-difference learning of the ADP papers: one critic plays both sides, and the value of each
//! position is drawn towards that of the next one.
#![forbid(unsafe_code)]

pub mod adp;

pub use adp::{Recipe, Trainer};

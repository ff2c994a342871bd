//! Training and tuning from games that the players play themselves.
//!
//! | module | what |
//! |---|---|
//! | [`adp`] | the temporal-difference learning of the ADP papers: one critic plays both sides, and the value of each position is drawn towards that of the next one |
//! | [`evaluation`] | the engine's evaluation and order of moves, fitted to its games |
//! | [`spsa`] | the numbers of the engine's search, tuned by pairs of games |
//! | [`zero`] | AlphaZero: a residual network that learns the game from nothing |
#![forbid(unsafe_code)]

pub mod adp;
pub mod evaluation;
pub mod journal;
pub mod rating_match;
pub mod spsa;
pub mod zero;

pub use adp::{AdpConfig, Trainer};

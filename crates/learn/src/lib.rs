//! Training and tuning by self-play.
//!
//! | module | contents |
//! |---|---|
//! | [`adp`] | temporal-difference learning of the ADP papers' critics |
//! | [`data`] | labeled positions for training networks, in a compact binary file |
//! | [`evaluation`] | the engine's evaluation and move ordering, fitted to its own searches |
//! | [`network`] | the engine's line network, trained on labeled positions |
//! | [`spsa`] | the engine's search parameters, tuned by pairs of games |
//! | [`zero`] | AlphaZero: a residual network that learns from self-play alone |
//! | [`fixed_nodes`] | searches and games of the engine at a fixed number of nodes |
//! | [`rating_match`] | matches that rate a network at a checkpoint |
//! | [`ordered`] | numbered units of work on several threads, delivered in order |
//! | [`journal`] | an append-only file of lines that survives a kill |
#![deny(unsafe_code)]

pub mod adp;
pub mod data;
pub mod evaluation;
pub mod fixed_nodes;
pub mod journal;
pub mod network;
pub mod ordered;
pub mod rating_match;
pub mod spsa;
pub mod zero;

pub use adp::{AdpConfig, Trainer};

//! A [`Learner`](learn::zero::Learner) on the tensor framework `burn`.
//!
//! The program `train-zero` runs crate `learn`'s AlphaZero training loop with it. This crate is a workspace of its own, so
//! that the rest of the project neither compiles nor locks the framework.
#![forbid(unsafe_code)]

pub mod burn_learner;
mod model;
mod state;

pub use burn_learner::BurnLearner;

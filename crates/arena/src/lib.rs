//! Matches, tournaments, ratings, experiments and the game store.
#![forbid(unsafe_code)]

pub mod statistics;

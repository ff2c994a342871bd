//! Board, patterns and forbidden points against slow plain code that was written independently.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod board;
mod forbidden;
mod patterns;
mod random_games;
mod tactical;
mod tactics;

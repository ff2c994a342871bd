//! The solvers against brute force, and every win against the checker.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod brute;
mod papers_kinds;
mod random_positions;
mod recorded;
mod tactical;

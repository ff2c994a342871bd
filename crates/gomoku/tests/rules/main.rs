//! Board, patterns and forbidden points against slow plain code that was written independently.

mod board;
mod forbidden;
mod lively;
mod patterns;

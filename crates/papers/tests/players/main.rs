//! What must hold of the papers' players: agreement with each other, the papers' positions, and plain legality.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod agreement;
mod any_position;
mod critics;
mod papers_positions;
mod positions;
mod zero;

//! The papers' players: agreement with each other, the papers' positions, legality.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test fails at the first error")]

mod agreement;
mod any_position;
mod critics;
mod liao;
mod papers_positions;
mod positions;
mod printed_chen_zhang;
mod printed_zhang_li_huang;
mod zero;

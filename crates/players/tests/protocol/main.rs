//! The protocol from both sides: transcripts, bad input, players that misbehave, managers' habits, and real programs.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod any_bytes;
mod bad_input;
mod connection;
mod external;
mod games;
mod interruptions;
mod transcripts;

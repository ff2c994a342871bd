//! The protocol on both sides: transcripts, bad input, misbehaving players and brains, and games between programs.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod any_bytes;
mod bad_input;
mod connection;
mod external;
mod games;
mod interruptions;
mod transcripts;

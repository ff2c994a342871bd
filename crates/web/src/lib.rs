//! The page: a server on this machine, and the front end that it carries.
//!
//! The server keeps no games: a page sends its position with each question, so that a reload, a second tab and a script
//! are all the same to it. What it does keep is bounded: searches ([`Limits`]), idle players, jobs. A question that
//! takes long is answered as a stream, either server-sent events or lines of JSON, and the search behind it ends when
//! the reader goes away.
//!
//! | file | what |
//! |---|---|
//! | `server.rs`, `guard.rs`, `assets.rs` | listening, who may ask, the files of the front end |
//! | `given.rs`, `error.rs`, `stream.rs` | reading a question; saying no; answering bit by bit |
//! | `position.rs`, `thinking.rs`, `solving.rs`, `opening.rs`, `records.rs` | one position: facts, thoughts, proofs, procedures, files |
//! | `engines.rs` | how many searches at once, and players that rest between two moves |
//! | `jobs.rs`, `simulation.rs`, `simulation_report.rs`, `reports.rs` | what takes minutes: simulations and experiments |
//! | `library.rs`, `played.rs` | the games of the store and what came of each opening; a game played on the page |
//!
//! This is the only crate that is asynchronous, and only at its surface: whatever thinks has a thread of its own.
#![forbid(unsafe_code)]

mod assets;
mod catalog;
mod engines;
mod error;
mod given;
mod guard;
mod jobs;
mod library;
mod opening;
mod played;
mod position;
mod records;
mod reports;
mod server;
mod simulation;
mod simulation_report;
mod solving;
mod stream;
mod thinking;

pub use server::{Limits, Options, app, serve};

//! Training data for the engine's networks: labeled positions in a compact binary file.
//!
//! | module | what |
//! |---|---|
//! | [`record`] | one position as bytes |
//! | [`file`](mod@file) | a file of records of one rule and size, appended to by the generator |
//! | [`generate`] | games of the engine against itself, and the positions taken from them |
//! | [`mapped_file`] | such a file mapped into memory |
//! | [`dataset`] | several files without duplicates, split into training and held-out games |
//! | [`summary`] | what a dataset holds |
//!
//! A game is a unit of work: its number and the settings decide everything in it, so generation can be interrupted and
//! resumed, and gives the same bytes on every machine and with any number of threads.

pub mod dataset;
pub mod file;
pub mod generate;
pub mod mapped_file;
pub mod record;
pub mod summary;

//! Matches, tournaments, ratings, experiments and the game store.
#![forbid(unsafe_code)]

pub mod contest;
pub mod duration;
pub mod finished;
pub mod game;
pub mod openings;
pub mod procedure;
pub mod runner;
pub mod schedule;
pub mod scoreboard;
pub mod seat;
pub mod seed;
pub mod statistics;
pub mod terms;

pub use contest::{Colors, Contest, Contestant, Format};
pub use finished::{Finished, Summary};
pub use scoreboard::{Scoreboard, Test};
pub use terms::{Terms, TermsFile};

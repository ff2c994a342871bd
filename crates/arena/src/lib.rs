//! Matches, tournaments, ratings, experiments and the game store.
#![forbid(unsafe_code)]

pub mod contest;
pub mod duration;
pub mod experiment;
pub mod export;
pub mod finished;
pub mod game;
pub mod openings;
pub mod plot;
pub mod procedure;
pub mod runner;
pub mod schedule;
pub mod scoreboard;
pub mod seat;
pub mod seed;
pub mod session;
pub mod statistics;
pub mod store;
pub mod terms;
pub mod tournament;
pub mod verdict;

pub use contest::{Colors, Contest, Contestant, Format};
pub use finished::{Finished, Summary};
pub use scoreboard::{Scoreboard, Test};
pub use session::{Report, Session};
pub use store::Store;
pub use terms::{Terms, TermsFile};
pub use tournament::Tournament;

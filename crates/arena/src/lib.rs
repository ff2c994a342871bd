//! The laboratory: matches, tournaments, ratings, experiments and the game store.
//!
//! From the single game outwards:
//!
//! - [`seat`] holds a player whatever it does, [`game`] lets two of them play, [`procedure`] opens with swap2 and the like;
//! - [`contest`] says who plays under which [`terms`] from which [`openings`], [`schedule`] numbers the games, [`runner`]
//!   plays them on several threads, [`session`] counts and stores them, and [`tournament`] reads a contest from a file;
//! - [`scoreboard`] and [`statistics`] say what the results mean, [`verdict`] says it to people and programs;
//! - [`store`] keeps every game in SQLite, [`export`] writes them for others;
//! - [`experiment`] answers a question with matches or searches, [`plot`] draws the answer.
//!
//! A game depends on its contest and its number only, so neither threads nor interruptions change a result.
//!
//! ```
//! use arena::{Contest, Contestant, Session, Terms};
//! use gomoku::StopFlag;
//!
//! let player = |name: &str, spec: &str| Contestant {
//!     name: name.to_owned(),
//!     spec: spec.parse().expect("a player"),
//!     terms: Terms::default(),
//! };
//! let mut contest = Contest::of_two(player("A", "greedy"), player("B", "random"));
//! contest.games = 10;
//! let report = Session::default().run(&contest, &StopFlag::new(), |_| {}, |_| Ok(()))?;
//! assert_eq!(report.standing().first().tally.wins, 10);
//! # Ok::<(), arena::session::SessionError>(())
//! ```
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

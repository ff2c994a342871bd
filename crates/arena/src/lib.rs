//! Matches, tournaments, ratings, experiments and the game store.
//!
//! From a single game outwards:
//!
//! - [`match_player`] runs a player and survives its failures, [`game`] plays one game, [`procedure`] plays openings
//!   such as swap2;
//! - [`match_config`] describes a match or tournament and schedules its games, with [`limits`] for each player and
//!   [`openings`] to start from; [`tournament_file`] reads one from TOML;
//! - [`workers`] plays games on several threads, [`runner`] scores and stores them;
//! - [`scoreboard`] and [`statistics`] evaluate the results, [`mod@format`] prints them as text, [`summary`] as JSON;
//! - [`store`] keeps every game in SQLite, [`export`] writes PGN, SGF, PSQ and CSV;
//! - [`experiment`] runs the experiments of `experiments/*.toml`, [`plot`] draws their figures;
//! - [`bounded_file`] reads what a user names, [`atomic_file`] writes files as a whole.
//!
//! Without clocks, a game depends on nothing but the match configuration and the game's number. Neither the number of
//! threads nor an interruption changes a result.
//!
//! ```
//! use arena::{Callbacks, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits};
//! use gomoku::StopFlag;
//! use players::{Access, Spec};
//!
//! let player = |name: &str, spec: &str| PlayerConfig {
//!     name: name.to_owned(),
//!     spec: Spec::read(spec, &Access::shipped()).expect("a valid spec"),
//!     limits: PlayerLimits::default(),
//! };
//! let mut config = MatchConfig::new(player("A", "greedy"), player("B", "random"));
//! config.games = 10;
//! let report = MatchRunner::default().run(&config, &StopFlag::new(), Callbacks::default())?;
//! assert_eq!(report.final_scoreboard().first().tally.wins, 10);
//! # Ok::<(), arena::runner::MatchError>(())
//! ```
#![forbid(unsafe_code)]

pub mod atomic_file;
pub mod bounded_file;
pub mod duration;
pub mod experiment;
pub mod export;
mod faults;
pub mod format;
pub mod game;
pub mod game_record;
pub mod limits;
pub mod match_config;
pub mod match_player;
pub mod openings;
pub mod plot;
pub mod procedure;
pub mod runner;
pub mod scoreboard;
pub mod seed;
pub mod statistics;
pub mod store;
pub mod summary;
pub mod tournament_file;
pub mod workers;

pub use game_record::{GameRecord, GameSummary};
pub use limits::PlayerLimits;
pub use match_config::{Colors, MatchConfig, PlayerConfig, TournamentFormat};
pub use players::{Access, Spec};
pub use runner::{Callbacks, MatchReport, MatchRunner};
pub use scoreboard::{Scoreboard, SprtState};
pub use store::Store;
pub use tournament_file::TournamentFile;

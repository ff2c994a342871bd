//! Board, rules, line patterns and the player interface of gomoku and renju.
//!
//! - The game: [`Point`], [`Color`], [`Rule`], [`Size`], [`Board`], [`Game`], [`Opening`], [`forbidden`].
//! - Patterns: [`Patterns`], [`Position`] (a board with incrementally updated patterns), [`tactics`].
//! - The player interface: [`Player`], [`Limits`], [`SearchControl`], [`Budget`], [`SearchResult`], [`params!`].
//! - Text: [`notation`], [`diagram`]. The crate `records` reads and writes game files.
//!
//! The crate does no I/O and depends on no other crate of the workspace.
//!
//! # Tour
//!
//! A [`Board`] holds a position and its history. `play` checks a move; `push` and `pop` do not, for use in a search.
//!
//! ```
//! use gomoku::notation::{RowOrigin, parse_moves};
//! use gomoku::{Board, Color, Rule, Size};
//!
//! let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! for point in parse_moves("h8 a1 i8 a2 j8 a15", Size::FIFTEEN, RowOrigin::Bottom)?.into_iter().flatten() {
//!     board.play(point)?;
//! }
//! assert_eq!(board.side_to_move(), Color::Black);
//! assert_eq!(board.winner(), None);
//!
//! // A position knows what a stone would make on every empty point: g8 and k8 make an open four.
//! use gomoku::{Position, Threat};
//! let mut position = Position::new(board);
//! assert_eq!(position.patterns().count(Color::Black, Threat::OpenFour), 2);
//! assert_eq!(position.open_four(Color::Black).unwrap().name(Size::FIFTEEN).to_string(), "g8");
//!
//! // Some positions are decided without a search.
//! use gomoku::{MateIn, tactics};
//! assert_eq!(tactics::static_mate(&position), Some(MateIn::Win(3)));
//!
//! // A player is anything that chooses a move within limits.
//! use gomoku::{Limits, Player, PlayerError, SearchControl, SearchResult};
//! struct Attacker;
//! impl Player for Attacker {
//!     fn think(
//!         &mut self,
//!         board: &Board,
//!         limits: &Limits,
//!         _: &SearchControl<'_>,
//!     ) -> Result<SearchResult, PlayerError> {
//!         let mut position = Position::new(board.clone());
//!         let candidates = gomoku::player::candidate_moves(board, limits, gomoku::Neighborhood::Square2);
//!         let best = tactics::winning_move(&mut position).or(candidates.first());
//!         Ok(SearchResult::new(best.expect("a legal move")))
//!     }
//! }
//! let result = Attacker.think(position.board(), &Limits::default(), &SearchControl::detached())?;
//! position.push(result.best_move);
//! assert_eq!(position.patterns().count(Color::Black, Threat::Five), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod board;
pub mod budget;
pub mod color;
pub mod diagram;
pub mod forbidden;
pub mod game;
pub mod hash_table;
pub mod limits;
pub mod neighborhood;
pub mod notation;
pub mod opening;
pub mod params;
pub mod pattern;
pub mod player;
pub mod point;
pub mod point_set;
pub mod position;
pub mod rule;
pub mod search_result;
pub mod setup;
pub mod size;
pub mod symmetry;
pub mod tactics;
mod zobrist;

pub use board::{Board, Cell, IllegalMove, Observer};
pub use budget::Budget;
pub use color::{ByColor, Color};
pub use forbidden::ForbiddenReason;
pub use game::{Clock, EndReason, Game, Outcome, TimeControl};
pub use limits::{Limits, SearchControl, StopFlag};
pub use neighborhood::Neighborhood;
pub use opening::{Opening, Procedure, Seat};
pub use pattern::{LineClass, Patterns, Threat};
pub use player::{Player, PlayerError};
pub use point::{Direction, Point};
pub use point_set::PointSet;
pub use position::Position;
pub use rule::Rule;
pub use search_result::{Candidate, MateIn, SearchResult};
pub use size::Size;
pub use symmetry::Symmetry;

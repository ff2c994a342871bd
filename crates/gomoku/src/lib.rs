//! The vocabulary of five in a row: what everything else in the workspace is said in.
//!
//! - the game: [`Point`], [`Color`], [`Rule`], [`Size`], [`Board`], [`Game`], [`Opening`], [`forbidden`];
//! - fast knowledge of it: [`Patterns`], [`Position`], a board whose patterns keep in step, and [`tactics`];
//! - the seat at the board: [`Player`], [`Limits`], [`SearchControl`], [`SearchResult`], and the [`params!`] table;
//! - writing it down: [`notation`] and [`diagram`]; files are read and written by the crate `records`.
//!
//! Nothing here searches, prints or reads a file, and nothing depends on any other crate of the workspace.
//!
//! ```
//! use gomoku::{Board, Color, Position, Rule, Size, Threat, notation};
//!
//! let moves = notation::parse_moves("h8 a1 i8 a2 j8 a15", Size::FIFTEEN, notation::RowOrigin::Bottom)?;
//! let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! for point in moves.into_iter().flatten() {
//!     board.play(point)?;
//! }
//! let position = Position::new(board);
//! // Three in a row, black to move: g8 and k8 make an open four.
//! assert_eq!(position.patterns().count(Color::Black, Threat::OpenFour), 2);
//! assert_eq!(position.open_four(Color::Black).unwrap().name(Size::FIFTEEN).to_string(), "g8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod board;
pub mod budget;
pub mod color;
pub mod diagram;
pub mod forbidden;
pub mod game;
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

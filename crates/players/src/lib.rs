//! Seats at the board: every player by name, and the Gomocup protocol from both sides of the pipe.
//!
//! A *spec string* names a player everywhere, `name` or `name:key=value,key=value`; the [`registry`] is the one table
//! of all names. [`gomocup`] lets any of them sit in somebody else's tournament, and [`external`] lets somebody
//! else's program sit in ours.
//!
//! ```
//! use gomoku::{Board, Limits, Rule, Size, SearchControl};
//! use players::Spec;
//!
//! let spec: Spec = "random:near=no,seed=7".parse()?;
//! let mut player = spec.build();
//! let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! let thought = player.think(&board, &Limits::default(), &SearchControl::detached())?;
//! assert!(board.check(result.best).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod balance;
mod engine_player;
pub mod external;
pub mod gomocup;
mod model_file;
pub mod opening;
pub mod registry;
pub mod spec;
pub mod swap2;

pub use registry::{DEFAULT_PLAYER, PLAYERS, PlayerEntry};
pub use spec::{Spec, SpecError};

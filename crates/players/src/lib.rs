//! Every player by name, and the Gomocup protocol on both sides of the pipe.
//!
//! A *spec string*, `name` or `name:key=value,key=value`, names a player everywhere; the [`registry`] lists all of them.
//! [`gomocup`] runs any player as a brain under a tournament manager. [`external`] is the manager's side: it runs
//! any brain as a player.
//!
//! ```
//! use gomoku::{Board, Limits, Rule, SearchControl, Size};
//! use players::{Access, Spec};
//!
//! let spec = Spec::read("random:near=no,seed=7", &Access::shipped())?;
//! let mut player = spec.build();
//! let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
//! let result = player.think(&board, &Limits::default(), &SearchControl::detached())?;
//! assert!(board.check(result.best_move).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod access;
pub mod balance;
mod engine_player;
mod evaluation_file;
pub mod external;
pub mod gomocup;
mod model_file;
pub mod opening;
mod prepared;
pub mod registry;
pub mod spec;
pub mod swap2;

pub use access::Access;
pub use prepared::MemoryNeed;
pub use registry::{DEFAULT_PLAYER, PLAYERS, PlayerFactory};
pub use spec::{Spec, SpecError};

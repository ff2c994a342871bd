//! Game records and their file formats.
//!
//! A [`Record`] is a game tree in memory: moves, set-up stones, comments and variations. [`read`] and [`write()`] convert
//! between records and files; [`FileFormat::detect`] finds out which format a file has.
//!
//! | format | holds | functions |
//! |---|---|---|
//! | PSQ, Piskvork's text format | one game, with times | [`read_psq`], [`write_psq`] |
//! | SGF, Smart Game Format | game trees with comments | [`read_sgf`], [`write_sgf`] |
//! | RenLib libraries | one tree, 15×15 | [`read_renlib`], [`write_renlib`] |
//! | binary POS | the moves of one game, 15×15 | [`read_binary_pos`], [`write_binary_pos`] |
//! | move lists such as `h8i9` | the moves of several games | [`read_move_lists`], [`write_move_lists`] |
//! | Gomocup's opening files | openings as offsets from the center | [`read_openings`], [`write_openings`] |
//!
//! Proofs of the solvers are written as game trees too: [`Record::from_proof`] and [`Record::to_proof`].
//!
//! Readers take time and memory in proportion to the file, and refuse more nodes, text or set-up stones than [`ReadLimits`]
//! and the constants beside it allow.
//!
//! [`board_svg`] draws positions.
//!
//! Nothing here opens a file: readers take bytes, writers return them. The crate exists so that programs which only
//! play, such as `pbrain-tengen`, need no character set tables.
//!
//! ```
//! use gomoku::Rule;
//! use records::{ReadDefaults, FileFormat, read, write};
//!
//! let psq = b"Piskvorky 15x15, 11:11, 0\r\n8,8,120\r\n9,7,250\r\n";
//! let games = read(psq, FileFormat::Psq, ReadDefaults::default())?;
//! let board = games[0].to_board(Rule::Freestyle)?;
//! assert_eq!(board.stone_count(), 2);
//! let sgf = String::from_utf8(write(&games, FileFormat::Sgf)?)?;
//! assert!(sgf.contains("B[hh]ET[0.12]") && sgf.contains("W[ig]ET[0.25]"), "{sgf}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alternating;
mod binary_pos;
pub mod board_svg;
mod format;
mod limits;
mod move_list;
mod node;
mod openings;
mod proof;
mod property;
mod psq;
mod record;
mod renlib;
mod replay;
mod sgf;

pub use alternating::WriteError;
pub use binary_pos::{PosError, read_binary_pos, write_binary_pos};
pub use format::{FileFormat, ReadDefaults, ReadError, read, write};
pub use limits::{LimitError, ReadLimits};
pub use move_list::{MoveListError, read_move_lists, write_move_lists};
pub use node::{NodeId, Notes, Play, RecordNode, Setup};
pub use openings::{OpeningsError, read_openings, write_openings};
pub use proof::ReadProofError;
pub use property::{Property, PropertyIdError};
pub use psq::{PsqError, read_psq, write_psq};
pub use record::{Record, RecordResult};
pub use renlib::{RenlibError, read_renlib, write_renlib};
pub use replay::ReplayError;
pub use sgf::{SgfError, read_sgf, write_sgf};

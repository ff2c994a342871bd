//! RenLib's `.lib` files: trees of renju variations with comments, 15×15.
//!
//! ```text
//! file   = [ header ] node { node }                    very old files have no header and begin with 78
//! header = FF "RenLib" FF major minor FF×10            up to version 3.4
//! node   = position info [ ext2 ext1 ] [ comment ] [ board text ]
//! ```
//!
//! A position is 16·row + column with the row from 0 at the top and the column from 1 at the left, so h8 is `78`; 0 is
//! a pass, or the root when it comes first. The bits of info:
//!
//! | bit | meaning | kept as |
//! |---|---|---|
//! | `80` | a later sibling follows this node's descendants | the tree |
//! | `40` | no child | the tree |
//! | `20` | a comment of the old kind: ends at a byte with its top bit set | the comment |
//! | `10` | the node is marked | the property `HO[1]`, SGF's mark for a node |
//! | `08` | a comment: ends at a pair with a 00 | the comment |
//! | `04` | the position to show first | the property `RENLIBSTART[1]` |
//! | `02` | not a move, only a label | a node without a move |
//! | `01` | two more bytes; bit 0 of the second: a board text follows, like a comment | the property `LB[point:text]` |
//!
//! Nodes come in preorder. A comment is one line, then `08` and further lines. A label that is not a move keeps its
//! point in `LB`, or in `MA[point]` when it has no text. Moves alternate from black.
//!
//! Text is written as UTF-8. A file whose texts are not all valid UTF-8 is read as GBK. Left out: the other extension bits,
//! whose meaning is unknown, and board texts of the root and of passes, which have no point.

mod reader;
mod writer;

use gomoku::{Point, Size};

use crate::alternating::WriteError;
use crate::limits::{LimitError, ReadLimits};
use crate::record::Record;

/// The bits of a node's second byte.
mod info {
    pub(super) const SIBLING: u8 = 0x80;
    pub(super) const LEAF: u8 = 0x40;
    pub(super) const OLD_COMMENT: u8 = 0x20;
    pub(super) const MARK: u8 = 0x10;
    pub(super) const COMMENT: u8 = 0x08;
    pub(super) const START: u8 = 0x04;
    pub(super) const NO_MOVE: u8 = 0x02;
    pub(super) const EXTENSION: u8 = 0x01;
}

/// The bit of the second extension byte that announces a board text.
const BOARD_TEXT: u8 = 0x01;

/// The start of the header.
const MAGIC: &[u8; 8] = b"\xffRenLib\xff";

/// The length of the header: magic, version and padding.
const HEADER_LENGTH: usize = 20;

/// h8, the first byte of files without a header.
const CENTER: u8 = 0x78;

/// The version written, and the newest version read.
const VERSION: (u8, u8) = (3, 4);

/// Separates the first line of a comment from the rest.
const LINE_SEPARATOR: char = '\u{8}';

/// Properties that represent bits.
const MARKED: &str = "HO";
const START: &str = "RENLIBSTART";
const LABEL: &str = "LB";
const BARE_LABEL: &str = "MA";

/// Errors of [`read_renlib`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenlibError {
    /// The file begins with neither a header nor h8.
    #[error("not a library: it begins with \"{0}\"")]
    NotALibrary(String),
    /// The version is newer than the known format.
    #[error("version {0}.{1} is newer than 3.4")]
    Version(u8, u8),
    /// The file is truncated.
    #[error("byte {0}: the file ends within a node or before its children")]
    Truncated(usize),
    /// A position is not on the board.
    #[error("byte {offset}: position {position:#04x} is not on a board of size 15")]
    Position {
        /// The byte offset.
        offset: usize,
        /// The byte.
        position: u8,
    },
    /// The file continues after the last node.
    #[error("byte {0}: the file goes on after the last node")]
    Trailing(usize),
    /// The file holds too much.
    #[error("byte {offset}: {error}")]
    Limit {
        /// The byte offset.
        offset: usize,
        /// What it holds too much of.
        error: LimitError,
    },
}

/// Reads a library.
///
/// # Errors
/// The first invalid byte.
pub fn read_renlib(bytes: &[u8]) -> Result<Record, RenlibError> {
    read_renlib_within(bytes, ReadLimits::default())
}

pub(crate) fn read_renlib_within(bytes: &[u8], limits: ReadLimits) -> Result<Record, RenlibError> {
    reader::read(bytes, limits)
}

/// Writes a library of version 3.4. Drops the header of the record, times and other properties, which the format cannot
/// represent.
///
/// # Errors
/// When the board is not 15×15, or a line has set-up stones or moves out of turn.
pub fn write_renlib(record: &Record) -> Result<Vec<u8>, WriteError> {
    writer::write(record)
}

/// The point of a position other than 0.
fn decode_position(position: u8) -> Option<Point> {
    Size::FIFTEEN.point(i64::from(position & 15) - 1, i64::from(position >> 4))
}

fn encode_position(point: Point) -> u8 {
    point.row() * 16 + point.column() + 1
}

//! SGF, the Smart Game Format, version FF\[4\], for GM\[4\] (gomoku and renju).
//!
//! ```text
//! collection = tree { tree }
//! tree       = "(" node { node } { tree } ")"
//! node       = ";" { property }
//! property   = identifier "[" value "]" { "[" value "]" }
//! ```
//!
//! A point is two letters, column and row from the top left (`aa`), as in Go; `h8` with the row counted from the
//! bottom is understood as well. An empty value is a pass, and so is `tt` on boards that have no such point.
//!
//! | kept in | properties |
//! |---|---|
//! | the record | `SZ RU PB PW EV DT RE` of the root |
//! | the node | `B W AB AW AE PL N C`, and `ET`, which is ours: seconds thought about the move |
//! | nowhere | `FF GM CA AP` of the root, which are about the file |
//! | [`Property`](crate::Property), as written | everything else |
//!
//! A repeated property counts once, the first time; repeated comments are joined. `RU` is a rule's name or its
//! Gomocup number; a rule or result that means nothing here is kept as a property. The text is in the charset that `CA`
//! names, otherwise UTF-8, and where it is not valid UTF-8 it is Windows-1252, which covers the standard's Latin-1.
//!
//! Left out: other games (any other `GM` is an error), boards that are not square, inheriting of properties, and the
//! standard's word-wrapping of tabs into blanks.

mod reader;
pub(super) mod value;
mod writer;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use gomoku::Size;

use crate::record::Record;

/// An SGF file could not be read. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// There is no `(;` anywhere.
    #[error("no game: an SGF file begins with \"(;\"")]
    NoGame,
    /// Something else is needed here.
    #[error("line {line}: expected {expected}, found {text:?}")]
    Syntax {
        /// The line.
        line: usize,
        /// What is needed.
        expected: &'static str,
        /// What is there; empty at the end of the file.
        text: String,
    },
    /// It is a game of something else.
    #[error("line {line}: GM[{text}] is not gomoku, which is GM[4]")]
    Game {
        /// The line.
        line: usize,
        /// The value.
        text: String,
    },
    /// The board is not square, or too small or large.
    #[error("line {line}: SZ[{text}] is not a square board of 5 to 22 points")]
    Size {
        /// The line.
        line: usize,
        /// The value.
        text: String,
    },
    /// A value that should be a point is none.
    #[error("line {line}: {id}[{text}] is not a point of a board of size {size}")]
    Point {
        /// The line.
        line: usize,
        /// The property.
        id: String,
        /// The value.
        text: String,
        /// The size of the board.
        size: Size,
    },
    /// One node holds two moves.
    #[error("line {line}: a second move {id}[{text}] in one node")]
    SecondMove {
        /// The line.
        line: usize,
        /// The property.
        id: String,
        /// The value.
        text: String,
    },
}

/// Reads every game of an SGF file.
///
/// # Errors
/// The first thing that is not SGF, or not gomoku.
pub fn read_sgf(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    reader::read(&decode(bytes))
}

/// Writes games, in UTF-8.
pub fn write_sgf<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let mut text = String::new();
    for record in records {
        writer::write(record, &mut text);
    }
    text
}

/// Turns the file into text. This comes before everything else, because in some charsets a byte of a letter looks
/// like a bracket.
fn decode(bytes: &[u8]) -> String {
    let named = declared_charset(bytes)
        .and_then(Encoding::for_label)
        .filter(|encoding| encoding.is_ascii_compatible())
        .unwrap_or(UTF_8);
    let (text, _, broken) = named.decode(bytes);
    if broken && named == UTF_8 {
        WINDOWS_1252.decode(bytes).0.into_owned()
    } else {
        text.into_owned()
    }
}

/// The value of the first `CA` property.
fn declared_charset(bytes: &[u8]) -> Option<&[u8]> {
    let start = (0..bytes.len()).find(|&index| {
        bytes[index..].starts_with(b"CA[")
            && (index == 0 || !bytes[index - 1].is_ascii_alphanumeric())
    })? + "CA[".len();
    let length = bytes[start..].iter().position(|&byte| byte == b']')?;
    Some(&bytes[start..start + length])
}

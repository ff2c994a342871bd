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
//! | stored in | properties |
//! |---|---|
//! | the record | `SZ RU PB PW EV DT RE` of the root |
//! | the node | `B W AB AW AE PL N C`, and our own `ET`: seconds spent on the move |
//! | nowhere | `FF GM CA AP` of the root, which are about the file |
//! | [`Property`](crate::Property), as written | everything else |
//!
//! Of a repeated property the first one counts; repeated comments are joined. `RU` is the name of a rule or its Gomocup code;
//! unknown rules and results are stored as properties. The charset is that of `CA`, otherwise UTF-8, or Windows-1252 (a
//! superset of the standard's Latin-1) if the text is not valid UTF-8.
//!
//! Left out: other games (any other `GM` is an error), boards that are not square, inherited properties, and the standard's
//! conversion of tabs to blanks.

mod reader;
pub(super) mod value;
mod writer;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use gomoku::Size;

use crate::limits::{LimitError, ReadLimits};
use crate::record::Record;

/// Errors of [`read_sgf`]. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// There is no `(;` anywhere.
    #[error("no game: an SGF file begins with \"(;\"")]
    NoGame,
    /// Unexpected text.
    #[error("line {line}: expected {expected}, found {text:?}")]
    Syntax {
        /// The line.
        line: usize,
        /// What was expected.
        expected: &'static str,
        /// The text; empty at the end of the file.
        text: String,
    },
    /// The game is not gomoku.
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
    /// A value is not a point.
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
    /// A node has two moves.
    #[error("line {line}: a second move {id}[{text}] in one node")]
    SecondMove {
        /// The line.
        line: usize,
        /// The property.
        id: String,
        /// The value.
        text: String,
    },
    /// The file holds too much.
    #[error("line {line}: {error}")]
    Limit {
        /// The line.
        line: usize,
        /// What it holds too much of.
        error: LimitError,
    },
}

/// Reads every game of an SGF file.
///
/// # Errors
/// The first text that is not SGF of gomoku.
pub fn read_sgf(bytes: &[u8]) -> Result<Vec<Record>, SgfError> {
    read_sgf_within(bytes, ReadLimits::default())
}

pub(crate) fn read_sgf_within(bytes: &[u8], limits: ReadLimits) -> Result<Vec<Record>, SgfError> {
    reader::read(&decode(bytes), limits)
}

/// Writes games, in UTF-8.
pub fn write_sgf<'a>(records: impl IntoIterator<Item = &'a Record>) -> String {
    let mut text = String::new();
    for record in records {
        writer::write(record, &mut text);
    }
    text
}

/// Decodes the file. This must precede parsing, because some charsets use bracket bytes within characters.
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

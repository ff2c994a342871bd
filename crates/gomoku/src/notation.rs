//! Moves as text: `h8`, and `h8i9h9` for a game.
//!
//! ```text
//! moves = { move | blank | "," }     blank is a space, tab or line end
//! move  = letter number | "--"       "--" is a pass
//! ```
//!
//! The letter is the column from the left, the number the row; case does not matter. Two dialects count rows from opposite
//! edges. The text does not say which, so the caller passes a [`RowOrigin`]. Separators are optional.
//!
//! Left out: two-letter columns (`aa1`), which boards up to 22 × 22 do not need, and move numbers (`1.h8`).

use std::fmt;

use crate::point::Point;
use crate::size::Size;

/// A pass.
const PASS: &str = "--";

/// The edge of row 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowOrigin {
    /// Row 1 is at the bottom, as on a printed board and in most programs.
    #[default]
    Bottom,
    /// Row 1 is at the top, as in the opening files of some match runners.
    Top,
}

impl RowOrigin {
    /// The row number for an index counted from 0 at the top.
    fn number(self, row_from_top: u8, size: Size) -> u8 {
        match self {
            RowOrigin::Bottom => size.get() - row_from_top,
            RowOrigin::Top => row_from_top + 1,
        }
    }

    /// The point of a column index and a row number, if it is on the board.
    fn point(self, column: u8, number: u64, size: Size) -> Option<Point> {
        let number = i64::try_from(number).ok()?;
        let row = match self {
            RowOrigin::Bottom => i64::from(size.get()) - number,
            RowOrigin::Top => number - 1,
        };
        size.point(column.into(), row)
    }
}

/// Errors of [`parse_point`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePointError {
    /// The text is not a letter and a number.
    #[error("{0:?} is not a point: expected a letter and a number, such as h8")]
    NotAPoint(String),
    /// The board has no such point.
    #[error("{text:?} is not on a board of size {size}")]
    OffBoard {
        /// The text.
        text: String,
        /// The size of the board.
        size: Size,
    },
}

/// Parses one point, such as `h8` or `H8`.
///
/// # Errors
/// When the text is not a point of a board of this size.
pub fn parse_point(text: &str, size: Size, rows: RowOrigin) -> Result<Point, ParsePointError> {
    match split_move(text) {
        Some((column, number, "")) => {
            rows.point(column, number, size)
                .ok_or_else(|| ParsePointError::OffBoard {
                    text: excerpt(text),
                    size,
                })
        }
        _ => Err(ParsePointError::NotAPoint(excerpt(text))),
    }
}

/// The error of [`parse_moves`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {position}: {error}")]
pub struct ParseMovesError {
    /// Byte offset of the offending move.
    pub position: usize,
    /// Its error.
    pub error: ParsePointError,
}

/// Parses a list of moves; `None` is a pass. Does not check whether the moves are legal.
///
/// # Errors
/// The first text that is not a move on a board of this size.
pub fn parse_moves(
    text: &str,
    size: Size,
    rows: RowOrigin,
) -> Result<Vec<Option<Point>>, ParseMovesError> {
    let mut moves = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_separator);
        if rest.is_empty() {
            return Ok(moves);
        }
        if let Some(after) = rest.strip_prefix(PASS) {
            moves.push(None);
            rest = after;
            continue;
        }
        let end = match split_move(rest) {
            Some((_, _, after)) => rest.len() - after.len(),
            // Report the text up to the next separator.
            None => rest.find(is_separator).unwrap_or(rest.len()),
        };
        let (piece, after) = rest.split_at(end);
        let point = parse_point(piece, size, rows).map_err(|error| ParseMovesError {
            position: text.len() - rest.len(),
            error,
        })?;
        moves.push(Some(point));
        rest = after;
    }
}

/// Formats a point, such as `h8`.
pub fn write_point(point: Point, size: Size, rows: RowOrigin) -> impl fmt::Display {
    let column = (b'a' + point.column()) as char;
    let number = rows.number(point.row(), size);
    fmt::from_fn(move |f| write!(f, "{column}{number}"))
}

/// Formats moves without separators, such as `h8i9--h9`.
pub fn write_moves(
    moves: impl IntoIterator<Item = Option<Point>>,
    size: Size,
    rows: RowOrigin,
) -> String {
    let mut text = String::new();
    for played in moves {
        match played {
            Some(point) => text.push_str(&write_point(point, size, rows).to_string()),
            None => text.push_str(PASS),
        }
    }
    text
}

fn is_separator(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | ',')
}

/// Splits off a letter and a number: the column index, the number and the rest. A number that overflows becomes
/// `u64::MAX`, which is off every board.
fn split_move(text: &str) -> Option<(u8, u64, &str)> {
    let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let tail = &text[1..];
    let digits = tail
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(tail.len());
    if digits == 0 {
        return None;
    }
    let number = tail[..digits].parse().unwrap_or(u64::MAX);
    Some((letter.to_ascii_lowercase() - b'a', number, &tail[digits..]))
}

/// At most 40 characters of a text, for error messages.
pub fn excerpt(text: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<(u8, u8)> {
        parse_moves(text, Size::FIFTEEN, RowOrigin::Bottom)
            .unwrap()
            .into_iter()
            .map(|played| played.map_or((99, 99), |point| (point.column(), point.row())))
            .collect()
    }

    #[test]
    fn separators_are_optional() {
        let expected = [(0, 5), (1, 12), (14, 0)];
        assert_eq!(read("a10b3o15"), expected);
        assert_eq!(read(" A10, b3\r\n\tO15\n"), expected);
        assert_eq!(read("a10--b3"), [(0, 5), (99, 99), (1, 12)]);
        assert_eq!(read(""), []);
    }

    #[test]
    fn row_origins_mirror_each_other() {
        let size = Size::TWENTY;
        let bottom = parse_point("c4", size, RowOrigin::Bottom).unwrap();
        let top = parse_point("c4", size, RowOrigin::Top).unwrap();
        assert_eq!((bottom.column(), bottom.row()), (2, 16));
        assert_eq!((top.column(), top.row()), (2, 3));
        assert_eq!(write_point(bottom, size, RowOrigin::Top).to_string(), "c17");
    }

    #[test]
    fn errors_name_text_and_position() {
        let message = |text| {
            parse_moves(text, Size::FIFTEEN, RowOrigin::Bottom)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message("h8 p3"),
            "at byte 3: \"p3\" is not on a board of size 15"
        );
        assert_eq!(
            message("h8i0i9"),
            "at byte 2: \"i0\" is not on a board of size 15"
        );
        assert_eq!(
            message("h8,8h i9"),
            "at byte 3: \"8h\" is not a point: expected a letter and a number, such as h8"
        );
        assert_eq!(
            message("é8"),
            "at byte 0: \"é8\" is not a point: expected a letter and a number, such as h8"
        );
        assert_eq!(
            message("h8-i9"),
            "at byte 2: \"-i9\" is not a point: expected a letter and a number, such as h8"
        );
        assert!(message("h99999999999999999999999").contains("not on a board"));
        assert!(message(&"z".repeat(1000)).len() < 200);
    }

    proptest! {
        #[test]
        fn parsing_any_text_does_not_panic(text in any::<String>(), top in any::<bool>()) {
            let rows = if top { RowOrigin::Top } else { RowOrigin::Bottom };
            let _ = parse_moves(&text, Size::FIFTEEN, rows);
            let _ = parse_point(&text, Size::FIFTEEN, rows);
        }

        #[test]
        fn formatted_moves_parse_back(
            size in 5..=22u8,
            moves in proptest::collection::vec(proptest::option::of((0..22u8, 0..22u8)), 0..60),
            top in any::<bool>(),
        ) {
            let rows = if top { RowOrigin::Top } else { RowOrigin::Bottom };
            let size = Size::new(size).unwrap();
            let moves: Vec<_> = moves
                .into_iter()
                .map(|played| played.map(|(c, r)| Point::new(c % size.get(), r % size.get())))
                .collect();
            let text = write_moves(moves.iter().copied(), size, rows);
            prop_assert_eq!(parse_moves(&text, size, rows).unwrap(), moves);
        }
    }
}

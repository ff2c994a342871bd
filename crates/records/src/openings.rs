//! Gomocup's opening files: one opening per line, as offsets from the center.
//!
//! ```text
//! line = [ dx "," dy { "," dx "," dy } ]      blanks anywhere, empty lines skipped
//! ```
//!
//! A stone is at (center + dx, center + dy), dy pointing down; colors alternate from black. On an even board the center is
//! the lower right of the four middle points. The file contains no board size: the caller passes it, and an offset that
//! leaves the board is an error. Rotating and shifting openings is left to the match runner.

use std::fmt::Write;

use gomoku::notation::excerpt;
use gomoku::{Point, Size};

use crate::limits::{LimitError, ReadBudget, ReadLimits};

/// Errors of [`read_openings`]. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// The line is not UTF-8 text.
    #[error("line {0} is not text")]
    NotText(usize),
    /// A text is not a number.
    #[error("line {line}: {text:?} is not an offset")]
    Offset {
        /// The line.
        line: usize,
        /// The text.
        text: String,
    },
    /// The last column has no row.
    #[error("line {line}: an odd count of offsets in {text:?}")]
    Odd {
        /// The line.
        line: usize,
        /// Its text.
        text: String,
    },
    /// The point is not on the board.
    #[error("line {line}: {text:?} is not on a board of size {size}")]
    OffBoard {
        /// The line.
        line: usize,
        /// The two offsets.
        text: String,
        /// The size of the board.
        size: Size,
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

/// Reads openings for a board of this size.
///
/// # Errors
/// The first line that is not a list of offsets, or leaves the board.
pub fn read_openings(bytes: &[u8], size: Size) -> Result<Vec<Vec<Point>>, OpeningsError> {
    read_openings_within(bytes, size, ReadLimits::default())
}

pub(crate) fn read_openings_within(
    bytes: &[u8],
    size: Size,
    limits: ReadLimits,
) -> Result<Vec<Vec<Point>>, OpeningsError> {
    let mut budget = ReadBudget::new(limits);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut openings = Vec::new();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let line = std::str::from_utf8(line).map_err(|_| OpeningsError::NotText(number))?;
        let line = line.trim();
        if !line.is_empty() {
            let opening = read_opening(line, number, size)?;
            let added = budget.add_line(opening.len());
            added.map_err(|error| OpeningsError::Limit {
                line: number,
                error,
            })?;
            openings.push(opening);
        }
    }
    Ok(openings)
}

fn read_opening(text: &str, line: usize, size: Size) -> Result<Vec<Point>, OpeningsError> {
    let center = size.center();
    let mut points = Vec::new();
    let mut offsets = text.split(',').map(str::trim);
    while let Some(dx) = offsets.next() {
        let Some(dy) = offsets.next() else {
            return Err(OpeningsError::Odd {
                line,
                text: excerpt(text),
            });
        };
        let number = |text: &str| {
            text.parse::<i32>().map_err(|_| OpeningsError::Offset {
                line,
                text: excerpt(text),
            })
        };
        let column = i64::from(center.column()) + i64::from(number(dx)?);
        let row = i64::from(center.row()) + i64::from(number(dy)?);
        let point = size
            .point(column, row)
            .ok_or_else(|| OpeningsError::OffBoard {
                line,
                text: format!("{dx},{dy}"),
                size,
            })?;
        points.push(point);
    }
    Ok(points)
}

/// Writes openings, each with its board size. An opening without stones becomes an empty line and is lost on reading.
pub fn write_openings(openings: &[(Size, Vec<Point>)]) -> String {
    let mut text = String::new();
    for (size, points) in openings {
        let center = size.center();
        for (index, point) in points.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let dx = i16::from(point.column()) - i16::from(center.column());
            let dy = i16::from(point.row()) - i16::from(center.row());
            let _ = write!(text, "{separator}{dx},{dy}");
        }
        text.push('\n');
    }
    text
}

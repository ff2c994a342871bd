//! Move lists such as `h8i9h9`: one paragraph per game, separated by empty lines.
//!
//! For the notation of moves see [`gomoku::notation`]. The file contains neither the board size nor the row
//! origin; the caller passes both. Moves alternate from black.

use gomoku::Size;
use gomoku::notation::{ParseMovesError, RowOrigin, parse_moves, write_moves};

use crate::alternating::{WriteError, alternating_plays, from_points};
use crate::format::FileFormat;
use crate::limits::{LimitError, ReadBudget, ReadLimits};
use crate::record::Record;

/// Errors of [`read_move_lists`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// The file is not UTF-8.
    #[error("not text at byte {0}")]
    NotText(usize),
    /// A text is not a move.
    #[error("in the game from line {line} on, {error}")]
    Moves {
        /// The first line of the game, from 1.
        line: usize,
        /// The error, with a position relative to that line.
        error: ParseMovesError,
    },
    /// The file holds too much.
    #[error("in the game from line {line} on, {error}")]
    Limit {
        /// The first line of the game, from 1.
        line: usize,
        /// What it holds too much of.
        error: LimitError,
    },
}

/// Reads games on a board of this size.
///
/// # Errors
/// The first text that is not a move.
pub fn read_move_lists(
    bytes: &[u8],
    size: Size,
    rows: RowOrigin,
) -> Result<Vec<Record>, MoveListError> {
    read_move_lists_within(bytes, size, rows, ReadLimits::default())
}

pub(crate) fn read_move_lists_within(
    bytes: &[u8],
    size: Size,
    rows: RowOrigin,
    limits: ReadLimits,
) -> Result<Vec<Record>, MoveListError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| MoveListError::NotText(error.valid_up_to()))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut budget = ReadBudget::new(limits);
    let mut records = Vec::new();
    // The first line and byte offset of the current paragraph.
    let mut open: Option<(usize, usize)> = None;
    let mut position = 0;
    let ends = [""]; // A final empty line ends the last paragraph.
    for (index, line) in text.split_inclusive('\n').chain(ends).enumerate() {
        if !line.trim().is_empty() {
            open.get_or_insert((index + 1, position));
        } else if let Some((first, start)) = open.take() {
            let moves = parse_moves(&text[start..position], size, rows)
                .map_err(|error| MoveListError::Moves { line: first, error })?;
            let added = budget.add_line(moves.len());
            added.map_err(|error| MoveListError::Limit { line: first, error })?;
            records.push(from_points(size, moves));
        }
        position += line.len();
    }
    Ok(records)
}

/// Writes the main lines, with row 1 at the bottom. A game without moves becomes an empty line and is lost on reading.
///
/// # Errors
/// When a game has set-up stones or moves out of turn.
pub fn write_move_lists(records: &[Record]) -> Result<String, WriteError> {
    let mut lists = Vec::with_capacity(records.len());
    for record in records {
        let plays = alternating_plays(record, FileFormat::Moves)?;
        let moves = plays.into_iter().map(|(_, point)| point);
        lists.push(write_moves(moves, record.size, RowOrigin::Bottom) + "\n");
    }
    Ok(lists.join("\n"))
}

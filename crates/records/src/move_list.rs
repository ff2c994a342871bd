//! Text files of moves, `h8i9h9`: a paragraph for each game, with empty lines between them.
//!
//! How a move is written is told in [`gomoku::notation`]. The file names neither the size of the board nor the edge
//! where row 1 is; the reader gives both. Moves alternate from black.

use gomoku::Size;
use gomoku::notation::{ParseMovesError, RowOrigin, parse_moves, write_moves};

use crate::alternating::{WriteError, alternating_plays, from_points};
use crate::format::FileFormat;
use crate::record::Record;

/// A file of moves could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveListError {
    /// The file is not UTF-8.
    #[error("not text at byte {0}")]
    NotText(usize),
    /// Something is not a move.
    #[error("in the game from line {line} on, {error}")]
    Moves {
        /// The line on which the game begins, from 1.
        line: usize,
        /// What is wrong, counted from there.
        error: ParseMovesError,
    },
}

/// Reads games on a board of this size.
///
/// # Errors
/// The first thing that is not a move.
pub fn read_move_lists(
    bytes: &[u8],
    size: Size,
    rows: RowOrigin,
) -> Result<Vec<Record>, MoveListError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| MoveListError::NotText(error.valid_up_to()))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut records = Vec::new();
    // The paragraph that is being read: the line it begins on, and where.
    let mut open: Option<(usize, usize)> = None;
    let mut position = 0;
    let ends = [""]; // An empty line after the last one closes the last paragraph.
    for (index, line) in text.split_inclusive('\n').chain(ends).enumerate() {
        if !line.trim().is_empty() {
            open.get_or_insert((index + 1, position));
        } else if let Some((first, start)) = open.take() {
            let moves = parse_moves(&text[start..position], size, rows)
                .map_err(|error| MoveListError::Moves { line: first, error })?;
            records.push(from_points(size, moves));
        }
        position += line.len();
    }
    Ok(records)
}

/// Writes the main lines, with row 1 at the bottom. A game without moves is an empty line, which is not read back.
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

//! Binary `.pos` files: a game on 15×15 with one byte per move.
//!
//! ```text
//! pos  = count { cell }           count is the number of cells, 0 to 225
//! cell = 15 * row + column        counted from 0 at the top left; black begins
//! ```
//!
//! The format holds nothing else. Text files with the same extension are move lists: see [`gomoku::notation`].

use gomoku::{PointSet, Size};

use crate::alternating::{WriteError, alternating_points, from_points};
use crate::format::FileFormat;
use crate::record::Record;

const SIDE: u8 = 15;
const CELLS: u8 = SIDE * SIDE;

/// Errors of [`read_binary_pos`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PosError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The count does not match the length of the file.
    #[error("the first byte promises {promised} moves, but {found} follow")]
    Count {
        /// The count.
        promised: u8,
        /// The number of cells.
        found: usize,
    },
    /// A byte is not a cell of the board.
    #[error("move {number}: {byte} is not a cell from 0 to 224")]
    Cell {
        /// The move number, from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
}

/// Reads a binary `.pos` file.
///
/// # Errors
/// When the count is wrong or a cell is not on the board.
pub fn read_binary_pos(bytes: &[u8]) -> Result<Record, PosError> {
    let (&promised, cells) = bytes.split_first().ok_or(PosError::Empty)?;
    if usize::from(promised) != cells.len() || promised > CELLS {
        return Err(PosError::Count {
            promised,
            found: cells.len(),
        });
    }
    let mut points = Vec::with_capacity(cells.len());
    for (index, &byte) in cells.iter().enumerate() {
        let point = Size::FIFTEEN
            .point((byte % SIDE).into(), (byte / SIDE).into())
            .ok_or(PosError::Cell {
                number: index + 1,
                byte,
            })?;
        points.push(Some(point));
    }
    Ok(from_points(Size::FIFTEEN, points))
}

/// Is this likely a binary `.pos` file? The count matches and no cell repeats, which does not happen in text.
pub(crate) fn is_likely(bytes: &[u8]) -> bool {
    let Ok(record) = read_binary_pos(bytes) else {
        return false;
    };
    let points: PointSet = record.plays().filter_map(|play| play.point).collect();
    points.len() + 1 == bytes.len()
}

/// Writes the main line.
///
/// # Errors
/// When the board is not 15×15, or the game has a pass or set-up stones, or is longer than the board has cells.
pub fn write_binary_pos(record: &Record) -> Result<Vec<u8>, WriteError> {
    let format = FileFormat::BinaryPos;
    let size = record.size;
    if size.get() != SIDE {
        return Err(WriteError::Size { format, size });
    }
    let points = alternating_points(record, format)?;
    let count = u8::try_from(points.len())
        .ok()
        .filter(|&count| count <= CELLS)
        .ok_or(WriteError::TooLong {
            format,
            moves: points.len(),
        })?;
    let cells = points
        .iter()
        .map(|(_, point)| point.row() * SIDE + point.column());
    Ok(std::iter::once(count).chain(cells).collect())
}

//! Games with strictly alternating moves, for the simple formats.

use gomoku::notation::excerpt;
use gomoku::{Color, Point, Size};

use crate::format::FileFormat;
use crate::node::{NodeId, Play};
use crate::record::Record;

/// A format cannot represent a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The format has a fixed board size.
    #[error("{format} files hold boards of size 15 only, not {size}")]
    Size {
        /// The format.
        format: FileFormat,
        /// The size of the board.
        size: Size,
    },
    /// The format has no passes.
    #[error("{format} files cannot hold a pass (move {number})")]
    Pass {
        /// The format.
        format: FileFormat,
        /// The move number, from 1.
        number: usize,
    },
    /// In the format the sides alternate, black first.
    #[error("{format} files cannot hold move {number}: it is {color}'s, out of turn")]
    Turn {
        /// The format.
        format: FileFormat,
        /// The move number in its line, from 1.
        number: usize,
        /// The side that moves.
        color: Color,
    },
    /// The format has no set-up stones.
    #[error("{format} files cannot hold set-up stones")]
    Setup {
        /// The format.
        format: FileFormat,
    },
    /// The format cannot represent this text.
    #[error("{format} files cannot hold the text {text:?}")]
    Text {
        /// The format.
        format: FileFormat,
        /// The text.
        text: String,
    },
    /// The format limits the number of moves.
    #[error("{format} files cannot hold {moves} moves")]
    TooLong {
        /// The format.
        format: FileFormat,
        /// The number of moves.
        moves: usize,
    },
    /// The format holds one game only.
    #[error("{format} files hold one game, not {count}")]
    Count {
        /// The format.
        format: FileFormat,
        /// The number of games.
        count: usize,
    },
}

impl WriteError {
    pub(crate) fn text(format: FileFormat, text: &str) -> WriteError {
        WriteError::Text {
            format,
            text: excerpt(text),
        }
    }
}

/// The moves of the main line, for a format in which the sides alternate.
pub(crate) fn alternating_plays(
    record: &Record,
    format: FileFormat,
) -> Result<Vec<(NodeId, Option<Point>)>, WriteError> {
    let mut plays = Vec::new();
    let mut turns = Color::BOTH.into_iter().cycle();
    for id in record.main_line() {
        let node = record.node(id);
        if !node.notes().setup.is_empty() {
            return Err(WriteError::Setup { format });
        }
        let Some(Play { color, point }) = node.play else {
            continue;
        };
        if turns.next() != Some(color) {
            return Err(WriteError::Turn {
                format,
                number: plays.len() + 1,
                color,
            });
        }
        plays.push((id, point));
    }
    Ok(plays)
}

/// The same for a format without passes.
pub(crate) fn alternating_points(
    record: &Record,
    format: FileFormat,
) -> Result<Vec<(NodeId, Point)>, WriteError> {
    alternating_plays(record, format)?
        .into_iter()
        .enumerate()
        .map(|(index, (id, point))| {
            let number = index + 1;
            Ok((id, point.ok_or(WriteError::Pass { format, number })?))
        })
        .collect()
}

/// A record of alternating moves.
pub(crate) fn from_points(size: Size, points: impl IntoIterator<Item = Option<Point>>) -> Record {
    let mut record = Record::new(size);
    let turns = Color::BOTH.into_iter().cycle();
    let plays = turns
        .zip(points)
        .map(|(color, point)| Play { color, point });
    record.add_line(NodeId::ROOT, plays);
    record
}

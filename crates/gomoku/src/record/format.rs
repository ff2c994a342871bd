//! The file formats by name: which one a file is in, reading it, writing it.
//!
//! An extension says little in this field: `.pos` is a binary format and a text, `.txt` holds games or openings. So
//! the content is looked at first, and the extension decides only where the content says nothing.

use std::fmt;

use super::binary_pos::{self, PosError, read_binary_pos, write_binary_pos};
use super::openings::{OpeningsError, read_openings, write_openings};
use super::psq::{PsqError, read_psq, write_psq};
use super::renlib::{RenlibError, read_renlib, write_renlib};
use super::sgf::{SgfError, read_sgf, write_sgf};
use crate::color::Color;
use crate::notation::{Dialect, ParseMovesError, excerpt, parse_moves, write_moves};
use crate::point::Point;
use crate::record::Record;
use crate::record::node::{NodeId, Play};
use crate::rule::Rule;
use crate::size::Size;

/// A file format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Piskvork's text format, one game.
    Psq,
    /// Smart Game Format, games with variations.
    Sgf,
    /// A RenLib library, one tree.
    Renlib,
    /// One byte for each move, one game.
    BinaryPos,
    /// Moves such as `h8i9h9`; an empty line ends a game.
    Moves,
    /// Gomocup's openings, one on each line.
    Openings,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 6] = [
        Format::Psq,
        Format::Sgf,
        Format::Renlib,
        Format::BinaryPos,
        Format::Moves,
        Format::Openings,
    ];

    /// The format that a file name's extension promises, in any case. `.pos` and `.txt` promise moves.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "psq" => Some(Format::Psq),
            "sgf" => Some(Format::Sgf),
            "lib" => Some(Format::Renlib),
            "pos" | "txt" => Some(Format::Moves),
            _ => None,
        }
    }

    /// The format that the content looks like. Libraries without a header cannot be told.
    pub fn sniff(bytes: &[u8]) -> Option<Format> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = text.trim_ascii_start();
        if bytes.starts_with(b"\xffRenLib\xff") {
            Some(Format::Renlib)
        } else if text.starts_with(b"Piskvorky ") {
            Some(Format::Psq)
        } else if text
            .strip_prefix(b"(")
            .is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
        {
            Some(Format::Sgf)
        } else if binary_pos::is_likely(bytes) {
            Some(Format::BinaryPos)
        } else if !text.is_empty() && bytes.iter().all(|&byte| is_offset_byte(byte)) {
            Some(Format::Openings)
        } else if text.first().is_some_and(u8::is_ascii_alphabetic)
            && text.iter().all(|&byte| is_move_byte(byte))
        {
            Some(Format::Moves)
        } else {
            None
        }
    }

    /// The format of a file, from its content and otherwise from its extension.
    pub fn detect(extension: Option<&str>, bytes: &[u8]) -> Option<Format> {
        let promised = extension.and_then(Format::from_extension);
        match promised {
            // These extensions mean one format only, which then says best what is wrong with the file.
            Some(Format::Psq | Format::Sgf | Format::Renlib) => promised,
            _ => Format::sniff(bytes).or(promised),
        }
    }

    /// The usual extension of such files.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Psq => "psq",
            Format::Sgf => "sgf",
            Format::Renlib => "lib",
            Format::BinaryPos => "pos",
            Format::Moves | Format::Openings => "txt",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Psq => "PSQ",
            Format::Sgf => "SGF",
            Format::Renlib => "RenLib",
            Format::BinaryPos => "binary pos",
            Format::Moves => "move list",
            Format::Openings => "openings",
        })
    }
}

fn is_offset_byte(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_whitespace() || matches!(byte, b',' | b'-')
}

fn is_move_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || is_offset_byte(byte)
}

/// What is taken to be the case where a file does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assume {
    /// The size of the board, in move lists and openings.
    pub size: Size,
    /// The rule, in every format where the file has none.
    pub rule: Option<Rule>,
    /// Where row 1 is, in move lists.
    pub dialect: Dialect,
}

/// A file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// In a PSQ file.
    #[error("PSQ: {0}")]
    Psq(#[from] PsqError),
    /// In an SGF file.
    #[error("SGF: {0}")]
    Sgf(#[from] SgfError),
    /// In a library.
    #[error("RenLib: {0}")]
    Renlib(#[from] RenlibError),
    /// In a binary list of moves.
    #[error("binary pos: {0}")]
    BinaryPos(#[from] PosError),
    /// In a list of moves.
    #[error("move list: line {line}: {error}")]
    Moves {
        /// The line on which the game begins, from 1.
        line: usize,
        /// What is wrong, counted from there.
        error: ParseMovesError,
    },
    /// The text is not UTF-8.
    #[error("move list: not text at byte {0}")]
    NotText(usize),
    /// In a list of openings.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
}

/// Reads every game of a file.
///
/// # Errors
/// The first thing in the file that does not fit the format.
pub fn read(bytes: &[u8], format: Format, assume: Assume) -> Result<Vec<Record>, ReadError> {
    let mut records = match format {
        Format::Psq => vec![read_psq(bytes)?],
        Format::Sgf => read_sgf(bytes)?,
        Format::Renlib => vec![read_renlib(bytes)?],
        Format::BinaryPos => vec![read_binary_pos(bytes)?],
        Format::Moves => read_move_lists(bytes, assume)?,
        Format::Openings => read_openings(bytes, assume.size)?
            .iter()
            .map(|opening| from_points(assume.size, opening.iter().copied().map(Some)))
            .collect(),
    };
    for record in &mut records {
        record.rule = record.rule.or(assume.rule);
    }
    Ok(records)
}

/// A format cannot hold a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// It is made for one size of board.
    #[error("{format} files hold boards of size 15 only, not {size}")]
    Size {
        /// The format.
        format: Format,
        /// The size of this board.
        size: Size,
    },
    /// It has no passes.
    #[error("{format} files cannot hold a pass (move {number})")]
    Pass {
        /// The format.
        format: Format,
        /// Which move, from 1.
        number: usize,
    },
    /// In it the sides take turns, black first.
    #[error("{format} files cannot hold move {number}: it is {color}'s, out of turn")]
    Turn {
        /// The format.
        format: Format,
        /// Which move of its line, from 1.
        number: usize,
        /// Who moves.
        color: Color,
    },
    /// It has no set-up stones.
    #[error("{format} files cannot hold set-up stones")]
    SetUp {
        /// The format.
        format: Format,
    },
    /// It has no way to write this text.
    #[error("{format} files cannot hold the text {text:?}")]
    Text {
        /// The format.
        format: Format,
        /// The text.
        text: String,
    },
    /// It has no room for so many moves.
    #[error("{format} files cannot hold {moves} moves")]
    TooLong {
        /// The format.
        format: Format,
        /// How many there are.
        moves: usize,
    },
    /// It holds one game.
    #[error("{format} files hold one game, not {count}")]
    Count {
        /// The format.
        format: Format,
        /// How many there are.
        count: usize,
    },
}

impl WriteError {
    pub(super) fn text(format: Format, text: &str) -> WriteError {
        WriteError::Text {
            format,
            text: excerpt(text),
        }
    }
}

/// Writes games. Formats without variations or comments get the main lines only, and in a text of moves or openings a
/// game without moves is an empty line, which nobody reads back.
///
/// # Errors
/// When the format cannot hold one of the games.
pub fn write(records: &[Record], format: Format) -> Result<Vec<u8>, WriteError> {
    match format {
        Format::Psq => Ok(write_psq(single(records, format)?)?.into_bytes()),
        Format::Sgf => Ok(write_sgf(records).into_bytes()),
        Format::Renlib => write_renlib(single(records, format)?),
        Format::BinaryPos => write_binary_pos(single(records, format)?),
        Format::Moves => write_move_lists(records),
        Format::Openings => {
            let mut openings = Vec::with_capacity(records.len());
            for record in records {
                let points = alternating_points(record, format)?;
                openings.push((
                    record.size,
                    points.into_iter().map(|(_, point)| point).collect(),
                ));
            }
            Ok(write_openings(&openings).into_bytes())
        }
    }
}

fn single(records: &[Record], format: Format) -> Result<&Record, WriteError> {
    match records {
        [record] => Ok(record),
        _ => Err(WriteError::Count {
            format,
            count: records.len(),
        }),
    }
}

/// The main line's moves in a format where black begins and the sides take turns.
pub(super) fn alternating_plays(
    record: &Record,
    format: Format,
) -> Result<Vec<(NodeId, Option<Point>)>, WriteError> {
    let mut plays = Vec::new();
    let mut turns = Color::BOTH.into_iter().cycle();
    for id in record.main_line() {
        let node = record.node(id);
        if !node.notes().set_up.is_empty() {
            return Err(WriteError::SetUp { format });
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

/// The same for a format that has no passes either.
pub(super) fn alternating_points(
    record: &Record,
    format: Format,
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

/// A game of one line in which the sides take turns.
pub(super) fn from_points(size: Size, points: impl IntoIterator<Item = Option<Point>>) -> Record {
    let mut record = Record::new(size);
    let turns = Color::BOTH.into_iter().cycle();
    let plays = turns
        .zip(points)
        .map(|(color, point)| Play { color, point });
    record.add_line(NodeId::ROOT, plays);
    record
}

fn read_move_lists(bytes: &[u8], assume: Assume) -> Result<Vec<Record>, ReadError> {
    let text =
        std::str::from_utf8(bytes).map_err(|error| ReadError::NotText(error.valid_up_to()))?;
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
            let moves = parse_moves(&text[start..position], assume.size, assume.dialect)
                .map_err(|error| ReadError::Moves { line: first, error })?;
            records.push(from_points(assume.size, moves));
        }
        position += line.len();
    }
    Ok(records)
}

fn write_move_lists(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut lists = Vec::with_capacity(records.len());
    for record in records {
        let plays = alternating_plays(record, Format::Moves)?;
        let moves = plays.into_iter().map(|(_, point)| point);
        lists.push(write_moves(moves, record.size, Dialect::Bottom) + "\n");
    }
    Ok(lists.join("\n").into_bytes())
}

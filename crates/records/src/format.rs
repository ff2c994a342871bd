//! The file formats by name: which one a file is in, reading it, writing it.
//!
//! Extensions are ambiguous: `.pos` is a binary format and a text format, `.txt` holds games or openings. Detection therefore
//! inspects the content first and falls back to the extension.

use std::fmt;

use gomoku::notation::RowOrigin;
use gomoku::{Rule, Size};

use crate::alternating::{WriteError, alternating_points, from_points};
use crate::binary_pos::{self, PosError, read_binary_pos, write_binary_pos};
use crate::limits::ReadLimits;
use crate::move_list::{MoveListError, read_move_lists_within, write_move_lists};
use crate::openings::{OpeningsError, read_openings_within, write_openings};
use crate::psq::{PsqError, read_psq_within, write_psq};
use crate::record::Record;
use crate::renlib::{RenlibError, read_renlib_within, write_renlib};
use crate::sgf::{SgfError, read_sgf_within, write_sgf};

/// A file format for games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileFormat {
    /// Piskvork's text format, one game.
    Psq,
    /// Smart Game Format, games with variations.
    Sgf,
    /// A RenLib library, one tree.
    Renlib,
    /// One byte per move, one game.
    BinaryPos,
    /// Moves such as `h8i9h9`; an empty line ends a game.
    Moves,
    /// Gomocup's openings, one per line.
    Openings,
}

impl FileFormat {
    /// Every format.
    pub const ALL: [FileFormat; 6] = [
        FileFormat::Psq,
        FileFormat::Sgf,
        FileFormat::Renlib,
        FileFormat::BinaryPos,
        FileFormat::Moves,
        FileFormat::Openings,
    ];

    /// The format of a file name extension, ignoring case. `.pos` and `.txt` mean move lists.
    pub fn from_extension(extension: &str) -> Option<FileFormat> {
        match extension.to_ascii_lowercase().as_str() {
            "psq" => Some(FileFormat::Psq),
            "sgf" => Some(FileFormat::Sgf),
            "lib" => Some(FileFormat::Renlib),
            "pos" | "txt" => Some(FileFormat::Moves),
            _ => None,
        }
    }

    /// Guesses the format from the content. Does not recognize libraries without a header.
    pub fn sniff(bytes: &[u8]) -> Option<FileFormat> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = text.trim_ascii_start();
        if bytes.starts_with(b"\xffRenLib\xff") {
            Some(FileFormat::Renlib)
        } else if text.starts_with(b"Piskvorky ") {
            Some(FileFormat::Psq)
        } else if text
            .strip_prefix(b"(")
            .is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
        {
            Some(FileFormat::Sgf)
        } else if binary_pos::is_likely(bytes) {
            Some(FileFormat::BinaryPos)
        } else if !text.is_empty() && bytes.iter().all(|&byte| is_offset_byte(byte)) {
            Some(FileFormat::Openings)
        } else if text.first().is_some_and(u8::is_ascii_alphabetic)
            && text.iter().all(|&byte| is_move_byte(byte))
        {
            Some(FileFormat::Moves)
        } else {
            None
        }
    }

    /// Detects the format of a file from its content and its extension.
    pub fn detect(extension: Option<&str>, bytes: &[u8]) -> Option<FileFormat> {
        let expected = extension.and_then(FileFormat::from_extension);
        match expected {
            // These extensions are unambiguous, and their own reader reports errors best.
            Some(FileFormat::Psq | FileFormat::Sgf | FileFormat::Renlib) => expected,
            _ => FileFormat::sniff(bytes).or(expected),
        }
    }

    /// The usual extension.
    pub fn extension(self) -> &'static str {
        match self {
            FileFormat::Psq => "psq",
            FileFormat::Sgf => "sgf",
            FileFormat::Renlib => "lib",
            FileFormat::BinaryPos => "pos",
            FileFormat::Moves | FileFormat::Openings => "txt",
        }
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileFormat::Psq => "PSQ",
            FileFormat::Sgf => "SGF",
            FileFormat::Renlib => "RenLib",
            FileFormat::BinaryPos => "binary pos",
            FileFormat::Moves => "move list",
            FileFormat::Openings => "openings",
        })
    }
}

fn is_offset_byte(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_whitespace() || matches!(byte, b',' | b'-')
}

fn is_move_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || is_offset_byte(byte)
}

/// Defaults for what a file does not contain, and limits on what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadDefaults {
    /// The board size, for move lists and openings.
    pub size: Size,
    /// The rule, for files without one.
    pub rule: Option<Rule>,
    /// The row origin, for move lists.
    pub rows: RowOrigin,
    /// How much the file may hold.
    pub limits: ReadLimits,
}

/// Errors of [`read`].
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
    #[error("move list: {0}")]
    Moves(#[from] MoveListError),
    /// In a list of openings.
    #[error("openings: {0}")]
    Openings(#[from] OpeningsError),
}

/// Reads every game of a file.
///
/// # Errors
/// The first error in the file.
pub fn read(
    bytes: &[u8],
    format: FileFormat,
    defaults: ReadDefaults,
) -> Result<Vec<Record>, ReadError> {
    let limits = defaults.limits;
    let mut records = match format {
        FileFormat::Psq => vec![read_psq_within(bytes, limits)?],
        FileFormat::Sgf => read_sgf_within(bytes, limits)?,
        FileFormat::Renlib => vec![read_renlib_within(bytes, limits)?],
        FileFormat::BinaryPos => vec![read_binary_pos(bytes)?],
        FileFormat::Moves => read_move_lists_within(bytes, defaults.size, defaults.rows, limits)?,
        FileFormat::Openings => read_openings_within(bytes, defaults.size, limits)?
            .iter()
            .map(|opening| from_points(defaults.size, opening.iter().copied().map(Some)))
            .collect(),
    };
    for record in &mut records {
        record.rule = record.rule.or(defaults.rule);
    }
    Ok(records)
}

/// Writes games. Formats without variations or comments get the main lines only. In move lists and openings a game without
/// moves becomes an empty line and is lost on reading.
///
/// # Errors
/// When the format cannot represent one of the games.
pub fn write(records: &[Record], format: FileFormat) -> Result<Vec<u8>, WriteError> {
    match format {
        FileFormat::Psq => Ok(write_psq(single(records, format)?)?.into_bytes()),
        FileFormat::Sgf => Ok(write_sgf(records).into_bytes()),
        FileFormat::Renlib => write_renlib(single(records, format)?),
        FileFormat::BinaryPos => write_binary_pos(single(records, format)?),
        FileFormat::Moves => Ok(write_move_lists(records)?.into_bytes()),
        FileFormat::Openings => {
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

fn single(records: &[Record], format: FileFormat) -> Result<&Record, WriteError> {
    match records {
        [record] => Ok(record),
        _ => Err(WriteError::Count {
            format,
            count: records.len(),
        }),
    }
}

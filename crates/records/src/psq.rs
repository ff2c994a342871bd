//! PSQ, the text format of Piskvork and of Gomocup's judge.
//!
//! ```text
//! psq    = header { move } [ name1 name2 ] [ code ] [ result "," event ]      each on a line of its own
//! header = "Piskvorky " width "x" height ", " level ":" level ", " opener
//! move   = column "," row [ "," milliseconds ]                                counted from 1 at the top left
//! ```
//!
//! The opener is 0 if player 1 moved first and so is black, and 1 otherwise. The result is 0 for a draw, otherwise the number
//! of the winner. Levels, opener and code do not affect the game; they are stored in the root as the properties `PSQLEVELS`,
//! `PSQOPENER` and `PSQCODE`.
//!
//! The moves end at the first line that is not a move, or at a move in column -1. The format has no rule and no colors (moves
//! alternate from black), and one line only: the writer drops variations and comments, and rejects passes and set-up stones.

use std::fmt::Write;
use std::time::Duration;

use gomoku::notation::excerpt;
use gomoku::{Color, Size};

use crate::alternating::{WriteError, alternating_points};
use crate::format::FileFormat;
use crate::limits::{LimitError, ReadBudget, ReadLimits, check_node};
use crate::node::{NodeId, Play};
use crate::property::Property;
use crate::record::{Record, RecordResult};

const LEVELS: &str = "PSQLEVELS";
const OPENER: &str = "PSQOPENER";
const CODE: &str = "PSQCODE";

/// The default code, which the judge writes into every file.
const NO_CODE: &str = "-1";

/// Errors of [`read_psq`]. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsqError {
    /// The first line is not a header.
    #[error("line 1: expected a header such as \"Piskvorky 15x15, 11:11, 0\", found {0:?}")]
    Header(String),
    /// The board is not square, or too small or large.
    #[error("line 1: {0:?} is not a square board of 5 to 22 points")]
    Size(String),
    /// A move is not on the board.
    #[error("line {line}: {text:?} is not on a board of size {size}")]
    OffBoard {
        /// The line.
        line: usize,
        /// Its text.
        text: String,
        /// The size of the board.
        size: Size,
    },
    /// A line after the moves is neither a name, nor a code, nor a result.
    #[error("line {line}: expected {expected}, found {text:?}")]
    Tail {
        /// The line.
        line: usize,
        /// What was expected.
        expected: &'static str,
        /// The text.
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

/// Reads a PSQ file in UTF-8, or otherwise Windows-1252.
///
/// # Errors
/// The first invalid line.
pub fn read_psq(bytes: &[u8]) -> Result<Record, PsqError> {
    read_psq_within(bytes, ReadLimits::default())
}

pub(crate) fn read_psq_within(bytes: &[u8], limits: ReadLimits) -> Result<Record, PsqError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_start_matches('\u{feff}');
    // Trailing empty lines are not names.
    let mut lines = text.trim_end().lines().enumerate().peekable();

    let (_, first) = lines.next().unwrap_or((0, ""));
    let header = Header::parse(first)?;
    let mut record = Record::new(header.size);
    let mut current = NodeId::ROOT;
    let mut color = Color::Black;
    let mut budget = ReadBudget::new(limits);
    while let Some(&(index, line)) = lines.peek() {
        let Some((column, row, time)) = parse_move(line) else {
            break;
        };
        lines.next();
        if column == -1 {
            // Some programs end the moves with column -1; what follows is theirs.
            lines.by_ref().for_each(drop);
            break;
        }
        // Files count from 1.
        let point = header
            .size
            .point(column.saturating_sub(1), row.saturating_sub(1))
            .ok_or_else(|| PsqError::OffBoard {
                line: index + 1,
                text: excerpt(line),
                size: header.size,
            })?;
        let point = Some(point);
        // The header is the root.
        let added = budget.add_node(index + 1);
        added.map_err(|error| limit(index, error))?;
        current = record.add_play(current, Play { color, point });
        record.node_mut(current).time = time;
        color = !color;
    }

    keep(&mut record, LEVELS, header.levels);
    keep(&mut record, OPENER, header.opener);
    let tail: Vec<(usize, &str)> = lines
        .map(|(index, line)| {
            let checked = check_node(0, line.len());
            checked.map_err(|error| limit(index, error))?;
            Ok((index + 1, line.trim()))
        })
        .collect::<Result<_, PsqError>>()?;
    read_tail(&mut record, &tail)?;
    Ok(record)
}

fn limit(index: usize, error: LimitError) -> PsqError {
    PsqError::Limit {
        line: index + 1,
        error,
    }
}

/// The parts of the first line.
struct Header<'a> {
    size: Size,
    levels: &'a str,
    opener: &'a str,
}

impl<'a> Header<'a> {
    fn parse(line: &'a str) -> Result<Header<'a>, PsqError> {
        let bad = || PsqError::Header(excerpt(line));
        let rest = line.trim_end().strip_prefix("Piskvorky ").ok_or_else(bad)?;
        let mut parts = rest.splitn(3, ',').map(str::trim);
        let board = parts.next().unwrap_or("");
        let (width, height) = board.split_once('x').ok_or_else(bad)?;
        let size = match (width.parse::<Size>(), height.parse::<Size>()) {
            (Ok(width), Ok(height)) if width == height => width,
            _ => return Err(PsqError::Size(excerpt(board))),
        };
        Ok(Header {
            size,
            levels: parts.next().unwrap_or(""),
            opener: parts.next().unwrap_or(""),
        })
    }
}

/// Column, row and time of a move, if the line is one.
fn parse_move(line: &str) -> Option<(i64, i64, Option<Duration>)> {
    let mut numbers = line.trim().splitn(3, ',').map(str::trim);
    let column = numbers.next()?.parse().ok()?;
    let row = numbers.next()?.parse().ok()?;
    let time = match numbers.next() {
        Some(text) => Some(Duration::from_millis(text.parse().ok()?)),
        None => None,
    };
    Some((column, row, time))
}

/// The lines after the moves.
fn read_tail(record: &mut Record, tail: &[(usize, &str)]) -> Result<(), PsqError> {
    let first_player = first_player(record);
    let mut rest = tail;
    if let [(_, first), (_, second), others @ ..] = rest
        && !is_code(first)
    {
        record.names[first_player] = (*first).to_owned();
        record.names[!first_player] = (*second).to_owned();
        rest = others;
    }
    if let [(_, code), others @ ..] = rest
        && is_code(code)
    {
        if *code != NO_CODE {
            keep(record, CODE, code);
        }
        rest = others;
    }
    if let [(_, line), others @ ..] = rest
        && let Some((result, event)) = line.split_once(',')
        && let Some(winner) = parse_winner(result, first_player)
    {
        record.result = Some(RecordResult {
            winner,
            reason: String::new(),
        });
        record.event = event.trim().to_owned();
        rest = others;
    }
    match rest {
        [] => Ok(()),
        [(line, text), ..] => Err(PsqError::Tail {
            line: *line,
            expected: if rest.len() == tail.len() {
                "two names or a code"
            } else {
                "a code or a result"
            },
            text: excerpt(text),
        }),
    }
}

fn is_code(line: &str) -> bool {
    line.parse::<i64>().is_ok()
}

/// The winner; the inner `None` is a draw.
fn parse_winner(result: &str, first_player: Color) -> Option<Option<Color>> {
    match result {
        "0" => Some(None),
        "1" => Some(Some(first_player)),
        "2" => Some(Some(!first_player)),
        _ => None,
    }
}

/// The color of the first player.
fn first_player(record: &Record) -> Color {
    match kept(record, OPENER).as_deref() {
        Some("1") => Color::White,
        _ => Color::Black,
    }
}

fn keep(record: &mut Record, id: &str, text: &str) {
    let property = Property::new(id, [text]).expect("the identifiers of this file are valid");
    let notes = record.node_mut(NodeId::ROOT).notes_mut();
    notes.properties.push(property);
}

fn kept(record: &Record, id: &str) -> Option<String> {
    let notes = record.node(NodeId::ROOT).notes();
    notes.property(id)?.texts().next()
}

/// Writes the main line as a PSQ file. Defaults: level 11 for both players, as the judge writes, and player 1 is black.
///
/// # Errors
/// When the game has a pass or set-up stones, or a name that would be read as something else.
pub fn write_psq(record: &Record) -> Result<String, WriteError> {
    let points = alternating_points(record, FileFormat::Psq)?;
    let levels = kept(record, LEVELS).unwrap_or("11:11".to_owned());
    let opener = kept(record, OPENER).unwrap_or("0".to_owned());
    if levels.contains(',') {
        return Err(WriteError::text(FileFormat::Psq, &levels));
    }
    let (levels, opener) = (one_line(&levels)?, one_line(&opener)?);
    let size = record.size;
    let mut text = format!("Piskvorky {size}x{size}, {levels}, {opener}\r\n");
    for (id, point) in points {
        let _ = write!(text, "{},{}", point.column() + 1, point.row() + 1);
        if let Some(time) = record.node(id).time {
            let _ = write!(text, ",{}", time.as_millis());
        }
        text.push_str("\r\n");
    }

    let code = kept(record, CODE).filter(|code| is_code(code));
    let named = Color::BOTH
        .iter()
        .any(|&color| !record.names[color].is_empty());
    if named || record.result.is_some() {
        write_tail(record, &mut text, code.as_deref().unwrap_or(NO_CODE))?;
    } else if let Some(code) = code {
        let _ = write!(text, "{code}\r\n");
    }
    Ok(text)
}

fn write_tail(record: &Record, text: &mut String, code: &str) -> Result<(), WriteError> {
    let first_player = first_player(record);
    let first = one_line(&record.names[first_player])?;
    let second = one_line(&record.names[!first_player])?;
    if parse_move(first).is_some() || is_code(first) {
        return Err(WriteError::text(FileFormat::Psq, first));
    }
    let _ = write!(text, "{first}\r\n{second}\r\n{code}\r\n");
    if let Some(ending) = &record.result {
        let result = match ending.winner {
            None => 0,
            Some(color) if color == first_player => 1,
            Some(_) => 2,
        };
        let event = one_line(&record.event)?;
        let _ = write!(text, "{result},{event}\r\n");
    }
    Ok(())
}

/// The text, if it survives on a line of its own.
fn one_line(text: &str) -> Result<&str, WriteError> {
    if text.contains(['\r', '\n']) || text.trim() != text {
        Err(WriteError::text(FileFormat::Psq, text))
    } else {
        Ok(text)
    }
}

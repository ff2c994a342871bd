//! The values of SGF properties: points, rules, results, times.

use std::time::Duration;

use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Color, Point, Rule, Size};

use crate::property::unescape;
use crate::record::RecordResult;

/// A point as two letters, column and row from the top left.
pub(crate) fn write_point(point: Point) -> String {
    [point.column(), point.row()]
        .map(|coordinate| (b'a' + coordinate) as char)
        .iter()
        .collect()
}

/// Reads two letters.
pub(crate) fn parse_letters(text: &str, size: Size) -> Option<Point> {
    match *text.as_bytes() {
        [column @ b'a'..=b'z', row @ b'a'..=b'z'] => {
            size.point((column - b'a').into(), (row - b'a').into())
        }
        _ => None,
    }
}

/// Reads two letters, or a letter and a number as on a printed board.
pub(super) fn parse_any_point(text: &str, size: Size) -> Option<Point> {
    parse_letters(text, size).or_else(|| parse_point(text, size, RowOrigin::Bottom).ok())
}

/// Is this a pass: an empty value, or `tt` on a board without that point?
pub(super) fn is_pass(value: &str, size: Size) -> bool {
    value.is_empty() || value == "tt" && size.get() <= 19
}

/// Unescapes text and replaces line breaks with blanks.
pub(super) fn simple_text(value: &str) -> String {
    unescape(value).replace('\n', " ")
}

pub(super) fn parse_rule(text: &str) -> Option<Rule> {
    let text = text.trim();
    let code = text.parse().ok().and_then(Rule::from_gomocup_code);
    code.or_else(|| text.parse().ok())
}

pub(super) fn parse_result(text: &str) -> Option<RecordResult> {
    let draw = || RecordResult {
        winner: None,
        reason: String::new(),
    };
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(draw());
    }
    let (winner, reason) = text.split_once('+')?;
    let winner = match winner {
        "B" | "b" => Color::Black,
        "W" | "w" => Color::White,
        _ => return None,
    };
    // Some programs write a draw as a win by "draw".
    if reason.eq_ignore_ascii_case("draw") {
        return Some(draw());
    }
    Some(RecordResult {
        winner: Some(winner),
        reason: reason.to_owned(),
    })
}

pub(super) fn parse_color(value: &str) -> Option<Color> {
    match value.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Parses decimal seconds exactly, without floating-point rounding.
pub(super) fn parse_seconds(value: &str) -> Option<Duration> {
    const DIGITS: usize = 9;
    let (seconds, fraction) = value.split_once('.').unwrap_or((value, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(seconds) || !all_digits(fraction) || fraction.len() > DIGITS {
        return None;
    }
    let nanoseconds: u32 = format!("{fraction:0<DIGITS$}").parse().ok()?;
    Some(Duration::new(seconds.parse().ok()?, nanoseconds))
}

/// Formats seconds exactly.
pub(super) fn write_seconds(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `B` or `W`.
pub(super) fn color_letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

//! Parses what brains print while they search.
//!
//! There is no standard. Most print keywords and numbers such as `Depth 18-37 | Eval -61 | Node 575K | PV H8 G7`, so
//! the parser looks for known keywords and takes the number after each. Unknown text is never an error.

use std::time::Duration;

use gomoku::{Board, MateIn, Point, SearchResult, Size};

/// Everything the brain has reported since the request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct BrainReport {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    score: Option<f64>,
    mate: Option<MateIn>,
    win_rate: Option<f64>,
    pv: Vec<Point>,
}

impl BrainReport {
    /// Parses the rest of a `MESSAGE` line. Returns true if anything changed.
    pub(super) fn update(&mut self, text: &str, size: Size) -> bool {
        let before = self.clone();
        let separators = |char: char| char.is_whitespace() || "|:=,;()[]".contains(char);
        let words: Vec<&str> = text
            .split(separators)
            .filter(|word| !word.is_empty())
            .collect();
        for (index, word) in words.iter().enumerate() {
            let Some(value) = words.get(index + 1) else {
                break;
            };
            match word.to_ascii_lowercase().as_str() {
                "depth" => self.update_depth(value),
                "eval" | "evaluation" | "ev" => self.update_score(value),
                "node" | "nodes" => self.nodes = parse_count(value).unwrap_or(self.nodes),
                "winrate" | "wr" => self.update_win_rate(value),
                "pv" | "bestline" => {
                    let pv: Vec<Point> = words[index + 1..]
                        .iter()
                        .map_while(|name| parse_point(name, size))
                        .take(size.area())
                        .collect();
                    if !pv.is_empty() {
                        self.pv = pv;
                    }
                }
                _ => {}
            }
        }
        *self != before
    }

    fn update_depth(&mut self, value: &str) {
        let (full, selective) = value.split_once('-').unwrap_or((value, value));
        if let Ok(depth) = full.parse() {
            self.depth = depth;
            self.selective_depth = selective.parse().unwrap_or(depth);
        }
    }

    fn update_score(&mut self, value: &str) {
        let mate = |value: &str| value.strip_prefix(['M', 'm'])?.parse().ok();
        let (digits, is_negative) = match value.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (value.strip_prefix('+').unwrap_or(value), false),
        };
        if let Some(plies) = mate(digits) {
            self.mate = Some(if is_negative {
                MateIn::Loss(plies)
            } else {
                MateIn::Win(plies)
            });
        } else if let Some(score) = parse_finite(value) {
            self.score = Some(score);
            self.mate = None;
        }
    }

    fn update_win_rate(&mut self, value: &str) {
        let rate = match value.strip_suffix('%') {
            Some(percent) => parse_finite(percent).map(|percent| percent / 100.0),
            None => parse_finite(value),
        };
        self.win_rate = rate
            .filter(|rate| (0.0..=1.0).contains(rate))
            .or(self.win_rate);
    }

    /// The search so far as a report, if the brain has named a legal best move.
    pub(super) fn to_result(&self, board: &Board, time: Duration) -> Option<SearchResult> {
        let &best = self.pv.first()?;
        board.check(best).ok()?;
        Some(self.clone().into_result(best, time))
    }

    /// The final result. A PV that starts with another move belongs to an older iteration and is dropped.
    pub(super) fn into_result(self, best: Point, time: Duration) -> SearchResult {
        let pv = if self.pv.first() == Some(&best) {
            self.pv
        } else {
            vec![best]
        };
        SearchResult {
            score: self.score,
            win_rate: self.win_rate,
            mate: self.mate,
            pv,
            depth: self.depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            time,
            ..SearchResult::new(best)
        }
    }
}

fn parse_finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `575K`, `1.2M` or a plain number.
fn parse_count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 1e3),
        (end, 'm' | 'M') => (&text[..end], 1e6),
        (end, 'g' | 'G') => (&text[..end], 1e9),
        _ => (text, 1.0),
    };
    parse_finite(digits)
        .filter(|number| *number >= 0.0)
        .map(|number| (number * factor) as u64)
}

/// `H8`: column letter, row from the bottom.
fn parse_point(name: &str, size: Size) -> Option<Point> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = i64::from(letter.to_ascii_lowercase() as u8 - b'a');
    let row: i64 = name[1..].parse().ok()?;
    size.point(column, i64::from(size.get()).checked_sub(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> BrainReport {
        let mut report = BrainReport::default();
        report.update(text, Size::FIFTEEN);
        report
    }

    #[test]
    fn common_formats_are_parsed() {
        let report = parse("Depth 18-37 | Eval -61 | Node 575K | Winrate 41.5% | PV H8 g7 x");
        assert_eq!(
            (report.depth, report.selective_depth, report.nodes),
            (18, 37, 575_000)
        );
        assert_eq!((report.score, report.win_rate), (Some(-61.0), Some(0.415)));
        assert_eq!(report.pv, [Point::new(7, 7), Point::new(6, 8)]);
        assert_eq!(parse("ev=+M5").mate, Some(MateIn::Win(5)));
        assert_eq!(parse("depth: 4, eval: -m12").mate, Some(MateIn::Loss(12)));
    }

    #[test]
    fn nonsense_is_ignored() {
        for text in [
            "",
            "depth",
            "depth x eval y node z",
            "pv 7 é8 h99",
            "eval nan winrate 7",
        ] {
            assert_eq!(parse(text), BrainReport::default(), "{text}");
        }
    }
}

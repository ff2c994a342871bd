//! What engines say while they think, as far as it can be understood.
//!
//! There is no standard. Most print words and numbers such as `Depth 18-37 | Eval -61 | Node 575K | PV H8 G7`, so
//! each known word is looked for and the number after it believed. Everything is hearsay: nothing here is an error.

use std::time::Duration;

use gomoku::{Board, MateIn, Point, SearchResult, Size};

/// What has been said since the question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hearsay {
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    score: Option<f64>,
    forced: Option<MateIn>,
    win_rate: Option<f64>,
    line: Vec<Point>,
}

impl Hearsay {
    /// Listens to a `MESSAGE` line without that word. True when there was something in it.
    pub(super) fn hear(&mut self, text: &str, size: Size) -> bool {
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
                "depth" => self.hear_depth(value),
                "eval" | "evaluation" | "ev" => self.hear_evaluation(value),
                "node" | "nodes" => self.nodes = scaled(value).unwrap_or(self.nodes),
                "winrate" | "wr" => self.hear_win_rate(value),
                "pv" | "bestline" => {
                    let line: Vec<Point> = words[index + 1..]
                        .iter()
                        .map_while(|name| named_point(name, size))
                        .collect();
                    if !line.is_empty() {
                        self.line = line;
                    }
                }
                _ => {}
            }
        }
        *self != before
    }

    fn hear_depth(&mut self, value: &str) {
        let (full, selective) = value.split_once('-').unwrap_or((value, value));
        if let Ok(depth) = full.parse() {
            self.depth = depth;
            self.selective_depth = selective.parse().unwrap_or(depth);
        }
    }

    fn hear_evaluation(&mut self, value: &str) {
        let mate = |value: &str| value.strip_prefix(['M', 'm'])?.parse().ok();
        let (digits, is_negative) = match value.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (value.strip_prefix('+').unwrap_or(value), false),
        };
        if let Some(plies) = mate(digits) {
            self.forced = Some(if is_negative {
                MateIn::Loss(plies)
            } else {
                MateIn::Win(plies)
            });
        } else if let Some(score) = finite(value) {
            self.score = Some(score);
            self.forced = None;
        }
    }

    fn hear_win_rate(&mut self, value: &str) {
        let rate = match value.strip_suffix('%') {
            Some(percent) => finite(percent).map(|percent| percent / 100.0),
            None => finite(value),
        };
        self.win_rate = rate
            .filter(|rate| (0.0..=1.0).contains(rate))
            .or(self.win_rate);
    }

    /// What the engine thinks so far, if it has named a move that it could play.
    pub(super) fn report(&self, board: &Board, time: Duration) -> Option<SearchResult> {
        let &best = self.line.first()?;
        board.check(best).ok()?;
        Some(self.clone().into_thought(best, time))
    }

    /// The answer with all that was said before it. A line that begins with another move belongs to something else.
    pub(super) fn into_thought(self, best: Point, time: Duration) -> SearchResult {
        let line = if self.line.first() == Some(&best) {
            self.line
        } else {
            vec![best]
        };
        SearchResult {
            score: self.score,
            win_rate: self.win_rate,
            mate: self.forced,
            pv: line,
            depth: self.depth,
            selective_depth: self.selective_depth,
            nodes: self.nodes,
            time,
            ..SearchResult::new(best)
        }
    }
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `575K`, `1.2M` or a plain number.
fn scaled(text: &str) -> Option<u64> {
    let (digits, factor) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 1e3),
        (end, 'm' | 'M') => (&text[..end], 1e6),
        (end, 'g' | 'G') => (&text[..end], 1e9),
        _ => (text, 1.0),
    };
    finite(digits)
        .filter(|number| *number >= 0.0)
        .map(|number| (number * factor) as u64)
}

/// `H8`: column letter, row from the bottom.
fn named_point(name: &str, size: Size) -> Option<Point> {
    let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let column = i64::from(letter.to_ascii_lowercase() as u8 - b'a');
    let row: i64 = name[1..].parse().ok()?;
    size.point(column, i64::from(size.get()).checked_sub(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Hearsay {
        let mut hearsay = Hearsay::default();
        hearsay.hear(text, Size::FIFTEEN);
        hearsay
    }

    #[test]
    fn common_forms_are_understood() {
        let said = heard("Depth 18-37 | Eval -61 | Node 575K | Winrate 41.5% | PV H8 g7 x");
        assert_eq!(
            (said.depth, said.selective_depth, said.nodes),
            (18, 37, 575_000)
        );
        assert_eq!((said.score, said.win_rate), (Some(-61.0), Some(0.415)));
        assert_eq!(said.line, [Point::new(7, 7), Point::new(6, 8)]);
        assert_eq!(heard("ev=+M5").forced, Some(MateIn::Win(5)));
        assert_eq!(heard("depth: 4, eval: -m12").forced, Some(MateIn::Loss(12)));
    }

    #[test]
    fn nonsense_is_not() {
        for text in [
            "",
            "depth",
            "depth x eval y node z",
            "pv 7 é8 h99",
            "eval nan winrate 7",
        ] {
            assert_eq!(heard(text), Hearsay::default(), "{text}");
        }
    }
}

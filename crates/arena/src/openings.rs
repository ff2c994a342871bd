//! Where games begin: nowhere, at stones from a file or from a set of the program, or at stones drawn by lot.
//!
//! A file has one opening on each line, in Gomocup's offsets (`8,-3, 6,-4, 5,-4`) or as moves (`h8i9g7`); lines that
//! begin with `#` and empty ones do not count. When a list has been played through it begins again, turned or
//! mirrored: eight times before anything repeats. [`generate`] makes such files, and [`shipped`] has some.

pub mod generate;
mod playout;
pub mod shipped;

use std::path::Path;

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, IllegalMove, Neighborhood, Point, Rule, Size, Symmetry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use records::OpeningsError;

use crate::seed;

/// A supply of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningBook {
    /// The empty board.
    #[default]
    Empty,
    /// A list.
    List {
        /// The stones, black first.
        openings: Vec<Vec<Point>>,
        /// Are they turned and mirrored when they come again?
        use_symmetries: bool,
    },
    /// So many stones near the center, drawn by lot for each pair of games.
    Random(usize),
}

/// Why a file is no list of openings. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file is not UTF-8.
    #[error("not text at byte {0}")]
    NotText(usize),
    /// A line of offsets does not fit.
    #[error("line {line}: {error}")]
    Offsets {
        /// The line.
        line: usize,
        /// What is wrong.
        error: OpeningsError,
    },
    /// A line of moves does not fit.
    #[error("line {line}: {error}")]
    Moves {
        /// The line.
        line: usize,
        /// What is wrong.
        error: notation::ParseMovesError,
    },
    /// A stone cannot be put where the line says.
    #[error("line {line}, stone {stone}: {error}")]
    Illegal {
        /// The line.
        line: usize,
        /// The stone, from 1.
        stone: usize,
        /// Why not.
        error: IllegalMove,
    },
    /// The game is over before it begins.
    #[error("line {0}: the game is over already")]
    Over(usize),
    /// There is no opening in it.
    #[error("there is no opening in it")]
    Nothing,
}

/// Why a book cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenBookError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// It is not a list of openings.
    #[error(transparent)]
    OpeningBook(#[from] BookError),
    /// The program has no set for this.
    #[error(transparent)]
    NotShipped(#[from] shipped::NotShipped),
    /// `random:` is not followed by a number of stones.
    #[error("{0:?} is not a number of stones")]
    Stones(String),
}

impl OpeningBook {
    /// The book of a setting: `empty`, `balanced` for the program's own set, `random:N` with N stones, or the name of a
    /// file, looked for from `base`.
    ///
    /// # Errors
    /// When there is no such book.
    pub fn open(
        text: &str,
        base: &Path,
        size: Size,
        rule: Rule,
        rows: RowOrigin,
    ) -> Result<OpeningBook, OpenBookError> {
        if text == "empty" {
            Ok(OpeningBook::Empty)
        } else if text == "balanced" {
            Ok(OpeningBook::read(
                shipped::text(rule, size)?.as_bytes(),
                size,
                rule,
                rows,
            )?)
        } else if let Some(stones) = text.strip_prefix("random:") {
            let stones = stones.parse();
            stones
                .map(OpeningBook::Random)
                .map_err(|_| OpenBookError::Stones(text.to_owned()))
        } else {
            let bytes = std::fs::read(base.join(text))?;
            Ok(OpeningBook::read(&bytes, size, rule, rows)?)
        }
    }

    /// Reads a list.
    ///
    /// # Errors
    /// The first line that is not an opening on this board under this rule.
    pub fn read(
        bytes: &[u8],
        size: Size,
        rule: Rule,
        rows: RowOrigin,
    ) -> Result<OpeningBook, BookError> {
        let text =
            std::str::from_utf8(bytes).map_err(|error| BookError::NotText(error.valid_up_to()))?;
        let mut openings = Vec::new();
        for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                openings.push(read_line(text, index + 1, size, rule, rows)?);
            }
        }
        if openings.is_empty() {
            return Err(BookError::Nothing);
        }
        Ok(OpeningBook::List {
            openings,
            use_symmetries: true,
        })
    }

    /// The same openings in an order that the seed decides.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> OpeningBook {
        if let OpeningBook::List { openings, .. } = &mut self {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            for last in (1..openings.len()).rev() {
                openings.swap(last, rng.random_range(0..=last));
            }
        }
        self
    }

    /// How many different openings there are, where that is known.
    pub fn len(&self) -> Option<usize> {
        match self {
            OpeningBook::Empty => Some(1),
            OpeningBook::List { openings, .. } => Some(openings.len()),
            OpeningBook::Random(_) => None,
        }
    }

    /// Is there nothing in it? Never so for a book that was read.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a round, with its number for the statistics.
    pub fn opening(&self, round: u64, seed: u64, size: Size, rule: Rule) -> (u64, Vec<Point>) {
        match self {
            OpeningBook::Empty => (0, Vec::new()),
            OpeningBook::List {
                openings,
                use_symmetries,
            } => {
                let count = openings.len().max(1) as u64;
                let turns = if *use_symmetries {
                    round / count % 8
                } else {
                    0
                };
                let symmetry = Symmetry::ALL[turns as usize];
                let stones = openings.get((round % count) as usize);
                let turned = stones.map(|stones| {
                    stones
                        .iter()
                        .map(|&point| symmetry.apply(point, size))
                        .collect()
                });
                (round % count, turned.unwrap_or_default())
            }
            OpeningBook::Random(stones) => (
                round,
                draw(*stones, seed::derive([seed, round]), size, rule),
            ),
        }
    }
}

fn read_line(
    text: &str,
    line: usize,
    size: Size,
    rule: Rule,
    rows: RowOrigin,
) -> Result<Vec<Point>, BookError> {
    let stones: Vec<Point> = if text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        notation::parse_moves(text, size, rows)
            .map_err(|error| BookError::Moves { line, error })?
            .into_iter()
            .flatten()
            .collect()
    } else {
        records::read_openings(text.as_bytes(), size)
            .map_err(|error| BookError::Offsets { line, error })?
            .pop()
            .unwrap_or_default()
    };
    let board =
        Board::with_moves(size, rule, &stones).map_err(|(index, error)| BookError::Illegal {
            line,
            stone: index + 1,
            error,
        })?;
    if board.any_winner().is_some() || board.legal_moves().is_empty() {
        return Err(BookError::Over(line));
    }
    Ok(stones)
}

/// Draws stones near the center and near each other: a beginning that players would not make themselves, and that is
/// not decided yet.
pub(crate) fn draw(stones: usize, seed: u64, size: Size, rule: Rule) -> Vec<Point> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let center = size.center();
    let reach = (size.get() / 4).max(1);
    let mut board = Board::new(size, rule);
    for _ in 0..stones.min(size.area() / 4) {
        let near = Neighborhood::Square3.candidates(&board) & board.legal_moves();
        let central: Vec<Point> = near
            .iter()
            .filter(|point| point.distance(center) <= reach)
            .collect();
        let choices = if board.ply() == 0 {
            // The first stone may lie anywhere in the central part, not only on the center.
            size.points()
                .filter(|point| point.distance(center) <= reach / 2 + 1)
                .collect()
        } else if central.is_empty() {
            near.iter().collect()
        } else {
            central
        };
        if choices.is_empty() {
            break;
        }
        board.push(choices[rng.random_range(0..choices.len())]);
        if board.winner().is_some() {
            board.pop();
            break;
        }
    }
    board.moves().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<OpeningBook, BookError> {
        OpeningBook::read(
            text.as_bytes(),
            Size::FIFTEEN,
            Rule::Freestyle,
            RowOrigin::Bottom,
        )
    }

    #[test]
    fn both_formats_are_read_line_by_line() {
        let book = read("# two openings\n0,0, 1,-1\n\nh8 i9\n").unwrap();
        let OpeningBook::List { openings, .. } = &book else {
            panic!("a list");
        };
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0], openings[1]);
        let first = book.opening(0, 0, Size::FIFTEEN, Rule::Freestyle);
        let turned: std::collections::HashSet<_> = (0..16)
            .map(|round| book.opening(round, 0, Size::FIFTEEN, Rule::Freestyle).1)
            .collect();
        assert_eq!(first.1, openings[0]);
        // A diagonal neighbor of the center has four different images.
        assert_eq!(turned.len(), 4);
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, message) in [
            ("", "no opening"),
            ("0,0\n0,0, 0", "line 2"),
            ("h8h8", "stone 2"),
            ("z8", "line 1"),
            ("99,0", "line 1"),
            ("a1a2b1b2c1c2d1d2e1", "over already"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn drawn_openings_are_legal_and_follow_the_seed() {
        for rule in Rule::ALL {
            for seed in 0..50 {
                let stones = draw(7, seed, Size::FIFTEEN, rule);
                assert_eq!(stones.len(), 7);
                assert!(Board::with_moves(Size::FIFTEEN, rule, &stones).is_ok());
                assert_eq!(stones, draw(7, seed, Size::FIFTEEN, rule));
            }
        }
        assert!(draw(30, 1, Size::new(5).unwrap(), Rule::Freestyle).len() >= 5);
    }

    #[test]
    fn shuffling_keeps_every_opening() {
        let book = read("h8\ni9\ng7\nh9\nh10").unwrap();
        let shuffled = book.clone().shuffled(3);
        let sorted = |book: &OpeningBook| match book {
            OpeningBook::List { openings, .. } => {
                let mut openings = openings.clone();
                openings.sort();
                openings
            }
            _ => Vec::new(),
        };
        assert_eq!(sorted(&book), sorted(&shuffled));
        assert_ne!(book, shuffled);
    }
}

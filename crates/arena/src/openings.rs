//! Opening books: the empty board, a list from a file or a built-in set, or random stones.
//!
//! A file has one opening per line, as Gomocup offsets (`8,-3, 6,-4, 5,-4`) or as moves (`h8i9g7`). Empty lines and lines
//! that start with `#` are ignored. After the last opening the list starts over, rotated or mirrored: it repeats exactly
//! only after all eight symmetries. [`generate`] creates such files, [`shipped`] has the built-in ones.

pub mod generate;
mod playout;
pub mod shipped;

use std::path::Path;

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, IllegalMove, Neighborhood, Point, Rule, Size, Symmetry};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use records::OpeningsError;

use crate::bounded_file;
use crate::seed;

/// A source of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningBook {
    /// The empty board.
    #[default]
    Empty,
    /// A list of openings.
    List {
        /// The stones, black first.
        openings: Vec<Vec<Point>>,
        /// Whether repeated openings are rotated and mirrored.
        use_symmetries: bool,
    },
    /// This many random stones near the center, new for each pair of games.
    Random(usize),
}

/// Why a file of openings is invalid. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// The file is not UTF-8.
    #[error("not UTF-8 at byte {0}")]
    NotUtf8(usize),
    /// Invalid offsets.
    #[error("line {line}: {error}")]
    Offsets {
        /// Line.
        line: usize,
        /// Cause.
        error: OpeningsError,
    },
    /// Invalid moves.
    #[error("line {line}: {error}")]
    Moves {
        /// Line.
        line: usize,
        /// Cause.
        error: notation::ParseMovesError,
    },
    /// Illegal stone.
    #[error("line {line}, stone {stone}: {error}")]
    Illegal {
        /// Line.
        line: usize,
        /// Stone, from 1.
        stone: usize,
        /// Cause.
        error: IllegalMove,
    },
    /// The game is over after the opening.
    #[error("line {0}: the game is over already")]
    Over(usize),
    /// No openings.
    #[error("no openings found")]
    Empty,
}

/// Why a book cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenBookError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// The file is invalid.
    #[error(transparent)]
    OpeningBook(#[from] BookError),
    /// No built-in set for this board size.
    #[error(transparent)]
    NotShipped(#[from] shipped::NotShipped),
    /// `random:` without a number.
    #[error("expected random:N with 0 to {1} stones, found {0:?}")]
    Stones(String, usize),
}

impl OpeningBook {
    /// Opens `empty`, `balanced` (the built-in set), `random:N` (N stones), or a file relative to `base`.
    ///
    /// # Errors
    /// If the file is missing or invalid, or there is no built-in set.
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
            let stones = stones.parse().ok();
            // More stones would often end the game before it begins.
            let max = size.area() / 4;
            let stones = stones.filter(|stones| (0..=max).contains(stones));
            stones
                .map(OpeningBook::Random)
                .ok_or_else(|| OpenBookError::Stones(text.to_owned(), max))
        } else {
            let bytes = bounded_file::read(&base.join(text), bounded_file::MAX_RECORD)?;
            Ok(OpeningBook::read(&bytes, size, rule, rows)?)
        }
    }

    /// Parses a list.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn read(
        bytes: &[u8],
        size: Size,
        rule: Rule,
        rows: RowOrigin,
    ) -> Result<OpeningBook, BookError> {
        let text =
            std::str::from_utf8(bytes).map_err(|error| BookError::NotUtf8(error.valid_up_to()))?;
        let mut openings = Vec::new();
        for (index, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let text = text.trim();
            if !text.is_empty() && !text.starts_with('#') {
                openings.push(read_line(text, index + 1, size, rule, rows)?);
            }
        }
        if openings.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(OpeningBook::List {
            openings,
            use_symmetries: true,
        })
    }

    /// Shuffles a list by a seed.
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

    /// Number of openings; `None` for random ones.
    pub fn len(&self) -> Option<usize> {
        match self {
            OpeningBook::Empty => Some(1),
            OpeningBook::List { openings, .. } => Some(openings.len()),
            OpeningBook::Random(_) => None,
        }
    }

    /// Whether the list is empty; never for a book that was read.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a round: its index for statistics, and its stones.
    pub fn opening(&self, round: u64, seed: u64, size: Size, rule: Rule) -> (u64, Vec<Point>) {
        match self {
            OpeningBook::Empty => (0, Vec::new()),
            OpeningBook::List {
                openings,
                use_symmetries,
            } => {
                let count = openings.len().max(1) as u64;
                let symmetry = if *use_symmetries {
                    round / count % 8
                } else {
                    0
                };
                let symmetry = Symmetry::ALL[symmetry as usize];
                let stones = openings.get((round % count) as usize);
                let stones = stones.map(|stones| {
                    stones
                        .iter()
                        .map(|&point| symmetry.apply(point, size))
                        .collect()
                });
                (round % count, stones.unwrap_or_default())
            }
            OpeningBook::Random(stones) => (
                round,
                random_stones(*stones, seed::derive([seed, round]), size, rule),
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

/// Random stones near the center and near each other, without a finished five.
pub(crate) fn random_stones(stones: usize, seed: u64, size: Size, rule: Rule) -> Vec<Point> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let center = size.center();
    let radius = (size.get() / 4).max(1);
    let mut board = Board::new(size, rule);
    for _ in 0..stones.min(size.area() / 4) {
        let neighbors = Neighborhood::Square3.candidates(&board) & board.legal_moves();
        let central: Vec<Point> = neighbors
            .iter()
            .filter(|point| point.distance(center) <= radius)
            .collect();
        let choices = if board.ply() == 0 {
            // Not only on the center itself.
            size.points()
                .filter(|point| point.distance(center) <= radius / 2 + 1)
                .collect()
        } else if central.is_empty() {
            neighbors.iter().collect()
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
    fn reads_offsets_and_moves() {
        let book = read("# two openings\n0,0, 1,-1\n\nh8 i9\n").unwrap();
        let OpeningBook::List { openings, .. } = &book else {
            panic!("not a list");
        };
        assert_eq!(openings.len(), 2);
        assert_eq!(openings[0], openings[1]);
        let first = book.opening(0, 0, Size::FIFTEEN, Rule::Freestyle);
        let turned: std::collections::HashSet<_> = (0..16)
            .map(|round| book.opening(round, 0, Size::FIFTEEN, Rule::Freestyle).1)
            .collect();
        assert_eq!(first.1, openings[0]);
        // A diagonal neighbor of the center has four images under the eight symmetries.
        assert_eq!(turned.len(), 4);
    }

    #[test]
    fn errors_have_line_numbers() {
        for (text, message) in [
            ("", "no openings"),
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
    fn random_openings_are_legal_and_reproducible() {
        for rule in Rule::ALL {
            for seed in 0..50 {
                let stones = random_stones(7, seed, Size::FIFTEEN, rule);
                assert_eq!(stones.len(), 7);
                assert!(Board::with_moves(Size::FIFTEEN, rule, &stones).is_ok());
                assert_eq!(stones, random_stones(7, seed, Size::FIFTEEN, rule));
            }
        }
        assert!(random_stones(30, 1, Size::new(5).unwrap(), Rule::Freestyle).len() >= 5);
    }

    #[test]
    fn shuffling_permutes() {
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

//! The numbers behind evaluation and move ordering, one set for each rule.
//!
//! They are fitted to games of the engine against itself; `weights/` holds the files and how each was made. A file is
//! text in its first line and numbers after it:
//!
//! ```text
//! tengen engine weights 2 freestyle<newline>
//! ```
//!
//! then 16-bit numbers, lowest byte first: for black and for white 2,380 times eight numbers that an empty point says by what a
//! stone would make there, the [head](crate::network::Head) of the network when this color is to move, 8,192 values of
//! [threat masks](crate::threat_mask), 2,380 scores of a move by what it makes and 2,380 by what it takes from the enemy;
//! and a check sum of 32 bits.

use std::sync::{Arc, LazyLock};

use gomoku::{Color, Rule};

use crate::network::{self, ACCUMULATOR_SIZE, Accumulator, Head};
use crate::pattern_code::{self, PACKED_LINES, PATTERN_CODES};
use crate::threat_mask::MASKS;

/// Values by pattern code and mask for one color, as they are fitted and stored.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// What an empty point says by what a stone of this color would make there.
    pub points: Vec<Accumulator>,
    /// What becomes of the sums when this color is to move.
    pub head: Head,
    /// What the threats are worth when this color is to move.
    pub threats: Vec<i16>,
    /// How good a move of this color is by what it makes.
    pub attack: Vec<i16>,
    /// How good a move of this color is by what the enemy would make there.
    pub defense: Vec<i16>,
}

/// Why a file of weights cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The first line is not what it should be.
    #[error("the file begins with {found:?}, not with {expected:?}")]
    Header {
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// Too short or too long.
    #[error("the file has {found} bytes after its first line, not {expected}")]
    Length {
        /// Bytes that are there.
        found: usize,
        /// Bytes that should be.
        expected: usize,
    },
    /// The numbers have been damaged.
    #[error("the check sum is {found:08x}, not {expected:08x}: the file is damaged")]
    Checksum {
        /// Computed from the numbers.
        found: u32,
        /// Written in the file.
        expected: u32,
    },
}

/// The numbers of one rule, laid out for the search.
#[derive(Debug)]
pub struct Weights {
    points: [Box<[Accumulator; PACKED_LINES]>; 2],
    heads: [Head; 2],
    threats: [Vec<i16>; 2],
    attack: [Box<[i16; PACKED_LINES]>; 2],
    defense: [Box<[i16; PACKED_LINES]>; 2],
}

const NUMBERS_OF_SIDE: usize = (ACCUMULATOR_SIZE + 2) * PATTERN_CODES + network::NUMBERS + MASKS;

impl Weights {
    /// The shipped weights of a rule.
    pub fn of(rule: Rule) -> Arc<Weights> {
        static SHIPPED: [LazyLock<Arc<Weights>>; 5] = [
            LazyLock::new(|| shipped(Rule::Freestyle)),
            LazyLock::new(|| shipped(Rule::Standard)),
            LazyLock::new(|| shipped(Rule::Renju)),
            LazyLock::new(|| shipped(Rule::Caro)),
            LazyLock::new(|| shipped(Rule::CaroExact)),
        ];
        let place = Rule::ALL.iter().position(|&one| one == rule);
        SHIPPED[place.expect("every rule is in the list")].clone()
    }

    /// Lays out the values of black and white.
    pub fn new(sides: &[SideWeights; 2]) -> Weights {
        let [black, white] = sides;
        let spread = |values: fn(&SideWeights) -> &[i16]| {
            [black, white].map(|side| pattern_code::expand(values(side)))
        };
        Weights {
            points: [black, white].map(|side| pattern_code::expand(&side.points)),
            heads: [black, white].map(|side| side.head.clone()),
            threats: [black, white].map(|side| side.threats.clone()),
            attack: spread(|side| &side.attack),
            defense: spread(|side| &side.defense),
        }
    }

    /// What an empty point with these [lines](gomoku::Patterns::both_lines) says for black and for white.
    #[inline]
    pub(crate) fn point(&self, lines: u32) -> [&Accumulator; 2] {
        let [black, white] = &self.points;
        [
            &black[(lines & 0xffff) as usize],
            &white[(lines >> 16) as usize],
        ]
    }

    /// What a position is worth to the side to move, by the sums of what the points say and its
    /// [threat mask](crate::threat_mask).
    #[inline]
    pub(crate) fn score(&self, side: Color, sums: &[Accumulator; 2], mask: usize) -> i32 {
        let (own, enemy) = (&sums[side.index()], &sums[(!side).index()]);
        let threats = i32::from(self.threats[side.index()][mask]);
        self.heads[side.index()].score(own, enemy) + threats
    }

    /// How good a move of this side on a point with these lines looks.
    #[inline]
    pub(crate) fn move_score(&self, side: Color, lines: u32) -> i32 {
        let (black, white) = ((lines & 0xffff) as usize, (lines >> 16) as usize);
        let (own, enemy) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        i32::from(self.attack[side.index()][own]) + i32::from(self.defense[side.index()][enemy])
    }
}

/// The two kinds of caro share their weights.
fn shipped(rule: Rule) -> Arc<Weights> {
    let (of, bytes): (Rule, &[u8]) = match rule {
        Rule::Freestyle => (
            rule,
            include_bytes!("../../../weights/engine-freestyle.weights"),
        ),
        Rule::Standard => (
            rule,
            include_bytes!("../../../weights/engine-standard.weights"),
        ),
        Rule::Renju => (
            rule,
            include_bytes!("../../../weights/engine-renju.weights"),
        ),
        Rule::Caro | Rule::CaroExact => (
            Rule::Caro,
            include_bytes!("../../../weights/engine-caro.weights"),
        ),
    };
    let sides = from_bytes(of, bytes).expect("the shipped weights are whole");
    Arc::new(Weights::new(&sides))
}

/// The first line of a file.
fn header(rule: Rule) -> String {
    format!("tengen engine weights 2 {}\n", rule.name())
}

/// FNV-1a: enough to notice a damaged file.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Writes the values of black and white as a file.
pub fn to_bytes(rule: Rule, sides: &[SideWeights; 2]) -> Vec<u8> {
    let mut numbers = Vec::with_capacity(4 * NUMBERS_OF_SIDE);
    for side in sides {
        let rest = [&side.threats, &side.attack, &side.defense];
        let values = side.points.as_flattened().iter().copied();
        let values = values.chain(side.head.to_numbers());
        let values = values.chain(rest.into_iter().flatten().copied());
        numbers.extend(values.flat_map(i16::to_le_bytes));
    }
    let sum = checksum(&numbers);
    let mut bytes = header(rule).into_bytes();
    bytes.extend(numbers);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads the values of black and white from a file of this rule.
///
/// # Errors
/// When the file is of another kind or rule, has another length or is damaged.
pub fn from_bytes(rule: Rule, bytes: &[u8]) -> Result<[SideWeights; 2], WeightsError> {
    let expected = header(rule);
    let Some(body) = bytes.strip_prefix(expected.as_bytes()) else {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or(&[]);
        let shown = &line[..line.len().min(60)];
        return Err(WeightsError::Header {
            found: String::from_utf8_lossy(shown).into_owned(),
            expected: expected.trim_end().to_owned(),
        });
    };
    let length = 4 * NUMBERS_OF_SIDE;
    let (Some((numbers, sum)), true) = (body.split_at_checked(length), body.len() == length + 4)
    else {
        return Err(WeightsError::Length {
            found: body.len(),
            expected: length + 4,
        });
    };
    let expected = sum
        .iter()
        .rev()
        .fold(0, |sum, &byte| sum << 8 | u32::from(byte));
    let found = checksum(numbers);
    if found != expected {
        return Err(WeightsError::Checksum { found, expected });
    }
    let mut values = numbers
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    Ok([(); 2].map(|()| {
        let mut take = |count: usize| -> Vec<i16> { values.by_ref().take(count).collect() };
        SideWeights {
            points: take(ACCUMULATOR_SIZE * PATTERN_CODES)
                .as_chunks()
                .0
                .to_vec(),
            head: Head::from_numbers(take(network::NUMBERS).into_iter()),
            threats: take(MASKS),
            attack: take(PATTERN_CODES),
            defense: take(PATTERN_CODES),
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval_state::EvalState;
    use gomoku::notation::{self, RowOrigin};
    use gomoku::{Board, Size};

    /// Numbers that mean nothing but differ from each other.
    fn some_sides() -> [SideWeights; 2] {
        [1, 2].map(|side: i16| {
            let numbers = |count: usize| -> Vec<i16> {
                (0..count)
                    .map(|place| side * (place % 9_000) as i16)
                    .collect()
            };
            SideWeights {
                points: numbers(ACCUMULATOR_SIZE * PATTERN_CODES)
                    .as_chunks()
                    .0
                    .to_vec(),
                head: Head::from_numbers(numbers(network::NUMBERS).into_iter()),
                threats: numbers(MASKS),
                attack: numbers(PATTERN_CODES),
                defense: numbers(PATTERN_CODES),
            }
        })
    }

    #[test]
    fn every_rule_has_weights() {
        for rule in Rule::ALL {
            // A three is worth more than stones in the corners, and so is taking one.
            let weights = Weights::of(rule);
            let score = |moves: &str| {
                let moves = notation::parse_moves(moves, Size::FIFTEEN, RowOrigin::Bottom).unwrap();
                let moves: Vec<_> = moves.into_iter().flatten().collect();
                let board = Board::with_moves(Size::FIFTEEN, rule, &moves).unwrap();
                let mut state = EvalState::new(board, weights.clone());
                state.evaluate()
            };
            assert!(
                score("h8a1i8o1j8a15") > score("h8a1o15o1b14a15") + 50,
                "{rule:?}"
            );
            assert!(weights.move_score(Color::White, 0x9) > weights.move_score(Color::White, 0));
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let sides = some_sides();
        let bytes = to_bytes(Rule::Renju, &sides);
        assert_eq!(from_bytes(Rule::Renju, &bytes), Ok(sides));
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_reason() {
        let sides = some_sides();
        let good = to_bytes(Rule::Renju, &sides);
        let error = |bytes: &[u8]| from_bytes(Rule::Renju, bytes).unwrap_err().to_string();
        assert!(error(&to_bytes(Rule::Caro, &sides)).contains("weights 2 caro"));
        assert!(error(b"\xff\x00").contains("not with"));
        assert!(error(&good[..good.len() - 1]).contains("bytes after its first line"));
        let mut damaged = good;
        damaged[1000] ^= 4;
        assert!(error(&damaged).contains("damaged"));
    }
}

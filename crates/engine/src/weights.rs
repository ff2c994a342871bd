//! The numbers behind evaluation and move ordering, one set for each rule.
//!
//! They are fitted to games of the engine against itself; `weights/` holds the files and how each was made. A file is
//! text in its first line and numbers after it:
//!
//! ```text
//! tengen engine weights 1 freestyle<newline>
//! ```
//!
//! then 16-bit numbers, lowest byte first: for black and for white 2,380 values of an empty point by what a stone would
//! make there, 8,192 values of [threat masks](crate::threat_mask), 2,380 scores of a move by what it makes and 2,380 by
//! what it takes from the enemy; and a check sum of 32 bits.

use std::sync::{Arc, LazyLock};

use gomoku::{Color, LineClass, Rule, Threat};

use crate::combination::{self, COMBINATIONS, PACKED};
use crate::threat_mask::{BITS, MASKS};

/// Values by combination and mask for one color, as they are fitted and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideWeights {
    /// What an empty point is worth to this color by what its stone would make there.
    pub points: Vec<i16>,
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
    points: [Box<[i16; PACKED]>; 2],
    threats: [Vec<i16>; 2],
    attack: [Box<[i16; PACKED]>; 2],
    defense: [Box<[i16; PACKED]>; 2],
}

const NUMBERS_OF_SIDE: usize = 3 * COMBINATIONS + MASKS;

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
        let spread = |values: fn(&SideWeights) -> &[i16]| {
            [0, 1].map(|side| combination::spread(values(&sides[side])))
        };
        Weights {
            points: spread(|side| &side.points),
            threats: [0, 1].map(|side| sides[side].threats.clone()),
            attack: spread(|side| &side.attack),
            defense: spread(|side| &side.defense),
        }
    }

    /// What an empty point with these [lines](gomoku::Patterns::both_lines) is worth to black.
    #[inline]
    pub(crate) fn point(&self, lines: u32) -> i32 {
        i32::from(self.points[0][(lines & 0xffff) as usize])
            - i32::from(self.points[1][(lines >> 16) as usize])
    }

    /// What this [mask](crate::threat_mask) is worth to the side to move.
    #[inline]
    pub(crate) fn threats(&self, side: Color, mask: usize) -> i32 {
        i32::from(self.threats[side.index()][mask])
    }

    /// How good a move of this side on a point with these lines looks.
    #[inline]
    pub(crate) fn step(&self, side: Color, lines: u32) -> i32 {
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

impl SideWeights {
    /// A first guess, from which the fitting starts: each direction counts for itself.
    pub fn by_hand() -> SideWeights {
        const POINT: [i16; LineClass::COUNT] = [0, 0, 1, 1, 3, 4, 5, 6, 10, 12, 14, 30, 60, 0];
        const ATTACK: [i16; LineClass::COUNT] =
            [0, 2, 6, 10, 24, 28, 32, 40, 100, 110, 120, 600, 2000, 0];
        const DEFENSE: [i16; LineClass::COUNT] =
            [0, 1, 4, 6, 18, 22, 26, 24, 70, 80, 80, 500, 1500, 0];
        let sum = |table: &[i16]| -> Vec<i16> {
            combination::all()
                .map(|classes| classes.iter().map(|&class| table[class as usize]).sum())
                .collect()
        };
        let threats = (0..MASKS)
            .map(|mask| {
                let value: i16 = BITS
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| mask >> bit & 1 == 1)
                    .map(|(_, &(own, threat))| mask_value(own, threat))
                    .sum();
                value + 20
            })
            .collect();
        SideWeights {
            points: sum(&POINT),
            threats,
            attack: sum(&ATTACK),
            defense: sum(&DEFENSE),
        }
    }
}

fn mask_value(own: bool, threat: Threat) -> i16 {
    match (own, threat) {
        (true, Threat::FourThree) => 300,
        (true, Threat::FourPlus) => 90,
        (true, Threat::Four) => 30,
        (true, Threat::DoubleThree) => 150,
        (true, Threat::ThreePlus) => 60,
        (true, Threat::Three) => 30,
        (false, Threat::OpenFour) => -200,
        (false, Threat::FourThree) => -120,
        (false, Threat::FourPlus) => -40,
        (false, Threat::Four) => -10,
        (false, Threat::DoubleThree) => -60,
        (false, Threat::ThreePlus) => -20,
        (false, Threat::Three) => -10,
        _ => 0,
    }
}

/// The first line of a file.
fn header(rule: Rule) -> String {
    format!("tengen engine weights 1 {}\n", rule.name())
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
        for values in [&side.points, &side.threats, &side.attack, &side.defense] {
            numbers.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
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
    let mut take = |count: usize| -> Vec<i16> { values.by_ref().take(count).collect() };
    Ok([(); 2].map(|()| SideWeights {
        points: take(COMBINATIONS),
        threats: take(MASKS),
        attack: take(COMBINATIONS),
        defense: take(COMBINATIONS),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_weights() {
        for rule in Rule::ALL {
            // A three is worth more than nothing, and so is taking one.
            let weights = Weights::of(rule);
            assert!(weights.point(0x9) > weights.point(0), "{rule:?}");
            assert!(weights.step(Color::White, 0x9) > weights.step(Color::White, 0));
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let sides = [SideWeights::by_hand(), SideWeights::by_hand()];
        let bytes = to_bytes(Rule::Renju, &sides);
        assert_eq!(from_bytes(Rule::Renju, &bytes), Ok(sides));
    }

    #[test]
    fn a_wrong_file_is_refused_with_the_reason() {
        let sides = [SideWeights::by_hand(), SideWeights::by_hand()];
        let good = to_bytes(Rule::Renju, &sides);
        let error = |bytes: &[u8]| from_bytes(Rule::Renju, bytes).unwrap_err().to_string();
        assert!(error(&to_bytes(Rule::Caro, &sides)).contains("weights 1 caro"));
        assert!(error(b"\xff\x00").contains("not with"));
        assert!(error(&good[..good.len() - 1]).contains("bytes after its first line"));
        let mut damaged = good;
        damaged[1000] ^= 4;
        assert!(error(&damaged).contains("damaged"));
    }
}

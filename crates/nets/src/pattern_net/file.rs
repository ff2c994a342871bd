//! The file format of the engine's weights.
//!
//! ```text
//! tengen engine weights 2 freestyle<newline>
//! ```
//!
//! Then little-endian 16-bit integers, black's and then white's: 2,380 embeddings of 8, the head of 592, 8,192 threat
//! masks, 2,380 attack scores and 2,380 defense scores. A 32-bit FNV-1a checksum of these bytes ends the file.

use gomoku::Rule;

use super::head::{self, ACCUMULATOR_SIZE, Accumulator, Head};
use super::pattern_code::PATTERN_CODES;
use super::threat_mask::THREAT_MASKS;
use crate::weights_file::{WeightsError, fnv1a_32 as checksum};

/// The weights of one color as they are fitted and stored: tables by pattern code and by threat mask.
#[derive(Clone, Debug, PartialEq)]
pub struct SideWeights {
    /// What an empty point adds to this color's accumulator.
    pub embeddings: Vec<Accumulator>,
    /// The dense layers when this color is to move.
    pub head: Head,
    /// Score of each threat mask when this color is to move.
    pub threats: Vec<i16>,
    /// Move score by what the stone makes for this color.
    pub attack: Vec<i16>,
    /// Move score by what the stone takes from the opponent.
    pub defense: Vec<i16>,
}

const SIDE_WEIGHT_COUNT: usize =
    (ACCUMULATOR_SIZE + 2) * PATTERN_CODES + head::WEIGHT_COUNT + THREAT_MASKS;

/// Bytes of the weights, without title and checksum.
const BODY_LENGTH: usize = 4 * SIDE_WEIGHT_COUNT;

fn title(rule: Rule) -> String {
    format!("tengen engine weights 2 {}\n", rule.name())
}

/// Writes the weights of black and white as a file.
pub fn to_bytes(rule: Rule, sides: &[SideWeights; 2]) -> Vec<u8> {
    let body = body(sides);
    let sum = checksum(&body);
    let mut bytes = title(rule).into_bytes();
    bytes.extend(body);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The checksum that a file of these weights ends with.
pub(super) fn checksum_of(sides: &[SideWeights; 2]) -> u32 {
    checksum(&body(sides))
}

fn body(sides: &[SideWeights; 2]) -> Vec<u8> {
    let mut body = Vec::with_capacity(BODY_LENGTH);
    for side in sides {
        let tables = [&side.threats, &side.attack, &side.defense];
        let weights = side.embeddings.as_flattened().iter().copied();
        let weights = weights.chain(side.head.to_quantized());
        let weights = weights.chain(tables.into_iter().flatten().copied());
        body.extend(weights.flat_map(i16::to_le_bytes));
    }
    body
}

/// Reads the weights of black and white from a file of this rule.
///
/// # Errors
/// When the file is of another kind or rule, has another length or is damaged.
pub fn from_bytes(rule: Rule, bytes: &[u8]) -> Result<[SideWeights; 2], WeightsError> {
    let expected = title(rule);
    let Some(rest) = bytes.strip_prefix(expected.as_bytes()) else {
        return Err(WeightsError::Title {
            kind: "an engine weights file",
            expected: expected.trim_end().to_owned(),
        });
    };
    let length_error = WeightsError::Length {
        found: rest.len(),
        expected: BODY_LENGTH + 4,
    };
    let (body, sum) = rest
        .split_at_checked(BODY_LENGTH)
        .ok_or(length_error.clone())?;
    let sum: [u8; 4] = sum.try_into().map_err(|_| length_error)?;
    if checksum(body) != u32::from_le_bytes(sum) {
        return Err(WeightsError::Checksum);
    }
    let (pairs, _) = body.as_chunks::<2>();
    let mut weights = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
    Ok([(); 2].map(|()| read_side(&mut weights)))
}

fn read_side(weights: &mut impl Iterator<Item = i16>) -> SideWeights {
    let mut take = |count: usize| -> Vec<i16> { weights.by_ref().take(count).collect() };
    SideWeights {
        embeddings: take(ACCUMULATOR_SIZE * PATTERN_CODES)
            .as_chunks()
            .0
            .to_vec(),
        head: Head::from_quantized(take(head::WEIGHT_COUNT).into_iter()),
        threats: take(THREAT_MASKS),
        attack: take(PATTERN_CODES),
        defense: take(PATTERN_CODES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that are all different within a table.
    fn some_sides() -> [SideWeights; 2] {
        [1, 2].map(|side: i16| {
            let weights = |count: usize| -> Vec<i16> {
                (0..count)
                    .map(|index| side * (index % 9_000) as i16)
                    .collect()
            };
            SideWeights {
                embeddings: weights(ACCUMULATOR_SIZE * PATTERN_CODES)
                    .as_chunks()
                    .0
                    .to_vec(),
                head: Head::from_quantized(weights(head::WEIGHT_COUNT).into_iter()),
                threats: weights(THREAT_MASKS),
                attack: weights(PATTERN_CODES),
                defense: weights(PATTERN_CODES),
            }
        })
    }

    #[test]
    fn files_round_trip() {
        let sides = some_sides();
        let bytes = to_bytes(Rule::Renju, &sides);
        assert_eq!(from_bytes(Rule::Renju, &bytes), Ok(sides));
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let sides = some_sides();
        let good = to_bytes(Rule::Renju, &sides);
        let error = |bytes: &[u8]| from_bytes(Rule::Renju, bytes).unwrap_err().to_string();
        assert!(error(&to_bytes(Rule::Caro, &sides)).contains("weights 2 renju"));
        assert!(error(b"\xff\x00").contains("not an engine weights file"));
        assert!(error(&good[..good.len() - 1]).contains("bytes of weights"));
        assert!(error(&good[..100]).contains("bytes of weights"));
        assert!(error(&[&good[..], b"0"].concat()).contains("bytes of weights"));
        let mut damaged = good;
        damaged[1000] ^= 4;
        assert!(error(&damaged).contains("damaged"));
    }
}

//! The file format of line networks.
//!
//! ```text
//! tengen line network 1 freestyle<newline>
//! ```
//!
//! Then little-endian integers of 16 bits, biases of 32 bits: 7,367 shapes of 16, 2,380 own and 2,380 opponent's pattern codes
//! of 16, the two hidden layers (32 × 32 weights, 32 biases each), the output layer (32 weights, a bias), 8,192 threat masks,
//! the dense layer of the policy, 2,380 attack and 2,380 defense scores. Under renju all of it twice: black's, then white's;
//! otherwise both colors share it. A 32-bit FNV-1a checksum of these bytes ends the file.

use gomoku::Rule;

use super::layer::{Dense, HIDDEN, MAX_BIAS, MAX_HIDDEN_WEIGHT, MAX_POOL_WEIGHT};
use super::shape::SHAPES;
use super::{CHANNELS, WIDTH};
use crate::pattern_net::pattern_code::PATTERN_CODES;
use crate::pattern_net::threat_mask::THREAT_MASKS;
use crate::weights_file::{WeightsError, fnv1a_32};

/// The weights of one color as they are trained and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideWeights {
    /// Features by line shape in this color's view.
    pub shapes: Vec<[i16; CHANNELS]>,
    /// Features by the color's own pattern code.
    pub own_codes: Vec<[i16; CHANNELS]>,
    /// Features by the opponent's pattern code.
    pub opponent_codes: Vec<[i16; CHANNELS]>,
    /// The hidden layers when this color is to move.
    pub hidden: [Dense; 2],
    /// The output layer.
    pub output: [i16; HIDDEN],
    /// The bias of the output.
    pub output_bias: i32,
    /// Score of each threat mask.
    pub threats: Vec<i16>,
    /// What the policy multiplies features with, by the inputs.
    pub policy: Dense,
    /// Move score by what the stone makes for this color.
    pub attack: Vec<i16>,
    /// Move score by what the stone takes from the opponent.
    pub defense: Vec<i16>,
}

const DENSE_BYTES: usize = 2 * WIDTH * HIDDEN + 4 * HIDDEN;
const SIDE_BYTES: usize = 2 * CHANNELS * (SHAPES + 2 * PATTERN_CODES)
    + 3 * DENSE_BYTES
    + 2 * HIDDEN
    + 4
    + 2 * (THREAT_MASKS + 2 * PATTERN_CODES);

/// Colors with weights of their own: one if both share them.
pub fn side_count(rule: Rule) -> usize {
    if rule == Rule::Renju { 2 } else { 1 }
}

fn title(rule: Rule) -> String {
    format!("tengen line network 1 {}\n", rule.name())
}

/// Writes the weights of black and white as a file.
pub fn to_bytes(rule: Rule, sides: &[SideWeights; 2]) -> Vec<u8> {
    let body = body(&sides[..side_count(rule)]);
    let sum = fnv1a_32(&body);
    [title(rule).into_bytes(), body, sum.to_le_bytes().to_vec()].concat()
}

/// A checksum of the weights of both colors.
pub(super) fn checksum_of(sides: &[SideWeights; 2]) -> u32 {
    fnv1a_32(&body(sides))
}

fn body(sides: &[SideWeights]) -> Vec<u8> {
    let mut body = Vec::with_capacity(sides.len() * SIDE_BYTES);
    for side in sides {
        for table in [&side.shapes, &side.own_codes, &side.opponent_codes] {
            put(&mut body, table.as_flattened());
        }
        for layer in &side.hidden {
            put_dense(&mut body, layer);
        }
        put(&mut body, &side.output);
        body.extend(side.output_bias.to_le_bytes());
        put(&mut body, &side.threats);
        put_dense(&mut body, &side.policy);
        put(&mut body, &side.attack);
        put(&mut body, &side.defense);
    }
    body
}

fn put(body: &mut Vec<u8>, weights: &[i16]) {
    body.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
}

fn put_dense(body: &mut Vec<u8>, layer: &Dense) {
    put(body, layer.weights.as_flattened());
    body.extend(layer.biases.iter().flat_map(|bias| bias.to_le_bytes()));
}

/// Reads the weights of black and white from a file of this rule.
///
/// # Errors
/// When the file is of another kind or rule, has another length, is damaged, or holds weights that would overflow.
pub fn from_bytes(rule: Rule, bytes: &[u8]) -> Result<[SideWeights; 2], WeightsError> {
    let expected = title(rule);
    let Some(rest) = bytes.strip_prefix(expected.as_bytes()) else {
        return Err(WeightsError::Title {
            kind: "a line network",
            expected: expected.trim_end().to_owned(),
        });
    };
    let length = side_count(rule) * SIDE_BYTES;
    let length_error = WeightsError::Length {
        found: rest.len(),
        expected: length + 4,
    };
    let (body, sum) = rest.split_at_checked(length).ok_or(length_error.clone())?;
    let sum: [u8; 4] = sum.try_into().map_err(|_| length_error)?;
    if fnv1a_32(body) != u32::from_le_bytes(sum) {
        return Err(WeightsError::Checksum);
    }
    let mut reader = Reader { body, read: 0 };
    let black = reader.side()?;
    let white = if side_count(rule) == 2 {
        reader.side()?
    } else {
        black.clone()
    };
    Ok([black, white])
}

/// Reads weights of a body whose length was checked.
struct Reader<'a> {
    body: &'a [u8],
    read: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let bytes = &self.body[self.read..self.read + N];
        self.read += N;
        bytes.try_into().expect("a slice of N bytes")
    }

    fn small(&mut self, count: usize) -> Vec<i16> {
        (0..count)
            .map(|_| i16::from_le_bytes(self.take()))
            .collect()
    }

    fn bounded(&mut self, count: usize, max: i16) -> Result<Vec<i16>, WeightsError> {
        let first = self.read / 2;
        let weights = self.small(count);
        match weights
            .iter()
            .position(|weight| weight.unsigned_abs() > max.unsigned_abs())
        {
            Some(index) => Err(WeightsError::Range(first + index)),
            None => Ok(weights),
        }
    }

    fn bias(&mut self) -> Result<i32, WeightsError> {
        let bias = i32::from_le_bytes(self.take());
        if bias.unsigned_abs() > MAX_BIAS.unsigned_abs() {
            return Err(WeightsError::Range(self.read / 2));
        }
        Ok(bias)
    }

    fn dense(&mut self, max: i16) -> Result<Dense, WeightsError> {
        let weights = self.bounded(WIDTH * HIDDEN, max)?;
        let mut layer = Dense::ZERO;
        layer.weights.as_flattened_mut().copy_from_slice(&weights);
        for bias in &mut layer.biases {
            *bias = self.bias()?;
        }
        Ok(layer)
    }

    fn rows(&mut self, count: usize) -> Vec<[i16; CHANNELS]> {
        self.small(count * CHANNELS).as_chunks().0.to_vec()
    }

    fn side(&mut self) -> Result<SideWeights, WeightsError> {
        Ok(SideWeights {
            shapes: self.rows(SHAPES),
            own_codes: self.rows(PATTERN_CODES),
            opponent_codes: self.rows(PATTERN_CODES),
            hidden: [self.dense(MAX_POOL_WEIGHT)?, self.dense(MAX_HIDDEN_WEIGHT)?],
            output: self
                .bounded(HIDDEN, MAX_HIDDEN_WEIGHT)?
                .try_into()
                .expect("as many weights as were asked for"),
            output_bias: self.bias()?,
            threats: self.small(THREAT_MASKS),
            policy: self.dense(MAX_POOL_WEIGHT)?,
            attack: self.small(PATTERN_CODES),
            defense: self.small(PATTERN_CODES),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_side(seed: i16) -> SideWeights {
        let weights = |count: usize| -> Vec<i16> {
            (0..count)
                .map(|index| seed * (index % 300) as i16)
                .collect()
        };
        let rows = |count: usize| weights(count * CHANNELS).as_chunks().0.to_vec();
        let mut dense = Dense::ZERO;
        dense
            .weights
            .as_flattened_mut()
            .copy_from_slice(&weights(WIDTH * HIDDEN));
        dense.biases = [12_345 * i32::from(seed); HIDDEN];
        SideWeights {
            shapes: rows(SHAPES),
            own_codes: rows(PATTERN_CODES),
            opponent_codes: rows(PATTERN_CODES),
            hidden: [dense.clone(), dense.clone()],
            output: [seed; HIDDEN],
            output_bias: i32::from(seed),
            threats: weights(THREAT_MASKS),
            policy: dense,
            attack: weights(PATTERN_CODES),
            defense: weights(PATTERN_CODES),
        }
    }

    #[test]
    fn files_round_trip() {
        let sides = [some_side(1), some_side(2)];
        let bytes = to_bytes(Rule::Renju, &sides);
        assert_eq!(from_bytes(Rule::Renju, &bytes), Ok(sides));
        let sides = [some_side(1), some_side(1)];
        let bytes = to_bytes(Rule::Freestyle, &sides);
        assert_eq!(from_bytes(Rule::Freestyle, &bytes), Ok(sides));
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let sides = [some_side(1), some_side(2)];
        let good = to_bytes(Rule::Renju, &sides);
        let error = |bytes: &[u8]| from_bytes(Rule::Renju, bytes).unwrap_err().to_string();
        assert!(error(&to_bytes(Rule::Caro, &sides)).contains("network 1 renju"));
        assert!(error(b"\xff\x00").contains("not a line network"));
        assert!(error(&good[..good.len() - 1]).contains("bytes of weights"));
        assert!(error(&[&good[..], b"0"].concat()).contains("bytes of weights"));
        let mut damaged = good;
        damaged[1000] ^= 4;
        assert!(error(&damaged).contains("damaged"));
        let mut large = sides;
        large[1].hidden[0].weights[3][4] = MAX_POOL_WEIGHT + 1;
        assert!(error(&to_bytes(Rule::Renju, &large)).contains("out of range"));
    }
}

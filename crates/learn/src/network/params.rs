//! The parameters of a line network: chunks of sixteen floats, so that a row of features is a chunk.

use std::ops::Range;

use gomoku::Rule;
use nets::line_net::file::side_count;
use nets::line_net::shape::{EMPTY_LINE, SHAPES};
use nets::line_net::{CHANNELS, FEATURE_SCALE, HIDDEN, WIDTH};
use nets::pattern_net::pattern_code::PATTERN_CODES;
use nets::pattern_net::threat_mask::THREAT_MASKS;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Parameters in a chunk.
pub const CHUNK: usize = CHANNELS;
/// Sixteen parameters.
pub type Chunk = [f32; CHUNK];

const fn chunks(count: usize) -> usize {
    count.div_ceil(CHUNK)
}

const fn after(range: Range<usize>, count: usize) -> Range<usize> {
    range.end..range.end + count
}

/// Features by line shape.
pub const SHAPE_ROWS: Range<usize> = 0..SHAPES;
/// Features by own pattern code.
pub const OWN_ROWS: Range<usize> = after(SHAPE_ROWS, PATTERN_CODES);
/// Features by the opponent's pattern code.
pub const OPPONENT_ROWS: Range<usize> = after(OWN_ROWS, PATTERN_CODES);
/// Weights and biases of a dense layer, two chunks for each input and two of biases.
pub const DENSE_CHUNKS: usize = chunks(WIDTH * HIDDEN) + chunks(HIDDEN);
/// The first hidden layer.
pub const HIDDEN_1: Range<usize> = after(OPPONENT_ROWS, DENSE_CHUNKS);
/// The dense layer of the policy.
pub const POLICY: Range<usize> = after(HIDDEN_1, DENSE_CHUNKS);
/// The second hidden layer.
pub const HIDDEN_2: Range<usize> = after(POLICY, DENSE_CHUNKS);
/// The output layer.
pub const OUTPUT: Range<usize> = after(HIDDEN_2, chunks(HIDDEN));
/// The bias of the output.
pub const OUTPUT_BIAS: Range<usize> = after(OUTPUT, 1);
/// Value by threat mask.
pub const THREATS: Range<usize> = after(OUTPUT_BIAS, chunks(THREAT_MASKS));
/// Policy by own pattern code.
pub const ATTACK: Range<usize> = after(THREATS, chunks(PATTERN_CODES));
/// Policy by the opponent's pattern code.
pub const DEFENSE: Range<usize> = after(ATTACK, chunks(PATTERN_CODES));
/// Chunks of one color.
pub const SIDE_CHUNKS: usize = DEFENSE.end;

/// Parameters of a network, with those that the forward pass uses: rounded features.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// As the optimizer changes them.
    pub chunks: Vec<Chunk>,
    /// As the forward pass reads them.
    pub forward: Vec<Chunk>,
}

impl Params {
    /// Random parameters to start from.
    pub fn init(rule: Rule, seed: u64) -> Params {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut chunks = vec![[0.0; CHUNK]; side_count(rule) * SIDE_CHUNKS];
        for side in chunks.chunks_mut(SIDE_CHUNKS) {
            let mut fill = |range: Range<usize>, deviation: f32| {
                for value in side[range].as_flattened_mut() {
                    *value = deviation * normal(&mut rng);
                }
            };
            fill(SHAPE_ROWS, 0.05);
            fill(OWN_ROWS, 0.1);
            fill(OPPONENT_ROWS, 0.1);
            // He initialization; the biases stay zero.
            let deviation = (2.0 / WIDTH as f32).sqrt();
            for layer in [HIDDEN_1, HIDDEN_2] {
                fill(layer.start..layer.end - HIDDEN / CHUNK, deviation);
            }
            fill(OUTPUT, 0.5 * deviation);
            fill(POLICY.start..POLICY.end - HIDDEN / CHUNK, 0.05);
            side[SHAPE_ROWS.start + usize::from(EMPTY_LINE)] = [0.0; CHUNK];
        }
        Params::new(chunks)
    }

    /// Parameters as they were saved.
    pub fn new(chunks: Vec<Chunk>) -> Params {
        let mut params = Params {
            forward: chunks.clone(),
            chunks,
        };
        for index in 0..params.chunks.len() {
            params.round(index);
        }
        params
    }

    /// Brings the forward pass's copy of a chunk up to date.
    #[inline]
    pub fn round(&mut self, index: usize) {
        let chunk = &self.chunks[index];
        self.forward[index] = if index % SIDE_CHUNKS < OPPONENT_ROWS.end {
            chunk.map(|value| (value * FEATURE_SCALE).round_ties_even() / FEATURE_SCALE)
        } else {
            *chunk
        };
    }
}

/// A normally distributed number (Box and Muller 1958).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    let length = (-2.0 * (1.0 - radius).ln()).sqrt();
    (length * (std::f64::consts::TAU * angle).cos()) as f32
}

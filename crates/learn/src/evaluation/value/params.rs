//! Layout of the parameters of one color in the flat vector that Adam optimizes.

use gomoku::{LineClass, Threat};
use nets::pattern_net::ACCUMULATOR_SIZE;
use nets::pattern_net::head::{HIDDEN, INPUTS};
use nets::pattern_net::pattern_code::PATTERN_CODES;
use nets::pattern_net::threat_mask::{BITS, THREAT_MASKS};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Embeddings: by pattern code from 0, then by line class, then by threat.
pub(super) const CLASSES: usize = PATTERN_CODES * ACCUMULATOR_SIZE;
pub(super) const THREATS: usize = CLASSES + LineClass::COUNT * ACCUMULATOR_SIZE;
/// The head.
pub(super) const HIDDEN_WEIGHTS: usize = THREATS + Threat::COUNT * ACCUMULATOR_SIZE;
pub(super) const HIDDEN_BIASES: usize = HIDDEN_WEIGHTS + INPUTS * HIDDEN;
pub(super) const OUTPUT_WEIGHTS: usize = HIDDEN_BIASES + HIDDEN;
pub(super) const DIRECT_WEIGHTS: usize = OUTPUT_WEIGHTS + HIDDEN;
/// Threat masks: by mask, by bit, and the bonus for the side to move.
pub(super) const THREAT_MASK: usize = DIRECT_WEIGHTS + INPUTS;
pub(super) const THREAT_BITS: usize = THREAT_MASK + THREAT_MASKS;
pub(super) const TEMPO: usize = THREAT_BITS + BITS.len();
pub(super) const PARAM_COUNT: usize = TEMPO + 1;

/// Random initialization of embeddings and hidden weights, whose gradient would vanish at zero; the rest is zero.
pub(super) fn init(colors: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let mut params = vec![0.0; colors * PARAM_COUNT];
    for side in params.chunks_mut(PARAM_COUNT) {
        for param in &mut side[..HIDDEN_WEIGHTS] {
            *param = rng.random_range(-0.1..0.1);
        }
        for param in &mut side[HIDDEN_WEIGHTS..HIDDEN_BIASES] {
            *param = rng.random_range(-0.3..0.3);
        }
    }
    params
}

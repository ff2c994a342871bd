//! Dense layers of 32 inputs and 32 outputs.
//!
//! Activations are integers in units of 1/256, weights in units of 1/1024. Weights of a layer behind the pools are at most 2,
//! behind a hidden layer at most 8, so that no sum overflows 32 bits.

use super::WIDTH;
use super::kernel::{self, PairWeights};

/// Units of a hidden layer.
pub const HIDDEN: usize = WIDTH;
/// Quantization of activations.
pub const ACTIVATION_SCALE: f32 = 256.0;
/// Quantization of weights.
pub const WEIGHT_SCALE: f32 = 1024.0;
/// Quantization of a sum of products.
pub const SUM_SCALE: f32 = ACTIVATION_SCALE * WEIGHT_SCALE;
/// The same as a power of two.
pub const SUM_SHIFT: u32 = 18;
/// From a sum of products to an activation.
pub const ACTIVATION_SHIFT: u32 = 10;
/// Upper clamp of an activation.
pub const MAX_ACTIVATION: i16 = 4_095;
/// Upper clamp of a pool as an input.
pub const MAX_INPUT: i32 = 30_000;
/// Upper bound of a quantized weight whose input is a pool.
pub const MAX_POOL_WEIGHT: i16 = 2_047;
/// Upper bound of a quantized weight whose input is a hidden unit.
pub const MAX_HIDDEN_WEIGHT: i16 = 8_191;
/// Upper bound of a quantized bias.
pub const MAX_BIAS: i32 = 1 << 24;

/// No sum overflows, whatever a file holds.
const _: () = {
    let rest = MAX_BIAS as i64 + (1 << ACTIVATION_SHIFT);
    let pools = WIDTH as i64 * MAX_INPUT as i64 * MAX_POOL_WEIGHT as i64;
    let hidden = WIDTH as i64 * MAX_ACTIVATION as i64 * MAX_HIDDEN_WEIGHT as i64;
    assert!(pools + rest <= i32::MAX as i64 && hidden + rest <= i32::MAX as i64);
};

/// A dense layer as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// By input, then by output.
    pub weights: [[i16; HIDDEN]; WIDTH],
    /// By output, in units of a sum of products.
    pub biases: [i32; HIDDEN],
}

impl Dense {
    /// All weights zero.
    pub const ZERO: Dense = Dense {
        weights: [[0; HIDDEN]; WIDTH],
        biases: [0; HIDDEN],
    };
}

/// A dense layer laid out for inference.
#[derive(Debug)]
pub(crate) struct PackedDense {
    pub(super) weights: Box<PairWeights>,
    pub(super) biases: [i32; HIDDEN],
}

impl PackedDense {
    pub(crate) fn new(layer: &Dense) -> PackedDense {
        let mut weights = Box::new([[[0; 2]; HIDDEN]; WIDTH / 2]);
        for (input, row) in layer.weights.iter().enumerate() {
            for (output, &weight) in row.iter().enumerate() {
                weights[input / 2][output][input % 2] = weight;
            }
        }
        PackedDense {
            weights,
            biases: layer.biases,
        }
    }

    #[inline]
    pub(crate) fn forward(&self, inputs: &[i16; WIDTH]) -> [i32; HIDDEN] {
        kernel::dense(&self.weights, &self.biases, inputs)
    }
}

/// Clamps sums of products to activations.
#[inline(always)]
pub(crate) fn activate(sums: &[i32; HIDDEN]) -> [i16; HIDDEN] {
    sums.map(|sum| (sum >> ACTIVATION_SHIFT).clamp(0, i32::from(MAX_ACTIVATION)) as i16)
}

//! The arithmetic of critics, with runtime dispatch to AVX-512 or AVX2.
//!
//! Each function is written once, as loops over sixteen lanes, and compiled three times: for any processor, for AVX2 and
//! for AVX-512. The compiler neither reorders nor fuses floating-point operations, so all three give the same result to
//! the last bit; tests compare them with [`reference`](mod@reference).
#![allow(
    unsafe_code,
    reason = "functions with target features are called after detecting them"
)]

use crate::dispatched;

/// Width of a vector.
const LANES: usize = 16;

/// Maximum number of hidden units; a smaller network pads with zeros.
pub const HIDDEN: usize = 7 * LANES;

/// One value per hidden unit.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Row(pub [f32; HIDDEN]);

impl Row {
    /// All zeros.
    pub const ZERO: Row = Row([0.0; HIDDEN]);
}

/// Index and value of an input, or of a change to it; all others are zero.
pub type SparseInput = (u16, f32);

/// The output layer.
#[derive(Clone, Copy, Debug)]
pub struct OutputLayer<'a> {
    /// Weights from the hidden units.
    pub weights: &'a Row,
    /// The bias.
    pub bias: f32,
}

/// `1 / (1 + exp(-x))` with an error below 2e-7.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// A power of two times a polynomial. Adding the magic number rounds to an integer and leaves it in the low bits.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const MAGIC: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-80.0, 80.0);
    let shifted = x * std::f32::consts::LOG2_E + MAGIC;
    let whole = shifted - MAGIC;
    let rest = x - whole * LN2_HIGH - whole * LN2_LOW;
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (0.166_666_55
                                + rest
                                    * (0.041_665_79 + rest * (0.008_333_7 + rest * 0.001_389)))));
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    series * scale
}

#[inline(always)]
fn accumulate_body(hidden: &mut Row, changes: &[SparseInput], first_layer: &[Row]) {
    let mut sum = *hidden;
    for &(input, factor) in changes {
        let weights = &first_layer[usize::from(input)];
        for (sum, weight) in sum.0.iter_mut().zip(&weights.0) {
            *sum += factor * weight;
        }
    }
    *hidden = sum;
}

#[inline(always)]
fn output_body(hidden: &Row, output: OutputLayer<'_>) -> f32 {
    let mut sums = [0.0_f32; LANES];
    for (block, weights) in hidden
        .0
        .chunks_exact(LANES)
        .zip(output.weights.0.chunks_exact(LANES))
    {
        for lane in 0..LANES {
            sums[lane] += sigmoid(block[lane]) * weights[lane];
        }
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sigmoid(sums[0] + output.bias)
}

#[inline(always)]
fn value_body(
    hidden: &Row,
    changes: &[SparseInput],
    first_layer: &[Row],
    output: OutputLayer<'_>,
) -> f32 {
    let mut sum = *hidden;
    accumulate_body(&mut sum, changes, first_layer);
    output_body(&sum, output)
}

#[inline(always)]
fn activate_body(hidden: &mut Row) {
    for unit in &mut hidden.0 {
        *unit = sigmoid(*unit);
    }
}

/// The same functions without target features.
pub mod reference {
    use super::{OutputLayer, Row, SparseInput};

    /// See [`accumulate`](super::accumulate()).
    pub fn accumulate(hidden: &mut Row, changes: &[SparseInput], first_layer: &[Row]) {
        super::accumulate_body(hidden, changes, first_layer);
    }

    /// See [`value`](super::value()).
    pub fn value(
        hidden: &Row,
        changes: &[SparseInput],
        first_layer: &[Row],
        output: OutputLayer<'_>,
    ) -> f32 {
        super::value_body(hidden, changes, first_layer, output)
    }

    /// See [`activate`](super::activate()).
    pub fn activate(hidden: &mut Row) {
        super::activate_body(hidden);
    }
}

dispatched!(
    /// Adds the changes of inputs, multiplied by their weights, to the hidden sums.
    pub accumulate,
    accumulate_body,
    (hidden: &mut Row, changes: &[SparseInput], first_layer: &[Row])
);

dispatched!(
    /// The network's output after these changes, which are not stored.
    pub value,
    value_body,
    (hidden: &Row, changes: &[SparseInput], first_layer: &[Row], output: OutputLayer<'_>) -> f32
);

dispatched!(
    /// Applies the sigmoid to the hidden sums.
    pub activate,
    activate_body,
    (hidden: &mut Row)
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sigmoid_is_accurate() {
        for step in -4000..=4000 {
            let x = step as f32 * 0.01;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 2e-7, "{x}");
        }
        assert!(sigmoid(f32::MAX) == 1.0 && sigmoid(f32::MIN) < 1e-30);
    }

    #[test]
    fn every_instruction_set_gives_the_same_bits() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        let mut row = || Row(std::array::from_fn(|_| random()));
        let layer: Vec<Row> = (0..40).map(|_| row()).collect();
        let (hidden, weights) = (row(), row());
        let output = OutputLayer {
            weights: &weights,
            bias: 0.3,
        };
        for count in [0, 1, 7, 40] {
            let changes: Vec<SparseInput> =
                (0..count).map(|i| (39 - i, f32::from(i) - 3.5)).collect();
            let fast = value(&hidden, &changes, &layer, output);
            assert_eq!(fast, reference::value(&hidden, &changes, &layer, output));
            let (mut one, mut other) = (hidden, hidden);
            accumulate(&mut one, &changes, &layer);
            reference::accumulate(&mut other, &changes, &layer);
            assert_eq!(one, other);
            activate(&mut one);
            reference::activate(&mut other);
            assert_eq!(one, other);
        }
    }
}

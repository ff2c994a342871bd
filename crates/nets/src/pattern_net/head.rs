//! The layers above the accumulators.
//!
//! ```text
//! inputs = accumulators of the side to move and of the opponent     16
//! hidden = clamp(hidden_biases + hidden_weights · inputs, 0, 4)     32
//! score  = direct_weights · inputs + output_weights · hidden        for the side to move
//! ```
//!
//! Accumulators are integers, so an incremental update and a full refresh give the same sums. The rest is computed in
//! 32-bit floats that are always added in the same order, so the score is the same on every machine.

/// Width of an accumulator.
pub const ACCUMULATOR_SIZE: usize = 8;
/// Inputs of the head: the accumulator of the side to move, then the opponent's.
pub const INPUTS: usize = 2 * ACCUMULATOR_SIZE;
/// Hidden units.
pub const HIDDEN: usize = 32;
/// Upper clamp of the hidden units.
pub const MAX_ACTIVATION: f32 = 4.0;

/// The sum of the embeddings of all empty points for one color, in units of 1 / [`ACCUMULATOR_SCALE`].
pub type Accumulator = [i16; ACCUMULATOR_SIZE];

/// Quantization of accumulators and embeddings.
pub const ACCUMULATOR_SCALE: f32 = 256.0;
/// Quantization of the hidden layer.
const HIDDEN_SCALE: f32 = 4096.0;
/// Quantization of the output layer.
const OUTPUT_SCALE: f32 = 16.0;

/// Weights of a stored head.
pub const WEIGHT_COUNT: usize = (INPUTS + 1) * HIDDEN + HIDDEN + INPUTS;

/// The dense layers for one color to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// By input, then by hidden unit.
    pub hidden_weights: [[f32; HIDDEN]; INPUTS],
    /// By hidden unit.
    pub hidden_biases: [f32; HIDDEN],
    /// By hidden unit, in points of score.
    pub output_weights: [f32; HIDDEN],
    /// Skip connection from each input to the output, in points of score.
    pub direct_weights: [f32; INPUTS],
}

/// Independent partial sums, so that the compiler can vectorize without reordering.
const LANES: usize = 8;

impl Head {
    /// All weights zero.
    pub const ZERO: Head = Head {
        hidden_weights: [[0.0; HIDDEN]; INPUTS],
        hidden_biases: [0.0; HIDDEN],
        output_weights: [0.0; HIDDEN],
        direct_weights: [0.0; INPUTS],
    };

    /// Forward pass: the score for the side to move.
    #[inline]
    pub fn score(&self, own: &Accumulator, opponent: &Accumulator) -> i32 {
        let mut inputs = [0.0; INPUTS];
        for (input, &sum) in inputs.iter_mut().zip(own.iter().chain(opponent)) {
            *input = f32::from(sum) / ACCUMULATOR_SCALE;
        }
        let mut hidden = self.hidden_biases;
        for (row, input) in self.hidden_weights.iter().zip(inputs) {
            for (hidden, weight) in hidden.iter_mut().zip(row) {
                *hidden += weight * input;
            }
        }
        let mut lanes = [0.0; LANES];
        for (weights, input) in self.direct_weights.chunks(LANES).zip(inputs.chunks(LANES)) {
            for lane in 0..LANES {
                lanes[lane] += weights[lane] * input[lane];
            }
        }
        for (weights, hidden) in self.output_weights.chunks(LANES).zip(hidden.chunks(LANES)) {
            for lane in 0..LANES {
                lanes[lane] += weights[lane] * hidden[lane].clamp(0.0, MAX_ACTIVATION);
            }
        }
        let [a, b, c, d, e, f, g, h] = lanes;
        (((a + e) + (b + f)) + ((c + g) + (d + h))) as i32
    }

    /// The head rounded to the precision of the file.
    pub fn quantized(&self) -> Head {
        Head::from_quantized(self.to_quantized())
    }

    /// The weights in file order and precision.
    pub(crate) fn to_quantized(&self) -> impl Iterator<Item = i16> + '_ {
        let hidden = self.hidden_weights.as_flattened().iter();
        let hidden = hidden.chain(&self.hidden_biases);
        let output = self.output_weights.iter().chain(&self.direct_weights);
        let quantize = |scale: f32| move |&weight: &f32| (weight * scale).round() as i16;
        let hidden = hidden.map(quantize(HIDDEN_SCALE));
        hidden.chain(output.map(quantize(OUTPUT_SCALE)))
    }

    /// Reads [`WEIGHT_COUNT`] weights in file order.
    pub(crate) fn from_quantized(mut weights: impl Iterator<Item = i16>) -> Head {
        let mut read = |scale: f32| {
            let weight = weights.next().expect("a stored head has all its weights");
            f32::from(weight) / scale
        };
        Head {
            hidden_weights: [(); INPUTS].map(|()| [(); HIDDEN].map(|()| read(HIDDEN_SCALE))),
            hidden_biases: [(); HIDDEN].map(|()| read(HIDDEN_SCALE)),
            output_weights: [(); HIDDEN].map(|()| read(OUTPUT_SCALE)),
            direct_weights: [(); INPUTS].map(|()| read(OUTPUT_SCALE)),
        }
    }
}

/// Replaces one embedding in an accumulator by another.
#[inline]
pub fn update(accumulator: &mut Accumulator, old: &Accumulator, new: &Accumulator) {
    for lane in 0..ACCUMULATOR_SIZE {
        accumulator[lane] = accumulator[lane].wrapping_add(new[lane].wrapping_sub(old[lane]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn random_head(rng: &mut Xoshiro256PlusPlus) -> Head {
        Head::from_quantized((0..WEIGHT_COUNT).map(|_| rng.random_range(-3_000..3_000)))
    }

    /// The formula of the module documentation, term by term in double precision.
    fn reference(head: &Head, own: &Accumulator, opponent: &Accumulator) -> f64 {
        let inputs: Vec<f64> = own
            .iter()
            .chain(opponent)
            .map(|&sum| f64::from(sum) / 256.0)
            .collect();
        let mut score = 0.0;
        for (input, &weight) in inputs.iter().zip(&head.direct_weights) {
            score += input * f64::from(weight);
        }
        for hidden in 0..HIDDEN {
            let mut sum = f64::from(head.hidden_biases[hidden]);
            for (index, input) in inputs.iter().enumerate() {
                sum += input * f64::from(head.hidden_weights[index][hidden]);
            }
            score += sum.clamp(0.0, 4.0) * f64::from(head.output_weights[hidden]);
        }
        score
    }

    #[test]
    fn score_matches_the_reference() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            let head = random_head(&mut rng);
            let [own, opponent]: [Accumulator; 2] = rng.random();
            let (own, opponent) = (own.map(|sum| sum / 16), opponent.map(|sum| sum / 16));
            let (fast, slow) = (
                f64::from(head.score(&own, &opponent)),
                reference(&head, &own, &opponent),
            );
            assert!((fast - slow).abs() < 1.5, "{fast} {slow}");
        }
    }

    #[test]
    fn quantization_round_trips() {
        let head = random_head(&mut Xoshiro256PlusPlus::seed_from_u64(2));
        assert_eq!(Head::from_quantized(head.to_quantized()), head);
    }
}

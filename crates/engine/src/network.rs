//! The small network that judges a position.
//!
//! An empty point says eight numbers by the [pattern code](crate::pattern_code) that a stone of a color would make there. Their
//! sums over all points, the side to move's and the enemy's, are the inputs; [`EvalState`](crate::eval_state::EvalState) keeps them
//! in step with every move for the price of one addition for each point that changes. From there on
//!
//! ```text
//! hidden = clamp(bias + matrix · inputs, 0, 4)        32 numbers
//! score  = direct · inputs + out · hidden             in points, to the side to move
//! ```
//!
//! Sums are whole numbers, so they are the same however they came about. The rest are 32-bit floats that are added in one
//! order, so the score is the same on every machine.

/// Numbers that a point says for each color.
pub const ACCUMULATOR_SIZE: usize = 8;
/// Inputs: what the points say for the side to move, then for the enemy.
pub const INPUTS: usize = 2 * ACCUMULATOR_SIZE;
/// Hidden numbers.
pub const HIDDEN: usize = 32;
/// Where a hidden number stops to grow.
pub const MAX_HIDDEN: f32 = 4.0;

/// What the points say for one color, in units of 1 / [`ACCUMULATOR_SCALE`].
pub type Accumulator = [i16; ACCUMULATOR_SIZE];

/// Stored numbers are whole; this many of each make one.
pub const ACCUMULATOR_SCALE: f32 = 256.0;
const MATRIX_SCALE: f32 = 4096.0;
const SCORE_SCALE: f32 = 16.0;

/// Numbers of a stored head.
pub const NUMBERS: usize = (INPUTS + 1) * HIDDEN + HIDDEN + INPUTS;

/// What follows the sums, for one side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// By input, then by hidden number.
    pub matrix: [[f32; HIDDEN]; INPUTS],
    /// By hidden number.
    pub bias: [f32; HIDDEN],
    /// What a hidden number is worth, in points.
    pub out: [f32; HIDDEN],
    /// What an input is worth by itself, in points.
    pub direct: [f32; INPUTS],
}

/// Partial sums that are kept apart, so that they can be added at once.
const LANES: usize = 8;

impl Head {
    /// A head that says nothing.
    pub const ZERO: Head = Head {
        matrix: [[0.0; HIDDEN]; INPUTS],
        bias: [0.0; HIDDEN],
        out: [0.0; HIDDEN],
        direct: [0.0; INPUTS],
    };

    /// The score of these sums to the side to move, in points.
    #[inline]
    pub fn score(&self, own: &Accumulator, enemy: &Accumulator) -> i32 {
        let mut inputs = [0.0; INPUTS];
        for (input, &sum) in inputs.iter_mut().zip(own.iter().chain(enemy)) {
            *input = f32::from(sum) / ACCUMULATOR_SCALE;
        }
        let mut hidden = self.bias;
        for (row, input) in self.matrix.iter().zip(inputs) {
            for (hidden, weight) in hidden.iter_mut().zip(row) {
                *hidden += weight * input;
            }
        }
        let mut lanes = [0.0; LANES];
        for (direct, input) in self.direct.chunks(LANES).zip(inputs.chunks(LANES)) {
            for lane in 0..LANES {
                lanes[lane] += direct[lane] * input[lane];
            }
        }
        for (out, hidden) in self.out.chunks(LANES).zip(hidden.chunks(LANES)) {
            for lane in 0..LANES {
                lanes[lane] += out[lane] * hidden[lane].clamp(0.0, MAX_HIDDEN);
            }
        }
        let [a, b, c, d, e, f, g, h] = lanes;
        (((a + e) + (b + f)) + ((c + g) + (d + h))) as i32
    }

    /// The head as it is after it was stored.
    pub fn quantized(&self) -> Head {
        Head::from_numbers(self.to_numbers())
    }

    /// The numbers as they are stored.
    pub(crate) fn to_numbers(&self) -> impl Iterator<Item = i16> + '_ {
        let matrix = self.matrix.as_flattened().iter().chain(&self.bias);
        let scores = self.out.iter().chain(&self.direct);
        let stored = |scale: f32| move |&number: &f32| (number * scale).round() as i16;
        let matrix = matrix.map(stored(MATRIX_SCALE));
        matrix.chain(scores.map(stored(SCORE_SCALE)))
    }

    /// The head of [`NUMBERS`] stored numbers.
    pub(crate) fn from_numbers(mut numbers: impl Iterator<Item = i16>) -> Head {
        let mut read = |scale: f32| {
            let number = numbers.next().expect("a stored head has all its numbers");
            f32::from(number) / scale
        };
        Head {
            matrix: [(); INPUTS].map(|()| [(); HIDDEN].map(|()| read(MATRIX_SCALE))),
            bias: [(); HIDDEN].map(|()| read(MATRIX_SCALE)),
            out: [(); HIDDEN].map(|()| read(SCORE_SCALE)),
            direct: [(); INPUTS].map(|()| read(SCORE_SCALE)),
        }
    }
}

/// Takes what a point said before out of a sum and adds what it says now.
#[inline]
pub fn update(sum: &mut Accumulator, old: &Accumulator, new: &Accumulator) {
    for lane in 0..ACCUMULATOR_SIZE {
        sum[lane] = sum[lane].wrapping_add(new[lane].wrapping_sub(old[lane]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn any_head(rng: &mut Xoshiro256PlusPlus) -> Head {
        Head::from_numbers((0..NUMBERS).map(|_| rng.random_range(-3_000..3_000)))
    }

    /// The formula, in the plainest way and with twice the digits.
    fn plain(head: &Head, own: &Accumulator, enemy: &Accumulator) -> f64 {
        let inputs: Vec<f64> = own
            .iter()
            .chain(enemy)
            .map(|&sum| f64::from(sum) / 256.0)
            .collect();
        let mut score = 0.0;
        for (input, &direct) in inputs.iter().zip(&head.direct) {
            score += input * f64::from(direct);
        }
        for hidden in 0..HIDDEN {
            let mut sum = f64::from(head.bias[hidden]);
            for (place, input) in inputs.iter().enumerate() {
                sum += input * f64::from(head.matrix[place][hidden]);
            }
            score += sum.clamp(0.0, 4.0) * f64::from(head.out[hidden]);
        }
        score
    }

    #[test]
    fn the_score_is_that_of_the_plain_formula() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..200 {
            let head = any_head(&mut rng);
            let [own, enemy]: [Accumulator; 2] = rng.random();
            let (own, enemy) = (own.map(|sum| sum / 16), enemy.map(|sum| sum / 16));
            let (fast, slow) = (
                f64::from(head.score(&own, &enemy)),
                plain(&head, &own, &enemy),
            );
            assert!((fast - slow).abs() < 1.5, "{fast} {slow}");
        }
    }

    #[test]
    fn a_head_is_read_as_it_was_written() {
        let head = any_head(&mut Xoshiro256PlusPlus::seed_from_u64(2));
        assert_eq!(Head::from_numbers(head.to_numbers()), head);
    }
}

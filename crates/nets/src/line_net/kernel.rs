//! The integer arithmetic of line networks, with runtime dispatch to AVX-512 or AVX2.
//!
//! Each function is written once and compiled three times. Integer sums do not depend on their order, so all three agree;
//! a test compares them.
#![allow(
    unsafe_code,
    reason = "functions with target features are called after detecting them"
)]

use super::layer::{self, PackedDense};
use super::{MAX_FEATURE, WIDTH};
use crate::dispatched;

/// Features of a point in both views, or weights of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

impl Row {
    pub(crate) const ZERO: Row = Row([0; WIDTH]);
}

/// The line shapes of four directions in 16 bits each, the first direction lowest. Zero if there is no stone on any line.
pub(super) type PackedShapes = u64;

/// A point whose features change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointUpdate {
    /// Its line shapes.
    pub(super) shapes: PackedShapes,
    /// Index of the point.
    pub(super) index: u16,
    /// Its pattern codes of black and white.
    pub(super) codes: [u16; 2],
}

/// The tables of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tables<'a> {
    pub(super) shapes: &'a [Row],
    pub(super) codes: [&'a [Row]; 2],
}

#[inline(always)]
fn update_points_body(
    tables: Tables<'_>,
    updates: &[PointUpdate],
    rows: &mut [Row],
    pools: &mut [i32; WIDTH],
) {
    // At most 41 points change by less than 512 each, so the sum of their changes fits 16 bits.
    let mut change = [0_i16; WIDTH];
    for update in updates {
        let [a, b, c, d] = [0, 16, 32, 48]
            .map(|shift| &tables.shapes[(update.shapes >> shift & 0xffff) as usize].0);
        let black = &tables.codes[0][usize::from(update.codes[0])].0;
        let white = &tables.codes[1][usize::from(update.codes[1])].0;
        let row = &mut rows[usize::from(update.index)];
        for lane in 0..WIDTH {
            let lines = a[lane]
                .wrapping_add(b[lane])
                .wrapping_add(c[lane])
                .wrapping_add(d[lane]);
            let sum = lines.wrapping_add(black[lane]).wrapping_add(white[lane]);
            let feature = sum.clamp(0, MAX_FEATURE);
            change[lane] = change[lane].wrapping_add(feature.wrapping_sub(row.0[lane]));
            row.0[lane] = feature;
        }
    }
    for lane in 0..WIDTH {
        pools[lane] += i32::from(change[lane]);
    }
}

dispatched!(
    /// Computes the features of the points around a stone anew, and updates the pools.
    pub(super) update_points,
    update_points_body,
    (tables: Tables<'_>, updates: &[PointUpdate], rows: &mut [Row], pools: &mut [i32; WIDTH])
);

#[inline(always)]
fn dot_body(one: &[i16; WIDTH], other: &[i16; WIDTH]) -> i32 {
    let mut sum = 0;
    for lane in 0..WIDTH {
        sum += i32::from(one[lane]) * i32::from(other[lane]);
    }
    sum
}

#[inline(always)]
fn dots_body(weights: &Row, rows: &[Row], indices: &[u16], products: &mut [i32]) {
    for (&index, product) in indices.iter().zip(products) {
        *product = dot_body(&weights.0, &rows[usize::from(index)].0);
    }
}

dispatched!(
    /// The scalar products of the weights with the rows of these indices.
    pub(super) dots,
    dots_body,
    (weights: &Row, rows: &[Row], indices: &[u16], products: &mut [i32])
);

/// Pairs of weights of a dense layer by pair of inputs and output.
pub(crate) type PairWeights = [[[i16; 2]; WIDTH]; WIDTH / 2];

#[inline(always)]
fn dense_body(weights: &PairWeights, biases: &[i32; WIDTH], inputs: &[i16; WIDTH]) -> [i32; WIDTH] {
    let mut sums = *biases;
    for (pair, weights) in weights.iter().enumerate() {
        let [first, second] = [inputs[2 * pair], inputs[2 * pair + 1]].map(i32::from);
        for lane in 0..WIDTH {
            let [one, other] = weights[lane].map(i32::from);
            sums[lane] += one * first + other * second;
        }
    }
    sums
}

dispatched!(
    /// Biases plus weights times inputs. The caller sees to it that the sums fit.
    pub(super) dense,
    dense_body,
    (weights: &PairWeights, biases: &[i32; WIDTH], inputs: &[i16; WIDTH]) -> [i32; WIDTH]
);

#[inline(always)]
fn value_body(hidden: &[PackedDense; 2], output: &[i16; WIDTH], inputs: &[i16; WIDTH]) -> i32 {
    let [first, second] = hidden;
    let units = layer::activate(&dense_body(&first.weights, &first.biases, inputs));
    let units = layer::activate(&dense_body(&second.weights, &second.biases, &units));
    dot_body(output, &units)
}

dispatched!(
    /// Two hidden layers and the output, without its bias.
    pub(super) value,
    value_body,
    (hidden: &[PackedDense; 2], output: &[i16; WIDTH], inputs: &[i16; WIDTH]) -> i32
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_net::layer::Dense;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn every_instruction_set_computes_the_same() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..200 {
            let mut layer = |max: i16| {
                PackedDense::new(&Dense {
                    weights: [(); WIDTH]
                        .map(|()| [(); WIDTH].map(|()| rng.random_range(-max..=max))),
                    biases: [(); WIDTH].map(|()| rng.random_range(-9_999..9_999)),
                })
            };
            let hidden = [layer(2_047), layer(8_191)];
            let inputs = [(); WIDTH].map(|()| rng.random_range(0..=30_000));
            let output = [(); WIDTH].map(|()| rng.random_range(-8_191..=8_191));
            let [PackedDense { weights, biases }, _] = &hidden;
            assert_eq!(
                dense(weights, biases, &inputs),
                dense_body(weights, biases, &inputs)
            );
            assert_eq!(
                value(&hidden, &output, &inputs),
                value_body(&hidden, &output, &inputs)
            );
            let rows: Vec<Row> = (0..50)
                .map(|_| Row([(); WIDTH].map(|()| rng.random_range(-200..512))))
                .collect();
            let updates: Vec<PointUpdate> = (0..40)
                .map(|_| PointUpdate {
                    index: rng.random_range(0..60),
                    shapes: (0..4).fold(0, |all, _| all << 16 | rng.random_range(0..50)),
                    codes: [(); 2].map(|()| rng.random_range(0..50)),
                })
                .collect();
            let tables = Tables {
                shapes: &rows,
                codes: [&rows, &rows],
            };
            let mut results = [(); 2].map(|()| (vec![Row::ZERO; 60], [5; WIDTH]));
            let [(fast, fast_pools), (plain, plain_pools)] = &mut results;
            update_points(tables, &updates, fast, fast_pools);
            update_points_body(tables, &updates, plain, plain_pools);
            assert_eq!(results[0], results[1]);
            let indices: Vec<u16> = (0..70).map(|_| rng.random_range(0..50)).collect();
            let mut products = [[0; 70], [1; 70]];
            dots(&Row(output), &rows, &indices, &mut products[0]);
            dots_body(&Row(output), &rows, &indices, &mut products[1]);
            assert_eq!(products[0], products[1]);
        }
    }
}

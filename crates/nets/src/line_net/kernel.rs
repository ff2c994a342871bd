//! The integer arithmetic of line networks, with runtime dispatch to AVX-512 or AVX2.
//!
//! Each function is written once and compiled three times. Integer sums do not depend on their order, so all three agree;
//! a test compares them.
#![allow(
    unsafe_code,
    reason = "functions with target features are called after detecting them"
)]

use super::{MAX_FEATURE, WIDTH};
use crate::dispatched;

/// Features of a point in both views, or weights of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

impl Row {
    pub(crate) const ZERO: Row = Row([0; WIDTH]);
}

/// A point whose features change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PointUpdate {
    /// Index of the point.
    pub(crate) index: u16,
    /// Its line shapes.
    pub(crate) shapes: [u16; 4],
    /// Its pattern codes of black and white.
    pub(crate) codes: [u16; 2],
}

/// The tables of a network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) shapes: &'a [Row],
    pub(crate) codes: [&'a [Row]; 2],
}

#[inline(always)]
fn update_points_body(
    tables: Tables<'_>,
    updates: &[PointUpdate],
    rows: &mut [Row],
    saved: &mut Vec<Row>,
    pools: &mut [i32; WIDTH],
) {
    // At most forty points change by less than 512 each, so the sum of their changes fits 16 bits.
    let mut change = [0_i16; WIDTH];
    saved.reserve(updates.len());
    for update in updates {
        let [a, b, c, d] = update
            .shapes
            .map(|shape| &tables.shapes[usize::from(shape)].0);
        let black = &tables.codes[0][usize::from(update.codes[0])].0;
        let white = &tables.codes[1][usize::from(update.codes[1])].0;
        let row = &mut rows[usize::from(update.index)];
        saved.push(*row);
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
    /// Computes the features of up to forty points anew, saves the old ones and updates the pools.
    pub(super) update_points,
    update_points_body,
    (tables: Tables<'_>, updates: &[PointUpdate], rows: &mut [Row], saved: &mut Vec<Row>, pools: &mut [i32; WIDTH])
);

#[inline(always)]
fn dot_body(one: &[i16; WIDTH], other: &[i16; WIDTH]) -> i32 {
    let mut sum = 0;
    for lane in 0..WIDTH {
        sum += i32::from(one[lane]) * i32::from(other[lane]);
    }
    sum
}

dispatched!(
    /// The scalar product. The caller sees to it that it fits.
    pub(super) dot,
    dot_body,
    (one: &[i16; WIDTH], other: &[i16; WIDTH]) -> i32
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

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn every_instruction_set_computes_the_same() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..200 {
            let mut random_rows = |count: usize| -> Vec<Row> {
                let row = |rng: &mut Xoshiro256PlusPlus| {
                    Row([(); WIDTH].map(|()| rng.random_range(-200..200)))
                };
                (0..count).map(|_| row(&mut rng)).collect()
            };
            let (shapes, black, white) = (random_rows(50), random_rows(50), random_rows(50));
            let mut rows = vec![Row::ZERO; 60];
            let tables = Tables {
                shapes: &shapes,
                codes: [&black, &white],
            };
            let updates: Vec<PointUpdate> = (0..40)
                .map(|_| PointUpdate {
                    index: rng.random_range(0..60),
                    shapes: [(); 4].map(|()| rng.random_range(0..50)),
                    codes: [(); 2].map(|()| rng.random_range(0..50)),
                })
                .collect();
            let mut plain = (rows.clone(), Vec::new(), [0; WIDTH]);
            update_points_body(tables, &updates, &mut plain.0, &mut plain.1, &mut plain.2);
            let (mut saved, mut pools) = (Vec::new(), [0; WIDTH]);
            update_points(tables, &updates, &mut rows, &mut saved, &mut pools);
            assert_eq!((rows, saved, pools), plain);

            let weights: PairWeights = [(); WIDTH / 2]
                .map(|()| [(); WIDTH].map(|()| [(); 2].map(|()| rng.random_range(-2_047..2_048))));
            let biases = [(); WIDTH].map(|()| rng.random_range(-9_999..9_999));
            let [inputs, others] =
                [(); 2].map(|()| [(); WIDTH].map(|()| rng.random_range(0..=i16::MAX)));
            assert_eq!(
                dense(&weights, &biases, &inputs),
                dense_body(&weights, &biases, &inputs)
            );
            let others = others.map(|number| number / 8);
            assert_eq!(dot(&inputs, &others), dot_body(&inputs, &others));
        }
    }
}

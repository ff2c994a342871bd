//! The engine's line network: an NNUE on the shapes of whole lines, with a value and a policy.
//!
//! ```text
//! feature(view, point) = clamp(Σ over four directions of shapes[line shape]
//!                              + own[own pattern code] + opponent[opponent's pattern code], 0, 8)       16 integers
//! pool(view)           = Σ over empty points of feature(view, point)
//! inputs               = pools of the side to move's view and of the opponent's view                    32
//! value                = output · hidden(hidden(inputs)) + threats[threat mask]
//! policy(point)        = features of the point · dense(inputs) + attack[own code] + defense[opponent's code]
//! ```
//!
//! A view is a color's way of seeing the board: the same tables with own and opponent exchanged, except under renju, where
//! black and white have tables of their own. A [`shape`] is shared by all directions and read in either sense, so the
//! network gives the same answer under all eight symmetries. A point none of whose lines holds a stone counts nothing.
//!
//! A move changes at most forty points. [`Features`] keeps all of them, updated when an answer is asked for and restored when
//! a move is undone. All arithmetic is on integers, so every instruction set gives the same answer; the tests compare
//! it with the formula in floating point. [`file`](mod@file) is the file format.

pub mod features;
pub mod file;
mod kernel;
pub mod layer;
pub mod shape;

use std::sync::{Arc, LazyLock};

use gomoku::{Color, Patterns, Point, Rule};

pub use features::Features;
pub use file::{SideWeights, from_bytes, to_bytes};
use kernel::Row;
use layer::{ACTIVATION_SHIFT, MAX_INPUT, PackedDense, SUM_SHIFT};
pub use layer::{Dense, HIDDEN};

use crate::pattern_net::pattern_code::{self, PACKED_LINES, PATTERN_CODES};
use crate::pattern_net::threat_mask;

/// Features of a point in one view.
pub const CHANNELS: usize = 16;
/// Features of a point in both views: black's, then white's.
pub const WIDTH: usize = 2 * CHANNELS;
/// Quantization of the features.
pub const FEATURE_SCALE: f32 = 64.0;
/// Upper clamp of a feature. Forty of them fit 16 bits.
pub const MAX_FEATURE: i16 = 511;
/// A pool is divided by this before it enters the dense layers.
pub const POOL_DIVISOR: f32 = 16.0;
/// From the quantization of pools to that of activations.
const POOL_SHIFT: u32 = 2;
/// Softmax temperature of the policy in points of move score.
pub const POLICY_TEMPERATURE: f32 = 32.0;
/// From a product of feature and policy weight to points of move score: 64 × 256 / 32.
const POLICY_SHIFT: u32 = 9;
/// The score with a win rate of σ(1).
pub const VALUE_SCALE: i64 = 200;
/// Upper clamp of the weights that the policy gives to features.
const MAX_POLICY_WEIGHT: i32 = 8_191;

/// Points of the largest board.
const MAX_POINTS: usize = 22 * 22;

/// The row of a point without stones on its lines.
const NO_CODE: usize = PATTERN_CODES;

/// A network laid out for inference.
#[derive(Debug)]
pub struct LineNet {
    /// Rows of both views by shape.
    shapes: Vec<Row>,
    /// Rows of both views by pattern code of black, and of white. The last row is zero.
    codes: [Vec<Row>; 2],
    heads: [Head; 2],
    checksum: u32,
}

/// What is asked when a color is to move.
#[derive(Debug)]
struct Head {
    hidden: [PackedDense; 2],
    output: [i16; HIDDEN],
    output_bias: i32,
    threats: Vec<i16>,
    policy: PackedDense,
    attack: Box<[i16; PACKED_LINES]>,
    defense: Box<[i16; PACKED_LINES]>,
}

impl LineNet {
    /// The shipped network of a rule, if there is one. The two caro rules share theirs.
    pub fn of(rule: Rule) -> Option<Arc<LineNet>> {
        static FREESTYLE: LazyLock<Arc<LineNet>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../weights/network-freestyle.weights");
            shipped(Rule::Freestyle, bytes)
        });
        static RENJU: LazyLock<Arc<LineNet>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../weights/network-renju.weights");
            shipped(Rule::Renju, bytes)
        });
        static CARO: LazyLock<Arc<LineNet>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../../weights/network-caro.weights");
            shipped(Rule::Caro, bytes)
        });
        match rule {
            Rule::Freestyle => Some(FREESTYLE.clone()),
            Rule::Renju => Some(RENJU.clone()),
            Rule::Caro | Rule::CaroExact => Some(CARO.clone()),
            Rule::Standard => None,
        }
    }

    /// Lays out the weights of black's and white's view.
    pub fn new(sides: &[SideWeights; 2]) -> LineNet {
        let [black, white] = sides;
        let join = |black: &[i16; CHANNELS], white: &[i16; CHANNELS]| {
            let mut row = Row::ZERO;
            row.0[..CHANNELS].copy_from_slice(black);
            row.0[CHANNELS..].copy_from_slice(white);
            row
        };
        let tables = shape::ShapeTables::get();
        let shapes = (0..shape::SHAPES as u16).map(|shape| {
            let swapped = tables.swapped(shape);
            join(
                &black.shapes[usize::from(shape)],
                &white.shapes[usize::from(swapped)],
            )
        });
        let codes = |black: &[[i16; CHANNELS]], white: &[[i16; CHANNELS]]| -> Vec<Row> {
            let rows = black
                .iter()
                .zip(white)
                .map(|(black, white)| join(black, white));
            rows.chain([Row::ZERO]).collect()
        };
        LineNet {
            shapes: shapes.collect(),
            codes: [
                codes(&black.own_codes, &white.opponent_codes),
                codes(&black.opponent_codes, &white.own_codes),
            ],
            heads: [black, white].map(Head::new),
            checksum: file::checksum_of(sides),
        }
    }

    /// The checksum that its file ends with: it tells one network from another.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The static evaluation for the side to move. The features must be up to date.
    pub fn value(&self, features: &Features, patterns: &Patterns, side: Color) -> i32 {
        let head = &self.heads[side.index()];
        let product = kernel::value(&head.hidden, &head.output, &inputs(features, side));
        let sum = i64::from(head.output_bias) + i64::from(product);
        let value = (sum * VALUE_SCALE) >> SUM_SHIFT;
        value as i32 + i32::from(head.threats[threat_mask(patterns, side)])
    }

    /// What the policy multiplies features with.
    fn policy(&self, features: &Features, side: Color) -> Row {
        let sums = self.heads[side.index()]
            .policy
            .forward(&inputs(features, side));
        let mut weights = Row::ZERO;
        for (index, sum) in sums.into_iter().enumerate() {
            let rounded = (sum + (1 << (ACTIVATION_SHIFT - 1))) >> ACTIVATION_SHIFT;
            let weight = rounded.clamp(-MAX_POLICY_WEIGHT, MAX_POLICY_WEIGHT);
            weights.0[view_index(index, side)] = weight as i16;
        }
        weights
    }

    /// Appends the move-ordering scores of moves of the side to move on these empty points.
    pub fn move_scores(
        &self,
        features: &Features,
        patterns: &Patterns,
        side: Color,
        points: impl IntoIterator<Item = Point>,
        scores: &mut Vec<(Point, i32)>,
    ) {
        let head = &self.heads[side.index()];
        let first = scores.len();
        let mut indices = [0; MAX_POINTS];
        for (index, point) in indices.iter_mut().zip(points) {
            *index = features.index(point);
            scores.push((point, 0));
        }
        let scores = &mut scores[first..];
        let mut products = [0; MAX_POINTS];
        let products = &mut products[..scores.len()];
        let weights = self.policy(features, side);
        kernel::dots(
            &weights,
            features.rows(),
            &indices[..scores.len()],
            products,
        );
        for ((point, score), product) in scores.iter_mut().zip(products) {
            let lines = patterns.both_lines(*point);
            let (black, white) = ((lines & 0xffff) as usize, (lines >> 16) as usize);
            let (own, opponent) = match side {
                Color::Black => (black, white),
                Color::White => (white, black),
            };
            let tables = i32::from(head.attack[own]) + i32::from(head.defense[opponent]);
            *score = (*product >> POLICY_SHIFT) + tables;
        }
    }
}

impl Head {
    fn new(side: &SideWeights) -> Head {
        Head {
            hidden: [&side.hidden[0], &side.hidden[1]].map(PackedDense::new),
            output: side.output,
            output_bias: side.output_bias,
            threats: side.threats.clone(),
            policy: PackedDense::new(&side.policy),
            attack: pattern_code::expand(&side.attack),
            defense: pattern_code::expand(&side.defense),
        }
    }
}

fn shipped(rule: Rule, bytes: &[u8]) -> Arc<LineNet> {
    let sides = from_bytes(rule, bytes).expect("a test reads every shipped file");
    Arc::new(LineNet::new(&sides))
}

/// The pools as inputs of the dense layers: the view of the side to move, then the opponent's.
fn inputs(features: &Features, side: Color) -> [i16; WIDTH] {
    let pools = features.pools();
    let mut inputs = [0; WIDTH];
    for (index, input) in inputs.iter_mut().enumerate() {
        *input = (pools[view_index(index, side)] >> POOL_SHIFT).min(MAX_INPUT) as i16;
    }
    inputs
}

/// Where a feature of the own (first half) or the opponent's view is in a row, which has black's view first.
#[inline]
const fn view_index(index: usize, side: Color) -> usize {
    match side {
        Color::Black => index,
        Color::White => (index + CHANNELS) % WIDTH,
    }
}

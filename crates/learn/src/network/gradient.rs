//! Forward and backward pass of the line network in floating point.
//!
//! Every loop runs over chunks of sixteen numbers. The pass is compiled for several instruction sets; the compiler
//! neither reorders nor fuses the operations, so all of them give the same gradient to the last bit.
#![allow(
    unsafe_code,
    reason = "functions with target features are called after detecting them"
)]

use nets::line_net::layer::{ACTIVATION_SCALE, MAX_ACTIVATION};
use nets::line_net::shape::EMPTY_LINE;
use nets::line_net::{FEATURE_SCALE, HIDDEN, MAX_FEATURE, POOL_DIVISOR, WIDTH};

use super::params::{
    ATTACK, CHUNK, Chunk, DEFENSE, HIDDEN_1, HIDDEN_2, OPPONENT_ROWS, OUTPUT, OUTPUT_BIAS,
    OWN_ROWS, POLICY, SHAPE_ROWS, SIDE_CHUNKS, THREATS,
};
use super::sample::{PointInput, Sample};

/// Upper clamp of a feature.
const FEATURE_LIMIT: f32 = MAX_FEATURE as f32 / FEATURE_SCALE;
/// Upper clamp of a hidden unit.
const ACTIVATION_LIMIT: f32 = MAX_ACTIVATION as f32 / ACTIVATION_SCALE;

/// The sum of the gradients of a batch.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// By chunk, zero where not touched.
    pub chunks: Vec<Chunk>,
    /// The touched chunks, each once.
    pub touched: Vec<u32>,
    is_touched: Vec<bool>,
}

impl Gradient {
    /// No gradient for this many chunks.
    pub fn new(chunks: usize) -> Gradient {
        Gradient {
            chunks: vec![[0.0; CHUNK]; chunks],
            touched: Vec::new(),
            is_touched: vec![false; chunks],
        }
    }

    /// Forgets the batch.
    pub fn clear(&mut self) {
        for index in self.touched.drain(..) {
            self.chunks[index as usize] = [0.0; CHUNK];
            self.is_touched[index as usize] = false;
        }
    }

    #[inline(always)]
    fn touch(&mut self, index: usize) -> &mut Chunk {
        if !self.is_touched[index] {
            self.is_touched[index] = true;
            self.touched.push(index as u32);
        }
        &mut self.chunks[index]
    }
}

/// The losses of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross-entropy of the win rate.
    pub value: f64,
    /// Cross-entropy of the best move; zero if it is not among the points.
    pub policy: f64,
    /// Samples.
    pub samples: u64,
    /// Samples with a policy target.
    pub policy_samples: u64,
    /// Samples whose best move the policy ranks first.
    pub best_moves: u64,
}

impl std::ops::AddAssign for Loss {
    fn add_assign(&mut self, other: Loss) {
        self.value += other.value;
        self.policy += other.policy;
        self.samples += other.samples;
        self.policy_samples += other.policy_samples;
        self.best_moves += other.best_moves;
    }
}

/// Buffers of a pass.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Features of each point: the view of the side to move, then the opponent's.
    features: Vec<[Chunk; 2]>,
    logits: Vec<f32>,
}

/// Where a sample's parameters begin: those of the side to move, then the opponent's.
fn offsets(sample: &Sample) -> [usize; 2] {
    sample.sides.map(|side| side * SIDE_CHUNKS)
}

/// The chunks of a point's view without the line without stones: offset of the color, shapes, own and opponent's code.
#[inline(always)]
fn feature_rows(point: &PointInput, view: usize, offset: usize) -> [usize; 6] {
    let [a, b, c, d] =
        point.shapes[view].map(|shape| offset + SHAPE_ROWS.start + usize::from(shape));
    let own = offset + OWN_ROWS.start + usize::from(point.codes[view]);
    let opponent = offset + OPPONENT_ROWS.start + usize::from(point.codes[1 - view]);
    [a, b, c, d, own, opponent]
}

#[inline(always)]
fn dense(params: &[Chunk], at: usize, inputs: &[f32; WIDTH]) -> [f32; HIDDEN] {
    let biases = at + 2 * WIDTH;
    let mut sums = [params[biases], params[biases + 1]];
    for (input, &value) in inputs.iter().enumerate() {
        for (half, sum) in sums.iter_mut().enumerate() {
            let weights = &params[at + 2 * input + half];
            for lane in 0..CHUNK {
                sum[lane] += value * weights[lane];
            }
        }
    }
    flatten(&sums)
}

#[inline(always)]
fn dense_backward(
    params: &[Chunk],
    at: usize,
    inputs: &[f32; WIDTH],
    slopes: &[f32; HIDDEN],
    gradient: &mut Gradient,
) -> [f32; WIDTH] {
    let slopes = [&slopes[..CHUNK], &slopes[CHUNK..]];
    let mut input_slopes = [0.0; WIDTH];
    for (input, &value) in inputs.iter().enumerate() {
        let mut products = [0.0; CHUNK];
        for (half, slopes) in slopes.iter().enumerate() {
            let index = at + 2 * input + half;
            let weights = &params[index];
            let chunk = gradient.touch(index);
            for lane in 0..CHUNK {
                chunk[lane] += value * slopes[lane];
                products[lane] += weights[lane] * slopes[lane];
            }
        }
        input_slopes[input] = sum(&products);
    }
    for (half, slopes) in slopes.iter().enumerate() {
        let chunk = gradient.touch(at + 2 * WIDTH + half);
        for lane in 0..CHUNK {
            chunk[lane] += slopes[lane];
        }
    }
    input_slopes
}

/// Pairwise, which vectorizes.
#[inline(always)]
fn sum(chunk: &Chunk) -> f32 {
    let mut sums = *chunk;
    let mut width = CHUNK / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}

#[inline(always)]
fn flatten(halves: &[Chunk; 2]) -> [f32; WIDTH] {
    let mut flat = [0.0; WIDTH];
    flat[..CHUNK].copy_from_slice(&halves[0]);
    flat[CHUNK..].copy_from_slice(&halves[1]);
    flat
}

#[inline(always)]
fn halves(flat: &[f32; WIDTH]) -> [Chunk; 2] {
    let (chunks, _) = flat.as_chunks::<CHUNK>();
    [chunks[0], chunks[1]]
}

fn activate(sums: &[f32; HIDDEN]) -> [f32; HIDDEN] {
    sums.map(|sum| sum.clamp(0.0, ACTIVATION_LIMIT))
}

/// The slopes of sums whose clamped values have these slopes.
fn activate_backward(sums: &[f32; HIDDEN], slopes: &mut [f32; HIDDEN]) {
    for (sum, slope) in sums.iter().zip(slopes) {
        if *sum <= 0.0 || *sum >= ACTIVATION_LIMIT {
            *slope = 0.0;
        }
    }
}

/// Everything that the forward pass computes and the backward pass needs.
struct Forward {
    inputs: [f32; WIDTH],
    sums: [[f32; HIDDEN]; 2],
    hidden: [[f32; HIDDEN]; 2],
    logit: f32,
    policy_weights: [Chunk; 2],
}

#[inline(always)]
fn forward(params: &[Chunk], sample: &Sample, workspace: &mut Workspace) -> Forward {
    let offsets = offsets(sample);
    let at = offsets[0];
    workspace.features.clear();
    let mut pools = [[0.0; CHUNK]; 2];
    for point in &sample.points {
        let mut features = [[0.0; CHUNK]; 2];
        for view in 0..2 {
            let mut sum = [0.0; CHUNK];
            for row in feature_rows(point, view, offsets[view]) {
                for lane in 0..CHUNK {
                    sum[lane] += params[row][lane];
                }
            }
            for lane in 0..CHUNK {
                sum[lane] = sum[lane].clamp(0.0, FEATURE_LIMIT);
                pools[view][lane] += sum[lane];
            }
            features[view] = sum;
        }
        workspace.features.push(features);
    }
    let inputs = flatten(&pools).map(|pool| pool / POOL_DIVISOR);
    let first = dense(params, at + HIDDEN_1.start, &inputs);
    let first_units = activate(&first);
    let second = dense(params, at + HIDDEN_2.start, &first_units);
    let second_units = activate(&second);
    let mut products = [0.0; CHUNK];
    for (half, units) in halves(&second_units).iter().enumerate() {
        let weights = &params[at + OUTPUT.start + half];
        for lane in 0..CHUNK {
            products[lane] += weights[lane] * units[lane];
        }
    }
    let threats =
        params[at + THREATS.start + sample.threat_mask / CHUNK][sample.threat_mask % CHUNK];
    let logit = sum(&products) + params[at + OUTPUT_BIAS.start][0] + threats;
    let policy_weights = halves(&dense(params, at + POLICY.start, &inputs));
    workspace.logits.clear();
    for (point, features) in sample.points.iter().zip(&workspace.features) {
        let mut products = [0.0; CHUNK];
        for view in 0..2 {
            for lane in 0..CHUNK {
                products[lane] += features[view][lane] * policy_weights[view][lane];
            }
        }
        let [own, opponent] = point.codes.map(usize::from);
        let attack = params[at + ATTACK.start + own / CHUNK][own % CHUNK];
        let defense = params[at + DEFENSE.start + opponent / CHUNK][opponent % CHUNK];
        workspace.logits.push(sum(&products) + attack + defense);
    }
    Forward {
        inputs,
        sums: [first, second],
        hidden: [first_units, second_units],
        logit,
        policy_weights,
    }
}

/// Cross-entropy of a predicted win rate, given as its logit x: ln(1 + e^x) - t x, without overflow.
pub(super) fn cross_entropy(logit: f64, target: f32) -> f64 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p() - f64::from(target) * logit
}

/// Cross-entropy of the policy; turns the logits into probabilities.
fn softmax_loss(logits: &mut [f32], best: usize) -> (f64, bool) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let is_first = logits[best] >= max;
    let mut total = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - max).exp();
        total += *logit;
    }
    for logit in logits.iter_mut() {
        *logit /= total;
    }
    (-f64::from(logits[best].max(1e-30)).ln(), is_first)
}

#[inline(always)]
fn loss_body(params: &[Chunk], sample: &Sample, workspace: &mut Workspace) -> (Loss, Forward) {
    let pass = forward(params, sample, workspace);
    let mut loss = Loss {
        value: cross_entropy(f64::from(pass.logit), sample.target),
        samples: 1,
        ..Loss::default()
    };
    if let Some(best) = sample.best {
        let (policy, is_first) = softmax_loss(&mut workspace.logits, best);
        loss.policy = policy;
        loss.policy_samples = 1;
        loss.best_moves = u64::from(is_first);
    }
    (loss, pass)
}

#[inline(always)]
fn measure_body(params: &[Chunk], sample: &Sample, workspace: &mut Workspace) -> Loss {
    loss_body(params, sample, workspace).0
}

nets::dispatched!(
    /// The loss of a sample.
    pub measure,
    measure_body,
    (params: &[Chunk], sample: &Sample, workspace: &mut Workspace) -> Loss
);

#[inline(always)]
fn accumulate_body(
    params: &[Chunk],
    sample: &Sample,
    policy_share: f32,
    workspace: &mut Workspace,
    gradient: &mut Gradient,
) -> Loss {
    let (loss, pass) = loss_body(params, sample, workspace);
    let offsets = offsets(sample);
    let at = offsets[0];

    // Value.
    let slope = 1.0 / (1.0 + (-pass.logit).exp()) - sample.target;
    gradient.touch(at + OUTPUT_BIAS.start)[0] += slope;
    gradient.touch(at + THREATS.start + sample.threat_mask / CHUNK)[sample.threat_mask % CHUNK] +=
        slope;
    let mut slopes = [[0.0; CHUNK]; 2];
    for (half, units) in halves(&pass.hidden[1]).iter().enumerate() {
        let weights = params[at + OUTPUT.start + half];
        let chunk = gradient.touch(at + OUTPUT.start + half);
        for lane in 0..CHUNK {
            chunk[lane] += slope * units[lane];
            slopes[half][lane] = slope * weights[lane];
        }
    }
    let mut slopes = flatten(&slopes);
    activate_backward(&pass.sums[1], &mut slopes);
    let mut slopes = dense_backward(
        params,
        at + HIDDEN_2.start,
        &pass.hidden[0],
        &slopes,
        gradient,
    );
    activate_backward(&pass.sums[0], &mut slopes);
    let mut input_slopes =
        dense_backward(params, at + HIDDEN_1.start, &pass.inputs, &slopes, gradient);

    // Policy.
    let mut logit_slopes = std::mem::take(&mut workspace.logits);
    if let Some(best) = sample.best {
        logit_slopes[best] -= 1.0;
        let mut weight_slopes = [[0.0; CHUNK]; 2];
        for ((slope, point), features) in logit_slopes
            .iter_mut()
            .zip(&sample.points)
            .zip(&workspace.features)
        {
            *slope *= policy_share;
            for view in 0..2 {
                for lane in 0..CHUNK {
                    weight_slopes[view][lane] += *slope * features[view][lane];
                }
            }
            let [own, opponent] = point.codes.map(usize::from);
            gradient.touch(at + ATTACK.start + own / CHUNK)[own % CHUNK] += *slope;
            gradient.touch(at + DEFENSE.start + opponent / CHUNK)[opponent % CHUNK] += *slope;
        }
        let slopes = flatten(&weight_slopes);
        let more = dense_backward(params, at + POLICY.start, &pass.inputs, &slopes, gradient);
        for (slope, more) in input_slopes.iter_mut().zip(more) {
            *slope += more;
        }
    } else {
        logit_slopes.fill(0.0);
    }

    // Features.
    let pool_slopes = halves(&input_slopes.map(|slope| slope / POOL_DIVISOR));
    for ((point, features), &logit_slope) in sample
        .points
        .iter()
        .zip(&workspace.features)
        .zip(&logit_slopes)
    {
        for view in 0..2 {
            let mut slopes = [0.0; CHUNK];
            for lane in 0..CHUNK {
                let feature = features[view][lane];
                let is_open = feature > 0.0 && feature < FEATURE_LIMIT;
                let slope = pool_slopes[view][lane] + logit_slope * pass.policy_weights[view][lane];
                slopes[lane] = if is_open { slope } else { 0.0 };
            }
            for row in feature_rows(point, view, offsets[view]) {
                // The line without stones stays zero.
                if row % SIDE_CHUNKS == SHAPE_ROWS.start + usize::from(EMPTY_LINE) {
                    continue;
                }
                let chunk = gradient.touch(row);
                for lane in 0..CHUNK {
                    chunk[lane] += slopes[lane];
                }
            }
        }
    }
    workspace.logits = logit_slopes;
    loss
}

nets::dispatched!(
    /// Adds the gradient of value loss plus `policy_share` times policy loss. Returns the loss.
    pub accumulate,
    accumulate_body,
    (params: &[Chunk], sample: &Sample, policy_share: f32, workspace: &mut Workspace, gradient: &mut Gradient) -> Loss
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::params::Params;
    use gomoku::{Board, Rule, Size};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use crate::data::record::{GameResult, PositionRecord};

    fn samples(rule: Rule, rng: &mut Xoshiro256PlusPlus) -> Vec<Sample> {
        (0..6)
            .map(|number| {
                let mut board = Board::new(Size::new(9).unwrap(), rule);
                for _ in 0..rng.random_range(8..16) {
                    let empty = board.empty();
                    let index = rng.random_range(0..empty.len());
                    board.push(empty.iter().nth(index).unwrap());
                }
                let empty = board.empty();
                let best = empty.iter().nth(rng.random_range(0..empty.len())).unwrap();
                let score = rng.random_range(-300..300);
                let record =
                    PositionRecord::new(&board, best, score, true, GameResult::Win, number);
                let mut sample = Sample::default();
                sample.read(&record, board.size(), rule, 0.3);
                sample
            })
            .collect()
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        const POLICY_SHARE: f32 = 0.7;
        const STEP: f32 = 2e-3;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        for rule in [Rule::Freestyle, Rule::Renju] {
            let samples = samples(rule, &mut rng);
            // Without rounding, which has no slope.
            let mut params = Params::init(rule, 4).chunks;
            let mut workspace = Workspace::default();
            let mut gradient = Gradient::new(params.len());
            for sample in &samples {
                accumulate(&params, sample, POLICY_SHARE, &mut workspace, &mut gradient);
            }
            let mut loss = |params: &[Chunk]| -> f64 {
                let losses = samples.iter().map(|sample| {
                    let loss = measure(params, sample, &mut workspace);
                    loss.value + f64::from(POLICY_SHARE) * loss.policy
                });
                losses.sum()
            };
            let (mut checked, mut wrong) = (0, 0);
            let mut touched = gradient.touched.clone();
            touched.sort_unstable();
            for index in touched.into_iter().step_by(5).map(|index| index as usize) {
                let lane = rng.random_range(0..CHUNK);
                let value = params[index][lane];
                params[index][lane] = value + STEP;
                let above = loss(&params);
                params[index][lane] = value - STEP;
                let below = loss(&params);
                params[index][lane] = value;
                let difference = (above - below) / (2.0 * f64::from(STEP));
                let slope = f64::from(gradient.chunks[index][lane]);
                checked += 1;
                // A clamp within the step bends the loss.
                wrong += usize::from((difference - slope).abs() > 2e-3 + 0.03 * slope.abs());
            }
            assert!(
                checked > 100 && wrong * 50 <= checked,
                "{rule:?}: {wrong} of {checked}"
            );
        }
    }

    #[test]
    fn every_instruction_set_gives_the_same_gradient() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
        let params = Params::init(Rule::Renju, 5);
        let mut workspace = Workspace::default();
        let mut gradients = [(); 2].map(|()| Gradient::new(params.chunks.len()));
        for sample in samples(Rule::Renju, &mut rng) {
            let fast = accumulate(
                &params.forward,
                &sample,
                0.1,
                &mut workspace,
                &mut gradients[0],
            );
            let plain = accumulate_body(
                &params.forward,
                &sample,
                0.1,
                &mut workspace,
                &mut gradients[1],
            );
            assert_eq!(fast, plain);
        }
        assert_eq!(gradients[0].chunks, gradients[1].chunks);
        gradients[0].clear();
        assert!(
            gradients[0]
                .chunks
                .as_flattened()
                .iter()
                .all(|&slope| slope == 0.0)
        );
    }
}

//! The fit of the move ordering: softmax regression on the moves that the search chose.
//!
//! The logit of a move is (attack score + defense score) / 32, by the pattern codes of its point for the side to move and
//! for the opponent. Both tables are [factorized](super::factors).

use gomoku::{LineClass, Threat};
use nets::pattern_net::pattern_code::PATTERN_CODES;

use crate::evaluation::adam::Adam;
use crate::evaluation::factors::{self, Factors};
use crate::evaluation::samples::{PolicySample, split};

/// Softmax temperature in points of move score.
pub const TEMPERATURE: f64 = 32.0;

/// Layout of the parameters of a table: by pattern code from 0, then by line class, then by threat.
const CLASSES: usize = PATTERN_CODES;
const THREATS: usize = CLASSES + LineClass::COUNT;
const TABLE_PARAMS: usize = THREATS + Threat::COUNT;
/// Parameters of one color: attack, then defense.
const SIDE_PARAMS: usize = 2 * TABLE_PARAMS;

/// The fitted move scores of one color.
#[derive(Clone, Debug)]
pub struct PolicyWeights {
    /// By pattern code of the side to move.
    pub attack: Vec<f64>,
    /// By pattern code of the opponent.
    pub defense: Vec<f64>,
}

/// The result of a fit, measured on the validation set.
#[derive(Clone, Debug)]
pub struct FittedPolicy {
    /// One side if the colors share their weights, otherwise two.
    pub sides: Vec<PolicyWeights>,
    /// Mean cross-entropy of a uniform policy.
    pub baseline_loss: f64,
    /// Mean cross-entropy of the fit.
    pub loss: f64,
    /// How often the best move is ranked first.
    pub top1: f64,
    /// How often the best move is ranked among the first five.
    pub top5: f64,
}

const BATCH_SIZE: usize = 2048;
const LEARNING_RATE: f64 = 3.0;
/// L2 regularization of the parameters by pattern code.
const L2: f64 = 2e-6;

/// Fits the move scores of `colors` sides (1 or 2). `progress` gets the validation loss of every epoch.
pub fn fit(
    samples: &[PolicySample],
    colors: usize,
    epochs: usize,
    mut progress: impl FnMut(usize, f64),
) -> FittedPolicy {
    let factors = factors::all();
    let mut params = vec![0.0; colors * SIDE_PARAMS];
    let (validation, training) = split(samples);
    let baseline_loss = mean_loss(&validation, &to_weights(&params, &factors));
    let mut adam = Adam::new(params.len());
    let batches = training.len().div_ceil(BATCH_SIZE).max(1);
    let mut loss = baseline_loss;
    for epoch in 0..epochs {
        let rate = LEARNING_RATE * (1.0 - epoch as f64 / epochs as f64);
        for batch in 0..batches {
            let sides = to_weights(&params, &factors);
            let batch = training.iter().skip(batch).step_by(batches);
            let mut slopes = to_param_gradient(&gradient(batch.copied(), &sides), &factors);
            for (index, slope) in slopes.iter_mut().enumerate() {
                if index % TABLE_PARAMS < CLASSES {
                    *slope += L2 * params[index];
                }
            }
            adam.step(&mut params, &slopes, rate, 0.0);
        }
        loss = mean_loss(&validation, &to_weights(&params, &factors));
        progress(epoch, loss);
    }
    let sides = to_weights(&params, &factors);
    let (top1, top5) = accuracy(&validation, &sides);
    FittedPolicy {
        sides,
        baseline_loss,
        loss,
        top1,
        top5,
    }
}

/// Sums up the factors of each pattern code.
fn to_weights(params: &[f64], factors: &[Factors]) -> Vec<PolicyWeights> {
    let table = |params: &[f64]| -> Vec<f64> {
        factors
            .iter()
            .enumerate()
            .map(|(code, factors)| {
                let classes: f64 = factors
                    .classes
                    .iter()
                    .map(|&class| params[CLASSES + class as usize])
                    .sum();
                params[code] + classes + params[THREATS + factors.threat]
            })
            .collect()
    };
    params
        .chunks(SIDE_PARAMS)
        .map(|side| PolicyWeights {
            attack: table(&side[..TABLE_PARAMS]),
            defense: table(&side[TABLE_PARAMS..]),
        })
        .collect()
}

/// Turns a gradient with respect to the weights into one with respect to the parameters: each factor receives the sum
/// over its pattern codes.
fn to_param_gradient(gradient: &[PolicyWeights], factors: &[Factors]) -> Vec<f64> {
    let mut params = vec![0.0; gradient.len() * SIDE_PARAMS];
    let tables = gradient
        .iter()
        .flat_map(|side| [&side.attack, &side.defense]);
    for (params, slopes) in params.chunks_mut(TABLE_PARAMS).zip(tables) {
        for (code, factors) in factors.iter().enumerate() {
            params[code] = slopes[code];
            for class in factors.classes {
                params[CLASSES + class as usize] += slopes[code];
            }
            params[THREATS + factors.threat] += slopes[code];
        }
    }
    params
}

/// Index of the weights of a sample.
fn side_index(sample: &PolicySample, sides: &[PolicyWeights]) -> usize {
    if sides.len() == 2 {
        sample.side.index()
    } else {
        0
    }
}

/// The probability of each candidate.
fn softmax(sample: &PolicySample, sides: &[PolicyWeights]) -> Vec<f64> {
    let weights = &sides[side_index(sample, sides)];
    let mut probabilities: Vec<f64> = sample
        .candidates
        .iter()
        .map(|&(own, opponent)| {
            (weights.attack[own as usize] + weights.defense[opponent as usize]) / TEMPERATURE
        })
        .collect();
    let max = probabilities.iter().copied().fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for probability in &mut probabilities {
        *probability = (*probability - max).exp();
        sum += *probability;
    }
    for probability in &mut probabilities {
        *probability /= sum;
    }
    probabilities
}

/// Mean cross-entropy.
fn mean_loss(samples: &[&PolicySample], sides: &[PolicyWeights]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| -softmax(sample, sides)[0].max(1e-12).ln())
        .sum();
    sum / samples.len().max(1) as f64
}

/// Top-1 and top-5 accuracy.
fn accuracy(samples: &[&PolicySample], sides: &[PolicyWeights]) -> (f64, f64) {
    let (mut top1, mut top5) = (0, 0);
    for sample in samples {
        let probabilities = softmax(sample, sides);
        let better = probabilities
            .iter()
            .filter(|&&probability| probability > probabilities[0])
            .count();
        top1 += usize::from(better == 0);
        top5 += usize::from(better < 5);
    }
    let count = samples.len().max(1) as f64;
    (top1 as f64 / count, top5 as f64 / count)
}

/// The mean gradient of a batch with respect to the weights.
fn gradient<'a>(
    samples: impl Iterator<Item = &'a PolicySample>,
    sides: &[PolicyWeights],
) -> Vec<PolicyWeights> {
    let zero = PolicyWeights {
        attack: vec![0.0; PATTERN_CODES],
        defense: vec![0.0; PATTERN_CODES],
    };
    let mut gradient = vec![zero; sides.len()];
    let mut count = 0.0;
    for sample in samples {
        count += 1.0;
        let side = &mut gradient[side_index(sample, sides)];
        for (candidate, probability) in softmax(sample, sides).into_iter().enumerate() {
            let slope = probability - f64::from(u8::from(candidate == 0));
            let (own, opponent) = sample.candidates[candidate];
            side.attack[own as usize] += slope;
            side.defense[opponent as usize] += slope;
        }
    }
    for side in &mut gradient {
        for slope in side.attack.iter_mut().chain(&mut side.defense) {
            *slope /= f64::max(count, 1.0);
        }
    }
    gradient
}

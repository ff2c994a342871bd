//! The fit of the move order: softmax regression.
//!
//! A move looks as good as what it makes (attack) and what it takes from the enemy (defense) together; the chance of a
//! move is softmax of that sum / 32. The fit makes the moves that the search chose likely. What a pattern code is worth
//! is split into parts as in the fit of the evaluation.

use gomoku::{LineClass, Threat};
use nets::pattern_net::pattern_code::{self, PATTERN_CODES};

use crate::evaluation::adam::Adam;
use crate::evaluation::samples::PolicySample;

/// A difference of this much in score makes a move e times as likely.
pub const TEMPERATURE: f64 = 32.0;

const CLASSES: usize = PATTERN_CODES;
const THREATS: usize = CLASSES + LineClass::COUNT;
const HALF: usize = THREATS + Threat::COUNT;
const PARAMS: usize = 2 * HALF;

/// The fitted scores of one color.
#[derive(Clone, Debug)]
pub struct PolicyWeights {
    /// By what the move makes.
    pub attack: Vec<f64>,
    /// By what the enemy would make there.
    pub defense: Vec<f64>,
}

/// What a fit came to.
#[derive(Clone, Debug)]
pub struct FittedPolicy {
    /// One side where the colors share their values, two where they do not.
    pub sides: Vec<PolicyWeights>,
    /// Mean cross entropy on the positions held back, before and after.
    pub loss: (f64, f64),
    /// How often the likeliest move is the chosen one, and how often it is among the first five.
    pub hits: (f64, f64),
}

const VALIDATION_STRIDE: usize = 10;
const BATCH: usize = 2048;
const DECAY: f64 = 2e-6;

/// Fits the scores of `colors` sides (1 or 2) to the positions.
pub fn fit(
    samples: &[PolicySample],
    colors: usize,
    epochs: usize,
    mut progress: impl FnMut(usize, f64),
) -> FittedPolicy {
    let parts: Vec<([u8; 4], usize)> = pattern_code::all()
        .map(|classes| {
            let threat =
                Threat::from_lines(classes.map(|class| LineClass::ALL[class as usize]), false);
            (classes, threat as usize)
        })
        .collect();
    let mut params = vec![0.0; colors * PARAMS];
    let held: Vec<&PolicySample> = samples.iter().step_by(VALIDATION_STRIDE).collect();
    let rest: Vec<&PolicySample> = samples
        .iter()
        .enumerate()
        .filter(|(place, _)| place % VALIDATION_STRIDE != 0)
        .map(|(_, sample)| sample)
        .collect();
    let before = loss(&held, &flatten(&params, colors, &parts));
    let mut adam = Adam::new(params.len());
    let batches = rest.len().div_ceil(BATCH).max(1);
    let mut after = before;
    for epoch in 0..epochs {
        let rate = 3.0 * (1.0 - epoch as f64 / epochs as f64);
        for batch in 0..batches {
            let sides = flatten(&params, colors, &parts);
            let picked = rest.iter().skip(batch).step_by(batches);
            let flat = gradient(picked.copied(), &sides);
            let mut slopes = unflatten(&flat, colors, &parts);
            for (place, slope) in slopes.iter_mut().enumerate() {
                if place % HALF < CLASSES {
                    *slope += DECAY * params[place];
                }
            }
            adam.step(&mut params, &slopes, rate, 0.0);
        }
        after = loss(&held, &flatten(&params, colors, &parts));
        progress(epoch, after);
    }
    let sides = flatten(&params, colors, &parts);
    let hits = hits(&held, &sides);
    FittedPolicy {
        sides,
        loss: (before, after),
        hits,
    }
}

fn flatten(params: &[f64], colors: usize, parts: &[([u8; 4], usize)]) -> Vec<PolicyWeights> {
    let half = |own: &[f64]| -> Vec<f64> {
        parts
            .iter()
            .enumerate()
            .map(|(number, (classes, threat))| {
                let classes: f64 = classes
                    .iter()
                    .map(|&class| own[CLASSES + class as usize])
                    .sum();
                own[number] + classes + own[THREATS + threat]
            })
            .collect()
    };
    (0..colors)
        .map(|color| {
            let own = &params[color * PARAMS..][..PARAMS];
            PolicyWeights {
                attack: half(&own[..HALF]),
                defense: half(&own[HALF..]),
            }
        })
        .collect()
}

fn unflatten(gradient: &[PolicyWeights], colors: usize, parts: &[([u8; 4], usize)]) -> Vec<f64> {
    let mut params = vec![0.0; colors * PARAMS];
    for color in 0..colors {
        for (side, slopes) in [&gradient[color].attack, &gradient[color].defense]
            .into_iter()
            .enumerate()
        {
            let own = &mut params[color * PARAMS + side * HALF..][..HALF];
            for (number, (classes, threat)) in parts.iter().enumerate() {
                own[number] = slopes[number];
                for &class in classes {
                    own[CLASSES + class as usize] += slopes[number];
                }
                own[THREATS + threat] += slopes[number];
            }
        }
    }
    params
}

fn side<'a>(sample: &PolicySample, sides: &'a [PolicyWeights]) -> (usize, &'a PolicyWeights) {
    let place = if sides.len() == 2 {
        sample.side.index()
    } else {
        0
    };
    (place, &sides[place])
}

/// The chance of each candidate.
fn chances(sample: &PolicySample, sides: &[PolicyWeights]) -> Vec<f64> {
    let (_, moves) = side(sample, sides);
    let mut chances: Vec<f64> = sample
        .candidates
        .iter()
        .map(|&(own, enemy)| {
            (moves.attack[own as usize] + moves.defense[enemy as usize]) / TEMPERATURE
        })
        .collect();
    let most = chances.iter().copied().fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for chance in &mut chances {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}

fn loss(samples: &[&PolicySample], sides: &[PolicyWeights]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| -chances(sample, sides)[0].max(1e-12).ln())
        .sum();
    sum / samples.len().max(1) as f64
}

fn hits(samples: &[&PolicySample], sides: &[PolicyWeights]) -> (f64, f64) {
    let (mut first, mut early) = (0, 0);
    for sample in samples {
        let chances = chances(sample, sides);
        let better = chances
            .iter()
            .filter(|&&chance| chance > chances[0])
            .count();
        first += usize::from(better == 0);
        early += usize::from(better < 5);
    }
    let all = samples.len().max(1) as f64;
    (first as f64 / all, early as f64 / all)
}

fn gradient<'a>(
    samples: impl Iterator<Item = &'a PolicySample>,
    sides: &[PolicyWeights],
) -> Vec<PolicyWeights> {
    let mut gradient: Vec<PolicyWeights> = sides
        .iter()
        .map(|_| PolicyWeights {
            attack: vec![0.0; PATTERN_CODES],
            defense: vec![0.0; PATTERN_CODES],
        })
        .collect();
    let mut count = 0.0;
    for sample in samples {
        count += 1.0;
        let (place, _) = side(sample, sides);
        for (candidate, chance) in chances(sample, sides).into_iter().enumerate() {
            let slope = chance - f64::from(u8::from(candidate == 0));
            let (own, enemy) = sample.candidates[candidate];
            gradient[place].attack[own as usize] += slope;
            gradient[place].defense[enemy as usize] += slope;
        }
    }
    for side in &mut gradient {
        for value in side.attack.iter_mut().chain(&mut side.defense) {
            *value /= f64::max(count, 1.0);
        }
    }
    gradient
}

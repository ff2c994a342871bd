//! The fit of the evaluation: logistic regression.
//!
//! σ(e / 200) shall equal the win rate that the search saw. The value of a combination is the sum of one
//! value for each of its classes, one for the threat they make, and a remainder of its own that decays towards zero: a
//! combination that was hardly ever met keeps what its parts are worth. Threat masks likewise: one value for each bit
//! and a remainder.

use engine::combination::{self, COMBINATIONS};
use engine::score::SCALE;
use engine::threat_mask::{BITS, MASKS};
use gomoku::{LineClass, Threat};

use crate::evaluation::adam::Adam;
use crate::evaluation::samples::ValueSample;

/// How the fit goes.
#[derive(Clone, Copy, Debug)]
pub struct ValueFit {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// How strongly remainders decay.
    pub decay: f64,
}

impl Default for ValueFit {
    fn default() -> ValueFit {
        ValueFit {
            epochs: 40,
            batch: 4096,
            decay: 2e-6,
        }
    }
}

/// Parameters of one color: remainders by combination, classes, threats; remainders by mask, bits, and the right to move.
const CLASSES: usize = COMBINATIONS;
const THREATS: usize = CLASSES + LineClass::COUNT;
const MASK: usize = THREATS + Threat::COUNT;
const MASK_BITS: usize = MASK + MASKS;
const TEMPO: usize = MASK_BITS + BITS.len();
const PARAMS: usize = TEMPO + 1;

/// The fitted values of one color, in points of score.
#[derive(Clone, Debug)]
pub struct FittedSide {
    /// By combination.
    pub points: Vec<f64>,
    /// By threat mask.
    pub threats: Vec<f64>,
}

/// What a fit came to.
#[derive(Clone, Debug)]
pub struct FittedValues {
    /// One side where the colors share their values, two where they do not.
    pub sides: Vec<FittedSide>,
    /// Mean cross entropy on the positions held back, before and after.
    pub loss: (f64, f64),
}

/// Every tenth position is held back to measure the fit.
const HELD_BACK: usize = 10;

/// Fits the values of `colors` sides (1 or 2) to the positions.
pub fn fit(
    samples: &[ValueSample],
    colors: usize,
    settings: &ValueFit,
    mut progress: impl FnMut(usize, f64),
) -> FittedValues {
    let parts = parts();
    let mut params = vec![0.0; colors * PARAMS];
    let held: Vec<&ValueSample> = samples.iter().step_by(HELD_BACK).collect();
    let rest: Vec<&ValueSample> = samples
        .iter()
        .enumerate()
        .filter(|(place, _)| place % HELD_BACK != 0)
        .map(|(_, sample)| sample)
        .collect();
    let before = loss(&held, &flatten(&params, colors, &parts));
    let mut adam = Adam::new(params.len());
    let mut after = before;
    let batches = rest.len().div_ceil(settings.batch).max(1);
    for epoch in 0..settings.epochs {
        let rate = 1.5 * (1.0 - epoch as f64 / settings.epochs as f64);
        for batch in 0..batches {
            // Strides mix the positions of different games without shuffling.
            let flat = flatten(&params, colors, &parts);
            let picked = rest.iter().skip(batch).step_by(batches);
            let gradient = gradient(picked.copied(), &flat);
            let gradient = unflatten(&gradient, colors, &parts, params.len());
            step(
                &mut adam,
                &mut params,
                &gradient,
                rate,
                settings.decay,
                colors,
            );
        }
        after = loss(&held, &flatten(&params, colors, &parts));
        progress(epoch, after);
    }
    let flat = flatten(&params, colors, &parts);
    FittedValues {
        sides: flat,
        loss: (before, after),
    }
}

/// The classes and the threat of each combination.
fn parts() -> Vec<([u8; 4], usize)> {
    combination::all()
        .map(|classes| {
            let threat = Threat::of(classes.map(|class| LineClass::ALL[class as usize]), false);
            (classes, threat as usize)
        })
        .collect()
}

/// The values as the engine adds them up.
fn flatten(params: &[f64], colors: usize, parts: &[([u8; 4], usize)]) -> Vec<FittedSide> {
    (0..colors)
        .map(|color| {
            let own = &params[color * PARAMS..][..PARAMS];
            let points = parts
                .iter()
                .enumerate()
                .map(|(number, (classes, threat))| {
                    let classes: f64 = classes
                        .iter()
                        .map(|&class| own[CLASSES + class as usize])
                        .sum();
                    own[number] + classes + own[THREATS + threat]
                })
                .collect();
            let threats = (0..MASKS)
                .map(|mask| {
                    let bits: f64 = (0..BITS.len())
                        .filter(|bit| mask >> bit & 1 == 1)
                        .map(|bit| own[MASK_BITS + bit])
                        .sum();
                    own[MASK + mask] + bits + own[TEMPO]
                })
                .collect();
            FittedSide { points, threats }
        })
        .collect()
}

/// The reverse for gradients: each part receives what its combinations receive.
fn unflatten(
    gradient: &[FittedSide],
    colors: usize,
    parts: &[([u8; 4], usize)],
    count: usize,
) -> Vec<f64> {
    let mut params = vec![0.0; count];
    for color in 0..colors {
        let own = &mut params[color * PARAMS..][..PARAMS];
        for (number, (classes, threat)) in parts.iter().enumerate() {
            let slope = gradient[color].points[number];
            own[number] = slope;
            for &class in classes {
                own[CLASSES + class as usize] += slope;
            }
            own[THREATS + threat] += slope;
        }
        for mask in 0..MASKS {
            let slope = gradient[color].threats[mask];
            own[MASK + mask] = slope;
            for bit in (0..BITS.len()).filter(|bit| mask >> bit & 1 == 1) {
                own[MASK_BITS + bit] += slope;
            }
            own[TEMPO] += slope;
        }
    }
    params
}

fn step(
    adam: &mut Adam,
    params: &mut [f64],
    gradient: &[f64],
    rate: f64,
    decay: f64,
    colors: usize,
) {
    let mut slopes = gradient.to_vec();
    // Only remainders decay; what is left over is for the parts to explain.
    for color in 0..colors {
        for range in [0..CLASSES, MASK..MASK_BITS] {
            for place in range {
                let place = color * PARAMS + place;
                slopes[place] += decay * params[place];
            }
        }
    }
    adam.step(params, &slopes, rate, 0.0);
}

fn evaluate(sample: &ValueSample, sides: &[FittedSide]) -> f64 {
    let apart = sides.len() == 2;
    let sum: f64 = sample
        .terms
        .iter()
        .map(|&(number, count)| {
            let number = number as usize;
            let value = if apart && number >= COMBINATIONS {
                sides[1].points[number - COMBINATIONS]
            } else {
                sides[0].points[number]
            };
            value * f64::from(count)
        })
        .sum();
    let mask = sample.mask as usize;
    let threats = if mask >= MASKS {
        sides[1].threats[mask - MASKS]
    } else {
        sides[0].threats[mask]
    };
    // Counts are of two plies together.
    f64::from(sample.sign) * sum / 2.0 + threats
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(samples: &[&ValueSample], sides: &[FittedSide]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let guess = sigmoid(evaluate(sample, sides) / SCALE).clamp(1e-9, 1.0 - 1e-9);
            let target = f64::from(sample.win_rate);
            -target * guess.ln() - (1.0 - target) * (1.0 - guess).ln()
        })
        .sum();
    sum / samples.len().max(1) as f64
}

fn gradient<'a>(
    samples: impl Iterator<Item = &'a ValueSample>,
    sides: &[FittedSide],
) -> Vec<FittedSide> {
    let apart = sides.len() == 2;
    let mut gradient: Vec<FittedSide> = sides
        .iter()
        .map(|_| FittedSide {
            points: vec![0.0; COMBINATIONS],
            threats: vec![0.0; MASKS],
        })
        .collect();
    let mut count = 0;
    for sample in samples {
        count += 1;
        let slope = sigmoid(evaluate(sample, sides) / SCALE) - f64::from(sample.win_rate);
        for &(number, times) in &sample.terms {
            let number = number as usize;
            let share = slope * f64::from(sample.sign) * f64::from(times) / 2.0;
            if apart && number >= COMBINATIONS {
                gradient[1].points[number - COMBINATIONS] += share;
            } else {
                gradient[0].points[number] += share;
            }
        }
        let mask = sample.mask as usize;
        if mask >= MASKS {
            gradient[1].threats[mask - MASKS] += slope;
        } else {
            gradient[0].threats[mask] += slope;
        }
    }
    let scale = 1.0 / f64::from(count.max(1));
    for side in &mut gradient {
        for value in side.points.iter_mut().chain(&mut side.threats) {
            *value *= scale;
        }
    }
    gradient
}

/// How the fitted evaluation agrees with the search, on the positions held back: for each tenth of the win rate, the mean win
/// rate that the evaluation expects, the mean that the search saw, and how many positions there are.
pub fn calibration(samples: &[ValueSample], fitted: &FittedValues) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0); 10];
    for sample in samples.iter().step_by(HELD_BACK) {
        let guess = sigmoid(evaluate(sample, &fitted.sides) / SCALE);
        let bin = &mut bins[((guess * 10.0) as usize).min(9)];
        bin.0 += guess;
        bin.1 += f64::from(sample.win_rate);
        bin.2 += 1;
    }
    bins.into_iter()
        .filter(|bin| bin.2 > 0)
        .map(|(guess, seen, count)| (guess / count as f64, seen / count as f64, count))
        .collect()
}

//! The fit of the evaluation: gradient descent on the engine's [network](nets::pattern_net).
//!
//! The loss is the cross-entropy between σ(score / 200) and the win rate that the search found. Embeddings and threat
//! masks are [factorized](super::factors).
//!
//! An embedding is added up over a hundred points, and so is its rounding error. So the forward pass uses quantized
//! embeddings from the start, and the gradient ignores the rounding (a straight-through estimator).

mod model;
mod params;

use engine::score::SCALE;
use nets::pattern_net::{ACCUMULATOR_SIZE, Accumulator, Head};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::adam::Adam;
use crate::evaluation::factors::{self, Factors};
use crate::evaluation::samples::{VALIDATION_STRIDE, ValueSample, split};
use model::Model;

/// Hyperparameters of the fit.
#[derive(Clone, Copy, Debug)]
pub struct ValueFitConfig {
    /// Passes over the training set.
    pub epochs: usize,
    /// Samples per step.
    pub batch_size: usize,
    /// Peak learning rate; it decays along a cosine.
    pub learning_rate: f64,
    /// Weight decay.
    pub weight_decay: f64,
}

impl Default for ValueFitConfig {
    fn default() -> ValueFitConfig {
        ValueFitConfig {
            epochs: 30,
            batch_size: 1024,
            learning_rate: 0.002,
            weight_decay: 0.1,
        }
    }
}

/// The quantized evaluation weights of one color.
#[derive(Clone, Debug)]
pub struct ValueWeights {
    /// Embeddings by pattern code.
    pub embeddings: Vec<Accumulator>,
    /// The dense layers when this color is to move.
    pub head: Head,
    /// Score of each threat mask.
    pub threats: Vec<i16>,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct FittedValue {
    /// One side if the colors share their weights, otherwise two.
    pub sides: Vec<ValueWeights>,
    /// Validation losses.
    pub loss: ValueLoss,
}

/// Mean cross-entropy on the validation set.
#[derive(Clone, Copy, Debug)]
pub struct ValueLoss {
    /// Of a constant prediction of 0.5.
    pub baseline: f64,
    /// Of the network in floating point.
    pub fitted: f64,
    /// Of the network as the engine computes it.
    pub quantized: f64,
}

/// Fits the weights of `colors` sides (1 or 2). `progress` gets the validation loss of every epoch.
pub fn fit(
    samples: &[ValueSample],
    colors: usize,
    config: &ValueFitConfig,
    mut progress: impl FnMut(usize, f64),
) -> FittedValue {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let factors = factors::all();
    let mut params = params::init(colors, &mut rng);
    let (validation, mut training) = split(samples);
    let mut adam = Adam::new(params.len());
    let steps = config.epochs * training.len().div_ceil(config.batch_size).max(1);
    let mut step = 0;
    let mut fitted = f64::NAN;
    for epoch in 0..config.epochs {
        shuffle(&mut training, &mut rng);
        for batch in training.chunks(config.batch_size) {
            let slopes = gradient(
                batch,
                &Model::quantized(&params, colors, &factors),
                &factors,
            );
            let rate = config.learning_rate * schedule(step, steps);
            adam.step(&mut params, &slopes, rate, config.weight_decay);
            step += 1;
        }
        let model = Model::quantized(&params, colors, &factors);
        fitted = loss(&validation, |sample| model.forward(sample).logit.into());
        progress(epoch, fitted);
    }
    let sides = Model::quantized(&params, colors, &factors).to_weights();
    let loss = ValueLoss {
        baseline: loss(&validation, |_| 0.0),
        fitted,
        quantized: loss(&validation, |sample| {
            f64::from(engine_score(sample, &sides)) / SCALE
        }),
    };
    FittedValue { sides, loss }
}

/// Fisher-Yates.
fn shuffle(samples: &mut [&ValueSample], rng: &mut Xoshiro256PlusPlus) {
    for index in (1..samples.len()).rev() {
        samples.swap(index, rng.random_range(0..=index));
    }
}

/// Factor of the learning rate: linear warm-up, then cosine decay to 1 %.
fn schedule(step: usize, steps: usize) -> f64 {
    const WARMUP_STEPS: f64 = 50.0;
    let progress = step as f64 / steps as f64;
    let cosine = 0.5 + 0.5 * (progress * std::f64::consts::PI).cos();
    cosine.max(0.01) * (step as f64 / WARMUP_STEPS).min(1.0)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Mean cross-entropy of the predictions, given as logits.
fn loss(samples: &[&ValueSample], logit: impl Fn(&ValueSample) -> f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let prediction = sigmoid(logit(sample)).clamp(1e-9, 1.0 - 1e-9);
            let target = f64::from(sample.win_rate);
            -target * prediction.ln() - (1.0 - target) * (1.0 - prediction).ln()
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// The mean gradient of a batch with respect to the parameters.
fn gradient(samples: &[&ValueSample], model: &Model, factors: &[Factors]) -> Vec<f64> {
    let mut gradient = model.zeros();
    let share = 1.0 / samples.len().max(1) as f64;
    for sample in samples {
        let activations = model.forward(sample);
        let slope = sigmoid(activations.logit.into()) - f64::from(sample.win_rate);
        gradient.backward(model, sample, &activations, (slope * share) as f32);
    }
    gradient.to_param_gradient(factors)
}

/// The score of a sample as the engine computes it.
fn engine_score(sample: &ValueSample, sides: &[ValueWeights]) -> i32 {
    let (own, opponent) = (sample.own_side(), sample.opponent_side());
    let accumulators = [(own, &sample.own), (opponent, &sample.opponent)].map(|(side, codes)| {
        let mut accumulator: Accumulator = [0; ACCUMULATOR_SIZE];
        for &(code, count) in codes {
            let embedding = &sides[side].embeddings[code as usize];
            for (sum, value) in accumulator.iter_mut().zip(embedding) {
                *sum = sum.wrapping_add(value.wrapping_mul(i16::from(count)));
            }
        }
        accumulator
    });
    let threats = sides[own].threats[sample.threat_mask as usize];
    sides[own].head.score(&accumulators[0], &accumulators[1]) + i32::from(threats)
}

/// Calibration on the validation set: for each tenth of the predicted win rate, the mean prediction, the mean win rate by
/// search, and the number of positions.
pub fn calibration(samples: &[ValueSample], fitted: &FittedValue) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0); 10];
    for sample in samples.iter().step_by(VALIDATION_STRIDE) {
        let prediction = sigmoid(f64::from(engine_score(sample, &fitted.sides)) / SCALE);
        let bin = &mut bins[((prediction * 10.0) as usize).min(9)];
        bin.0 += prediction;
        bin.1 += f64::from(sample.win_rate);
        bin.2 += 1;
    }
    bins.into_iter()
        .filter(|bin| bin.2 > 0)
        .map(|(sum, searched, count)| (sum / count as f64, searched / count as f64, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Color;

    /// Samples of an artificial game in which some pattern codes are good and two of them together are better.
    fn artificial(count: usize, colors: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<ValueSample> {
        (0..count)
            .map(|_| {
                let mut codes = || -> Vec<(u16, u8)> {
                    (0..12)
                        .map(|_| (rng.random_range(1..40), rng.random_range(1..4)))
                        .collect()
                };
                let (own, opponent) = (codes(), codes());
                let has = |codes: &[(u16, u8)], code| {
                    f64::from(u8::from(codes.iter().any(|entry| entry.0 == code)))
                };
                let logit =
                    2.0 * has(&own, 7) * has(&own, 9) + has(&own, 3) - 2.0 * has(&opponent, 3);
                let white = colors == 2 && rng.random();
                ValueSample {
                    own,
                    opponent,
                    threat_mask: rng.random_range(0..64),
                    side: if white { Color::White } else { Color::Black },
                    colors_differ: colors == 2,
                    win_rate: sigmoid(if white { logit / 2.0 } else { logit }) as f32,
                }
            })
            .collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        use params::*;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for colors in [1, 2] {
            let samples = artificial(20, colors, &mut rng);
            let samples: Vec<&ValueSample> = samples.iter().collect();
            let factors = factors::all();
            let mut params = init(colors, &mut rng);
            for param in &mut params {
                *param += rng.random_range(-0.2..0.2);
            }
            let exact = |params: &[f64]| Model::exact(params, colors, &factors);
            let slopes = gradient(&samples, &exact(&params), &factors);
            // Checks the largest slope of each kind of parameter of each color.
            let starts = [
                0,
                CLASSES,
                THREATS,
                HIDDEN_WEIGHTS,
                HIDDEN_BIASES,
                OUTPUT_WEIGHTS,
                DIRECT_WEIGHTS,
                THREAT_MASK,
                THREAT_BITS,
                TEMPO,
                PARAM_COUNT,
            ];
            for kind in starts.windows(2) {
                for color in 0..colors {
                    let range = color * PARAM_COUNT + kind[0]..color * PARAM_COUNT + kind[1];
                    let index = range
                        .max_by(|&a, &b| slopes[a].abs().total_cmp(&slopes[b].abs()))
                        .unwrap();
                    let loss_at = |delta: f64| {
                        let mut params = params.clone();
                        params[index] += delta;
                        let model = exact(&params);
                        loss(&samples, |sample| model.forward(sample).logit.into())
                    };
                    let slope = (loss_at(2e-3) - loss_at(-2e-3)) / 4e-3;
                    assert!(slopes[index] != 0.0);
                    assert!(
                        (slope - slopes[index]).abs() < 0.05 * slope.abs() + 1e-4,
                        "{kind:?}: {slope} {}",
                        slopes[index]
                    );
                }
            }
        }
    }

    #[test]
    fn interactions_are_learned_and_survive_quantization() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for colors in [1, 2] {
            let samples = artificial(6_000, colors, &mut rng);
            let config = ValueFitConfig {
                epochs: 20,
                batch_size: 64,
                ..ValueFitConfig::default()
            };
            let (validation, _) = split(&samples);
            let entropy = loss(&validation, |sample| {
                let rate = f64::from(sample.win_rate);
                (rate / (1.0 - rate)).ln()
            });
            let ValueLoss {
                baseline,
                fitted,
                quantized,
            } = fit(&samples, colors, &config, |_, _| {}).loss;
            assert!(
                fitted - entropy < (baseline - entropy) / 4.0,
                "{baseline} {fitted} {entropy}"
            );
            assert!((quantized - fitted).abs() < 0.005, "{fitted} {quantized}");
        }
    }
}

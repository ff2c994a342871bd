//! The fit of the evaluation: the engine's [network](nets::pattern_net), trained by gradient descent.
//!
//! σ(score / 200) shall equal the win rate that the search saw. What a pattern code says is the sum of what each of its classes
//! says, what the threat they make says, and a remainder of its own that shrinks towards zero: a pattern code that was hardly
//! ever met keeps what its parts say. Threat masks likewise: one value for each bit and a remainder.
//!
//! A pattern code that lies on a hundred points counts a hundred times, and so does the error of rounding it. So the rest of the
//! network learns from rounded numbers from the start, while the slopes are taken as if they were not rounded.

use engine::score::SCALE;
use gomoku::{LineClass, Threat};
use nets::pattern_net::head::{
    ACCUMULATOR_SCALE, ACCUMULATOR_SIZE, Accumulator, HIDDEN, Head, INPUTS, MAX_ACTIVATION,
};
use nets::pattern_net::pattern_code::{self, PATTERN_CODES};
use nets::pattern_net::threat_mask::{BITS, THREAT_MASKS};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::adam::Adam;
use crate::evaluation::samples::ValueSample;

/// How the fit goes.
#[derive(Clone, Copy, Debug)]
pub struct ValueFitConfig {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// The length of the first steps; they get shorter towards the end.
    pub rate: f64,
    /// How strongly all parameters shrink.
    pub decay: f64,
}

impl Default for ValueFitConfig {
    fn default() -> ValueFitConfig {
        ValueFitConfig {
            epochs: 30,
            batch: 1024,
            rate: 0.002,
            decay: 0.1,
        }
    }
}

/// What the engine uses of one color, in whole numbers.
#[derive(Clone, Debug)]
pub struct ValueWeights {
    /// What a point says, by pattern code.
    pub embeddings: Vec<Accumulator>,
    /// What becomes of the sums when this color is to move.
    pub head: Head,
    /// What each threat mask is worth, in points.
    pub threats: Vec<i16>,
}

/// What a fit came to.
#[derive(Clone, Debug)]
pub struct FittedValue {
    /// One side where the colors share their values, two where they do not.
    pub sides: Vec<ValueWeights>,
    /// Mean cross entropy on the positions held back: of a guess of one half, of the network, and of its whole numbers.
    pub loss: (f64, f64, f64),
}

/// Every tenth position is held back to measure the fit.
const VALIDATION_STRIDE: usize = 10;

/// Fits the values of `colors` sides (1 or 2) to the positions.
pub fn fit(
    samples: &[ValueSample],
    colors: usize,
    settings: &ValueFitConfig,
    mut progress: impl FnMut(usize, f64),
) -> FittedValue {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let parts = parts();
    let mut params = first_params(colors, &mut rng);
    let held: Vec<&ValueSample> = samples.iter().step_by(VALIDATION_STRIDE).collect();
    let mut rest: Vec<&ValueSample> = samples
        .iter()
        .enumerate()
        .filter(|(place, _)| place % VALIDATION_STRIDE != 0)
        .map(|(_, sample)| sample)
        .collect();
    let mut adam = Adam::new(params.len());
    let steps = settings.epochs * rest.len().div_ceil(settings.batch).max(1);
    let mut step = 0;
    let mut after = f64::NAN;
    for epoch in 0..settings.epochs {
        for place in (1..rest.len()).rev() {
            rest.swap(place, rng.random_range(0..=place));
        }
        for batch in rest.chunks(settings.batch) {
            let gradient = gradient(batch, &Model::new(&params, colors, &parts, true));
            let slopes = gradient.unfold(&parts);
            let rate = settings.rate * pace(step, steps);
            adam.step(&mut params, &slopes, rate, settings.decay);
            step += 1;
        }
        let model = Model::new(&params, colors, &parts, true);
        after = loss(&held, |sample| model.run(sample).logit.into());
        progress(epoch, after);
    }
    let sides = Model::new(&params, colors, &parts, true).quantized();
    let before = loss(&held, |_| 0.0);
    let rounded = loss(&held, |sample| {
        f64::from(rounded_score(sample, &sides)) / SCALE
    });
    FittedValue {
        sides,
        loss: (before, after, rounded),
    }
}

/// Steps begin short, while Adam learns how steep things are, and end short.
fn pace(step: usize, steps: usize) -> f64 {
    const WARM_UP: f64 = 50.0;
    let done = step as f64 / steps as f64;
    let cosine = 0.5 + 0.5 * (done * std::f64::consts::PI).cos();
    cosine.max(0.01) * (step as f64 / WARM_UP).min(1.0)
}

/// The classes and the threat of each pattern code.
fn parts() -> Vec<([u8; 4], usize)> {
    pattern_code::all()
        .map(|classes| {
            let threat =
                Threat::from_lines(classes.map(|class| LineClass::ALL[class as usize]), false);
            (classes, threat as usize)
        })
        .collect()
}

/// Parameters of one color. What is said: remainders by pattern code, by class, by threat.
const CLASSES: usize = PATTERN_CODES * ACCUMULATOR_SIZE;
const THREATS: usize = CLASSES + LineClass::COUNT * ACCUMULATOR_SIZE;
/// The head.
const MATRIX: usize = THREATS + Threat::COUNT * ACCUMULATOR_SIZE;
const BIAS: usize = MATRIX + INPUTS * HIDDEN;
const OUT: usize = BIAS + HIDDEN;
const DIRECT: usize = OUT + HIDDEN;
/// Masks: remainders, bits, and the right to move.
const MASK: usize = DIRECT + INPUTS;
const MASK_BITS: usize = MASK + THREAT_MASKS;
const TEMPO: usize = MASK_BITS + BITS.len();
const PARAMS: usize = TEMPO + 1;

/// What is said is taken this many times, which makes its parameters as large as the others.
const FEATURE_SCALE: f32 = 0.25;

/// Small numbers by lot where all zeros would stay zeros.
fn first_params(colors: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<f64> {
    let mut params = vec![0.0; colors * PARAMS];
    for own in params.chunks_mut(PARAMS) {
        for param in &mut own[..MATRIX] {
            *param = rng.random_range(-0.1..0.1);
        }
        for param in &mut own[MATRIX..BIAS] {
            *param = rng.random_range(-0.3..0.3);
        }
    }
    params
}

/// The parameters put together as the engine uses them; also the gradient with respect to these.
#[derive(Clone, Debug)]
struct Model {
    sides: Vec<Side>,
}

#[derive(Clone, Debug)]
struct Side {
    points: Vec<[f32; ACCUMULATOR_SIZE]>,
    matrix: [[f32; HIDDEN]; INPUTS],
    bias: [f32; HIDDEN],
    out: [f32; HIDDEN],
    direct: [f32; INPUTS],
    threats: Vec<f32>,
}

impl Side {
    fn zero() -> Side {
        Side {
            points: vec![[0.0; ACCUMULATOR_SIZE]; PATTERN_CODES],
            matrix: [[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            out: [0.0; HIDDEN],
            direct: [0.0; INPUTS],
            threats: vec![0.0; THREAT_MASKS],
        }
    }
}

/// What a sample leads to on the way through the model.
struct Run {
    inputs: [f32; INPUTS],
    /// Before clamping.
    hidden: [f32; HIDDEN],
    logit: f32,
}

/// The bits that are set in a mask.
fn bits(mask: usize) -> impl Iterator<Item = usize> {
    (0..BITS.len()).filter(move |bit| mask >> bit & 1 == 1)
}

impl Model {
    /// With `whole`, points say whole numbers, as they do in the engine.
    fn new(params: &[f64], colors: usize, parts: &[([u8; 4], usize)], whole: bool) -> Model {
        let sides = params.chunks(PARAMS).take(colors).map(|own| {
            let said = |first: usize, number: usize| -> &[f64] {
                &own[first + number * ACCUMULATOR_SIZE..][..ACCUMULATOR_SIZE]
            };
            let points = parts.iter().enumerate().map(|(number, (classes, threat))| {
                // A point where nothing can be made says nothing, so boards of all sizes are alike.
                if number == 0 {
                    return [0.0; ACCUMULATOR_SIZE];
                }
                let classes = classes.map(|class| said(CLASSES, class as usize));
                let all = [said(0, number), said(THREATS, *threat)];
                std::array::from_fn(|lane| {
                    let sum: f64 = classes.iter().chain(&all).map(|part| part[lane]).sum();
                    let said = sum as f32 * FEATURE_SCALE;
                    if whole {
                        (said * ACCUMULATOR_SCALE).round() / ACCUMULATOR_SCALE
                    } else {
                        said
                    }
                })
            });
            let threats = (0..THREAT_MASKS).map(|mask| {
                let bits: f64 = bits(mask).map(|bit| own[MASK_BITS + bit]).sum();
                (own[MASK + mask] + bits + own[TEMPO]) as f32
            });
            Side {
                points: points.collect(),
                matrix: std::array::from_fn(|input| {
                    std::array::from_fn(|hidden| own[MATRIX + input * HIDDEN + hidden] as f32)
                }),
                bias: std::array::from_fn(|hidden| own[BIAS + hidden] as f32),
                out: std::array::from_fn(|hidden| own[OUT + hidden] as f32),
                direct: std::array::from_fn(|input| own[DIRECT + input] as f32),
                threats: threats.collect(),
            }
        });
        Model {
            sides: sides.collect(),
        }
    }

    /// The reverse for gradients: each part receives what its pattern codes receive.
    fn unfold(&self, parts: &[([u8; 4], usize)]) -> Vec<f64> {
        let mut params = vec![0.0; self.sides.len() * PARAMS];
        for (own, side) in params.chunks_mut(PARAMS).zip(&self.sides) {
            for (number, (classes, threat)) in parts.iter().enumerate().skip(1) {
                for lane in 0..ACCUMULATOR_SIZE {
                    let slope = f64::from(side.points[number][lane] * FEATURE_SCALE);
                    own[number * ACCUMULATOR_SIZE + lane] = slope;
                    for &class in classes {
                        own[CLASSES + class as usize * ACCUMULATOR_SIZE + lane] += slope;
                    }
                    own[THREATS + threat * ACCUMULATOR_SIZE + lane] += slope;
                }
            }
            let head = side.matrix.as_flattened().iter();
            let head = head.chain(&side.bias).chain(&side.out).chain(&side.direct);
            for (param, &slope) in own[MATRIX..MASK].iter_mut().zip(head) {
                *param = f64::from(slope);
            }
            for (mask, &slope) in side.threats.iter().enumerate() {
                let slope = f64::from(slope);
                own[MASK + mask] = slope;
                for bit in bits(mask) {
                    own[MASK_BITS + bit] += slope;
                }
                own[TEMPO] += slope;
            }
        }
        params
    }

    fn run(&self, sample: &ValueSample) -> Run {
        let own = &self.sides[sample.own_side()];
        let enemy = &self.sides[sample.enemy_side()];
        let mut inputs = [0.0; INPUTS];
        let (first, second) = inputs.split_at_mut(ACCUMULATOR_SIZE);
        for (sums, points, terms) in [
            (first, &own.points, &sample.own),
            (second, &enemy.points, &sample.enemy),
        ] {
            for &(number, count) in terms {
                for (sum, said) in sums.iter_mut().zip(&points[number as usize]) {
                    *sum += said * f32::from(count);
                }
            }
        }
        let mut hidden = own.bias;
        let mut logit = own.threats[sample.mask as usize];
        for ((input, row), direct) in inputs.iter().zip(&own.matrix).zip(&own.direct) {
            for (hidden, weight) in hidden.iter_mut().zip(row) {
                *hidden += weight * input;
            }
            logit += direct * input;
        }
        for (hidden, out) in hidden.iter().zip(&own.out) {
            logit += out * hidden.clamp(0.0, MAX_ACTIVATION);
        }
        Run {
            inputs,
            hidden,
            logit,
        }
    }

    /// Adds what a sample says of the slopes: `slope` is that of its logit.
    fn learn(&mut self, model: &Model, sample: &ValueSample, run: &Run, slope: f32) {
        let (own, enemy) = (sample.own_side(), sample.enemy_side());
        let from = &model.sides[own];
        let into = &mut self.sides[own];
        into.threats[sample.mask as usize] += slope;
        let mut back = [0.0; HIDDEN];
        for (place, back) in back.iter_mut().enumerate() {
            let hidden = run.hidden[place];
            into.out[place] += slope * hidden.clamp(0.0, MAX_ACTIVATION);
            if hidden > 0.0 && hidden < MAX_ACTIVATION {
                *back = slope * from.out[place];
                into.bias[place] += *back;
            }
        }
        let mut inputs = [0.0; INPUTS];
        for (place, &input) in run.inputs.iter().enumerate() {
            into.direct[place] += slope * input;
            let mut lanes = [0.0; ACCUMULATOR_SIZE];
            let rows = into.matrix[place]
                .chunks_mut(ACCUMULATOR_SIZE)
                .zip(from.matrix[place].chunks(ACCUMULATOR_SIZE));
            for ((into, from), back) in rows.zip(back.chunks(ACCUMULATOR_SIZE)) {
                for lane in 0..ACCUMULATOR_SIZE {
                    into[lane] += input * back[lane];
                    lanes[lane] += from[lane] * back[lane];
                }
            }
            inputs[place] = slope * from.direct[place] + lanes.iter().sum::<f32>();
        }
        let (first, second) = inputs.split_at(ACCUMULATOR_SIZE);
        for (side, slopes, terms) in [(own, first, &sample.own), (enemy, second, &sample.enemy)] {
            for &(number, count) in terms {
                let point = &mut self.sides[side].points[number as usize];
                for (said, slope) in point.iter_mut().zip(slopes) {
                    *said += slope * f32::from(count);
                }
            }
        }
    }

    /// The model in the whole numbers of the engine.
    fn quantized(&self) -> Vec<ValueWeights> {
        let points_of_score = SCALE as f32;
        let whole = |value: f32| value.round().clamp(-9_999.0, 9_999.0) as i16;
        let side = |side: &Side| {
            let said = |&said: &[f32; ACCUMULATOR_SIZE]| {
                said.map(|value| whole(value * ACCUMULATOR_SCALE))
            };
            let head = Head {
                hidden_weights: side.matrix,
                hidden_biases: side.bias,
                output_weights: side.out.map(|value| value * points_of_score),
                direct_weights: side.direct.map(|value| value * points_of_score),
            };
            let threats = side.threats.iter();
            ValueWeights {
                embeddings: side.points.iter().map(said).collect(),
                head: head.quantized(),
                threats: threats
                    .map(|&value| whole(value * points_of_score))
                    .collect(),
            }
        };
        self.sides.iter().map(side).collect()
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Mean cross entropy of these guesses, given as logits.
fn loss(samples: &[&ValueSample], logit: impl Fn(&ValueSample) -> f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| {
            let guess = sigmoid(logit(sample)).clamp(1e-9, 1.0 - 1e-9);
            let target = f64::from(sample.win_rate);
            -target * guess.ln() - (1.0 - target) * (1.0 - guess).ln()
        })
        .sum();
    sum / samples.len().max(1) as f64
}

/// The mean gradient over a batch.
fn gradient(samples: &[&ValueSample], model: &Model) -> Model {
    let mut gradient = Model {
        sides: vec![Side::zero(); model.sides.len()],
    };
    let share = 1.0 / samples.len().max(1) as f64;
    for sample in samples {
        let run = model.run(sample);
        let slope = sigmoid(run.logit.into()) - f64::from(sample.win_rate);
        gradient.learn(model, sample, &run, (slope * share) as f32);
    }
    gradient
}

/// The score of a sample as the engine computes it.
fn rounded_score(sample: &ValueSample, sides: &[ValueWeights]) -> i32 {
    let (own, enemy) = (sample.own_side(), sample.enemy_side());
    let sums = [(own, &sample.own), (enemy, &sample.enemy)].map(|(side, terms)| {
        let mut sums: Accumulator = [0; ACCUMULATOR_SIZE];
        for &(number, count) in terms {
            for (sum, said) in sums
                .iter_mut()
                .zip(&sides[side].embeddings[number as usize])
            {
                *sum = sum.wrapping_add(said.wrapping_mul(i16::from(count)));
            }
        }
        sums
    });
    let threats = sides[own].threats[sample.mask as usize];
    sides[own].head.score(&sums[0], &sums[1]) + i32::from(threats)
}

/// How the fitted evaluation agrees with the search, on the positions held back: for each tenth of the win rate, the mean win
/// rate that the evaluation expects, the mean that the search saw, and how many positions there are.
pub fn calibration(samples: &[ValueSample], fitted: &FittedValue) -> Vec<(f64, f64, usize)> {
    let mut bins = vec![(0.0, 0.0, 0); 10];
    for sample in samples.iter().step_by(VALIDATION_STRIDE) {
        let guess = sigmoid(f64::from(rounded_score(sample, &fitted.sides)) / SCALE);
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

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::Color;

    /// Positions of a made-up game in which some pattern codes are good and two of them together are better.
    fn made_up(count: usize, colors: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<ValueSample> {
        (0..count)
            .map(|_| {
                let mut terms = || -> Vec<(u16, u8)> {
                    (0..12)
                        .map(|_| (rng.random_range(1..40), rng.random_range(1..4)))
                        .collect()
                };
                let (own, enemy) = (terms(), terms());
                let has = |terms: &[(u16, u8)], number| {
                    f64::from(u8::from(terms.iter().any(|term| term.0 == number)))
                };
                let logit = 2.0 * has(&own, 7) * has(&own, 9) + has(&own, 3) - 2.0 * has(&enemy, 3);
                let white = colors == 2 && rng.random();
                ValueSample {
                    own,
                    enemy,
                    mask: rng.random_range(0..64),
                    side: if white { Color::White } else { Color::Black },
                    apart: colors == 2,
                    win_rate: sigmoid(if white { logit / 2.0 } else { logit }) as f32,
                }
            })
            .collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for colors in [1, 2] {
            let samples = made_up(20, colors, &mut rng);
            let samples: Vec<&ValueSample> = samples.iter().collect();
            let parts = parts();
            let mut params = first_params(colors, &mut rng);
            for param in &mut params {
                *param += rng.random_range(-0.2..0.2);
            }
            let slopes =
                gradient(&samples, &Model::new(&params, colors, &parts, false)).unfold(&parts);
            // The largest slope of each kind of parameter of each color.
            let starts = [
                0, CLASSES, THREATS, MATRIX, BIAS, OUT, DIRECT, MASK, MASK_BITS, TEMPO, PARAMS,
            ];
            for kind in starts.windows(2) {
                for color in 0..colors {
                    let range = color * PARAMS + kind[0]..color * PARAMS + kind[1];
                    let place = range
                        .max_by(|&a, &b| slopes[a].abs().total_cmp(&slopes[b].abs()))
                        .unwrap();
                    let moved = |by: f64| {
                        let mut params = params.clone();
                        params[place] += by;
                        let model = Model::new(&params, colors, &parts, false);
                        loss(&samples, |sample| model.run(sample).logit.into())
                    };
                    let slope = (moved(2e-3) - moved(-2e-3)) / 4e-3;
                    assert!(slopes[place] != 0.0);
                    assert!(
                        (slope - slopes[place]).abs() < 0.05 * slope.abs() + 1e-4,
                        "{kind:?}: {slope} {}",
                        slopes[place]
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_good_only_together_is_learned_and_survives_rounding() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        for colors in [1, 2] {
            let samples = made_up(6_000, colors, &mut rng);
            let settings = ValueFitConfig {
                epochs: 20,
                batch: 64,
                ..ValueFitConfig::default()
            };
            let held: Vec<&ValueSample> = samples.iter().step_by(VALIDATION_STRIDE).collect();
            let floor = loss(&held, |sample| {
                let rate = f64::from(sample.win_rate);
                (rate / (1.0 - rate)).ln()
            });
            let fitted = fit(&samples, colors, &settings, |_, _| {});
            let (before, after, rounded) = fitted.loss;
            assert!(
                after - floor < (before - floor) / 4.0,
                "{before} {after} {floor}"
            );
            assert!((rounded - after).abs() < 0.005, "{after} {rounded}");
        }
    }
}

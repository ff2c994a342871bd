//! The network in training: forward pass, backward pass and quantization.

use engine::score::SCALE;
use nets::pattern_net::head::{ACCUMULATOR_SCALE, HIDDEN, INPUTS, MAX_ACTIVATION};
use nets::pattern_net::pattern_code::PATTERN_CODES;
use nets::pattern_net::threat_mask::{BITS, THREAT_MASKS};
use nets::pattern_net::{ACCUMULATOR_SIZE, Head};

use super::ValueWeights;
use super::params::*;
use crate::evaluation::factors::Factors;
use crate::evaluation::samples::ValueSample;

/// Embeddings are this factor times their parameters, which brings these to the magnitude of the others.
const EMBEDDING_SCALE: f32 = 0.25;

/// The weights of one or two sides, or their gradient.
#[derive(Clone, Debug)]
pub(super) struct Model {
    sides: Vec<SideModel>,
}

#[derive(Clone, Debug)]
struct SideModel {
    embeddings: Vec<[f32; ACCUMULATOR_SIZE]>,
    hidden_weights: [[f32; HIDDEN]; INPUTS],
    hidden_biases: [f32; HIDDEN],
    output_weights: [f32; HIDDEN],
    direct_weights: [f32; INPUTS],
    threats: Vec<f32>,
}

/// Activations of a forward pass.
pub(super) struct Activations {
    inputs: [f32; INPUTS],
    /// Before clamping.
    hidden: [f32; HIDDEN],
    pub(super) logit: f32,
}

impl Model {
    /// The model of these parameters with embeddings rounded as in the engine.
    pub(super) fn quantized(params: &[f64], colors: usize, factors: &[Factors]) -> Model {
        Model::new(params, colors, factors, |value| {
            (value * ACCUMULATOR_SCALE).round() / ACCUMULATOR_SCALE
        })
    }

    /// The model of these parameters without rounding.
    #[cfg(test)]
    pub(super) fn exact(params: &[f64], colors: usize, factors: &[Factors]) -> Model {
        Model::new(params, colors, factors, |value| value)
    }

    fn new(params: &[f64], colors: usize, factors: &[Factors], round: fn(f32) -> f32) -> Model {
        let sides = params.chunks(PARAM_COUNT).take(colors);
        Model {
            sides: sides
                .map(|params| SideModel::new(params, factors, round))
                .collect(),
        }
    }

    /// A zero gradient of this model.
    pub(super) fn zeros(&self) -> Model {
        Model {
            sides: vec![SideModel::zero(); self.sides.len()],
        }
    }

    /// Turns a gradient with respect to the weights into one with respect to the parameters: each factor receives the sum
    /// over its pattern codes or masks.
    pub(super) fn to_param_gradient(&self, factors: &[Factors]) -> Vec<f64> {
        let mut params = vec![0.0; self.sides.len() * PARAM_COUNT];
        for (params, side) in params.chunks_mut(PARAM_COUNT).zip(&self.sides) {
            side.add_to_params(params, factors);
        }
        params
    }

    pub(super) fn forward(&self, sample: &ValueSample) -> Activations {
        let own = &self.sides[sample.own_side()];
        let opponent = &self.sides[sample.opponent_side()];
        let mut inputs = [0.0; INPUTS];
        let (first, second) = inputs.split_at_mut(ACCUMULATOR_SIZE);
        for (sums, embeddings, codes) in [
            (first, &own.embeddings, &sample.own),
            (second, &opponent.embeddings, &sample.opponent),
        ] {
            for &(code, count) in codes {
                for (sum, value) in sums.iter_mut().zip(&embeddings[code as usize]) {
                    *sum += value * f32::from(count);
                }
            }
        }
        let mut hidden = own.hidden_biases;
        let mut logit = own.threats[sample.threat_mask as usize];
        let rows = own.hidden_weights.iter().zip(&own.direct_weights);
        for (input, (row, direct)) in inputs.iter().zip(rows) {
            for (hidden, weight) in hidden.iter_mut().zip(row) {
                *hidden += weight * input;
            }
            logit += direct * input;
        }
        for (hidden, weight) in hidden.iter().zip(&own.output_weights) {
            logit += weight * hidden.clamp(0.0, MAX_ACTIVATION);
        }
        Activations {
            inputs,
            hidden,
            logit,
        }
    }

    /// Adds the gradient of a sample, given the slope of the loss with respect to its logit.
    pub(super) fn backward(
        &mut self,
        model: &Model,
        sample: &ValueSample,
        activations: &Activations,
        slope: f32,
    ) {
        let (own, opponent) = (sample.own_side(), sample.opponent_side());
        self.sides[own].threats[sample.threat_mask as usize] += slope;
        let inputs = self.sides[own].backward_head(&model.sides[own], activations, slope);
        let (first, second) = inputs.split_at(ACCUMULATOR_SIZE);
        for (side, slopes, codes) in [
            (own, first, &sample.own),
            (opponent, second, &sample.opponent),
        ] {
            for &(code, count) in codes {
                let embedding = &mut self.sides[side].embeddings[code as usize];
                for (value, slope) in embedding.iter_mut().zip(slopes) {
                    *value += slope * f32::from(count);
                }
            }
        }
    }

    /// The quantized weights of the engine.
    pub(super) fn to_weights(&self) -> Vec<ValueWeights> {
        self.sides.iter().map(SideModel::to_weights).collect()
    }
}

impl SideModel {
    fn zero() -> SideModel {
        SideModel {
            embeddings: vec![[0.0; ACCUMULATOR_SIZE]; PATTERN_CODES],
            hidden_weights: [[0.0; HIDDEN]; INPUTS],
            hidden_biases: [0.0; HIDDEN],
            output_weights: [0.0; HIDDEN],
            direct_weights: [0.0; INPUTS],
            threats: vec![0.0; THREAT_MASKS],
        }
    }

    fn new(params: &[f64], factors: &[Factors], round: fn(f32) -> f32) -> SideModel {
        let vector = |start: usize, index: usize| -> &[f64] {
            &params[start + index * ACCUMULATOR_SIZE..][..ACCUMULATOR_SIZE]
        };
        let embeddings = factors.iter().enumerate().map(|(code, factors)| {
            // Points without a pattern have a zero embedding, so that the board size does not matter.
            if code == 0 {
                return [0.0; ACCUMULATOR_SIZE];
            }
            let classes = factors.classes.map(|class| vector(CLASSES, class as usize));
            let rest = [vector(0, code), vector(THREATS, factors.threat)];
            std::array::from_fn(|lane| {
                let sum: f64 = classes.iter().chain(&rest).map(|part| part[lane]).sum();
                round(sum as f32 * EMBEDDING_SCALE)
            })
        });
        let threats = (0..THREAT_MASKS).map(|mask| {
            let bits: f64 = bits(mask).map(|bit| params[THREAT_BITS + bit]).sum();
            (params[THREAT_MASK + mask] + bits + params[TEMPO]) as f32
        });
        SideModel {
            embeddings: embeddings.collect(),
            hidden_weights: std::array::from_fn(|input| {
                std::array::from_fn(|hidden| {
                    params[HIDDEN_WEIGHTS + input * HIDDEN + hidden] as f32
                })
            }),
            hidden_biases: std::array::from_fn(|hidden| params[HIDDEN_BIASES + hidden] as f32),
            output_weights: std::array::from_fn(|hidden| params[OUTPUT_WEIGHTS + hidden] as f32),
            direct_weights: std::array::from_fn(|input| params[DIRECT_WEIGHTS + input] as f32),
            threats: threats.collect(),
        }
    }

    fn add_to_params(&self, params: &mut [f64], factors: &[Factors]) {
        for (code, factors) in factors.iter().enumerate().skip(1) {
            for lane in 0..ACCUMULATOR_SIZE {
                let slope = f64::from(self.embeddings[code][lane] * EMBEDDING_SCALE);
                params[code * ACCUMULATOR_SIZE + lane] = slope;
                for class in factors.classes {
                    params[CLASSES + class as usize * ACCUMULATOR_SIZE + lane] += slope;
                }
                params[THREATS + factors.threat * ACCUMULATOR_SIZE + lane] += slope;
            }
        }
        let head = self.hidden_weights.as_flattened().iter();
        let head = head.chain(&self.hidden_biases);
        let head = head.chain(&self.output_weights).chain(&self.direct_weights);
        for (param, &slope) in params[HIDDEN_WEIGHTS..THREAT_MASK].iter_mut().zip(head) {
            *param = f64::from(slope);
        }
        for (mask, &slope) in self.threats.iter().enumerate() {
            let slope = f64::from(slope);
            params[THREAT_MASK + mask] = slope;
            for bit in bits(mask) {
                params[THREAT_BITS + bit] += slope;
            }
            params[TEMPO] += slope;
        }
    }

    /// Adds the gradient of the head. Returns the gradient of its inputs.
    fn backward_head(
        &mut self,
        model: &SideModel,
        activations: &Activations,
        slope: f32,
    ) -> [f32; INPUTS] {
        let mut hidden_slopes = [0.0; HIDDEN];
        for (index, hidden_slope) in hidden_slopes.iter_mut().enumerate() {
            let hidden = activations.hidden[index];
            self.output_weights[index] += slope * hidden.clamp(0.0, MAX_ACTIVATION);
            if hidden > 0.0 && hidden < MAX_ACTIVATION {
                *hidden_slope = slope * model.output_weights[index];
                self.hidden_biases[index] += *hidden_slope;
            }
        }
        let mut input_slopes = [0.0; INPUTS];
        for (index, &input) in activations.inputs.iter().enumerate() {
            self.direct_weights[index] += slope * input;
            let mut lanes = [0.0; ACCUMULATOR_SIZE];
            let rows = self.hidden_weights[index]
                .chunks_mut(ACCUMULATOR_SIZE)
                .zip(model.hidden_weights[index].chunks(ACCUMULATOR_SIZE));
            for ((gradient, weights), slopes) in rows.zip(hidden_slopes.chunks(ACCUMULATOR_SIZE)) {
                for lane in 0..ACCUMULATOR_SIZE {
                    gradient[lane] += input * slopes[lane];
                    lanes[lane] += weights[lane] * slopes[lane];
                }
            }
            input_slopes[index] = slope * model.direct_weights[index] + lanes.iter().sum::<f32>();
        }
        input_slopes
    }

    fn to_weights(&self) -> ValueWeights {
        let scale = SCALE as f32;
        let quantize = |value: f32| value.round().clamp(-9_999.0, 9_999.0) as i16;
        let embedding = |values: &[f32; ACCUMULATOR_SIZE]| {
            values.map(|value| quantize(value * ACCUMULATOR_SCALE))
        };
        let head = Head {
            hidden_weights: self.hidden_weights,
            hidden_biases: self.hidden_biases,
            output_weights: self.output_weights.map(|weight| weight * scale),
            direct_weights: self.direct_weights.map(|weight| weight * scale),
        };
        let threats = self.threats.iter();
        ValueWeights {
            embeddings: self.embeddings.iter().map(embedding).collect(),
            head: head.quantized(),
            threats: threats.map(|&value| quantize(value * scale)).collect(),
        }
    }
}

/// The bits that are set in a threat mask.
fn bits(mask: usize) -> impl Iterator<Item = usize> {
    (0..BITS.len()).filter(move |bit| mask >> bit & 1 == 1)
}

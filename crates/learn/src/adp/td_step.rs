//! One gradient step of temporal-difference learning.
//!
//! ```text
//! e      = alpha (target - V)                                     target = r + gamma V(t+1), gamma = 1
//! dw2_i  = l2 alpha e V(1-V) g_i
//! dw1_ji = l1 alpha e V(1-V) w2_i g_i(1-g_i) x_j
//! ```
//!
//! This is gradient descent on `E = e^2 / 2` with a constant target (a semi-gradient). The papers write `exp(-p) V^2` for
//! `V(1-V)`. With repeats the inputs stay the same, so the first layer is updated only once: in between, the hidden sums
//! change by `|x|^2` times the step of their unit.

use nets::Critic;
use nets::kernel::{self, OutputLayer, Row, SparseInput};

/// The learning rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdStep {
    /// Factor of the error.
    pub alpha: f32,
    /// Learning rate of the first layer, `l1`.
    pub hidden_rate: f32,
    /// Learning rate of the output layer, `l2`.
    pub output_rate: f32,
    /// Steps per transition.
    pub repeats: u32,
}

/// A weight update that has been computed but not applied.
#[derive(Clone, Debug)]
pub struct Update {
    /// `target - V` before the update.
    pub error: f32,
    /// Change of each hidden unit's weights per unit of input.
    hidden_step: Row,
    /// New output weights.
    output_weights: Row,
    /// New output bias.
    output_bias: f32,
}

impl TdStep {
    /// Moves the value of a position towards a target. Returns the error before the step.
    pub fn learn(&self, critic: &mut Critic, inputs: &[SparseInput], target: f32) -> f32 {
        let update = self.update(critic, inputs, target);
        critic.output_weights = update.output_weights;
        critic.output_bias = update.output_bias;
        update.update_first_layer(critic, inputs);
        update.error
    }

    /// Computes the update that [`learn`](TdStep::learn) applies.
    pub fn update(&self, critic: &Critic, inputs: &[SparseInput], target: f32) -> Update {
        let bias_rate = bias_rate(critic);
        let square = inputs.iter().map(|&(_, x)| x * x).sum::<f32>() + bias_rate;
        let mut sums = critic.hidden_sums(inputs);
        let mut update = Update {
            error: 0.0,
            hidden_step: Row::ZERO,
            output_weights: critic.output_weights,
            output_bias: critic.output_bias,
        };
        for repeat in 0..self.repeats.max(1) {
            let mut g = sums;
            kernel::activate(&mut g);
            let value = kernel::value(
                &sums,
                &[],
                &critic.first_layer,
                OutputLayer {
                    weights: &update.output_weights,
                    bias: update.output_bias,
                },
            );
            if repeat == 0 {
                update.error = target - value;
            }
            let slope = self.alpha * self.alpha * (target - value) * value * (1.0 - value);
            let hidden = slope * self.hidden_rate;
            let output = slope * self.output_rate;
            for unit in 0..critic.hidden {
                let g = g.0[unit];
                let step = hidden * update.output_weights.0[unit] * g * (1.0 - g);
                update.output_weights.0[unit] += output * g;
                update.hidden_step.0[unit] += step;
                sums.0[unit] += square * step;
            }
            update.output_bias += bias_rate * output;
        }
        update
    }
}

impl Update {
    /// Adds the update to a critic that has changed since it was computed; `start` is the output layer of that time.
    pub fn add_to(&self, critic: &mut Critic, start: (&Row, f32), inputs: &[SparseInput]) {
        let weights = critic.output_weights.0.iter_mut();
        for ((weight, new), old) in weights.zip(&self.output_weights.0).zip(&start.0.0) {
            *weight += new - old;
        }
        critic.output_bias += self.output_bias - start.1;
        self.update_first_layer(critic, inputs);
    }

    fn update_first_layer(&self, critic: &mut Critic, inputs: &[SparseInput]) {
        for &(input, x) in inputs {
            let row = &mut critic.first_layer[usize::from(input)];
            add(row, &self.hidden_step, x);
        }
        let bias_rate = bias_rate(critic);
        add(&mut critic.hidden_biases, &self.hidden_step, bias_rate);
    }
}

fn bias_rate(critic: &Critic) -> f32 {
    if critic.has_biases { 1.0 } else { 0.0 }
}

fn add(weights: &mut Row, step: &Row, factor: f32) {
    for (weight, step) in weights.0.iter_mut().zip(&step.0) {
        *weight += factor * step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::Inputs;

    fn critic(has_biases: bool) -> Critic {
        let mut critic = Critic::new(Inputs::named("chen").unwrap(), 7, has_biases);
        let mut state = 5_u32;
        for weight in critic.weights_mut() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *weight = (state >> 8) as f32 / (1 << 24) as f32 - 0.5;
        }
        critic
    }

    /// The value in double precision.
    fn value(critic: &Critic, weights: &[f64], inputs: &[SparseInput]) -> f64 {
        let (hidden, count) = (critic.hidden, critic.inputs.count());
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let output = count * hidden;
        let biases = output + hidden;
        let mut sum = weights.get(biases + hidden).copied().unwrap_or(0.0);
        for unit in 0..hidden {
            let mut h = weights.get(biases + unit).copied().unwrap_or(0.0);
            for &(input, x) in inputs {
                h += weights[usize::from(input) * hidden + unit] * f64::from(x);
            }
            sum += weights[output + unit] * sigmoid(h);
        }
        sigmoid(sum)
    }

    const INPUTS: [SparseInput; 5] = [(0, 1.0), (3, 1.0), (17, 2.5), (144, 1.0), (290, 1.0)];

    #[test]
    fn the_step_is_the_gradient() {
        for has_biases in [false, true] {
            let mut critic = critic(has_biases);
            let before: Vec<f64> = critic.weights().map(f64::from).collect();
            let step = TdStep {
                alpha: 0.7,
                hidden_rate: 0.3,
                output_rate: 0.2,
                repeats: 1,
            };
            let target = 0.9;
            let v = value(&critic, &before, &INPUTS);
            let error = step.learn(&mut critic, &INPUTS, target);
            assert!((f64::from(error) - (f64::from(target) - v)).abs() < 1e-5);
            let after: Vec<f64> = critic.weights().map(f64::from).collect();
            let cost = |weights: &[f64]| {
                let e = 0.7 * (f64::from(target) - value(&critic, weights, &INPUTS));
                e * e / 2.0
            };
            let first_layer = critic.inputs.count() * critic.hidden;
            let output_bias = critic.weight_count() - 1;
            let mut max_change = 0.0_f64;
            for index in 0..before.len() {
                let cost_at = |delta: f64| {
                    let mut weights = before.clone();
                    weights[index] += delta;
                    cost(&weights)
                };
                let slope = (cost_at(1e-5) - cost_at(-1e-5)) / 2e-5;
                let is_output = (first_layer..first_layer + critic.hidden).contains(&index)
                    || (has_biases && index == output_bias);
                let rate = if is_output { 0.2 } else { 0.3 };
                let change = after[index] - before[index];
                assert!(
                    (change + rate * slope).abs() < 2e-7,
                    "{index}: {change} {slope}"
                );
                max_change = max_change.max(change.abs());
            }
            assert!(max_change > 1e-3);
        }
    }

    /// Formula 6 of Cao and Lin, `e = alpha [r + gamma V(t+1) - V]` and `E = e^2 / 2`, for one hidden unit with one input of 1:
    /// w1 = 0 gives g = 1/2, and w2 = 2 ln 3 gives V = 1 / (1 + 1/3) = 3/4. After a win r = 1, so e = 1/4. With a rate of
    /// 0.1, w2 changes by 0.1 * 1/4 * 3/16 * 1/2 and w1 by 0.1 * 1/4 * 3/16 * 2 ln 3 * 1/4.
    #[test]
    fn formula_6_by_hand() {
        let mut critic = Critic::new(Inputs::named("cao").unwrap(), 1, false);
        let w2 = 2.0 * 3_f32.ln();
        critic.output_weights.0[0] = w2;
        let step = TdStep {
            alpha: 1.0,
            hidden_rate: 0.1,
            output_rate: 0.1,
            repeats: 1,
        };
        let error = step.learn(&mut critic, &[(5, 1.0)], 1.0);
        assert!((error - 0.25).abs() < 1e-6, "{error}");
        let output_change = critic.output_weights.0[0] - w2;
        assert!((output_change - 0.002_343_75).abs() < 1e-6);
        let hidden_change = critic.first_layer[5].0[0];
        assert!((hidden_change - 0.002_574_87).abs() < 1e-6);
    }

    #[test]
    fn fifty_repeats_equal_fifty_steps() {
        let once = TdStep {
            alpha: 0.2,
            hidden_rate: 0.5,
            output_rate: 0.5,
            repeats: 1,
        };
        let (mut one, mut other) = (critic(true), critic(true));
        for _ in 0..50 {
            once.learn(&mut one, &INPUTS, 1.0);
        }
        TdStep {
            repeats: 50,
            ..once
        }
        .learn(&mut other, &INPUTS, 1.0);
        for (a, b) in one.weights().zip(other.weights()) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}

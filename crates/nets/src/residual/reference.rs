//! Reference inference: the formula in scalar loops. Tests compare [`Inference`](super::Inference) with it.

use super::{Convolution, Dense, Input, PolicyValue, Residual};

/// Evaluates one input.
pub fn evaluate(network: &Residual, input: &Input) -> PolicyValue {
    let side = usize::from(input.size().get());
    let mut tower = relu(convolve(&network.stem, &input.planes(), side));
    for [first, second] in &network.tower {
        let inner = relu(convolve(first, &tower, side));
        let residual = convolve(second, &inner, side);
        tower = relu(tower.iter().zip(&residual).map(|(x, f)| x + f).collect());
    }
    let policy = relu(convolve(&network.policy, &tower, side));
    let value = relu(convolve(&network.value, &tower, side));
    let channels = value.chunks_exact(side * side);
    let means = channels
        .clone()
        .map(|channel| channel.iter().sum::<f32>() / channel.len() as f32);
    let maxima = channels.map(|channel| channel.iter().copied().fold(0.0, f32::max));
    let pooled: Vec<f32> = means.chain(maxima).collect();
    let hidden = relu(dense(&network.hidden, &pooled));
    PolicyValue {
        policy: convolve(&network.logit, &policy, side),
        value: dense(&network.outcome, &hidden)[0].tanh(),
    }
}

/// Zero-padded convolution; channel by channel, row by row.
fn convolve(layer: &Convolution, input: &[f32], side: usize) -> Vec<f32> {
    let reach = layer.side / 2;
    let mut output = Vec::with_capacity(layer.outputs * side * side);
    for (kernels, &bias) in layer
        .weights
        .chunks_exact(layer.inputs * layer.side * layer.side)
        .zip(&layer.bias)
    {
        for row in 0..side {
            for column in 0..side {
                let mut sum = bias;
                for (channel, kernel) in input
                    .chunks_exact(side * side)
                    .zip(kernels.chunks_exact(layer.side * layer.side))
                {
                    for (index, weight) in kernel.iter().enumerate() {
                        let y = (row + index / layer.side).wrapping_sub(reach);
                        let x = (column + index % layer.side).wrapping_sub(reach);
                        if y < side && x < side {
                            sum += weight * channel[y * side + x];
                        }
                    }
                }
                output.push(sum);
            }
        }
    }
    output
}

pub(super) fn dense(layer: &Dense, input: &[f32]) -> Vec<f32> {
    layer
        .weights
        .chunks_exact(layer.inputs)
        .zip(&layer.bias)
        .map(|(weights, bias)| bias + weights.iter().zip(input).map(|(w, x)| w * x).sum::<f32>())
        .collect()
}

pub(super) fn relu(mut values: Vec<f32>) -> Vec<f32> {
    for value in &mut values {
        *value = value.max(0.0);
    }
    values
}

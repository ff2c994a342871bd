//! The network of [`nets::residual`] in the framework's tensors.

use burn::module::{Module, Param, RunningState};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{BatchNorm, BatchNormConfig, Linear, LinearConfig, PaddingConfig2d};
use burn::tensor::activation::{relu, tanh};
use burn::tensor::{Device, Tensor, TensorData};
use nets::Residual;
use nets::residual::{Convolution, Dense, Input, Shape};

/// The trainable network.
#[derive(Module, Debug)]
pub(crate) struct Model {
    stem: Normalized,
    tower: Vec<Block>,
    policy: Normalized,
    logit: Conv2d,
    value: Normalized,
    hidden: Linear,
    outcome: Linear,
}

/// A residual block: two convolutions and a skip connection.
#[derive(Module, Debug)]
struct Block {
    first: Normalized,
    second: Normalized,
}

/// A convolution without bias, then batch normalization.
#[derive(Module, Debug)]
struct Normalized {
    convolution: Conv2d,
    norm: BatchNorm,
}

impl Model {
    /// A trainable copy of a network.
    pub(crate) fn new(network: &Residual, device: &Device) -> Model {
        let block = |[first, second]: &[Convolution; 2]| Block {
            first: Normalized::new(first, device),
            second: Normalized::new(second, device),
        };
        Model {
            stem: Normalized::new(&network.stem, device),
            tower: network.tower.iter().map(block).collect(),
            policy: Normalized::new(&network.policy, device),
            logit: convolution(&network.logit, true, device),
            value: Normalized::new(&network.value, device),
            hidden: linear(&network.hidden, device),
            outcome: linear(&network.outcome, device),
        }
    }

    /// Policy logits of all points, `[batch, points]`, and values, `[batch, 1]`.
    pub(crate) fn forward(&self, planes: Tensor<4>) -> (Tensor<2>, Tensor<2>) {
        let [count, _, side, _] = planes.dims();
        let mut tower = relu(self.stem.forward(planes));
        for block in &self.tower {
            let inner = relu(block.first.forward(tower.clone()));
            tower = relu(tower + block.second.forward(inner));
        }
        let policy = relu(self.policy.forward(tower.clone()));
        let logits = self.logit.forward(policy).reshape([count, side * side]);
        let value = relu(self.value.forward(tower));
        let [_, channels, _, _] = value.dims();
        let value = value.reshape([count, channels, side * side]);
        let means = value.clone().mean_dim(2).reshape([count, channels]);
        let maxima = value.max_dim(2).reshape([count, channels]);
        let hidden = relu(self.hidden.forward(Tensor::cat(vec![means, maxima], 1)));
        (logits, tanh(self.outcome.forward(hidden)))
    }

    /// The network for play, with the running statistics folded into its convolutions.
    pub(crate) fn export(&self, shape: Shape) -> Residual {
        let model = self.valid();
        let mut network = Residual::zero(shape);
        model.stem.fold(&mut network.stem);
        for (block, [first, second]) in model.tower.iter().zip(&mut network.tower) {
            block.first.fold(first);
            block.second.fold(second);
        }
        model.policy.fold(&mut network.policy);
        model.value.fold(&mut network.value);
        network.logit.weights = to_vec(model.logit.weight.val());
        network.logit.bias = bias(model.logit.bias.as_ref());
        for (from, to) in [
            (&model.hidden, &mut network.hidden),
            (&model.outcome, &mut network.outcome),
        ] {
            to.weights = to_vec(from.weight.val().transpose());
            to.bias = bias(from.bias.as_ref());
        }
        network
    }
}

impl Normalized {
    /// Running statistics that make normalization the identity; the layer's bias becomes beta.
    fn new(layer: &Convolution, device: &Device) -> Normalized {
        let mut norm = BatchNormConfig::new(layer.outputs).init(device);
        norm.beta = vector(&layer.bias, device);
        let variance = vec![1.0 - norm.epsilon as f32; layer.outputs];
        norm.running_var = RunningState::new(Tensor::from_data(
            TensorData::new(variance, [layer.outputs]),
            device,
        ));
        Normalized {
            convolution: convolution(layer, false, device),
            norm,
        }
    }

    fn forward(&self, input: Tensor<4>) -> Tensor<4> {
        self.norm.forward(self.convolution.forward(input))
    }

    /// Folds `gamma (w x - mean) / sqrt(variance + epsilon) + beta` into the weights and bias of a plain convolution.
    fn fold(&self, layer: &mut Convolution) {
        let gamma = to_vec(self.norm.gamma.val());
        let beta = to_vec(self.norm.beta.val());
        let mean = to_vec(self.norm.running_mean.value());
        let variance = to_vec(self.norm.running_var.value());
        layer.weights = to_vec(self.convolution.weight.val());
        let length = layer.weights.len() / layer.outputs;
        for (output, weights) in layer.weights.chunks_exact_mut(length).enumerate() {
            let deviation = (f64::from(variance[output]) + self.norm.epsilon).sqrt();
            let scale = (f64::from(gamma[output]) / deviation) as f32;
            for weight in weights {
                *weight *= scale;
            }
            layer.bias[output] = beta[output] - mean[output] * scale;
        }
    }
}

fn convolution(layer: &Convolution, has_bias: bool, device: &Device) -> Conv2d {
    let Convolution {
        inputs,
        outputs,
        side,
        ..
    } = *layer;
    let padding = side / 2;
    let mut conv = Conv2dConfig::new([inputs, outputs], [side, side])
        .with_padding(PaddingConfig2d::Explicit(
            padding, padding, padding, padding,
        ))
        .with_bias(has_bias)
        .init(device);
    let weights = TensorData::new(layer.weights.clone(), [outputs, inputs, side, side]);
    conv.weight = Param::from_data(weights, device);
    conv.bias = has_bias.then(|| vector(&layer.bias, device));
    conv
}

/// The framework stores the weights as `[inputs, outputs]`, ours are `[outputs, inputs]`.
fn linear(layer: &Dense, device: &Device) -> Linear {
    let mut linear = LinearConfig::new(layer.inputs, layer.outputs).init(device);
    let weights = TensorData::new(layer.weights.clone(), [layer.outputs, layer.inputs]);
    let weights = Tensor::<2>::from_data(weights, &device.clone().without_autodiff());
    let transposed = TensorData::new(to_vec(weights.transpose()), [layer.inputs, layer.outputs]);
    linear.weight = Param::from_data(transposed, device);
    linear.bias = Some(vector(&layer.bias, device));
    linear
}

fn vector(values: &[f32], device: &Device) -> Param<Tensor<1>> {
    Param::from_data(TensorData::new(values.to_vec(), [values.len()]), device)
}

/// The feature planes of a batch of boards of one size, `[batch, planes, side, side]`.
pub(crate) fn planes<'a>(
    inputs: impl ExactSizeIterator<Item = &'a Input>,
    device: &Device,
) -> Tensor<4> {
    let count = inputs.len();
    let mut side = 0;
    let mut data = Vec::new();
    for input in inputs {
        assert!(
            side == 0 || side == usize::from(input.size().get()),
            "all boards of a batch have one size"
        );
        side = usize::from(input.size().get());
        data.extend(input.planes());
    }
    let data = TensorData::new(data, [count, Input::PLANES, side, side]);
    Tensor::from_data(data, device)
}

fn bias(bias: Option<&Param<Tensor<1>>>) -> Vec<f32> {
    bias.map(|bias| to_vec(bias.val())).unwrap_or_default()
}

/// The elements of a tensor in row-major order.
pub(crate) fn to_vec<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .into_data()
        .try_to_vec()
        .expect("the tensors hold 32-bit floats")
}

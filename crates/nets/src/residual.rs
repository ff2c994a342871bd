//! AlphaZero's policy and value network (Silver et al. 2018), fully convolutional so that it fits every board size.
//!
//! ```text
//! planes   own stones, opponent's stones, both again without the last stone, the board itself
//! stem     3×3 convolution to C channels, ReLU
//! tower    B blocks: x + (3×3, ReLU, 3×3), ReLU
//! policy   1×1 to P channels, ReLU, 1×1 to one logit per point
//! value    1×1 to V channels, ReLU, mean and maximum over the board, V·2 → H, ReLU, H → 1, tanh
//! ```
//!
//! The fifth plane is 1 on every point of the board. The convolutions pad with zeros, so it marks the edge. Batch
//! normalization is used in training only; here it is folded into the convolutions.
//!
//! - [`shape`]: the dimensions of a network;
//! - [`input`]: the encoding of a position;
//! - [`inference`]: batched inference;
//! - [`reference`](mod@reference): scalar inference that tests compare with;
//! - [`convolution`]: the hot loop, with SIMD kernels;
//! - [`file`](mod@file): the file format; [`shipped`]: the shipped networks.

pub mod convolution;
pub mod file;
pub mod inference;
pub mod input;
pub mod reference;
pub mod shape;
pub mod shipped;

pub use inference::{Inference, PolicyValue};
pub use input::Input;
pub use shape::Shape;

/// A convolution with its bias: `outputs × inputs × side × side` weights in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Convolution {
    /// Input channels.
    pub inputs: usize,
    /// Output channels.
    pub outputs: usize,
    /// Side of the kernel: 1 or 3.
    pub side: usize,
    /// Row by row of the kernel, input by input, output by output.
    pub weights: Vec<f32>,
    /// One for each output.
    pub bias: Vec<f32>,
}

impl Convolution {
    /// All weights zero.
    pub fn new(inputs: usize, outputs: usize, side: usize) -> Convolution {
        Convolution {
            inputs,
            outputs,
            side,
            weights: vec![0.0; outputs * inputs * side * side],
            bias: vec![0.0; outputs],
        }
    }
}

/// A fully connected layer: `outputs × inputs` weights in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// Input width.
    pub inputs: usize,
    /// Output width.
    pub outputs: usize,
    /// Input by input, output by output.
    pub weights: Vec<f32>,
    /// One for each output.
    pub bias: Vec<f32>,
}

impl Dense {
    /// All weights zero.
    pub fn new(inputs: usize, outputs: usize) -> Dense {
        Dense {
            inputs,
            outputs,
            weights: vec![0.0; outputs * inputs],
            bias: vec![0.0; outputs],
        }
    }
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    shape: Shape,
    /// From the planes to the tower.
    pub stem: Convolution,
    /// Two convolutions to a block.
    pub tower: Vec<[Convolution; 2]>,
    /// From the tower to the policy's channels.
    pub policy: Convolution,
    /// From the policy's channels to one logit.
    pub logit: Convolution,
    /// From the tower to the value's channels.
    pub value: Convolution,
    /// From their means, then their maxima, to the hidden units.
    pub hidden: Dense,
    /// From the hidden units to the value.
    pub outcome: Dense,
}

impl Residual {
    /// All weights zero: a uniform policy and a value of 0.
    pub fn zero(shape: Shape) -> Residual {
        let channels = shape.channels;
        let block = || [(); 2].map(|()| Convolution::new(channels, channels, 3));
        Residual {
            shape,
            stem: Convolution::new(Input::PLANES, channels, 3),
            tower: (0..shape.blocks).map(|_| block()).collect(),
            policy: Convolution::new(channels, shape.policy_channels, 1),
            logit: Convolution::new(shape.policy_channels, 1, 1),
            value: Convolution::new(channels, shape.value_channels, 1),
            hidden: Dense::new(2 * shape.value_channels, shape.value_hidden),
            outcome: Dense::new(shape.value_hidden, 1),
        }
    }

    /// Random initialization: uniform weights with variance `2 / inputs` (He et al. 2015) and zero biases. The last layers
    /// are ten times smaller, so that the first policy is nearly uniform and the first value close to zero.
    pub fn random(shape: Shape, seed: u64) -> Residual {
        let mut network = Residual::zero(shape);
        let mut state = seed;
        for layer in network.layers_mut() {
            let (weights, fan_in, is_last) = match layer {
                Layer::Convolution(one) => {
                    let fan_in = one.inputs * one.side * one.side;
                    (&mut one.weights, fan_in, one.outputs == 1)
                }
                Layer::Dense(one) => (&mut one.weights, one.inputs, one.outputs == 1),
            };
            let scale = if is_last { 0.1 } else { 1.0 };
            let bound = scale * (6.0 / fan_in as f32).sqrt();
            for weight in weights {
                *weight = bound * (2.0 * uniform(&mut state) - 1.0);
            }
        }
        network
    }

    /// The dimensions.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of weights, biases included.
    pub fn weight_count(&self) -> usize {
        self.shape.weight_count()
    }

    /// All weights in file order: layer by layer, weights before biases.
    pub fn tensors(&self) -> impl Iterator<Item = &[f32]> {
        let blocks = self.tower.iter().flatten();
        let heads = [&self.policy, &self.logit, &self.value];
        let convolutions = std::iter::once(&self.stem).chain(blocks).chain(heads);
        let dense = [&self.hidden, &self.outcome];
        convolutions
            .flat_map(|one| [&one.weights[..], &one.bias])
            .chain(
                dense
                    .into_iter()
                    .flat_map(|one| [&one.weights[..], &one.bias]),
            )
    }

    /// Mutable [`Residual::tensors`].
    pub fn tensors_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.layers_mut().flat_map(|layer| match layer {
            Layer::Convolution(one) => [&mut one.weights[..], &mut one.bias],
            Layer::Dense(one) => [&mut one.weights[..], &mut one.bias],
        })
    }

    fn layers_mut(&mut self) -> impl Iterator<Item = Layer<'_>> {
        let blocks = self.tower.iter_mut().flatten();
        let heads = [&mut self.policy, &mut self.logit, &mut self.value];
        let convolutions = std::iter::once(&mut self.stem).chain(blocks).chain(heads);
        let dense = [&mut self.hidden, &mut self.outcome];
        convolutions
            .map(Layer::Convolution)
            .chain(dense.into_iter().map(Layer::Dense))
    }
}

enum Layer<'a> {
    Convolution(&'a mut Convolution),
    Dense(&'a mut Dense),
}

/// The next number of SplitMix64, uniform in [0, 1).
fn uniform(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed >> 40) as f32 / (1_u64 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_initialization_depends_on_the_seed_only() {
        let shape = Shape::new(2, 8).unwrap();
        assert_eq!(Residual::random(shape, 7), Residual::random(shape, 7));
        assert_ne!(Residual::random(shape, 7), Residual::random(shape, 8));
        let network = Residual::random(shape, 7);
        let mean: f32 = network.tower[0][0].weights.iter().sum::<f32>() / 576.0;
        let spread: f32 = network.tower[0][0]
            .weights
            .iter()
            .map(|w| w * w)
            .sum::<f32>()
            / 576.0;
        assert!(mean.abs() < 0.02, "{mean}");
        assert!((spread * 36.0 - 1.0).abs() < 0.2, "{spread}");
    }
}

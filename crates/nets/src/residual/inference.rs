//! Batched inference of a residual network.
//!
//! Each layer processes the whole batch before the next one starts, so its weights are loaded once per batch. An output
//! does not depend on the rest of the batch, to the last bit.

use std::sync::Arc;

use gomoku::Size;

use super::convolution::{Activation, InstructionSet, LANES, Lanes, PackedConvolution, PaddedGrid};
use super::reference::{dense, relu};
use super::{Input, Residual, Shape};

/// Output of a residual network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicyValue {
    /// A logit for every point, row by row. Those of occupied points are meaningless.
    pub policy: Vec<f32>,
    /// Expected outcome for the side to move, from -1 (loss) to 1 (win).
    pub value: f32,
}

/// A network with its buffers for one board size. Every thread has its own.
#[derive(Clone, Debug)]
pub struct Inference {
    network: Arc<Residual>,
    size: Size,
    max_batch: usize,
    instructions: InstructionSet,
    grid: PaddedGrid,
    layers: Arc<PackedLayers>,
    buffers: Buffers,
}

#[derive(Debug)]
struct PackedLayers {
    stem: PackedConvolution,
    tower: Vec<[PackedConvolution; 2]>,
    policy: PackedConvolution,
    logit: PackedConvolution,
    value: PackedConvolution,
}

impl PackedLayers {
    fn new(network: &Residual) -> PackedLayers {
        let blocks = network.tower.iter();
        PackedLayers {
            stem: PackedConvolution::new(&network.stem),
            tower: blocks
                .map(|block| block.each_ref().map(PackedConvolution::new))
                .collect(),
            policy: PackedConvolution::new(&network.policy),
            logit: PackedConvolution::new(&network.logit),
            value: PackedConvolution::new(&network.value),
        }
    }
}

/// Activations between the layers, board after board.
#[derive(Clone, Debug)]
struct Buffers {
    planes: Vec<Lanes>,
    tower: Vec<Lanes>,
    inner: Vec<Lanes>,
    head: Vec<Lanes>,
    logits: Vec<Lanes>,
}

impl Inference {
    /// Prepares a network for boards of this size and batches of up to `max_batch` inputs, with the fastest available
    /// instructions.
    ///
    /// # Panics
    /// When `max_batch` is zero.
    pub fn new(network: &Arc<Residual>, size: Size, max_batch: usize) -> Inference {
        Inference::with_instructions(InstructionSet::best(), network, size, max_batch)
    }

    /// [`Inference::new`] with a given instruction set.
    ///
    /// # Panics
    /// When `max_batch` is zero.
    pub fn with_instructions(
        instructions: InstructionSet,
        network: &Arc<Residual>,
        size: Size,
        max_batch: usize,
    ) -> Inference {
        assert!(max_batch > 0, "an empty batch");
        let grid = PaddedGrid {
            side: usize::from(size.get()),
        };
        let layers = PackedLayers::new(network);
        let buffer = |blocks: usize| vec![Lanes::ZERO; max_batch * blocks * grid.points()];
        let head_blocks = layers.policy.out_blocks().max(layers.value.out_blocks());
        let buffers = Buffers {
            planes: buffer(1),
            tower: buffer(layers.stem.out_blocks()),
            inner: buffer(layers.stem.out_blocks()),
            head: buffer(head_blocks),
            logits: buffer(1),
        };
        Inference {
            network: Arc::clone(network),
            size,
            max_batch,
            instructions,
            grid,
            layers: Arc::new(layers),
            buffers,
        }
    }

    /// Bytes of a network, its packed copy and the buffers for batches of this size, on the largest board.
    pub fn memory(network: &Residual, max_batch: usize) -> u64 {
        let shape = network.shape();
        let padded = Shape {
            blocks: shape.blocks,
            channels: shape.channels.next_multiple_of(LANES),
            policy_channels: shape.policy_channels.next_multiple_of(LANES),
            value_channels: shape.value_channels.next_multiple_of(LANES),
            value_hidden: shape.value_hidden,
        };
        let weights = (shape.weight_count() + padded.weight_count()) * size_of::<f32>();
        let heads = padded.policy_channels.max(padded.value_channels);
        let blocks = 2 + (2 * padded.channels + heads) / LANES;
        let grid = PaddedGrid {
            side: usize::from(Size::MAX),
        };
        let buffers = max_batch * blocks * grid.points() * size_of::<Lanes>();
        (weights + buffers) as u64
    }

    /// The network.
    pub fn network(&self) -> &Arc<Residual> {
        &self.network
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Evaluates all inputs. `outputs` is overwritten; its allocations are reused.
    ///
    /// # Panics
    /// When an input has another board size.
    pub fn evaluate(&mut self, inputs: &[Input], outputs: &mut Vec<PolicyValue>) {
        outputs.resize_with(inputs.len(), PolicyValue::default);
        for (inputs, outputs) in inputs
            .chunks(self.max_batch)
            .zip(outputs.chunks_mut(self.max_batch))
        {
            self.load_planes(inputs);
            self.run_tower(inputs.len());
            self.run_policy_head(outputs);
            self.run_value_head(outputs);
        }
    }

    fn load_planes(&mut self, inputs: &[Input]) {
        let points = self.grid.points();
        for (input, board) in inputs.iter().zip(self.buffers.planes.chunks_mut(points)) {
            assert_eq!(input.size(), self.size, "another board size");
            board.fill(Lanes::ZERO);
            input.for_each_one(|plane, index| board[self.grid.index(index)].0[plane] = 1.0);
        }
    }

    fn run_tower(&mut self, boards: usize) {
        let Inference { layers, grid, .. } = self;
        let instructions = self.instructions;
        let points = grid.points();
        let planes = &self.buffers.planes[..boards * points];
        let length = boards * layers.stem.out_blocks() * points;
        let (tower, inner) = (
            &mut self.buffers.tower[..length],
            &mut self.buffers.inner[..length],
        );
        instructions.convolve(&layers.stem, *grid, planes, tower, Activation::Relu);
        for [first, second] in &layers.tower {
            instructions.convolve(first, *grid, tower, inner, Activation::Relu);
            instructions.convolve(second, *grid, inner, tower, Activation::AddRelu);
        }
    }

    fn run_policy_head(&mut self, outputs: &mut [PolicyValue]) {
        let grid = self.grid;
        let PackedLayers { policy, logit, .. } = &*self.layers;
        let tower = &self.buffers.tower[..outputs.len() * policy.in_blocks() * grid.points()];
        let head = &mut self.buffers.head[..outputs.len() * policy.out_blocks() * grid.points()];
        let logits = &mut self.buffers.logits[..outputs.len() * grid.points()];
        self.instructions
            .convolve(policy, grid, tower, head, Activation::Relu);
        self.instructions
            .convolve(logit, grid, head, logits, Activation::Identity);
        for (output, logits) in outputs.iter_mut().zip(logits.chunks(grid.points())) {
            output.policy.clear();
            let indices = 0..self.size.area();
            output
                .policy
                .extend(indices.map(|index| logits[grid.index(index)].0[0]));
        }
    }

    fn run_value_head(&mut self, outputs: &mut [PolicyValue]) {
        let grid = self.grid;
        let value = &self.layers.value;
        let tower = &self.buffers.tower[..outputs.len() * value.in_blocks() * grid.points()];
        let head = &mut self.buffers.head[..outputs.len() * value.out_blocks() * grid.points()];
        self.instructions
            .convolve(value, grid, tower, head, Activation::Relu);
        let channels = self.network.shape().value_channels;
        let boards = head.chunks(value.out_blocks() * grid.points());
        for (output, board) in outputs.iter_mut().zip(boards) {
            let pooled = pool(board, grid, channels);
            let hidden = relu(dense(&self.network.hidden, &pooled));
            output.value = dense(&self.network.outcome, &hidden)[0].tanh();
        }
    }
}

/// Mean of each channel over the board, then maximum of each channel.
fn pool(board: &[Lanes], grid: PaddedGrid, channels: usize) -> Vec<f32> {
    let area = grid.side * grid.side;
    let (mut means, mut maxima) = (Vec::new(), Vec::new());
    for block in board.chunks(grid.points()) {
        let (mut sum, mut max) = (Lanes::ZERO, Lanes::ZERO);
        for index in 0..area {
            let lanes = &block[grid.index(index)].0;
            for (lane, &x) in lanes.iter().enumerate() {
                sum.0[lane] += x;
                max.0[lane] = max.0[lane].max(x);
            }
        }
        means.extend(sum.0.map(|sum| sum / area as f32));
        maxima.extend(max.0);
    }
    means.truncate(channels);
    maxima.truncate(channels);
    means.append(&mut maxima);
    means
}

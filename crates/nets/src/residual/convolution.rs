//! Convolutions for AVX-512, AVX2 and any processor: nearly all of the inference time.
//!
//! Channels are stored in blocks of sixteen lanes: block by block, and within a block point by point of a zero-padded
//! board, so that a convolution needs no bounds check at the edge:
//!
//! ```text
//! output[o][y, x][lane] = bias[o][lane] + Σ weight[o][i][dy, dx][k][lane] · input[i][y + dy, x + dx][k]
//! ```
//!
//! The sum over `i`, `dy`, `dx`, `k` runs in this order for a strip of neighboring points and up to three output blocks
//! at a time, whose sums stay in registers: each loaded weight serves the whole strip, each input all output blocks.
//! AVX-512 and AVX2 give the same result to the last bit, since both use fused multiply-add; the scalar code rounds
//! twice, so its results differ in the last digits.
#![allow(
    unsafe_code,
    reason = "vectors are loaded and stored through pointers, and functions with target features are called after \
              detecting them"
)]

use super::Convolution;

/// Channels in a block.
pub const LANES: usize = 16;

/// One value for each channel of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Lanes {
    /// All zeros.
    pub const ZERO: Lanes = Lanes([0.0; LANES]);
}

/// A square board with a border of zeros, one cell wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaddedGrid {
    /// Points on a side of the board.
    pub side: usize,
}

impl PaddedGrid {
    /// Cells in a row, border included.
    pub fn stride(self) -> usize {
        self.side + 2
    }

    /// Cells of the grid, border included.
    pub fn points(self) -> usize {
        self.stride() * self.stride()
    }

    /// The grid index of the point with this board index.
    pub fn index(self, board_index: usize) -> usize {
        (board_index / self.side + 1) * self.stride() + board_index % self.side + 1
    }
}

/// The weights of a convolution in the order in which the kernels read them.
#[derive(Clone, Debug)]
pub struct PackedConvolution {
    inputs: usize,
    side: usize,
    /// By output block, input block, kernel tap, input lane.
    weights: Vec<Lanes>,
    /// By output block.
    bias: Vec<Lanes>,
}

impl PackedConvolution {
    /// Packs the weights of a layer; incomplete blocks are padded with zeros.
    pub fn new(layer: &Convolution) -> PackedConvolution {
        let taps = layer.side * layer.side;
        let (in_blocks, out_blocks) = (blocks(layer.inputs), blocks(layer.outputs));
        let mut packed = PackedConvolution {
            inputs: layer.inputs,
            side: layer.side,
            weights: vec![Lanes::ZERO; out_blocks * in_blocks * taps * LANES],
            bias: vec![Lanes::ZERO; out_blocks],
        };
        for output in 0..layer.outputs {
            let (block, lane) = (output / LANES, output % LANES);
            packed.bias[block].0[lane] = layer.bias[output];
            for input in 0..layer.inputs {
                for tap in 0..taps {
                    let weight = layer.weights[(output * layer.inputs + input) * taps + tap];
                    let start = ((block * in_blocks + input / LANES) * taps + tap) * LANES;
                    packed.weights[start + input % LANES].0[lane] = weight;
                }
            }
        }
        packed
    }

    /// Input blocks.
    pub fn in_blocks(&self) -> usize {
        blocks(self.inputs)
    }

    /// Output blocks.
    pub fn out_blocks(&self) -> usize {
        self.bias.len()
    }

    /// The weights of one output block.
    fn weights_of(&self, block: usize) -> &[Lanes] {
        let length = self.weights.len() / self.out_blocks();
        &self.weights[block * length..][..length]
    }
}

/// The number of blocks that hold these channels.
pub fn blocks(channels: usize) -> usize {
    channels.div_ceil(LANES)
}

/// The activation after a convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// None.
    Identity,
    /// ReLU.
    Relu,
    /// Adds to the output buffer (the skip connection), then ReLU.
    AddRelu,
}

/// An instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl InstructionSet {
    /// All available instruction sets, the fastest last. No other constructor exists, so that calling the kernels is safe.
    pub fn available() -> Vec<InstructionSet> {
        let mut available = vec![InstructionSet(Kind::Scalar)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                available.push(InstructionSet(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f") {
                available.push(InstructionSet(Kind::Avx512));
            }
        }
        available
    }

    /// The fastest available one.
    pub fn best() -> InstructionSet {
        *InstructionSet::available()
            .last()
            .expect("scalar code is always available")
    }

    /// Applies a layer to a batch: `input` and `output` hold board after board, each in blocks. The border of the output
    /// is not written.
    ///
    /// # Panics
    /// When the buffers do not hold the same whole number of boards.
    pub fn convolve(
        self,
        layer: &PackedConvolution,
        grid: PaddedGrid,
        input: &[Lanes],
        output: &mut [Lanes],
        activation: Activation,
    ) {
        let (in_length, out_length) = (
            layer.in_blocks() * grid.points(),
            layer.out_blocks() * grid.points(),
        );
        let boards = input.len() / in_length;
        assert_eq!(input.len(), boards * in_length, "a whole number of boards");
        assert_eq!(output.len(), boards * out_length, "one output per input");
        let pass = LayerPass {
            layer,
            grid,
            input,
            output,
            activation,
        };
        match self.0 {
            Kind::Scalar => scalar::convolve(pass),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `InstructionSet::available` detected these features when it made `self`.
            Kind::Avx2 => unsafe { avx2::convolve(pass) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `InstructionSet::available` detected these features when it made `self`.
            Kind::Avx512 => unsafe { avx512::convolve(pass) },
        }
    }
}

/// One layer applied to a batch.
struct LayerPass<'a> {
    layer: &'a PackedConvolution,
    grid: PaddedGrid,
    input: &'a [Lanes],
    output: &'a mut [Lanes],
    activation: Activation,
}

/// A strip of neighboring points in a row.
#[derive(Clone, Copy)]
struct Strip {
    /// The first output block.
    block: usize,
    /// Grid index of the first point.
    index: usize,
}

impl LayerPass<'_> {
    /// How many output blocks to compute together from `first` on: at most `max`, avoiding a single one at the end.
    fn group(&self, first: usize, max: usize) -> usize {
        match self.layer.out_blocks() - first {
            left if left <= max => left,
            4 if max > 1 => 2,
            _ => max,
        }
    }

    /// Grid index of the upper left kernel tap of a point.
    fn corner(&self, index: usize) -> usize {
        let reach = self.layer.side / 2;
        index - reach * (self.grid.stride() + 1)
    }
}

/// Cuts a row into strips of nearly equal length, at most `max`: their starts and lengths.
fn strips(side: usize, max: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = side.div_ceil(max);
    let cut = move |index: usize| index * side / count;
    (0..count).map(move |index| (cut(index), cut(index + 1) - cut(index)))
}

/// Portable code.
mod scalar {
    use super::{Activation, LANES, Lanes, LayerPass, Strip};

    pub(super) fn convolve(mut pass: LayerPass<'_>) {
        let points = pass.grid.points();
        let boards = pass.input.len() / (points * pass.layer.in_blocks());
        for board in 0..boards {
            for block in 0..pass.layer.out_blocks() {
                for board_index in 0..pass.grid.side * pass.grid.side {
                    let index = pass.grid.index(board_index);
                    convolve_point(&mut pass, board, Strip { block, index });
                }
            }
        }
    }

    fn convolve_point(pass: &mut LayerPass<'_>, board: usize, at: Strip) {
        let layer = pass.layer;
        let points = pass.grid.points();
        let input = &pass.input[board * layer.in_blocks() * points..];
        let corner = pass.corner(at.index);
        let mut sums = layer.bias[at.block].0;
        let mut weights = layer.weights_of(at.block).chunks_exact(LANES);
        for block in 0..layer.in_blocks() {
            for tap in 0..layer.side * layer.side {
                let index = corner + tap / layer.side * pass.grid.stride() + tap % layer.side;
                let read = &input[block * points + index];
                let weights = weights.next().expect("weights for each block and tap");
                for (x, weights) in read.0.iter().zip(weights) {
                    for (sum, weight) in sums.iter_mut().zip(&weights.0) {
                        *sum += x * weight;
                    }
                }
            }
        }
        let index = (board * layer.out_blocks() + at.block) * points + at.index;
        let output = &mut pass.output[index];
        *output = Lanes(std::array::from_fn(|lane| match pass.activation {
            Activation::Identity => sums[lane],
            Activation::Relu => sums[lane].max(0.0),
            Activation::AddRelu => (sums[lane] + output.0[lane]).max(0.0),
        }));
    }
}

/// The kernels for one instruction set: its vector type, how many vectors make sixteen lanes, and the maximum strip
/// length for one, two and three output blocks, so that all sums fit the registers.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    (
        $name:ident, $features:literal, $vector:ident, $vectors:literal, max_lengths $max_lengths:expr,
        $load:ident, $store:ident, $splat:ident, $fused:ident, $add:ident, $max:ident
    ) => {
        mod $name {
            use std::arch::x86_64::*;

            use super::{Activation, LANES, Lanes, LayerPass, Strip, strips};

            const VECTORS: usize = $vectors;
            const MAX_LENGTHS: &[usize] = &$max_lengths;

            // No closures here: they would not inherit the target features.
            #[target_feature(enable = $features)]
            #[inline]
            fn load(lanes: &Lanes) -> [$vector; VECTORS] {
                let mut vectors = [$splat(0.0); VECTORS];
                for (i, vector) in vectors.iter_mut().enumerate() {
                    // SAFETY: the vectors together cover exactly the lanes, which are aligned for every vector type.
                    *vector = unsafe { $load(lanes.0.as_ptr().add(i * LANES / VECTORS)) };
                }
                vectors
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn store(lanes: &mut Lanes, vectors: [$vector; VECTORS]) {
                for (i, vector) in vectors.into_iter().enumerate() {
                    // SAFETY: as above.
                    unsafe { $store(lanes.0.as_mut_ptr().add(i * LANES / VECTORS), vector) };
                }
            }

            #[target_feature(enable = $features)]
            pub(super) fn convolve(mut pass: LayerPass<'_>) {
                let (layer, grid) = (pass.layer, pass.grid);
                let boards = pass.input.len() / (grid.points() * layer.in_blocks());
                let mut block = 0;
                while block < layer.out_blocks() {
                    let count = pass.group(block, MAX_LENGTHS.len());
                    for board in 0..boards {
                        for row in 0..grid.side {
                            for (column, length) in strips(grid.side, MAX_LENGTHS[count - 1]) {
                                let index = grid.index(row * grid.side + column);
                                let at = Strip { block, index };
                                match count {
                                    1 => strip::<1>(&mut pass, board, at, length),
                                    2 => strip::<2>(&mut pass, board, at, length),
                                    _ => strip::<3>(&mut pass, board, at, length),
                                }
                            }
                        }
                    }
                    block += count;
                }
            }

            #[target_feature(enable = $features)]
            fn strip<const BLOCKS: usize>(
                pass: &mut LayerPass<'_>,
                board: usize,
                at: Strip,
                length: usize,
            ) {
                match length {
                    3 => strip_of::<BLOCKS, 3>(pass, board, at),
                    4 => strip_of::<BLOCKS, 4>(pass, board, at),
                    5 => strip_of::<BLOCKS, 5>(pass, board, at),
                    6 => strip_of::<BLOCKS, 6>(pass, board, at),
                    7 => strip_of::<BLOCKS, 7>(pass, board, at),
                    8 => strip_of::<BLOCKS, 8>(pass, board, at),
                    9 => strip_of::<BLOCKS, 9>(pass, board, at),
                    10 => strip_of::<BLOCKS, 10>(pass, board, at),
                    11 => strip_of::<BLOCKS, 11>(pass, board, at),
                    12 => strip_of::<BLOCKS, 12>(pass, board, at),
                    _ => {
                        for step in 0..length {
                            let index = at.index + step;
                            strip_of::<BLOCKS, 1>(pass, board, Strip { index, ..at });
                        }
                    }
                }
            }

            #[target_feature(enable = $features)]
            fn strip_of<const BLOCKS: usize, const LENGTH: usize>(
                pass: &mut LayerPass<'_>,
                board: usize,
                at: Strip,
            ) {
                let (layer, points) = (pass.layer, pass.grid.points());
                let input = &pass.input[board * layer.in_blocks() * points..];
                let corner = pass.corner(at.index);
                let (all, _) = layer.weights.as_chunks::<LANES>();
                let chunks_per_block = all.len() / layer.out_blocks();
                let mut sums = [[[$splat(0.0); VECTORS]; LENGTH]; BLOCKS];
                for (b, sums) in sums.iter_mut().enumerate() {
                    *sums = [load(&layer.bias[at.block + b]); LENGTH];
                }
                let mut chunk = 0;
                for block in 0..layer.in_blocks() {
                    let channels = (layer.inputs - block * LANES).min(LANES);
                    for tap in 0..layer.side * layer.side {
                        let index =
                            corner + tap / layer.side * pass.grid.stride() + tap % layer.side;
                        let read: &[Lanes; LENGTH] = input[block * points + index..]
                            .first_chunk()
                            .expect("the strip is on the board");
                        let mut block_weights = [&all[0]; BLOCKS];
                        for (b, weights) in block_weights.iter_mut().enumerate() {
                            *weights = &all[(at.block + b) * chunks_per_block + chunk];
                        }
                        chunk += 1;
                        for channel in 0..channels {
                            let mut weights = [[$splat(0.0); VECTORS]; BLOCKS];
                            for (weights, block) in weights.iter_mut().zip(block_weights) {
                                *weights = load(&block[channel % LANES]);
                            }
                            for (step, read) in read.iter().enumerate() {
                                let x = $splat(read.0[channel % LANES]);
                                for b in 0..BLOCKS {
                                    for v in 0..VECTORS {
                                        let sum = &mut sums[b][step][v];
                                        *sum = $fused(x, weights[b][v], *sum);
                                    }
                                }
                            }
                        }
                    }
                }
                for (b, sums) in sums.into_iter().enumerate() {
                    let first = (board * layer.out_blocks() + at.block + b) * points + at.index;
                    for (sums, output) in sums.into_iter().zip(&mut pass.output[first..]) {
                        let zero = $splat(0.0);
                        let mut new = sums;
                        for (new, old) in new.iter_mut().zip(load(output)) {
                            *new = match pass.activation {
                                Activation::Identity => *new,
                                Activation::Relu => $max(*new, zero),
                                Activation::AddRelu => $max($add(*new, old), zero),
                            };
                        }
                        store(output, new);
                    }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernel!(
    avx512, "avx512f", __m512, 1, max_lengths [12, 12, 8],
    _mm512_load_ps, _mm512_store_ps, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_add_ps, _mm512_max_ps
);

#[cfg(target_arch = "x86_64")]
kernel!(
    avx2,
    "avx2,fma",
    __m256,
    2,
    max_lengths[6],
    _mm256_load_ps,
    _mm256_store_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    _mm256_max_ps
);

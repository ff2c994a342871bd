//! The one loop that takes all the time, for AVX-512, AVX2 and any processor.
//!
//! Channels lie in blocks of sixteen. A layer's numbers are stored block by block, in a block point by point of a board
//! with a border of zeros, so that a convolution never asks where the edge is:
//!
//! ```text
//! output[o][y, x][lane] = bias[o][lane] + Σ weight[o][i][dy, dx][k][lane] · input[i][y + dy, x + dx][k]
//! ```
//!
//! The sum over `i`, `dy`, `dx`, `k` runs in this order for a strip of neighboring points and up to three blocks of
//! outputs at a time, whose sums stay in registers: every weight that is loaded serves the whole strip, every input all
//! blocks. AVX-512 and AVX2 give the same numbers to the last bit, since both round once for each product and sum; any
//! other processor rounds twice, so its numbers differ in the last digits.
#![allow(
    unsafe_code,
    reason = "vectors are loaded and stored through pointers, and a function compiled for an instruction set is called \
              after looking whether there is one"
)]

use super::Convolution;

/// Channels in a block.
pub const LANES: usize = 16;

/// One number for each channel of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

impl Lanes {
    /// Nothing but zeros.
    pub const ZERO: Lanes = Lanes([0.0; LANES]);
}

/// A square board with a border of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Points on a side of the board.
    pub side: usize,
}

impl Grid {
    /// Points in a row, border included.
    pub fn stride(self) -> usize {
        self.side + 2
    }

    /// Points in all, border included.
    pub fn points(self) -> usize {
        self.stride() * self.stride()
    }

    /// The place of a point, counted row by row on the board.
    pub fn place(self, number: usize) -> usize {
        (number / self.side + 1) * self.stride() + number % self.side + 1
    }
}

/// The weights of a convolution in the order in which they are needed.
#[derive(Clone, Debug)]
pub struct Packed {
    inputs: usize,
    side: usize,
    /// For each block of outputs: each block of inputs, each point of the kernel, each of the sixteen inputs.
    weights: Vec<Lanes>,
    /// One for each block of outputs.
    bias: Vec<Lanes>,
}

impl Packed {
    /// Sorts the weights of a layer. What fills up a block is zero.
    pub fn new(layer: &Convolution) -> Packed {
        let taps = layer.side * layer.side;
        let (in_blocks, out_blocks) = (blocks(layer.inputs), blocks(layer.outputs));
        let mut packed = Packed {
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
                    let place = ((block * in_blocks + input / LANES) * taps + tap) * LANES;
                    packed.weights[place + input % LANES].0[lane] = weight;
                }
            }
        }
        packed
    }

    /// Blocks that it reads.
    pub fn in_blocks(&self) -> usize {
        blocks(self.inputs)
    }

    /// Blocks that it makes.
    pub fn out_blocks(&self) -> usize {
        self.bias.len()
    }

    /// The weights of one block of outputs.
    fn weights_of(&self, block: usize) -> &[Lanes] {
        let length = self.weights.len() / self.out_blocks();
        &self.weights[block * length..][..length]
    }
}

/// How many blocks hold so many channels.
pub fn blocks(channels: usize) -> usize {
    channels.div_ceil(LANES)
}

/// What becomes of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It is the output.
    Sum,
    /// Nothing below zero.
    Relu,
    /// Added to what is there; then nothing below zero.
    AddRelu,
}

/// The instructions of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Any,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// All that this processor knows, the fastest last. There is no other way to get them.
    pub fn known() -> Vec<Instructions> {
        let mut known = vec![Instructions(Set::Any)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                known.push(Instructions(Set::Avx2));
            }
            if is_x86_feature_detected!("avx512f") {
                known.push(Instructions(Set::Avx512));
            }
        }
        known
    }

    /// The fastest.
    pub fn best() -> Instructions {
        *Instructions::known().last().expect("there is always one")
    }

    /// Sends boards through a layer: `input` and `output` hold board after board, each in blocks. The border of the
    /// output is left alone.
    ///
    /// # Panics
    /// When the input or the output has not the size of so many boards.
    pub fn convolve(
        self,
        layer: &Packed,
        grid: Grid,
        input: &[Lanes],
        output: &mut [Lanes],
        finish: Finish,
    ) {
        let (read, made) = (
            layer.in_blocks() * grid.points(),
            layer.out_blocks() * grid.points(),
        );
        let boards = input.len() / read;
        assert_eq!(input.len(), boards * read, "whole boards go in");
        assert_eq!(output.len(), boards * made, "as many come out");
        let pass = Pass {
            layer,
            grid,
            input,
            output,
            finish,
        };
        match self.0 {
            Set::Any => any::convolve(pass),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor said that it knows these instructions when `self` was made.
            Set::Avx2 => unsafe { avx2::convolve(pass) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor said that it knows these instructions when `self` was made.
            Set::Avx512 => unsafe { avx512::convolve(pass) },
        }
    }
}

/// Boards on their way through a layer.
struct Pass<'a> {
    layer: &'a Packed,
    grid: Grid,
    input: &'a [Lanes],
    output: &'a mut [Lanes],
    finish: Finish,
}

/// A strip of neighboring points in a row.
#[derive(Clone, Copy)]
struct Strip {
    /// The first block of outputs.
    block: usize,
    /// The place of the first point.
    place: usize,
}

impl Pass<'_> {
    /// The next blocks of outputs that are worked on together: at most `most`, and no block alone if it can be helped.
    fn group(&self, first: usize, most: usize) -> usize {
        match self.layer.out_blocks() - first {
            left if left <= most => left,
            4 if most > 1 => 2,
            _ => most,
        }
    }

    /// The place where the input of a point begins: the upper left of its kernel.
    fn corner(&self, place: usize) -> usize {
        let reach = self.layer.side / 2;
        place - reach * (self.grid.stride() + 1)
    }
}

/// Cuts a row into strips of nearly the same length, none above `longest`.
fn strips(side: usize, longest: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = side.div_ceil(longest);
    let cut = move |index: usize| index * side / count;
    (0..count).map(move |index| (cut(index), cut(index + 1) - cut(index)))
}

/// Plain loops, for any processor.
mod any {
    use super::{Finish, LANES, Lanes, Pass, Strip};

    pub(super) fn convolve(mut pass: Pass<'_>) {
        let points = pass.grid.points();
        let boards = pass.input.len() / (points * pass.layer.in_blocks());
        for board in 0..boards {
            for block in 0..pass.layer.out_blocks() {
                for number in 0..pass.grid.side * pass.grid.side {
                    let place = pass.grid.place(number);
                    one(&mut pass, board, Strip { block, place });
                }
            }
        }
    }

    fn one(pass: &mut Pass<'_>, board: usize, at: Strip) {
        let layer = pass.layer;
        let points = pass.grid.points();
        let input = &pass.input[board * layer.in_blocks() * points..];
        let corner = pass.corner(at.place);
        let mut sums = layer.bias[at.block].0;
        let mut weights = layer.weights_of(at.block).chunks_exact(LANES);
        for block in 0..layer.in_blocks() {
            for tap in 0..layer.side * layer.side {
                let place = corner + tap / layer.side * pass.grid.stride() + tap % layer.side;
                let read = &input[block * points + place];
                let weights = weights.next().expect("weights for each block and tap");
                for (x, weights) in read.0.iter().zip(weights) {
                    for (sum, weight) in sums.iter_mut().zip(&weights.0) {
                        *sum += x * weight;
                    }
                }
            }
        }
        let place = (board * layer.out_blocks() + at.block) * points + at.place;
        let there = &mut pass.output[place];
        *there = Lanes(std::array::from_fn(|lane| match pass.finish {
            Finish::Sum => sums[lane],
            Finish::Relu => sums[lane].max(0.0),
            Finish::AddRelu => (sums[lane] + there.0[lane]).max(0.0),
        }));
    }
}

/// Writes the loops for one instruction set: its vectors, how many of them hold sixteen numbers, and the longest strip
/// for one, two and three blocks of outputs, so that all sums fit the registers.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    (
        $name:ident, $features:literal, $vector:ident, $vectors:literal, longest $longest:expr,
        $load:ident, $store:ident, $splat:ident, $fused:ident, $add:ident, $max:ident
    ) => {
        mod $name {
            use std::arch::x86_64::*;

            use super::{Finish, LANES, Lanes, Pass, Strip, strips};

            const VECTORS: usize = $vectors;
            const LONGEST: &[usize] = &$longest;

            // No closures in here: what calls them is not compiled for these instructions.
            #[target_feature(enable = $features)]
            #[inline]
            fn load(lanes: &Lanes) -> [$vector; VECTORS] {
                let mut vectors = [$splat(0.0); VECTORS];
                for (i, vector) in vectors.iter_mut().enumerate() {
                    // SAFETY: the vectors together are as long as the lanes, which are aligned for the longest vector.
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
            pub(super) fn convolve(mut pass: Pass<'_>) {
                let (layer, grid) = (pass.layer, pass.grid);
                let boards = pass.input.len() / (grid.points() * layer.in_blocks());
                let mut block = 0;
                while block < layer.out_blocks() {
                    let count = pass.group(block, LONGEST.len());
                    for board in 0..boards {
                        for row in 0..grid.side {
                            for (column, length) in strips(grid.side, LONGEST[count - 1]) {
                                let place = grid.place(row * grid.side + column);
                                let at = Strip { block, place };
                                match count {
                                    1 => any_length::<1>(&mut pass, board, at, length),
                                    2 => any_length::<2>(&mut pass, board, at, length),
                                    _ => any_length::<3>(&mut pass, board, at, length),
                                }
                            }
                        }
                    }
                    block += count;
                }
            }

            #[target_feature(enable = $features)]
            fn any_length<const BLOCKS: usize>(
                pass: &mut Pass<'_>,
                board: usize,
                at: Strip,
                length: usize,
            ) {
                match length {
                    3 => strip::<BLOCKS, 3>(pass, board, at),
                    4 => strip::<BLOCKS, 4>(pass, board, at),
                    5 => strip::<BLOCKS, 5>(pass, board, at),
                    6 => strip::<BLOCKS, 6>(pass, board, at),
                    7 => strip::<BLOCKS, 7>(pass, board, at),
                    8 => strip::<BLOCKS, 8>(pass, board, at),
                    9 => strip::<BLOCKS, 9>(pass, board, at),
                    10 => strip::<BLOCKS, 10>(pass, board, at),
                    11 => strip::<BLOCKS, 11>(pass, board, at),
                    12 => strip::<BLOCKS, 12>(pass, board, at),
                    _ => {
                        for step in 0..length {
                            let place = at.place + step;
                            strip::<BLOCKS, 1>(pass, board, Strip { place, ..at });
                        }
                    }
                }
            }

            #[target_feature(enable = $features)]
            fn strip<const BLOCKS: usize, const LENGTH: usize>(
                pass: &mut Pass<'_>,
                board: usize,
                at: Strip,
            ) {
                let (layer, points) = (pass.layer, pass.grid.points());
                let input = &pass.input[board * layer.in_blocks() * points..];
                let corner = pass.corner(at.place);
                let (all, _) = layer.weights.as_chunks::<LANES>();
                let turns = all.len() / layer.out_blocks();
                let mut sums = [[[$splat(0.0); VECTORS]; LENGTH]; BLOCKS];
                for (b, sums) in sums.iter_mut().enumerate() {
                    *sums = [load(&layer.bias[at.block + b]); LENGTH];
                }
                let mut turn = 0;
                for block in 0..layer.in_blocks() {
                    let channels = (layer.inputs - block * LANES).min(LANES);
                    for tap in 0..layer.side * layer.side {
                        let place =
                            corner + tap / layer.side * pass.grid.stride() + tap % layer.side;
                        let read: &[Lanes; LENGTH] = input[block * points + place..]
                            .first_chunk()
                            .expect("the strip is on the board");
                        let mut block_weights = [&all[0]; BLOCKS];
                        for (b, weights) in block_weights.iter_mut().enumerate() {
                            *weights = &all[(at.block + b) * turns + turn];
                        }
                        turn += 1;
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
                    let first = (board * layer.out_blocks() + at.block + b) * points + at.place;
                    for (sums, there) in sums.into_iter().zip(&mut pass.output[first..]) {
                        let zero = $splat(0.0);
                        let mut new = sums;
                        for (new, old) in new.iter_mut().zip(load(there)) {
                            *new = match pass.finish {
                                Finish::Sum => *new,
                                Finish::Relu => $max(*new, zero),
                                Finish::AddRelu => $max($add(*new, old), zero),
                            };
                        }
                        store(there, new);
                    }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernel!(
    avx512, "avx512f", __m512, 1, longest [12, 12, 8],
    _mm512_load_ps, _mm512_store_ps, _mm512_set1_ps, _mm512_fmadd_ps, _mm512_add_ps, _mm512_max_ps
);

#[cfg(target_arch = "x86_64")]
kernel!(
    avx2,
    "avx2,fma",
    __m256,
    2,
    longest[6],
    _mm256_load_ps,
    _mm256_store_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    _mm256_max_ps
);

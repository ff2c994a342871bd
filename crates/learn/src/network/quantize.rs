//! From parameters to the integers of the network file.

use std::ops::Range;

use engine::score::SCALE;
use nets::line_net::layer::{
    Dense, MAX_BIAS, MAX_HIDDEN_WEIGHT, MAX_POOL_WEIGHT, SUM_SCALE, WEIGHT_SCALE,
};
use nets::line_net::{CHANNELS, FEATURE_SCALE, HIDDEN, POLICY_TEMPERATURE, SideWeights, WIDTH};
use nets::pattern_net::pattern_code::PATTERN_CODES;
use nets::pattern_net::threat_mask::THREAT_MASKS;

use super::params::{
    ATTACK, Chunk, DEFENSE, HIDDEN_1, HIDDEN_2, OPPONENT_ROWS, OUTPUT, OUTPUT_BIAS, OWN_ROWS,
    POLICY, Params, SHAPE_ROWS, SIDE_CHUNKS, THREATS,
};

/// The weights of black and white.
pub fn quantize(params: &Params) -> [SideWeights; 2] {
    let mut sides = params.chunks.chunks(SIDE_CHUNKS).map(side_weights);
    let black = sides
        .next()
        .expect("there are parameters for one color or two");
    let white = sides.next().unwrap_or_else(|| black.clone());
    [black, white]
}

fn side_weights(chunks: &[Chunk]) -> SideWeights {
    let rows = |range: Range<usize>| -> Vec<[i16; CHANNELS]> {
        let rows = chunks[range].iter();
        rows.map(|row| row.map(|value| round(value * FEATURE_SCALE, 4_000)))
            .collect()
    };
    let list = |range: Range<usize>, count: usize, scale: f32| -> Vec<i16> {
        let values = &chunks[range].as_flattened()[..count];
        values
            .iter()
            .map(|&value| round(value * scale, 30_000))
            .collect()
    };
    SideWeights {
        shapes: rows(SHAPE_ROWS),
        own_codes: rows(OWN_ROWS),
        opponent_codes: rows(OPPONENT_ROWS),
        hidden: [
            dense(&chunks[HIDDEN_1], MAX_POOL_WEIGHT),
            dense(&chunks[HIDDEN_2], MAX_HIDDEN_WEIGHT),
        ],
        output: weights(chunks[OUTPUT].as_flattened(), MAX_HIDDEN_WEIGHT),
        output_bias: bias(chunks[OUTPUT_BIAS.start][0]),
        threats: list(THREATS, THREAT_MASKS, SCALE as f32),
        policy: dense(&chunks[POLICY], MAX_POOL_WEIGHT),
        attack: list(ATTACK, PATTERN_CODES, POLICY_TEMPERATURE),
        defense: list(DEFENSE, PATTERN_CODES, POLICY_TEMPERATURE),
    }
}

fn dense(chunks: &[Chunk], max: i16) -> Dense {
    let (rows, biases) = chunks.as_flattened().split_at(WIDTH * HIDDEN);
    let mut layer = Dense::ZERO;
    for (row, values) in layer.weights.iter_mut().zip(rows.chunks(HIDDEN)) {
        *row = weights(values, max);
    }
    for (quantized, &value) in layer.biases.iter_mut().zip(biases) {
        *quantized = bias(value);
    }
    layer
}

fn weights(values: &[f32], max: i16) -> [i16; HIDDEN] {
    let mut weights = [0; HIDDEN];
    for (weight, value) in weights.iter_mut().zip(values) {
        *weight = round(value * WEIGHT_SCALE, max);
    }
    weights
}

fn bias(value: f32) -> i32 {
    ((value * SUM_SCALE).round() as i32).clamp(-MAX_BIAS, MAX_BIAS)
}

fn round(value: f32, max: i16) -> i16 {
    (value.round_ties_even() as i16).clamp(-max, max)
}

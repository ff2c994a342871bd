//! AdamW on the chunks that a batch has touched: Adam with decoupled weight decay (Loshchilov and Hutter 2019).
//!
//! The moments of a chunk stand still while no batch touches it ("lazy Adam"), so a step costs what the batch costs.

use nets::line_net::layer::{MAX_HIDDEN_WEIGHT, MAX_POOL_WEIGHT, WEIGHT_SCALE};

use super::gradient::Gradient;
use super::params::{CHUNK, Chunk, HIDDEN_1, HIDDEN_2, OUTPUT, POLICY, Params, SIDE_CHUNKS};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The moments of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// First moments.
    pub means: Vec<Chunk>,
    /// Second moments.
    pub squares: Vec<Chunk>,
    /// Steps taken.
    pub steps: u64,
}

impl AdamW {
    /// Moments of this many chunks.
    pub fn new(chunks: usize) -> AdamW {
        AdamW {
            means: vec![[0.0; CHUNK]; chunks],
            squares: vec![[0.0; CHUNK]; chunks],
            steps: 0,
        }
    }

    /// One step down the gradient, divided by the samples of the batch.
    pub fn step(
        &mut self,
        params: &mut Params,
        gradient: &Gradient,
        samples: usize,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        let power = |beta: f32| 1.0 - f64::from(beta).powf(self.steps as f64) as f32;
        let (mean_correction, square_correction) = (power(BETA1), power(BETA2));
        let factor = 1.0 / samples as f32;
        for index in gradient.touched.iter().map(|&index| index as usize) {
            let limit = limit(index);
            let slopes = &gradient.chunks[index];
            let (means, squares) = (&mut self.means[index], &mut self.squares[index]);
            let chunk = &mut params.chunks[index];
            for lane in 0..CHUNK {
                let slope = slopes[lane] * factor;
                means[lane] += (1.0 - BETA1) * (slope - means[lane]);
                squares[lane] += (1.0 - BETA2) * (slope * slope - squares[lane]);
                let step = (means[lane] / mean_correction)
                    / ((squares[lane] / square_correction).sqrt() + EPSILON);
                let value = chunk[lane] - rate * (step + decay * chunk[lane]);
                chunk[lane] = value.clamp(-limit, limit);
            }
            params.round(index);
        }
    }
}

/// The largest value that the network file can hold.
fn limit(index: usize) -> f32 {
    let index = index % SIDE_CHUNKS;
    let max = if HIDDEN_1.contains(&index) || POLICY.contains(&index) {
        MAX_POOL_WEIGHT
    } else if HIDDEN_2.contains(&index) || OUTPUT.contains(&index) {
        MAX_HIDDEN_WEIGHT
    } else {
        return 100.0;
    };
    f32::from(max) / WEIGHT_SCALE
}

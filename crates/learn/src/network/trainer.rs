//! Batches and epochs: the state of a training and one step of it.
//!
//! The seed and the epoch decide the order of the positions, so a training that goes on from a checkpoint gives the same
//! network as one without a break.

use std::sync::Arc;

use engine::Evaluation;
use engine::eval_state::EvalState;
use engine::score::SCALE;
use gomoku::Rule;
use nets::line_net::LineNet;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::adamw::AdamW;
use super::gradient::{self, Gradient, Loss, Workspace};
use super::params::Params;
use super::quantize::quantize;
use super::sample::Sample;
use crate::data::dataset::{Dataset, Location};

/// What decides a training, beside its data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainConfig {
    /// The rule of the positions.
    pub rule: Rule,
    /// Passes over the training positions.
    pub epochs: u64,
    /// Positions per step.
    pub batch_size: usize,
    /// Peak learning rate; it decays along a cosine.
    pub learning_rate: f32,
    /// Weight decay.
    pub weight_decay: f32,
    /// Weight of the policy's loss.
    pub policy_share: f32,
    /// Weight of the result in the target of positions of the game itself.
    pub result_share: f32,
    /// Seed of the first parameters and of the order.
    pub seed: u64,
}

/// Steps in which the learning rate rises.
const WARMUP_STEPS: f32 = 200.0;
/// The learning rate falls to this share.
const FINAL_RATE: f32 = 0.01;

/// The state of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    /// What decides it.
    pub config: TrainConfig,
    /// The parameters.
    pub params: Params,
    /// The optimizer; its steps are those of the training.
    pub optimizer: AdamW,
}

/// The order of one epoch, kept between two calls.
#[derive(Clone, Debug, Default)]
pub struct EpochOrder {
    epoch: Option<u64>,
    order: Vec<Location>,
}

impl EpochOrder {
    fn of(&mut self, epoch: u64, seed: u64, training: &[Location]) -> &[Location] {
        if self.epoch != Some(epoch) {
            let mixed = epoch.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ mixed);
            self.order.clear();
            self.order.extend_from_slice(training);
            self.order.shuffle(&mut rng);
            self.epoch = Some(epoch);
        }
        &self.order
    }
}

impl Trainer {
    /// A training before its first step.
    pub fn new(config: TrainConfig) -> Trainer {
        let params = Params::init(config.rule, config.seed);
        Trainer {
            optimizer: AdamW::new(params.chunks.len()),
            params,
            config,
        }
    }

    /// Steps of the whole training on this many positions.
    pub fn total_steps(&self, positions: usize) -> u64 {
        self.config.epochs * positions.div_ceil(self.config.batch_size).max(1) as u64
    }

    /// Takes steps until this many have been taken. Returns the mean loss over them.
    pub fn train(&mut self, dataset: &Dataset, order: &mut EpochOrder, until: u64) -> Loss {
        let config = self.config;
        let steps = self.total_steps(dataset.training.len());
        let steps_per_epoch = steps / config.epochs;
        let mut gradient = Gradient::new(self.params.chunks.len());
        let mut workspace = Workspace::default();
        let mut sample = Sample::default();
        let mut loss = Loss::default();
        while self.optimizer.steps < until {
            let step = self.optimizer.steps;
            let order = order.of(step / steps_per_epoch, config.seed, &dataset.training);
            let first = (step % steps_per_epoch) as usize * config.batch_size;
            let batch =
                &order[first.min(order.len())..(first + config.batch_size).min(order.len())];
            for &location in batch {
                let (size, record) = dataset.record(location);
                sample.read(&record, size, config.rule, config.result_share);
                loss += gradient::accumulate(
                    &self.params.forward,
                    &sample,
                    config.policy_share,
                    &mut workspace,
                    &mut gradient,
                );
            }
            let rate = config.learning_rate * schedule(step, steps);
            let count = batch.len().max(1);
            self.optimizer.step(
                &mut self.params,
                &gradient,
                count,
                rate,
                config.weight_decay,
            );
            gradient.clear();
        }
        loss
    }

    /// The loss on these positions in floating point.
    pub fn measure(&self, dataset: &Dataset, positions: &[Location]) -> Loss {
        let mut workspace = Workspace::default();
        let mut sample = Sample::default();
        let mut loss = Loss::default();
        for &location in positions {
            let (size, record) = dataset.record(location);
            sample.read(&record, size, self.config.rule, self.config.result_share);
            loss += gradient::measure(&self.params.forward, &sample, &mut workspace);
        }
        loss
    }

    /// The network as the engine uses it.
    pub fn network(&self) -> Evaluation {
        Evaluation::from(Arc::new(LineNet::new(&quantize(&self.params))))
    }

    /// Mean cross-entropy of an evaluation's value on these positions, as the engine computes it.
    pub fn measure_evaluation(
        &self,
        evaluation: &Evaluation,
        dataset: &Dataset,
        positions: &[Location],
    ) -> f64 {
        let mut sample = Sample::default();
        let mut sum = 0.0;
        for &location in positions {
            let (size, record) = dataset.record(location);
            sample.read(&record, size, self.config.rule, self.config.result_share);
            let board = record.board(size, self.config.rule);
            let score = EvalState::new(board, evaluation.clone()).evaluate();
            sum += gradient::cross_entropy(f64::from(score) / SCALE, sample.target);
        }
        sum / positions.len().max(1) as f64
    }
}

/// Factor of the learning rate: linear warm-up, then cosine decay.
fn schedule(step: u64, steps: u64) -> f32 {
    let progress = step as f32 / steps as f32;
    let cosine = 0.5 + 0.5 * (progress * std::f32::consts::PI).cos();
    cosine.max(FINAL_RATE) * ((step + 1) as f32 / WARMUP_STEPS).min(1.0)
}

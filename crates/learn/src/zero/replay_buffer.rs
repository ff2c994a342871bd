//! The replay buffer: the newest samples of the run. Batches are drawn uniformly, each sample under a random symmetry.

use std::collections::VecDeque;

use arena::seed;
use gomoku::Symmetry;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::TrainConfig;
use super::game::SelfPlayGame;
use super::sample::Sample;

/// A sliding window of samples.
#[derive(Clone, Debug, Default)]
pub struct ReplayBuffer {
    samples: VecDeque<Sample>,
    total: u64,
}

impl ReplayBuffer {
    /// Adds the samples of a game and drops the oldest beyond the window.
    pub fn add(&mut self, game: &SelfPlayGame, config: &TrainConfig) {
        let samples = game.samples(config.rule, config.search_value_weight);
        self.total += samples.len() as u64;
        self.samples.extend(samples);
        let window = config.window_size(self.total);
        while self.samples.len() > window {
            self.samples.pop_front();
        }
    }

    /// Samples added since the start of the run.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The batch of a step; the seed and the step determine it.
    pub fn batch(&self, config: &TrainConfig, step: u64) -> Vec<Sample> {
        let seed = seed::derive([config.seed, u64::MAX, step]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..config.batch_size)
            .map(|_| {
                let sample = &self.samples[rng.random_range(0..self.samples.len())];
                let symmetry = Symmetry::ALL[rng.random_range(0..Symmetry::ALL.len())];
                sample.transformed(symmetry)
            })
            .collect()
    }

    /// Is there no sample?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }
}

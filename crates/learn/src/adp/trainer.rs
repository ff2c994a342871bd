//! Many games of one critic against itself.
//!
//! Each game's random numbers follow from the seed and the game's number, so a training that goes on from a checkpoint is
//! the same as one that was never stopped; only a replay buffer begins empty again.

use std::sync::Arc;

use arena::openings::Book;
use arena::seed;
use gomoku::{Board, Rule, Size};
use nets::{Critic, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::AdpConfig;
use super::self_play::{AdpSelfPlay, GameStats, VcfLabeler};
use super::td_learner::TdLearner;

/// A critic in training.
#[derive(Debug)]
pub struct Trainer {
    config: AdpConfig,
    size: Size,
    seed: u64,
    games: u64,
    evaluator: Evaluator,
    learner: TdLearner,
    vcf_labeler: Option<VcfLabeler>,
}

impl Trainer {
    /// A critic that has learned nothing yet.
    pub fn new(config: AdpConfig, size: Size, seed: u64) -> Trainer {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let critic = config.init(&mut || rng.random());
        Trainer::resume(config, size, seed, critic, 0)
    }

    /// A critic that has learned from this many games.
    pub fn resume(config: AdpConfig, size: Size, seed: u64, critic: Critic, games: u64) -> Trainer {
        let board = Board::new(size, Rule::Freestyle);
        Trainer {
            evaluator: Evaluator::in_training(Arc::new(critic), &board),
            learner: TdLearner::new(config.step, config.extensions),
            vcf_labeler: (config.extensions.solver > 0)
                .then(|| VcfLabeler::new(config.extensions.solver)),
            config,
            size,
            seed,
            games,
        }
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The critic as it is now.
    pub fn critic(&self) -> &Critic {
        self.evaluator.critic()
    }

    /// Plays a game and learns from it.
    pub fn play(&mut self) -> GameStats {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed::derive([self.seed, self.games]));
        self.learner.set_step(self.config.step(self.games));
        let mut game = AdpSelfPlay {
            evaluator: &mut self.evaluator,
            learner: &mut self.learner,
            vcf_labeler: self.vcf_labeler.as_mut(),
            phase: self.config.phase(self.games),
            swap: self.config.extensions.swap,
            cut: self.config.extensions.cut,
        };
        self.games += 1;
        let mut board = Board::new(self.size, Rule::Freestyle);
        if self.config.extensions.opening > 0 {
            let stones = rng.random_range(1..=self.config.extensions.opening);
            let book = Book::Random(stones.into());
            for point in book.opening(0, rng.random(), self.size, Rule::Freestyle).1 {
                board.push(point);
            }
        }
        game.play(&mut board, &mut rng)
    }
}

//! Training of one critic by self-play.
//!
//! The seed and the game number determine each game's random numbers, so a training resumed from a checkpoint equals an
//! uninterrupted one. Only the replay buffer starts empty again.

use std::sync::Arc;

use arena::openings::OpeningBook;
use arena::seed;
use gomoku::{Board, Rule, Size};
use nets::{Critic, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::config::AdpConfig;
use super::self_play::{AdpSelfPlay, GameStats};
use super::td_learner::TdLearner;
use super::vcf_labeler::VcfLabeler;

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
    /// Starts with an untrained critic.
    pub fn new(config: AdpConfig, size: Size, seed: u64) -> Trainer {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let critic = config.init(&mut || rng.random());
        Trainer::resume(config, size, seed, critic, 0)
    }

    /// Resumes with a critic trained on this many games.
    pub fn resume(config: AdpConfig, size: Size, seed: u64, critic: Critic, games: u64) -> Trainer {
        let board = Board::new(size, Rule::Freestyle);
        let vcf_nodes = config.extensions.vcf_nodes;
        Trainer {
            evaluator: Evaluator::for_training(Arc::new(critic), &board),
            learner: TdLearner::new(config.step, config.extensions),
            vcf_labeler: (vcf_nodes > 0).then(|| VcfLabeler::new(vcf_nodes)),
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

    /// The current critic.
    pub fn critic(&self) -> &Critic {
        self.evaluator.critic()
    }

    /// Plays a game and learns from it.
    pub fn play(&mut self) -> GameStats {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed::derive([self.seed, self.games]));
        self.learner.set_step(self.config.step(self.games));
        let extensions = &self.config.extensions;
        let mut game = AdpSelfPlay {
            evaluator: &mut self.evaluator,
            learner: &mut self.learner,
            vcf_labeler: self.vcf_labeler.as_mut(),
            phase: self.config.phase(self.games),
            swap_players: extensions.swap_players,
            cut_traces: extensions.cut_traces,
        };
        self.games += 1;
        let mut board = Board::new(self.size, Rule::Freestyle);
        if extensions.max_opening_stones > 0 {
            let stones = rng.random_range(1..=extensions.max_opening_stones);
            let book = OpeningBook::Random(stones.into());
            for point in book.opening(0, rng.random(), self.size, Rule::Freestyle).1 {
                board.push(point);
            }
        }
        game.play(&mut board, &mut rng)
    }
}

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

use super::lessons::Lessons;
use super::recipe::Recipe;
use super::self_play::{GameReport, Referee, SelfPlay};

/// A critic in training.
#[derive(Debug)]
pub struct Trainer {
    recipe: Recipe,
    size: Size,
    seed: u64,
    games: u64,
    evaluator: Evaluator,
    lessons: Lessons,
    referee: Option<Referee>,
}

impl Trainer {
    /// A critic that has learned nothing yet.
    pub fn new(recipe: Recipe, size: Size, seed: u64) -> Trainer {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let critic = recipe.beginner(&mut || rng.random());
        Trainer::resume(recipe, size, seed, critic, 0)
    }

    /// A critic that has learned from this many games.
    pub fn resume(recipe: Recipe, size: Size, seed: u64, critic: Critic, games: u64) -> Trainer {
        let board = Board::new(size, Rule::Freestyle);
        Trainer {
            evaluator: Evaluator::in_training(Arc::new(critic), &board),
            lessons: Lessons::new(recipe.step, recipe.extras),
            referee: (recipe.extras.solver > 0).then(|| Referee::new(recipe.extras.solver)),
            recipe,
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
    pub fn play(&mut self) -> GameReport {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed::derive([self.seed, self.games]));
        self.lessons.set_step(self.recipe.step(self.games));
        let mut game = SelfPlay {
            evaluator: &mut self.evaluator,
            lessons: &mut self.lessons,
            referee: self.referee.as_mut(),
            phase: self.recipe.phase(self.games),
            swap: self.recipe.extras.swap,
            cut: self.recipe.extras.cut,
        };
        self.games += 1;
        let mut board = Board::new(self.size, Rule::Freestyle);
        if self.recipe.extras.opening > 0 {
            let stones = rng.random_range(1..=self.recipe.extras.opening);
            let book = Book::Random(stones.into());
            for point in book.opening(0, rng.random(), self.size, Rule::Freestyle).1 {
                board.push(point);
            }
        }
        game.play(&mut board, &mut rng)
    }
}

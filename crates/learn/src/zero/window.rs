//! The positions that are learned from: the last ones of the run, drawn by lot and turned by lot.

use std::collections::VecDeque;

use arena::seed;
use gomoku::Symmetry;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::lesson::Lesson;
use super::plan::Plan;
use super::record::GameRecord;

/// Remembered positions.
#[derive(Clone, Debug, Default)]
pub struct Window {
    lessons: VecDeque<Lesson>,
    /// Positions since the beginning of the run.
    total: u64,
}

impl Window {
    /// Adds a game and forgets what is too old.
    pub fn add(&mut self, game: &GameRecord, plan: &Plan) {
        let lessons = game.lessons(plan.rule, plan.search_share);
        self.total += lessons.len() as u64;
        self.lessons.extend(lessons);
        let most = plan.window_of(self.total);
        while self.lessons.len() > most {
            self.lessons.pop_front();
        }
    }

    /// Positions since the beginning of the run.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What a step learns from. It follows from the seed and the number of the step.
    pub fn batch(&self, plan: &Plan, step: u64) -> Vec<Lesson> {
        let seed = seed::derive([plan.seed, u64::MAX, step]);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..plan.batch)
            .map(|_| {
                let lesson = &self.lessons[rng.random_range(0..self.lessons.len())];
                let symmetry = Symmetry::ALL[rng.random_range(0..Symmetry::ALL.len())];
                lesson.transformed(symmetry)
            })
            .collect()
    }

    /// Is there nothing to learn from?
    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty()
    }
}

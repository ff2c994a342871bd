//! A leaf is worth what a critic says: Cao and Lin's UCT-ADP, with the parts that can be added to it.

use std::sync::Arc;

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Point};
use nets::{Critic, Evaluator};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::fours_leaf::FoursLeaf;
use super::leaf::{Leaf, win};
use super::pattern_gain::PatternGain;
use super::pattern_pruning::{self, PatternPruning};
use super::rollout::NearPoints;
use crate::adp;

/// What the critic's leaf may do beside asking the critic.
#[derive(Clone, Debug)]
pub struct CriticOptions {
    /// Random plies before the critic is asked.
    pub plies: usize,
    /// How much of a value's distance from a half each of these plies keeps.
    pub decay: f64,
    /// Where random moves are looked for.
    pub near: Neighborhood,
    /// The factor of the progressive bias, `k2 / max(H)`; 0 for none.
    pub bias: f64,
    /// The decay factor `f` of the exponential heuristic.
    pub heuristic_decay: f64,
    /// The value of `H / max(H)` that a win is given, times `k2`.
    pub win_bias: f64,
    /// What is taken off the list of moves.
    pub forced: PatternPruning,
    /// Positions that a solver of continuous fours looks at for each leaf; 0 for none.
    pub fours: u64,
}

/// Asks a critic.
#[derive(Debug)]
pub struct CriticLeaf {
    critic: Arc<Critic>,
    options: CriticOptions,
    points: NearPoints,
    evaluator: Option<Evaluator>,
    gain: Option<PatternGain>,
    fours: FoursLeaf,
}

impl CriticLeaf {
    /// A leaf for a critic.
    pub fn new(critic: Arc<Critic>, options: CriticOptions) -> CriticLeaf {
        CriticLeaf {
            critic,
            points: NearPoints::new(options.near),
            fours: FoursLeaf::new(options.fours),
            options,
            evaluator: None,
            gain: None,
        }
    }

    fn needs_gain(&self) -> bool {
        self.options.bias > 0.0 || self.options.forced.is_any()
    }
}

impl Observer for CriticLeaf {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_place(board, point, color);
        }
        if let Some(gain) = &mut self.gain {
            gain.on_place(board, point, color);
        }
        self.fours.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_remove(board, point, color);
        }
        if let Some(gain) = &mut self.gain {
            gain.on_remove(board, point, color);
        }
        self.fours.on_remove(board, point, color);
    }
}

impl Leaf for CriticLeaf {
    fn begin(&mut self, board: &Board) {
        match &mut self.evaluator {
            Some(evaluator) => evaluator.begin(board),
            empty => *empty = Some(Evaluator::new(self.critic.clone(), board)),
        }
        if self.needs_gain() {
            let decay = self.options.heuristic_decay;
            let gain = self
                .gain
                .get_or_insert_with(|| PatternGain::new(board, decay));
            gain.begin(board);
        }
        self.fours.begin(board);
    }

    #[inline]
    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        // Taken out for the time of the game, so that it can be told of the stones.
        let Some(mut evaluator) = self.evaluator.take() else {
            return super::leaf::both(0.5);
        };
        let mut rewards = None;
        let mut plies = 0;
        if self.options.plies > 0 {
            self.points.begin(board);
            while plies < self.options.plies {
                let Some(point) = self.points.draw(board, rng) else {
                    break;
                };
                let mover = board.side_to_move();
                if board.wins(point, mover) {
                    rewards = Some(win(mover));
                    break;
                }
                board.push_observed(point, &mut evaluator);
                self.points.add_around(board, point);
                plies += 1;
            }
        }
        let value = evaluator.value(board);
        let mut rewards =
            rewards.unwrap_or_else(|| ByColor::from_fn(|color| adp::for_color(value, color)));
        for _ in 0..plies {
            board.pop_observed(&mut evaluator);
        }
        if self.options.decay < 1.0 {
            let kept = self.options.decay.powi(plies as i32);
            rewards = ByColor::from_fn(|color| 0.5 + (rewards[color] - 0.5) * kept);
        }
        self.evaluator = Some(evaluator);
        rewards
    }

    #[inline]
    fn bias(&mut self, board: &Board, point: Point) -> f32 {
        match &mut self.gain {
            Some(gain) if self.options.bias > 0.0 => {
                let mover = !board.side_to_move();
                if board.wins(point, mover) {
                    self.options.win_bias as f32
                } else {
                    (self.options.bias * gain.of(point, mover)) as f32
                }
            }
            _ => 0.0,
        }
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        let options = &self.options.forced;
        let (Some(gain), Some(evaluator)) = (&mut self.gain, &mut self.evaluator) else {
            return;
        };
        if options.is_any() {
            pattern_pruning::prune(options, board, gain, evaluator, moves);
        }
    }
    fn win(&mut self, board: &mut Board) -> Option<(Point, u8)> {
        self.fours.win(board)
    }
}

//! Leaf evaluation by a critic: Cao and Lin's UCT-ADP, with optional rollouts, progressive bias, pruning and VCF.

use std::cmp::Reverse;
use std::sync::Arc;

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Point};
use nets::automaton::COUNTERS;
use nets::counts::Counts;
use nets::{Critic, Evaluator, PatternCounts, pattern_set};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_pruning::{self, MovePruning};
use super::pattern_heuristic::{
    HeuristicFormula, PatternHeuristic, PatternValues, counts_the_patterns,
};
use super::preferred_list::{self, OrderedValue};
use crate::cao_lin_2019::adp;
use crate::mcts::evaluator::{LeafEvaluator, equal_rewards, win_for};
use crate::mcts::rollout::NearbyPoints;
use crate::mcts::state_memory::Features;
use crate::mcts::vcf_evaluator::VcfEvaluator;

/// Options of a [`CriticEvaluator`].
#[derive(Clone, Debug)]
pub struct CriticOptions {
    /// Random plies before the critic evaluates.
    pub rollout_plies: usize,
    /// Per rollout ply, the factor of the value's distance from 1/2.
    pub rollout_decay: f64,
    /// Where random moves are played.
    pub neighborhood: Neighborhood,
    /// The factor of the progressive bias, `k2 / max(H)`; 0 for none.
    pub bias: f64,
    /// The bias of a winning move: `k2`.
    pub win_bias: f64,
    /// How the exponential heuristic `H` is computed.
    pub formula: HeuristicFormula,
    /// The decay factor `f` of `H`.
    pub heuristic_decay: f64,
    /// The pruning of section IV.C: answer threats, and expand the preferred list first.
    pub prefers_attacks: bool,
    /// Expand moves in the order of `H`; otherwise at random, after the preferred list.
    pub orders_by_heuristic: bool,
    /// Which moves of a node are pruned.
    pub pruning: MovePruning,
    /// Nodes of the VCF solver per leaf; 0 for no solver.
    pub vcf_nodes: u64,
}

/// Evaluates leaves with a critic.
#[derive(Debug)]
pub struct CriticEvaluator {
    critic: Arc<Critic>,
    options: CriticOptions,
    points: NearbyPoints,
    evaluator: Option<Evaluator>,
    values: PatternValues,
    /// The counts behind the heuristic, if it is needed and the critic does not count the same patterns.
    counts: Option<PatternCounts>,
    /// The critic's counts at the root, for features.
    root_counts: Counts,
    vcf: VcfEvaluator,
}

impl CriticEvaluator {
    /// An evaluator for a critic.
    pub fn new(critic: Arc<Critic>, options: CriticOptions) -> CriticEvaluator {
        CriticEvaluator {
            critic,
            points: NearbyPoints::new(options.neighborhood),
            vcf: VcfEvaluator::new(options.vcf_nodes),
            values: PatternValues::new(options.formula, options.heuristic_decay),
            options,
            evaluator: None,
            counts: None,
            root_counts: [0; COUNTERS],
        }
    }

    fn needs_heuristic(&self) -> bool {
        let options = &self.options;
        options.bias > 0.0
            || options.pruning.is_enabled()
            || options.prefers_attacks
            || options.orders_by_heuristic
    }

    /// The heuristic `H`, before or during a search that needs it.
    #[inline]
    fn heuristic(&mut self) -> Option<PatternHeuristic<'_>> {
        let counts = match &mut self.counts {
            Some(counts) => counts,
            None => self.evaluator.as_mut()?.counts()?,
        };
        Some(self.values.of(counts))
    }
}

impl Observer for CriticEvaluator {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_place(board, point, color);
        }
        if let Some(counts) = &mut self.counts {
            counts.on_place(board, point, color);
        }
        self.vcf.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_remove(board, point, color);
        }
        if let Some(counts) = &mut self.counts {
            counts.on_remove(board, point, color);
        }
        self.vcf.on_remove(board, point, color);
    }
}

impl LeafEvaluator for CriticEvaluator {
    fn begin(&mut self, board: &Board) {
        let needs_heuristic = self.needs_heuristic();
        let evaluator = match &mut self.evaluator {
            Some(evaluator) => {
                evaluator.begin(board);
                evaluator
            }
            empty => empty.insert(Evaluator::new(self.critic.clone(), board)),
        };
        if let Some(counts) = evaluator.counts() {
            self.root_counts = *counts.counts();
        }
        let has_counts = evaluator
            .counts()
            .is_some_and(|counts| counts_the_patterns(counts));
        match &mut self.counts {
            Some(counts) => counts.begin(board),
            empty if needs_heuristic && !has_counts => {
                *empty = Some(PatternCounts::new(&pattern_set::CAO, board));
            }
            _ => {}
        }
        self.vcf.begin(board);
    }

    #[inline]
    fn evaluate(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        // Taken out, because the rollout updates it while `self` draws points.
        let Some(mut evaluator) = self.evaluator.take() else {
            return equal_rewards(0.5);
        };
        let mut rewards = None;
        let mut plies = 0;
        if self.options.rollout_plies > 0 {
            self.points.begin(board);
            while plies < self.options.rollout_plies {
                let Some(point) = self.points.draw(board, rng) else {
                    break;
                };
                let mover = board.side_to_move();
                if board.wins(point, mover) {
                    rewards = Some(win_for(mover));
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
        if self.options.rollout_decay < 1.0 {
            let factor = self.options.rollout_decay.powi(plies as i32);
            rewards = ByColor::from_fn(|color| 0.5 + (rewards[color] - 0.5) * factor);
        }
        self.evaluator = Some(evaluator);
        rewards
    }

    #[inline]
    fn bias(&mut self, board: &Board, point: Point) -> f32 {
        let (bias, win_bias) = (self.options.bias, self.options.win_bias);
        if bias == 0.0 {
            return 0.0;
        }
        let mover = !board.side_to_move();
        if board.wins(point, mover) {
            return win_bias as f32;
        }
        let heuristic = self.heuristic();
        heuristic.map_or(0.0, |mut heuristic| {
            (bias * heuristic.value(board, point, mover)) as f32
        })
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        let pruning = self.options.pruning;
        let prefers_attacks = self.options.prefers_attacks;
        if !prefers_attacks && !pruning.is_enabled() {
            return;
        }
        let Some(mut heuristic) = self.heuristic() else {
            return;
        };
        if prefers_attacks {
            preferred_list::prune(board, &mut heuristic, moves);
        }
        if pruning.is_enabled() {
            move_pruning::prune(&pruning, board, &mut heuristic, moves);
        }
        if let Some(evaluator) = &mut self.evaluator {
            move_pruning::keep_best(pruning.width, board, evaluator, moves);
        }
    }

    fn order(&mut self, board: &Board, moves: &mut [Point], rng: &mut Xoshiro256PlusPlus) {
        let prefers_attacks = self.options.prefers_attacks;
        let orders_by_heuristic = self.options.orders_by_heuristic;
        let Some(mut heuristic) = self.heuristic() else {
            return;
        };
        moves.shuffle(rng);
        if prefers_attacks {
            preferred_list::put_first(board, &mut heuristic, orders_by_heuristic, moves);
        } else if orders_by_heuristic {
            let side = board.side_to_move();
            moves.sort_by_cached_key(|&point| {
                Reverse(OrderedValue(heuristic.value(board, point, side)))
            });
        }
    }

    /// What the moves since the root changed in the critic's input counts.
    fn features(&mut self) -> Option<Features> {
        let counts = self.evaluator.as_mut()?.counts()?.counts();
        Some(std::array::from_fn(|counter| {
            f32::from(counts[counter] - self.root_counts[counter])
        }))
    }

    fn proven_win(&mut self, board: &mut Board) -> Option<(Point, u8)> {
        self.vcf.proven_win(board)
    }
}

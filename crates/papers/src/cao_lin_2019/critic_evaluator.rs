//! Leaf evaluation by a critic: Cao and Lin's UCT-ADP, with optional rollouts, progressive bias, pruning and VCF.

use std::cmp::Reverse;
use std::sync::Arc;

use gomoku::{Board, ByColor, Color, Neighborhood, Observer, Point};
use nets::{Critic, Evaluator};
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::move_pruning::{self, MovePruning};
use super::pattern_heuristic::{HeuristicFormula, PatternHeuristic};
use super::preferred_list::{self, OrderedValue};
use crate::cao_lin_2019::adp;
use crate::mcts::evaluator::{LeafEvaluator, equal_rewards, win_for};
use crate::mcts::rollout::NearbyPoints;
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
    heuristic: Option<PatternHeuristic>,
    vcf: VcfEvaluator,
}

impl CriticEvaluator {
    /// An evaluator for a critic.
    pub fn new(critic: Arc<Critic>, options: CriticOptions) -> CriticEvaluator {
        CriticEvaluator {
            critic,
            points: NearbyPoints::new(options.neighborhood),
            vcf: VcfEvaluator::new(options.vcf_nodes),
            options,
            evaluator: None,
            heuristic: None,
        }
    }

    fn needs_heuristic(&self) -> bool {
        let options = &self.options;
        options.bias > 0.0
            || options.pruning.is_enabled()
            || options.prefers_attacks
            || options.orders_by_heuristic
    }
}

impl Observer for CriticEvaluator {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_place(board, point, color);
        }
        if let Some(heuristic) = &mut self.heuristic {
            heuristic.on_place(board, point, color);
        }
        self.vcf.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        if let Some(evaluator) = &mut self.evaluator {
            evaluator.on_remove(board, point, color);
        }
        if let Some(heuristic) = &mut self.heuristic {
            heuristic.on_remove(board, point, color);
        }
        self.vcf.on_remove(board, point, color);
    }
}

impl LeafEvaluator for CriticEvaluator {
    fn begin(&mut self, board: &Board) {
        match &mut self.evaluator {
            Some(evaluator) => evaluator.begin(board),
            empty => *empty = Some(Evaluator::new(self.critic.clone(), board)),
        }
        if self.needs_heuristic() {
            let (formula, decay) = (self.options.formula, self.options.heuristic_decay);
            let heuristic = self
                .heuristic
                .get_or_insert_with(|| PatternHeuristic::new(board, formula, decay));
            heuristic.begin(board);
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
        match &mut self.heuristic {
            Some(heuristic) if self.options.bias > 0.0 => {
                let mover = !board.side_to_move();
                if board.wins(point, mover) {
                    self.options.win_bias as f32
                } else {
                    (self.options.bias * heuristic.value(board, point, mover)) as f32
                }
            }
            _ => 0.0,
        }
    }

    fn prune(&mut self, board: &mut Board, moves: &mut Vec<Point>) {
        let pruning = &self.options.pruning;
        let prefers_attacks = self.options.prefers_attacks;
        let (Some(heuristic), Some(evaluator)) = (&mut self.heuristic, &mut self.evaluator) else {
            return;
        };
        if prefers_attacks {
            preferred_list::prune(board, heuristic, moves);
        }
        if pruning.is_enabled() {
            move_pruning::prune(pruning, board, heuristic, evaluator, moves);
        }
    }

    fn order(&mut self, board: &Board, moves: &mut [Point], rng: &mut Xoshiro256PlusPlus) {
        let Some(heuristic) = &mut self.heuristic else {
            return;
        };
        moves.shuffle(rng);
        if self.options.orders_by_heuristic {
            let side = board.side_to_move();
            moves.sort_by_cached_key(|&point| {
                Reverse(OrderedValue(heuristic.value(board, point, side)))
            });
        }
        if self.options.prefers_attacks {
            preferred_list::put_first(board, heuristic, moves);
        }
    }

    fn proven_win(&mut self, board: &mut Board) -> Option<(Point, u8)> {
        self.vcf.proven_win(board)
    }
}

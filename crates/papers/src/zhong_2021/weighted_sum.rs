//! ADP with MCTS: the weighted sum of critic and Monte Carlo (Tang, Zhao, Shao and Lv 2016, Algorithm 3, in Zhong's slides),
//! and the baseline of that name in Cao and Lin's paper (2019, section V.A).
//!
//! ```text
//! ADP stage    the critic evaluates all candidates; keep the 5 best with their winning probabilities w1
//! MCTS stage   Monte Carlo with each of them as the root gives w2
//! play         the largest  wp = lambda w1 + (1 - lambda) w2          lambda = 0.5
//! ```
//!
//! - ADP-HMCTS: `n` heuristic simulations after each of the five;
//! - ADP-UCT: a tree with heuristic simulations below each of the five;
//! - weighted-sum: a tree with random simulations, the candidates of UCT-ADP and `k1 = sqrt 2`.
//!
//! ADP-UCT's weakness is in Algorithm 2: it expands untried replies at random, and the four rules begin below them. As long as
//! the replies are about as many as the simulations, most simulations begin with a reply that ignores the move, and `w2`
//! flatters moves that leave threats unanswered; in ADP-HMCTS the reply already follows the rules. `rules_in_tree` is our
//! remedy, off by default.
//!
//! Our choices: the five take turns, so that all have equally many simulations when the time runs out. The paper does not
//! give the number of simulations; 100 per candidate is in the middle of its table II.

use std::sync::Arc;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Color, Limits, MateIn, Neighborhood, Player, PlayerError, Point,
    SearchControl, SearchResult,
};
use nets::{Critic, Evaluator};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::cao_lin_2019::adp;
use crate::mcts::rollout::RandomRollout;
use crate::mcts::{
    LeafEvaluator, MctsConfig, MctsSearch, is_milestone, neighborhood_from_name, with_player_limits,
};
use crate::zhong_2021::heuristic_rollout::HeuristicRollout;

/// Declares the parameters of all weighted sums and more, and the player.
macro_rules! weighted_params {
    ($(#[$meta:meta])* $name:ident, $net:literal, $neighborhood:literal, $($more:tt)*) => {
        params! {
            $(#[$meta])*
            pub struct $name {
                /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
                net: text = $net;
                /// The weight of the critic.
                lambda: real = 0.5, 0.0..=1.0, step 0.05;
                /// Candidates kept, the critic's best.
                width: int = 5, 1..=400, step 1;
                /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
                neighborhood: choice = $neighborhood, ["square1", "star2", "square2"];
                $($more)*
            }
        }

        impl $name {
            /// The player. `simulator` makes the simulator of one candidate, from the neighborhood and a seed.
            fn player(
                &self,
                critic: Arc<Critic>,
                seed: u64,
                simulator: impl Fn(Neighborhood, u64) -> Box<dyn MoveSimulator>,
            ) -> WeightedSum {
                let neighborhood = neighborhood_from_name(self.neighborhood);
                let seeds = (1..=self.width.unsigned_abs()).map(|index| seed ^ index << 32);
                WeightedSum {
                    lambda: self.lambda,
                    neighborhood,
                    critic,
                    evaluator: None,
                    simulators: seeds.map(|seed| simulator(neighborhood, seed)).collect(),
                    simulations: None,
                    iterations: 0,
                    seconds: 5.0,
                    rng: Xoshiro256PlusPlus::seed_from_u64(seed),
                }
            }
        }
    };
}

weighted_params! {
    /// Parameters of ADP-HMCTS.
    AdpHmctsParams, "zhao", "square2",
    /// Simulations per candidate.
    simulations: int = 100, 1..=100000, step 50;
}

weighted_params! {
    /// Parameters of ADP-UCT.
    AdpUctParams, "zhao", "square2",
    /// Simulations per candidate.
    simulations: int = 100, 1..=100000000, step 50;
    /// c in Q/N + c sqrt(2 ln N / n).
    exploration: real = std::f64::consts::FRAC_1_SQRT_2, 0.0..=10.0, step 0.1;
    /// Reply by the four rules of the simulation in the tree as well.
    rules_in_tree: flag = false;
}

weighted_params! {
    /// Parameters of the weighted-sum baseline.
    WeightedSumParams, "cao", "star2",
    /// Iterations per move, all candidates together; 0 for no limit.
    iterations: int = 0, 0..=1000000000, step 1000;
    /// Seconds per move when nothing else ends the search.
    seconds: real = 5.0, 0.01..=3600.0, step 1.0;
    /// k1 in v + k1 sqrt(ln N / n).
    exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
}

/// Monte Carlo simulations after one move.
trait MoveSimulator: std::fmt::Debug + Send {
    /// Starts at the position after the move, with this many bytes.
    fn begin(&mut self, after: &Board, memory: u64);
    /// Simulates once. Returns the mean reward of the side that made the move, and the number of visits behind it.
    fn simulate(&mut self, after: &mut Board) -> (f64, u64);
}

/// Heuristic simulations without a tree.
#[derive(Debug)]
struct FlatMonteCarlo {
    rollout: HeuristicRollout,
    rng: Xoshiro256PlusPlus,
    total_reward: f64,
    visits: u64,
}

impl MoveSimulator for FlatMonteCarlo {
    fn begin(&mut self, after: &Board, _: u64) {
        self.rollout.begin(after);
        (self.total_reward, self.visits) = (0.0, 0);
    }

    fn simulate(&mut self, after: &mut Board) -> (f64, u64) {
        let mover = !after.side_to_move();
        self.total_reward += self.rollout.evaluate(after, &mut self.rng)[mover];
        self.visits += 1;
        (self.total_reward / self.visits as f64, self.visits)
    }
}

impl<E: LeafEvaluator + std::fmt::Debug + Send> MoveSimulator for MctsSearch<E> {
    fn begin(&mut self, after: &Board, memory: u64) {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        self.set_root(after, &limits);
    }

    fn simulate(&mut self, after: &mut Board) -> (f64, u64) {
        self.iterate(after);
        self.root_statistics()
    }
}

/// Bytes for all trees together, unless the limits allow less.
const TREE_MEMORY: u64 = 512 << 20;
/// What the player takes beside its trees: the critic, the simulators.
const OTHER_MEMORY: u64 = 16 << 20;

/// The three players.
#[derive(Debug)]
pub struct WeightedSum {
    lambda: f64,
    neighborhood: Neighborhood,
    critic: Arc<Critic>,
    evaluator: Option<Evaluator>,
    /// One per top move.
    simulators: Vec<Box<dyn MoveSimulator>>,
    /// Simulations per candidate.
    simulations: Option<u64>,
    iterations: i64,
    seconds: f64,
    rng: Xoshiro256PlusPlus,
}

/// One of the critic's best moves.
struct TopMove {
    point: Point,
    after: Board,
    critic_value: f64,
    simulated_value: f64,
    visits: u64,
}

impl TopMove {
    fn value(&self, lambda: f64) -> f64 {
        weighted_sum(lambda, self.critic_value, self.simulated_value)
    }
}

/// `wp = lambda w1 + (1 - lambda) w2`.
fn weighted_sum(lambda: f64, critic: f64, simulated: f64) -> f64 {
    lambda * critic + (1.0 - lambda) * simulated
}

impl WeightedSum {
    /// ADP-HMCTS. Players with the same seed play the same simulations.
    pub fn hmcts(params: &AdpHmctsParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let player = params.player(critic, seed, |neighborhood, seed| {
            Box::new(FlatMonteCarlo {
                rollout: HeuristicRollout::new(neighborhood, 0.0),
                rng: Xoshiro256PlusPlus::seed_from_u64(seed),
                total_reward: 0.0,
                visits: 0,
            })
        });
        WeightedSum {
            simulations: Some(params.simulations as u64),
            ..player
        }
    }

    /// ADP-UCT. Players with the same seed play the same simulations.
    pub fn uct(params: &AdpUctParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let exploration = params.exploration * std::f64::consts::SQRT_2;
        let player = params.player(critic, seed, |neighborhood, seed| {
            let rollout =
                HeuristicRollout::new(neighborhood, 0.5).with_rules_in_tree(params.rules_in_tree);
            let config = MctsConfig::uct(neighborhood, exploration, rollout);
            Box::new(MctsSearch::new(config, seed))
        });
        WeightedSum {
            simulations: Some(params.simulations as u64),
            ..player
        }
    }

    /// The baseline. Players with the same seed play the same simulations.
    pub fn baseline(params: &WeightedSumParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let player = params.player(critic, seed, |neighborhood, seed| {
            let rollout = RandomRollout::new(neighborhood, usize::MAX, 0.5);
            let config = MctsConfig::uct(neighborhood, params.exploration, rollout);
            Box::new(MctsSearch::new(config, seed))
        });
        WeightedSum {
            iterations: params.iterations,
            seconds: params.seconds,
            ..player
        }
    }

    /// The critic's best candidates, with boards after them.
    fn top_moves(&mut self, board: &Board, limits: &Limits) -> Vec<TopMove> {
        let evaluator = match &mut self.evaluator {
            Some(evaluator) => {
                evaluator.begin(board);
                evaluator
            }
            empty => empty.insert(Evaluator::new(self.critic.clone(), board)),
        };
        let mut moves: Vec<_> = candidate_moves(board, limits, self.neighborhood)
            .iter()
            .collect();
        // The sort below is stable, so this breaks ties at random.
        moves.shuffle(&mut self.rng);
        let values = adp::values(evaluator, board, &moves);
        let mut ranked: Vec<_> = moves.into_iter().zip(values).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked.truncate(self.simulators.len());
        let top_move = |(point, critic_value)| {
            let mut after = board.clone();
            after.push(point);
            TopMove {
                point,
                after,
                critic_value,
                simulated_value: critic_value,
                visits: 0,
            }
        };
        ranked.into_iter().map(top_move).collect()
    }

    fn result(&self, moves: &[TopMove], mover: Color, control: &SearchControl<'_>) -> SearchResult {
        let mut ranking: Vec<&TopMove> = moves.iter().collect();
        ranking.sort_by(|a, b| b.value(self.lambda).total_cmp(&a.value(self.lambda)));
        let best = ranking[0];
        let wins = best.after.wins(best.point, mover);
        SearchResult {
            win_rate: Some(best.value(self.lambda)),
            mate: wins.then_some(MateIn::Win(1)),
            depth: 1,
            selective_depth: 1,
            nodes: moves.iter().map(|top_move| top_move.visits).sum(),
            time: control.elapsed(),
            candidates: ranking
                .iter()
                .map(|top_move| Candidate {
                    visits: Some(top_move.visits),
                    value: Some(top_move.value(self.lambda)),
                    prior: None,
                    score: Some(top_move.critic_value),
                    ..Candidate::new(top_move.point)
                })
                .collect(),
            ..SearchResult::new(best.point)
        }
    }
}

impl Player for WeightedSum {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let mover = board.side_to_move();
        let mut moves = self.top_moves(board, limits);
        let ends_game = |top_move: &TopMove| {
            top_move.after.wins(top_move.point, mover) || top_move.after.is_full()
        };
        if moves.len() == 1 || moves.iter().any(ends_game) || self.lambda == 1.0 {
            moves.sort_by_key(|top_move| !ends_game(top_move));
            moves.truncate(if self.lambda == 1.0 { moves.len() } else { 1 });
            return Ok(self.result(&moves, mover, control));
        }
        let iterations = match self.simulations {
            Some(per_move) => (per_move * moves.len() as u64) as i64,
            None => self.iterations,
        };
        let limits = with_player_limits(limits, iterations, self.seconds);
        // The trees share the memory. Those of the search before go first.
        let memory = limits.memory.unwrap_or(u64::MAX);
        let trees = memory.saturating_sub(OTHER_MEMORY).min(TREE_MEMORY);
        let share = trees / moves.len() as u64;
        for (top_move, simulator) in moves.iter().zip(&mut self.simulators) {
            simulator.begin(&top_move.after, share);
        }
        let mut budget = Budget::for_iterations(&limits, control).polling_every(4);
        for round in 1_u64.. {
            for (top_move, simulator) in moves.iter_mut().zip(&mut self.simulators) {
                (top_move.simulated_value, top_move.visits) =
                    simulator.simulate(&mut top_move.after);
                if !budget.spend_node() {
                    return Ok(self.result(&moves, mover, control));
                }
            }
            if control.has_listener() && is_milestone(round) {
                control.report(&self.result(&moves, mover, control));
            }
        }
        Ok(self.result(&moves, mover, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table V of Tang et al.: move 21 of a game.
    #[test]
    fn sums_match_table_v() {
        let table = [
            (0.338, 0.566, 0.452),
            (0.375, 0.638, 0.507),
            (0.303, 0.668, 0.486),
            (0.345, 0.645, 0.495),
            (0.359, 0.686, 0.523),
        ];
        for (critic, simulated, sum) in table {
            assert!((weighted_sum(0.5, critic, simulated) - sum).abs() < 1e-3);
        }
        assert_eq!(weighted_sum(0.0, 0.3, 0.6), 0.6);
        assert_eq!(weighted_sum(1.0, 0.3, 0.6), 0.3);
    }
}

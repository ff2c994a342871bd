//! The weighted sum of critic and Monte Carlo (Tang, Zhao, Shao and Lv 2016, Algorithm 3; Zhong's slides), and the baseline
//! of that name in Cao and Lin's paper.
//!
//! ```text
//! 1. the critic values all candidates; the 5 best are kept with their values w1
//! 2. Monte Carlo with each of them as the root gives w2
//! 3. play the largest  wp = lambda w1 + (1 - lambda) w2          lambda = 0.5
//! ```
//!
//! - ADP-HMCTS: `n` games by the four forced rules after each of the five;
//! - ADP-UCT: a tree below each of the five, whose simulations follow the four rules;
//! - weighted-sum: the same in the frame of UCT-ADP, with random games and `k1 = sqrt 2`.
//!
//! The five take turns, so that a clock that runs out finds all of them equally well known. One simulation is one
//! iteration. The paper does not give the number of simulations; 100 for each candidate is the middle of its table II.

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

use crate::adp;
use crate::mcts::forced_rules::ForcedRules;
use crate::mcts::neighborhood;
use crate::mcts::rollout::RandomGames;
use crate::mcts::{FinalChoice, Leaf, Recipe, Selection, TreeSearch, is_milestone, own_limits};

/// Declares a table of parameters that begins like that of all weighted sums.
macro_rules! weighted_params {
    ($(#[$meta:meta])* $name:ident, $net:literal, $near:literal, $($more:tt)*) => {
        params! {
            $(#[$meta])*
            pub struct $name {
                /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
                net: text = $net;
                /// The critic's share of the sum.
                lambda: real = 0.5, 0.0..=1.0, step 0.05;
                /// Candidates that the critic lets through.
                width: int = 5, 1..=400, step 1;
                /// Where moves are looked for.
                near: choice = $near, ["square1", "star2", "square2"];
                $($more)*
            }
        }
    };
}

weighted_params! {
    /// What ADP-HMCTS can be told.
    AdpHmctsParams, "zhao", "square2",
    /// Games for each candidate.
    simulations: int = 100, 1..=100000, step 50;
}

weighted_params! {
    /// What ADP-UCT can be told.
    AdpUctParams, "zhao", "square2",
    /// Simulations for each candidate.
    simulations: int = 100, 1..=100000000, step 50;
    /// c in Q/N + c sqrt(2 ln N / n).
    exploration: real = std::f64::consts::FRAC_1_SQRT_2, 0.0..=10.0, step 0.1;
}

weighted_params! {
    /// What the weighted-sum baseline can be told.
    WeightedSumParams, "cao", "star2",
    /// Iterations per move, all candidates together; 0 for no limit.
    iterations: int = 0, 0..=1000000000, step 1000;
    /// Seconds per move when nothing else ends the search.
    seconds: real = 5.0, 0.01..=3600.0, step 1.0;
    /// k1 in v + k1 sqrt(ln N / n).
    exploration: real = std::f64::consts::SQRT_2, 0.0..=10.0, step 0.1;
}

/// Monte Carlo below one move.
trait Below: std::fmt::Debug + Send {
    /// Prepares for the position after the move.
    fn begin(&mut self, after: &Board);
    /// One simulation; the reward so far of the side that made the move, and how many it comes from.
    fn simulate(&mut self, after: &mut Board) -> (f64, u64);
}

/// Games by the four rules.
#[derive(Debug)]
struct Flat {
    games: ForcedRules,
    rng: Xoshiro256PlusPlus,
    sum: f64,
    count: u64,
}

impl Below for Flat {
    fn begin(&mut self, after: &Board) {
        self.games.begin(after);
        (self.sum, self.count) = (0.0, 0);
    }

    fn simulate(&mut self, after: &mut Board) -> (f64, u64) {
        let mover = !after.side_to_move();
        self.sum += self.games.value(after, &mut self.rng)[mover];
        self.count += 1;
        (self.sum / self.count as f64, self.count)
    }
}

impl<L: Leaf + std::fmt::Debug + Send> Below for TreeSearch<L> {
    fn begin(&mut self, after: &Board) {
        self.start(after, &Limits::default());
    }

    fn simulate(&mut self, after: &mut Board) -> (f64, u64) {
        self.round(after);
        self.root_statistics()
    }
}

/// The three players.
#[derive(Debug)]
pub struct WeightedSum {
    lambda: f64,
    near: Neighborhood,
    critic: Arc<Critic>,
    evaluator: Option<Evaluator>,
    below: Vec<Box<dyn Below>>,
    /// Simulations for each candidate.
    simulations: Option<u64>,
    iterations: i64,
    seconds: f64,
    rng: Xoshiro256PlusPlus,
}

/// What is known of one of the five.
struct Row {
    point: Point,
    after: Board,
    critic: f64,
    simulated: f64,
    count: u64,
}

impl Row {
    fn weighted(&self, lambda: f64) -> f64 {
        combine(lambda, self.critic, self.simulated)
    }
}

/// `wp = lambda w1 + (1 - lambda) w2`.
fn combine(lambda: f64, critic: f64, simulated: f64) -> f64 {
    lambda * critic + (1.0 - lambda) * simulated
}

impl WeightedSum {
    /// ADP-HMCTS. Two players with the same seed play the same simulations.
    pub fn hmcts(params: &AdpHmctsParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let near = neighborhood(params.near);
        let below = |index: u64| -> Box<dyn Below> {
            Box::new(Flat {
                games: ForcedRules::new(near, 0.0),
                rng: Xoshiro256PlusPlus::seed_from_u64(seed ^ (index + 1) << 32),
                sum: 0.0,
                count: 0,
            })
        };
        WeightedSum {
            simulations: Some(params.simulations as u64),
            ..WeightedSum::new(params.lambda, params.width, near, critic, seed, below)
        }
    }

    /// ADP-UCT.
    pub fn uct(params: &AdpUctParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let near = neighborhood(params.near);
        let exploration = params.exploration * std::f64::consts::SQRT_2;
        let below = |index: u64| -> Box<dyn Below> {
            let recipe = tree(near, exploration, ForcedRules::new(near, 0.5));
            Box::new(TreeSearch::new(recipe, seed ^ (index + 1) << 32))
        };
        WeightedSum {
            simulations: Some(params.simulations as u64),
            ..WeightedSum::new(params.lambda, params.width, near, critic, seed, below)
        }
    }

    /// The baseline.
    pub fn baseline(params: &WeightedSumParams, critic: Arc<Critic>, seed: u64) -> WeightedSum {
        let near = neighborhood(params.near);
        let below = |index: u64| -> Box<dyn Below> {
            let games = RandomGames::new(near, usize::MAX, 0.5);
            let recipe = tree(near, params.exploration, games);
            Box::new(TreeSearch::new(recipe, seed ^ (index + 1) << 32))
        };
        WeightedSum {
            iterations: params.iterations,
            seconds: params.seconds,
            ..WeightedSum::new(params.lambda, params.width, near, critic, seed, below)
        }
    }

    fn new(
        lambda: f64,
        width: i64,
        near: Neighborhood,
        critic: Arc<Critic>,
        seed: u64,
        below: impl Fn(u64) -> Box<dyn Below>,
    ) -> WeightedSum {
        WeightedSum {
            lambda,
            near,
            critic,
            evaluator: None,
            below: (0..width.unsigned_abs()).map(below).collect(),
            simulations: None,
            iterations: 0,
            seconds: 5.0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The critic's best candidates.
    fn rows(&mut self, board: &Board, limits: &Limits) -> Vec<Row> {
        let evaluator = match &mut self.evaluator {
            Some(evaluator) => {
                evaluator.begin(board);
                evaluator
            }
            empty => empty.insert(Evaluator::new(self.critic.clone(), board)),
        };
        let mut moves: Vec<_> = candidate_moves(board, limits, self.near).iter().collect();
        // Whoever comes first among equals is drawn.
        moves.shuffle(&mut self.rng);
        let values = adp::values(evaluator, board, &moves);
        let mut valued: Vec<_> = moves.into_iter().zip(values).collect();
        valued.sort_by(|a, b| b.1.total_cmp(&a.1));
        valued.truncate(self.below.len());
        let row = |(point, critic)| {
            let mut after = board.clone();
            after.push(point);
            Row {
                point,
                after,
                critic,
                simulated: critic,
                count: 0,
            }
        };
        valued.into_iter().map(row).collect()
    }

    fn result(&self, rows: &[Row], mover: Color, control: &SearchControl<'_>) -> SearchResult {
        let mut ranking: Vec<&Row> = rows.iter().collect();
        ranking.sort_by(|a, b| b.weighted(self.lambda).total_cmp(&a.weighted(self.lambda)));
        let best = ranking[0];
        let wins = best.after.wins(best.point, mover);
        SearchResult {
            win_rate: Some(best.weighted(self.lambda)),
            mate: wins.then_some(MateIn::Win(1)),
            depth: 1,
            selective_depth: 1,
            nodes: rows.iter().map(|row| row.count).sum(),
            time: control.elapsed(),
            candidates: ranking
                .iter()
                .map(|row| Candidate {
                    visits: Some(row.count),
                    value: Some(row.weighted(self.lambda)),
                    prior: None,
                    score: Some(row.critic),
                    ..Candidate::new(row.point)
                })
                .collect(),
            ..SearchResult::new(best.point)
        }
    }
}

fn tree<L: Leaf>(near: Neighborhood, exploration: f64, leaf: L) -> Recipe<L> {
    Recipe {
        near,
        selection: Selection::Ucb,
        exploration,
        leaf,
        simulations: 1,
        proves: false,
        final_choice: FinalChoice::Value,
        reuse: false,
        memory: 128 << 20,
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
        let mut rows = self.rows(board, limits);
        let is_decided = |row: &Row| row.after.wins(row.point, mover) || row.after.is_full();
        if rows.len() == 1 || rows.iter().any(is_decided) || self.lambda == 1.0 {
            rows.sort_by_key(|row| !is_decided(row));
            rows.truncate(if self.lambda == 1.0 { rows.len() } else { 1 });
            return Ok(self.result(&rows, mover, control));
        }
        let limits = match self.simulations {
            Some(each) => own_limits(limits, (each * rows.len() as u64) as i64, self.seconds),
            None => own_limits(limits, self.iterations, self.seconds),
        };
        for (row, below) in rows.iter().zip(&mut self.below) {
            below.begin(&row.after);
        }
        let mut budget = Budget::for_iterations(&limits, control).polling_every(4);
        for rounds in 1_u64.. {
            for (row, below) in rows.iter_mut().zip(&mut self.below) {
                (row.simulated, row.count) = below.simulate(&mut row.after);
                if !budget.spend_node() {
                    return Ok(self.result(&rows, mover, control));
                }
            }
            if control.has_listener() && is_milestone(rounds) {
                control.report(&self.result(&rows, mover, control));
            }
        }
        Ok(self.result(&rows, mover, control))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table V of the paper: move 21 of a game.
    #[test]
    fn the_sum_is_that_of_the_papers_table() {
        let table = [
            (0.338, 0.566, 0.452),
            (0.375, 0.638, 0.507),
            (0.303, 0.668, 0.486),
            (0.345, 0.645, 0.495),
            (0.359, 0.686, 0.523),
        ];
        for (critic, simulated, sum) in table {
            assert!((combine(0.5, critic, simulated) - sum).abs() < 1e-3);
        }
        assert_eq!(combine(0.0, 0.3, 0.6), 0.6);
        assert_eq!(combine(1.0, 0.3, 0.6), 0.3);
    }
}

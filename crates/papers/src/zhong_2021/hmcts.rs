//! HMCTS (Tang, Zhao, Shao and Lv 2016, Algorithm 1, in Zhong's slides): flat Monte Carlo with heuristic simulations.
//!
//! ```text
//! Q(s, a) = (1 / N(s, a)) sum over simulations i of  1[a chosen in i] z_i
//! ```
//!
//! Each candidate gets `n` simulations, and the one with the largest total reward is played: 1 for a win of the side to
//! move, 0 for a loss or a draw. Simulations follow the four rules of
//! [`heuristic_rollout`](crate::zhong_2021::heuristic_rollout). The paper compares n = 1, 10, 50, 100, 200 and 400 (table II).
//! There is no tree.
//!
//! Our choices: the simulations alternate between the candidates, so that all have equally many when the time runs out. The
//! paper leaves the candidates open; we take the 5 x 5 around each stone.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Budget, Candidate, Limits, Player, PlayerError, Point, SearchControl, SearchResult,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mcts::{LeafEvaluator, neighborhood_from_name};
use crate::zhong_2021::heuristic_rollout::HeuristicRollout;

params! {
    /// Parameters of HMCTS.
    pub struct HmctsParams {
        /// Simulations per candidate.
        simulations: int = 100, 1..=100000, step 50;
        /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
        neighborhood: choice = "square2", ["square1", "star2", "square2"];
    }
}

/// Flat Monte Carlo.
#[derive(Debug)]
pub struct Hmcts {
    params: HmctsParams,
    rng: Xoshiro256PlusPlus,
    rollout: HeuristicRollout,
}

impl Hmcts {
    /// Players with the same seed play the same simulations.
    pub fn new(params: HmctsParams, seed: u64) -> Hmcts {
        Hmcts {
            // A draw is worth nothing to either side.
            rollout: HeuristicRollout::new(neighborhood_from_name(params.neighborhood), 0.0),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            params,
        }
    }

    /// The reward of one simulation after a move, for the side that makes it.
    fn simulate(&mut self, board: &mut Board, point: Point) -> f64 {
        let mover = board.side_to_move();
        if board.wins(point, mover) {
            return 1.0;
        }
        board.push_observed(point, &mut self.rollout);
        let rewards = self.rollout.evaluate(board, &mut self.rng);
        board.pop_observed(&mut self.rollout);
        rewards[mover]
    }
}

impl Player for Hmcts {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let moves: Vec<_> = candidate_moves(
            board,
            limits,
            neighborhood_from_name(self.params.neighborhood),
        )
        .iter()
        .collect();
        let mut board = board.clone();
        self.rollout.begin(&board);
        let mut budget = Budget::for_iterations(limits, control).polling_every(8);
        let mut totals = vec![(0.0, 0_u64); moves.len()];
        'simulations: for _ in 0..self.params.simulations {
            if moves.len() == 1 {
                break;
            }
            for (&point, total) in moves.iter().zip(&mut totals) {
                total.0 += self.simulate(&mut board, point);
                total.1 += 1;
                if !budget.spend_node() {
                    break 'simulations;
                }
            }
            if control.has_listener() {
                control.report(&result(&moves, &totals, control));
            }
        }
        Ok(result(&moves, &totals, control))
    }
}

fn result(moves: &[Point], totals: &[(f64, u64)], control: &SearchControl<'_>) -> SearchResult {
    let mut candidates: Vec<_> = moves
        .iter()
        .zip(totals)
        .map(|(&point, &(sum, count))| Candidate {
            visits: Some(count),
            value: Some(sum / count.max(1) as f64),
            score: Some(sum),
            ..Candidate::new(point)
        })
        .collect();
    // By total reward, as in Algorithm 1. In an unfinished round the mean breaks ties.
    let total = |candidate: &Candidate| candidate.score.unwrap_or(0.0);
    candidates.sort_by(|a, b| {
        let by_total = total(b).total_cmp(&total(a));
        by_total.then(b.value.unwrap_or(0.0).total_cmp(&a.value.unwrap_or(0.0)))
    });
    let (point, value) = (candidates[0].point, candidates[0].value);
    SearchResult {
        win_rate: value,
        depth: 1,
        selective_depth: 1,
        nodes: totals.iter().map(|&(_, count)| count).sum(),
        time: control.elapsed(),
        candidates,
        ..SearchResult::new(point)
    }
}

//! ADP: the critic without search (Zhao, Zhang and Dai 2012; Cao and Lin 2019, section IV.D; Chen and Zhang).
//!
//! ```text
//! player 1 plays  argmax over moves of V(after the move),  player 2  argmin        V: probability that player 1 wins
//! ```
//!
//! `nets` has the critic, `learn` its training. Candidate moves lie one or two steps from a stone along a line. A move that
//! makes five wins whatever the critic says. Ties are broken at random, as in Zhao's matches.

use std::sync::Arc;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Color, Limits, MateIn, Player, PlayerError, Point, SearchControl,
    SearchResult,
};
use nets::{Critic, Evaluator};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game_tree::tie_break::random_best_first;
use crate::mcts::neighborhood_from_name;

params! {
    /// Parameters of ADP.
    pub struct AdpParams {
        /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
        net: text = "cao";
        /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
        neighborhood: choice = "star2", ["square1", "star2", "square2"];
    }
}

/// Plays the move with the highest critic value.
#[derive(Clone, Debug)]
pub struct Adp {
    params: AdpParams,
    evaluator: Option<Evaluator>,
    critic: Arc<Critic>,
    rng: Xoshiro256PlusPlus,
}

impl Adp {
    /// The seed breaks ties.
    pub fn new(params: AdpParams, critic: Arc<Critic>, seed: u64) -> Adp {
        Adp {
            params,
            evaluator: None,
            critic,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

/// The value of each move for the side that makes it: the probability of a win.
pub(crate) fn values(evaluator: &mut Evaluator, board: &Board, moves: &[Point]) -> Vec<f64> {
    let mover = board.side_to_move();
    let is_last = board.size().area() == board.stone_count() + 1;
    moves
        .iter()
        .map(|&point| {
            if board.wins(point, mover) {
                1.0
            } else if is_last {
                0.5
            } else {
                for_color(evaluator.value_after(board, point), mover)
            }
        })
        .collect()
}

/// The critic's value for a color. Black is player one wherever a critic plays.
#[inline]
pub(crate) fn for_color(value: f32, color: Color) -> f64 {
    let value = f64::from(value);
    match color {
        Color::Black => value,
        Color::White => 1.0 - value,
    }
}

impl Player for Adp {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let evaluator = match &mut self.evaluator {
            Some(evaluator) => {
                evaluator.begin(board);
                evaluator
            }
            empty => empty.insert(Evaluator::new(self.critic.clone(), board)),
        };
        let moves: Vec<_> = candidate_moves(
            board,
            limits,
            neighborhood_from_name(self.params.neighborhood),
        )
        .iter()
        .collect();
        let values = values(evaluator, board, &moves);
        let mut candidates: Vec<_> = moves
            .iter()
            .zip(values)
            .map(|(&point, value)| Candidate {
                value: Some(value),
                ..Candidate::new(point)
            })
            .collect();
        let value = |candidate: &Candidate| candidate.value.unwrap_or(0.0);
        candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
        let best = value(&candidates[0]);
        random_best_first(&mut candidates, value, &mut self.rng);
        let point = candidates[0].point;
        Ok(SearchResult {
            win_rate: Some(best),
            mate: board
                .wins(point, board.side_to_move())
                .then_some(MateIn::Win(1)),
            depth: 1,
            selective_depth: 1,
            nodes: candidates.len() as u64,
            time: control.elapsed(),
            candidates,
            ..SearchResult::new(point)
        })
    }
}

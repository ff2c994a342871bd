//! ADP: the critic alone, no search (Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang).
//!
//! ```text
//! play the candidate after which V is largest for player one, smallest for player two
//! ```
//!
//! The critic and how it learned are in `nets` and `learn`; here it only plays. Moves are looked for one or two steps
//! along the lines of each stone. A five is known to win without the critic. Among equal values one is drawn, as Zhao does
//! in matches.

use std::sync::Arc;

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Color, Limits, MateIn, Player, PlayerError, Point, SearchControl,
    SearchResult,
};
use nets::{Critic, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::mcts::neighborhood_from_name;

params! {
    /// What the ADP player can be told.
    pub struct AdpParams {
        /// The critic: zhao, cao, chen, best, or a file made by `tengen train adp`.
        net: text = "cao";
        /// Candidate moves: within one step of a stone, two steps along a line, or two steps in any direction.
        neighborhood: choice = "star2", ["square1", "star2", "square2"];
    }
}

/// Plays what its critic likes best.
#[derive(Clone, Debug)]
pub struct Adp {
    params: AdpParams,
    evaluator: Option<Evaluator>,
    critic: Arc<Critic>,
    rng: Xoshiro256PlusPlus,
}

impl Adp {
    /// A player with this critic that breaks ties with the seed.
    pub fn new(params: AdpParams, critic: Arc<Critic>, seed: u64) -> Adp {
        Adp {
            params,
            evaluator: None,
            critic,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

/// The probability of winning after each of these moves, for the side that makes it.
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

/// The evaluators of this crate have black as player one.
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
        let equals = candidates
            .iter()
            .take_while(|candidate| value(candidate) == best)
            .count();
        let chosen = self.rng.random_range(0..equals);
        candidates[..=chosen].rotate_right(1);
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

//! Greedy player (Liao 2019, section 1.2.5): no search.
//!
//! ```text
//! eval(us) >= eval(opponent):  play the point after which eval(us) is largest
//! otherwise:                   play the point where the opponent's stone would make eval(opponent) largest
//! ```
//!
//! `eval` is Algorithm 3 ([`stone_shapes`](crate::liao_2019::stone_shapes)). The first move is the center.
//!
//! Our choices: the report says neither which points are candidates nor how ties are broken. We take the points within
//! `radius` of a stone and break ties at random, so that a match of a thousand games has different games.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Limits, Neighborhood, Player, PlayerError, SearchControl, SearchResult,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game_tree::tie_break::random_best_first;
use crate::liao_2019::board_eval::board_eval;
use crate::liao_2019::stone_shapes::StoneShapes;

params! {
    /// Parameters of the greedy player.
    pub struct GreedyParams {
        /// Largest distance of a candidate move from a stone.
        radius: int = 2, 1..=4, step 1;
        /// Of equal moves, play a random one or the first in board order.
        ties: choice = "random", ["random", "first"];
    }
}

/// Plays the point with the best stone shapes.
#[derive(Clone, Debug)]
pub struct Greedy {
    params: GreedyParams,
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// The seed breaks ties.
    pub fn new(params: GreedyParams, seed: u64) -> Greedy {
        Greedy {
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    fn neighborhood(&self) -> Neighborhood {
        match self.params.radius {
            1 => Neighborhood::Square1,
            2 => Neighborhood::Square2,
            3 => Neighborhood::Square3,
            _ => Neighborhood::Square4,
        }
    }
}

impl Player for Greedy {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let side = board.side_to_move();
        let mut trial = board.clone();
        let mut shapes = StoneShapes::new(board);
        let color = if shapes.balance(side) >= 0 {
            side
        } else {
            // Try the opponent's stones below.
            trial.pass();
            !side
        };
        let mut candidates: Vec<_> = candidate_moves(board, limits, self.neighborhood())
            .iter()
            .map(|point| {
                trial.push_observed(point, &mut shapes);
                let value = board_eval(&shapes.counts(color));
                trial.pop_observed(&mut shapes);
                (point, value)
            })
            .collect();
        // A stable sort: equal moves stay in board order.
        candidates.sort_by_key(|&(_, value)| -value);
        let best_value = candidates[0].1;
        if self.params.ties == "random" {
            random_best_first(&mut candidates, |&(_, value)| value, &mut self.rng);
        }
        Ok(SearchResult {
            score: Some(f64::from(best_value)),
            nodes: candidates.len() as u64,
            depth: 1,
            selective_depth: 1,
            time: control.elapsed(),
            candidates: candidates
                .iter()
                .map(|&(point, value)| Candidate {
                    score: Some(f64::from(value)),
                    ..Candidate::new(point)
                })
                .collect(),
            ..SearchResult::new(candidates[0].0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Point, Rule, Size};

    fn think(moves: &[(u8, u8)], rule: Rule, params: GreedyParams, seed: u64) -> SearchResult {
        let moves: Vec<_> = moves
            .iter()
            .map(|&(column, row)| Point::new(column, row))
            .collect();
        let board = Board::with_moves(Size::FIFTEEN, rule, &moves).unwrap();
        Greedy::new(params, seed)
            .think(&board, &Limits::default(), &SearchControl::detached())
            .unwrap()
    }

    #[test]
    fn it_opens_in_the_center_completes_fives_and_takes_the_opponents_best_point() {
        let think =
            |moves: &[_]| think(moves, Rule::Freestyle, GreedyParams::default(), 1).best_move;
        assert_eq!(think(&[]), Size::FIFTEEN.center());
        let four = [
            (3, 3),
            (3, 9),
            (4, 3),
            (4, 9),
            (5, 3),
            (5, 9),
            (6, 3),
            (14, 14),
        ];
        assert!([Point::new(2, 3), Point::new(7, 3)].contains(&think(&four)));
        let attacked = [(3, 3), (3, 9), (4, 3), (9, 12), (5, 3)];
        assert!([Point::new(2, 3), Point::new(6, 3)].contains(&think(&attacked)));
    }

    #[test]
    fn the_seed_breaks_ties_unless_the_first_is_played() {
        let moves = [(7, 7), (8, 8)];
        let best = |ties, seed| {
            let params = GreedyParams {
                ties,
                ..GreedyParams::default()
            };
            think(&moves, Rule::Freestyle, params, seed).best_move
        };
        assert_eq!(best("random", 3), best("random", 3));
        let drawn: std::collections::HashSet<_> =
            (0..20).map(|seed| best("random", seed)).collect();
        assert!(drawn.len() > 1);
        assert!((0..20).all(|seed| best("first", seed) == best("first", 0)));
    }

    #[test]
    fn forbidden_points_are_never_played() {
        let cross = [
            (5, 9),
            (0, 0),
            (6, 9),
            (0, 2),
            (7, 7),
            (0, 4),
            (7, 8),
            (0, 6),
        ];
        let crossing = Point::new(7, 9);
        let free = think(&cross, Rule::Freestyle, GreedyParams::default(), 1);
        assert_eq!(free.best_move, crossing);
        let renju = think(&cross, Rule::Renju, GreedyParams::default(), 1);
        assert!(
            renju
                .candidates
                .iter()
                .all(|candidate| candidate.point != crossing)
        );
    }
}

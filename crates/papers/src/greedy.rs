//! Liao's greedy player (2019, section 1.2.5).
//!
//! 1. Value both sides' shapes. 2. If the own value is not smaller, play where the own value becomes largest.
//! 3. Otherwise play where the enemy's would become largest, to take the point from him. The first move is the center.
//!
//! It looks no move ahead. The report does not say where it looks and how ties are broken: we take the points within
//! `radius` of a stone, and draw among equals with the seed, as a thousand different games need.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{
    Board, Candidate, Limits, Neighborhood, Player, PlayerError, SearchControl, SearchResult,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::stone_shapes::{StoneShapes, board_eval};

params! {
    /// What the greedy player can be told.
    pub struct GreedyParams {
        /// How far from a stone a move may lie.
        radius: int = 2, 1..=4, step 1;
        /// What to do with moves of equal value: draw, or take the first from the top left.
        ties: choice = "random", ["random", "first"];
    }
}

/// Plays the point with the best shapes.
#[derive(Clone, Debug)]
pub struct Greedy {
    params: GreedyParams,
    rng: Xoshiro256PlusPlus,
}

impl Greedy {
    /// A greedy player that breaks ties with this seed.
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
            // The stones that are tried below are the enemy's.
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
        // A stable sort keeps the points of equal value in board order.
        candidates.sort_by_key(|&(_, value)| -value);
        let best_value = candidates[0].1;
        let equals = candidates
            .iter()
            .take_while(|&&(_, value)| value == best_value)
            .count();
        let chosen = match self.params.ties {
            "first" => 0,
            _ => self.rng.random_range(0..equals),
        };
        candidates[..=chosen].rotate_right(1);
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
    fn it_begins_in_the_center_completes_five_and_takes_the_enemys_best_point() {
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
    fn the_seed_decides_between_equals_and_first_does_not_draw() {
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
    fn it_never_chooses_a_forbidden_point() {
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

//! Random player: every candidate move is equally likely. The baseline that every other player must beat.
//!
//! With `near`, candidates are the points within two steps of a stone, otherwise all legal moves. It neither completes a
//! five nor blocks one.

use gomoku::params;
use gomoku::player::candidate_moves;
use gomoku::{Board, Limits, Neighborhood, Player, PlayerError, SearchControl, SearchResult};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

params! {
    /// Parameters of the random player.
    pub struct RandomParams {
        /// Play only within two points of a stone.
        near: flag = true;
    }
}

/// Plays random moves.
#[derive(Clone, Debug)]
pub struct Random {
    params: RandomParams,
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// Players with the same seed play the same moves. A new game does not restart the random numbers, so that the games
    /// of a match differ.
    pub fn new(params: RandomParams, seed: u64) -> Random {
        Random {
            params,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

impl Player for Random {
    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        let neighborhood = if self.params.near {
            Neighborhood::Square2
        } else {
            Neighborhood::Full
        };
        let candidates = candidate_moves(board, limits, neighborhood);
        let index = self.rng.random_range(0..candidates.len());
        let best = candidates
            .iter()
            .nth(index)
            .expect("the index is below the length");
        Ok(SearchResult {
            time: control.elapsed(),
            ..SearchResult::new(best)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    fn moves(seed: u64, near: bool, count: usize) -> Vec<gomoku::Point> {
        let mut player = Random::new(RandomParams { near }, seed);
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for _ in 0..count {
            let result = player
                .think(&board, &Limits::default(), &SearchControl::detached())
                .unwrap();
            board.push(result.best_move);
        }
        board.moves().collect()
    }

    #[test]
    fn the_seed_decides_the_moves() {
        assert_eq!(moves(7, true, 40), moves(7, true, 40));
        assert_ne!(moves(7, true, 40), moves(8, true, 40));
    }

    #[test]
    fn near_moves_stay_near_and_others_fill_the_board() {
        let near = moves(1, true, 30);
        for (index, &point) in near.iter().enumerate().skip(1) {
            assert!(near[..index].iter().any(|other| other.distance(point) <= 2));
        }
        let mut all = moves(1, false, 225);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 225);
    }

    #[test]
    fn excluded_moves_are_played_only_when_no_other_is_left() {
        let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        let only = board.size().center();
        let mut limits = Limits {
            excluded: board.empty(),
            ..Limits::default()
        };
        limits.excluded.remove(only);
        let mut player = Random::new(RandomParams { near: false }, 3);
        let mut ask = |limits: &Limits| {
            player
                .think(&board, limits, &SearchControl::detached())
                .unwrap()
                .best_move
        };
        assert_eq!(ask(&limits), only);
        limits.excluded.insert(only);
        ask(&limits);
    }
}

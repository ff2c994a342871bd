//! The classic evaluation: accumulators of the [pattern network](nets::pattern_net).
//!
//! They live on a stack, one pair per ply, so undoing a move is a pop.

use std::sync::Arc;

use gomoku::{Point, Position};
use nets::pattern_net::{ACCUMULATOR_SIZE, Accumulator, Weights, threat_mask, update};

use crate::score::Score;

#[derive(Clone, Debug)]
pub(super) struct Classic {
    pub(super) weights: Arc<Weights>,
    /// The accumulators of black and white after each ply since the state was made.
    accumulators: Vec<[Accumulator; 2]>,
    /// Whether the accumulators of the last ply are still to be computed.
    is_stale: bool,
}

impl Classic {
    pub(super) fn new(position: &Position, weights: Arc<Weights>) -> Classic {
        Classic {
            accumulators: vec![refresh(position, &weights)],
            weights,
            is_stale: false,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, position: &mut Position, point: Point) {
        self.update(position);
        position.push(point);
        self.is_stale = true;
    }

    /// Brings the accumulators up to date with the last move.
    #[inline]
    pub(super) fn update(&mut self, position: &Position) {
        if !self.is_stale {
            return;
        }
        self.is_stale = false;
        let last = position.board().history().last().copied().flatten();
        let last = last.expect("only a move makes the accumulators stale");
        // The patterns of an occupied point are those from before its stone was placed.
        let occupied = position.patterns().both_lines(last);
        let [mut black, mut white] = *self.accumulators();
        let [old_black, old_white] = self.weights.embeddings(occupied);
        update(&mut black, old_black, &[0; ACCUMULATOR_SIZE]);
        update(&mut white, old_white, &[0; ACCUMULATOR_SIZE]);
        for (old, new) in position.patterns().changes() {
            let ([old_black, old_white], [new_black, new_white]) =
                (self.weights.embeddings(old), self.weights.embeddings(new));
            update(&mut black, old_black, new_black);
            update(&mut white, old_white, new_white);
        }
        self.accumulators.push([black, white]);
    }

    /// Follows the undoing of the last move.
    #[inline]
    pub(super) fn pop(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            self.accumulators.pop();
        }
    }

    #[inline]
    pub(super) fn accumulators(&self) -> &[Accumulator; 2] {
        self.accumulators
            .last()
            .expect("the root's accumulators are never popped")
    }

    #[inline]
    pub(super) fn evaluate(&mut self, position: &Position) -> Score {
        self.update(position);
        let side = position.board().side_to_move();
        let threats = threat_mask(position.patterns(), side);
        self.weights.score(side, self.accumulators(), threats)
    }

    #[inline]
    pub(super) fn move_score(&self, position: &Position, point: Point) -> i32 {
        let side = position.board().side_to_move();
        self.weights
            .move_score(side, position.patterns().both_lines(point))
    }
}

/// Computes the accumulators from scratch.
pub(super) fn refresh(position: &Position, weights: &Weights) -> [Accumulator; 2] {
    let mut accumulators = [[0; ACCUMULATOR_SIZE]; 2];
    for point in &position.board().empty() {
        let embeddings = weights.embeddings(position.patterns().both_lines(point));
        for (accumulator, embedding) in accumulators.iter_mut().zip(embeddings) {
            update(accumulator, &[0; ACCUMULATOR_SIZE], embedding);
        }
    }
    accumulators
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval_state::EvalState;
    use gomoku::notation::{self, RowOrigin};
    use gomoku::{Board, Color, Rule, Size};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn incremental_accumulators_equal_refreshed_ones() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            for size in [5, 15, 22] {
                let board = Board::new(Size::new(size).unwrap(), rule);
                let mut position = Position::new(board);
                let mut state = Classic::new(&position, Weights::of(rule));
                for _ in 0..200 {
                    if rng.random_range(0..3) == 0 && position.board().ply() > 0 {
                        position.pop();
                        state.pop();
                    } else if !position.board().is_full() {
                        let empty = position.board().empty();
                        let index = rng.next_u32() as usize % empty.len();
                        state.push(&mut position, empty.iter().nth(index).unwrap());
                    }
                    // Also play on in positions that were never evaluated.
                    if rng.random_range(0..3) == 0 {
                        continue;
                    }
                    state.update(&position);
                    let refreshed =
                        refresh(&Position::new(position.board().clone()), &state.weights);
                    assert_eq!(state.accumulators(), &refreshed);
                }
            }
        }
    }

    #[test]
    fn accumulators_of_random_boards_do_not_overflow() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            let mut board = Board::new(Size::new(22).unwrap(), rule);
            while board.ply() < 300 {
                let empty = board.empty();
                let index = rng.next_u32() as usize % empty.len();
                board.push(empty.iter().nth(index).unwrap());
                let position = Position::new(board.clone());
                let mut sums = [[0_i32; ACCUMULATOR_SIZE]; 2];
                for point in &position.board().empty() {
                    let embeddings = weights.embeddings(position.patterns().both_lines(point));
                    for (sums, embedding) in sums.iter_mut().zip(embeddings) {
                        for (sum, &value) in sums.iter_mut().zip(embedding) {
                            *sum += i32::from(value);
                        }
                    }
                }
                let largest = sums.as_flattened().iter().map(|sum| sum.abs()).max();
                assert!(largest.unwrap() < 25_000, "{rule:?} {sums:?}");
            }
        }
    }

    #[test]
    fn shipped_weights_prefer_threes_for_every_rule() {
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            let score = |moves: &str| {
                let moves = notation::parse_moves(moves, Size::FIFTEEN, RowOrigin::Bottom).unwrap();
                let moves: Vec<_> = moves.into_iter().flatten().collect();
                let board = Board::with_moves(Size::FIFTEEN, rule, &moves).unwrap();
                let mut state = EvalState::new(board, weights.clone());
                state.evaluate()
            };
            assert!(
                score("h8a1i8o1j8a15") > score("h8a1o15o1b14a15") + 50,
                "{rule:?}"
            );
            // Taking a three from the opponent scores more than taking nothing.
            assert!(weights.move_score(Color::White, 0x9) > weights.move_score(Color::White, 0));
        }
    }
}

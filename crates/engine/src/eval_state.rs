//! A position with its incremental evaluation by the engine's [network](nets::pattern_net).
//!
//! The accumulators live on a stack, one pair per ply, so undoing a move is a pop. They are updated lazily: about half of
//! all positions are left without being evaluated.

use std::sync::Arc;

use gomoku::{Board, Patterns, Point, Position};
use nets::pattern_net::{ACCUMULATOR_SIZE, Accumulator, Weights, threat_mask, update};

use crate::score::{MAX_EVAL, Score};

/// A position with its incremental evaluation.
#[derive(Clone, Debug)]
pub struct EvalState {
    position: Position,
    weights: Arc<Weights>,
    /// The accumulators of black and white after each ply since the state was made.
    accumulators: Vec<[Accumulator; 2]>,
    /// Whether the accumulators of the last ply are still to be computed.
    is_stale: bool,
}

impl EvalState {
    /// The state of a board.
    pub fn new(board: Board, weights: Arc<Weights>) -> EvalState {
        let position = Position::new(board);
        let accumulators = refresh(&position, &weights);
        EvalState {
            position,
            weights,
            accumulators: vec![accumulators],
            is_stale: false,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// The patterns.
    #[inline]
    pub fn patterns(&self) -> &Patterns {
        self.position.patterns()
    }

    /// The position without its evaluation.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, for a solver that undoes all its moves.
    #[inline]
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Plays a move of the side to move on an empty point.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.update();
        self.position.push(point);
        self.is_stale = true;
    }

    /// Brings the accumulators up to date with the last move.
    #[inline]
    fn update(&mut self) {
        if !self.is_stale {
            return;
        }
        self.is_stale = false;
        let last = self.board().history().last().copied().flatten();
        let last = last.expect("only a move makes the accumulators stale");
        // The patterns of an occupied point are those from before its stone was placed.
        let occupied = self.patterns().both_lines(last);
        let [mut black, mut white] = *self.accumulators();
        let [old_black, old_white] = self.weights.embeddings(occupied);
        update(&mut black, old_black, &[0; ACCUMULATOR_SIZE]);
        update(&mut white, old_white, &[0; ACCUMULATOR_SIZE]);
        for (old, new) in self.position.patterns().changes() {
            let ([old_black, old_white], [new_black, new_white]) =
                (self.weights.embeddings(old), self.weights.embeddings(new));
            update(&mut black, old_black, new_black);
            update(&mut white, old_white, new_white);
        }
        self.accumulators.push([black, white]);
    }

    /// Undoes the last move.
    #[inline]
    pub fn pop(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            self.accumulators.pop();
        }
        self.position.pop();
    }

    #[inline]
    fn accumulators(&self) -> &[Accumulator; 2] {
        self.accumulators
            .last()
            .expect("the root's accumulators are never popped")
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.update();
        let side = self.board().side_to_move();
        let threats = threat_mask(self.patterns(), side);
        let score = self.weights.score(side, self.accumulators(), threats);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Move-ordering score of a move of the side to move.
    #[inline]
    pub fn move_score(&self, point: Point) -> i32 {
        self.weights.move_score(
            self.board().side_to_move(),
            self.patterns().both_lines(point),
        )
    }
}

/// Computes the accumulators from scratch.
fn refresh(position: &Position, weights: &Weights) -> [Accumulator; 2] {
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
    use gomoku::notation::{self, RowOrigin};
    use gomoku::{Color, Rule, Size};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn incremental_accumulators_equal_refreshed_ones() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            for size in [5, 15, 22] {
                let board = Board::new(Size::new(size).unwrap(), rule);
                let mut state = EvalState::new(board, Weights::of(rule));
                for _ in 0..200 {
                    if rng.random_range(0..3) == 0 && state.board().ply() > 0 {
                        state.pop();
                    } else if !state.board().is_full() {
                        let empty = state.board().empty();
                        let index = rng.next_u32() as usize % empty.len();
                        state.push(empty.iter().nth(index).unwrap());
                    }
                    // Also play on in positions that were never evaluated.
                    if rng.random_range(0..3) == 0 {
                        continue;
                    }
                    state.update();
                    let refreshed = refresh(&Position::new(state.board().clone()), &state.weights);
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

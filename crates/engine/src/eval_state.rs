//! A position and what it looks worth, kept in step with every move.
//!
//! value = N(own sums, enemy sums) + T(threat mask), where the sums are over what the empty points say by what a stone of each
//! color would make there, and N is the [network](crate::network).

use std::sync::Arc;

use gomoku::{Board, Patterns, Point, Position};

use crate::network::{ACCUMULATOR_SIZE, Accumulator, update};
use crate::score::{MAX_EVAL, Score};
use crate::threat_mask::threat_mask;
use crate::weights::Weights;

/// A position with its running evaluation.
#[derive(Clone, Debug)]
pub struct EvalState {
    position: Position,
    weights: Arc<Weights>,
    /// The sums over points for black and white, after each ply since the state was made. Half of all positions are left
    /// without being evaluated, so those of the last ply may still have to be computed.
    sums: Vec<[Accumulator; 2]>,
    /// Do they?
    is_behind: bool,
}

impl EvalState {
    /// The state of a board.
    pub fn new(board: Board, weights: Arc<Weights>) -> EvalState {
        let position = Position::new(board);
        let sums = accumulate(&position, &weights);
        EvalState {
            position,
            weights,
            sums: vec![sums],
            is_behind: false,
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

    /// The position alone.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, for a solver that leaves it as it was.
    #[inline]
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.refresh();
        self.position.push(point);
        self.is_behind = true;
    }

    /// Computes the sums of the last ply if that was not done yet.
    #[inline]
    fn refresh(&mut self) {
        if !self.is_behind {
            return;
        }
        self.is_behind = false;
        let last = self.board().history().last().copied().flatten();
        let last = last.expect("only a stone puts the sums behind");
        // The lines of an occupied point are those of before its stone was placed.
        let own = self.patterns().both_lines(last);
        let [mut black, mut white] = *self.sums();
        let [own_black, own_white] = self.weights.point(own);
        update(&mut black, own_black, &[0; ACCUMULATOR_SIZE]);
        update(&mut white, own_white, &[0; ACCUMULATOR_SIZE]);
        for (old, new) in self.position.patterns().changes() {
            let ([old_black, old_white], [new_black, new_white]) =
                (self.weights.point(old), self.weights.point(new));
            update(&mut black, old_black, new_black);
            update(&mut white, old_white, new_white);
        }
        self.sums.push([black, white]);
    }

    /// Takes back the last move.
    #[inline]
    pub fn pop(&mut self) {
        if !std::mem::take(&mut self.is_behind) {
            self.sums.pop();
        }
        self.position.pop();
    }

    #[inline]
    fn sums(&self) -> &[Accumulator; 2] {
        self.sums
            .last()
            .expect("the sums of the first position stay")
    }

    /// What the position looks worth to the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.refresh();
        let side = self.board().side_to_move();
        let threats = threat_mask(self.patterns(), side);
        let score = self.weights.score(side, self.sums(), threats);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// How good a move of the side to move looks.
    #[inline]
    pub fn move_score(&self, point: Point) -> i32 {
        self.weights.move_score(
            self.board().side_to_move(),
            self.patterns().both_lines(point),
        )
    }
}

/// The sums over points, computed from scratch.
fn accumulate(position: &Position, weights: &Weights) -> [Accumulator; 2] {
    let mut sums = [[0; ACCUMULATOR_SIZE]; 2];
    for point in &position.board().empty() {
        let said = weights.point(position.patterns().both_lines(point));
        for (sum, said) in sums.iter_mut().zip(said) {
            update(sum, &[0; ACCUMULATOR_SIZE], said);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_running_sums_equal_the_sums_over_all_points() {
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
                        let place = rng.next_u32() as usize % empty.len();
                        state.push(empty.iter().nth(place).unwrap());
                    }
                    // Some stones are placed on others that nobody has evaluated.
                    if rng.random_range(0..3) == 0 {
                        continue;
                    }
                    state.refresh();
                    let again = accumulate(&Position::new(state.board().clone()), &state.weights);
                    assert_eq!(state.sums(), &again);
                }
            }
        }
    }

    #[test]
    fn the_sums_of_wild_boards_stay_far_from_the_ends_of_their_numbers() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            let mut board = Board::new(Size::new(22).unwrap(), rule);
            while board.ply() < 300 {
                let empty = board.empty();
                let place = rng.next_u32() as usize % empty.len();
                board.push(empty.iter().nth(place).unwrap());
                let position = Position::new(board.clone());
                let mut sums = [[0_i32; ACCUMULATOR_SIZE]; 2];
                for point in &position.board().empty() {
                    let said = weights.point(position.patterns().both_lines(point));
                    for (sums, said) in sums.iter_mut().zip(said) {
                        for (sum, &said) in sums.iter_mut().zip(said) {
                            *sum += i32::from(said);
                        }
                    }
                }
                let largest = sums.as_flattened().iter().map(|sum| sum.abs()).max();
                assert!(largest.unwrap() < 25_000, "{rule:?} {sums:?}");
            }
        }
    }
}

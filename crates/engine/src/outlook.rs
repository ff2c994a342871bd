//! A position and what it looks worth, kept in step with every move.
//!
//! value = (B now + B one ply ago) / 2 + T(threat mask), where B is the sum over the empty points of what a stone would
//! make there, black's less white's. Averaging with the ply before takes out the swing between the sides to move.

use std::sync::Arc;

use gomoku::{Board, Color, Patterns, Point, Position};

use crate::score::{MOST, Score};
use crate::threat_mask::threat_mask;
use crate::weights::Weights;

/// A position with its running evaluation.
#[derive(Clone, Debug)]
pub struct Outlook {
    position: Position,
    weights: Arc<Weights>,
    /// The sum over points for black, after each ply since the outlook was made.
    sums: Vec<i32>,
}

impl Outlook {
    /// The outlook of a board.
    pub fn new(board: Board, weights: Arc<Weights>) -> Outlook {
        let position = Position::new(board);
        let sum = full_sum(&position, &weights);
        Outlook {
            position,
            weights,
            sums: vec![sum],
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
        let own = self.patterns().both_lines(point);
        self.position.push(point);
        let mut sum = self.sum() - self.weights.point(own);
        for (old, new) in self.position.patterns().changes() {
            sum += self.weights.point(new) - self.weights.point(old);
        }
        self.sums.push(sum);
    }

    /// Takes back the last move.
    #[inline]
    pub fn pop(&mut self) {
        self.sums.pop();
        self.position.pop();
    }

    #[inline]
    fn sum(&self) -> i32 {
        *self
            .sums
            .last()
            .expect("the sum of the first position stays")
    }

    /// What the position looks worth to the side to move.
    #[inline]
    pub fn evaluate(&self) -> Score {
        let side = self.board().side();
        let before = self.sums[self.sums.len().saturating_sub(2)];
        let black = (self.sum() + before) / 2;
        let own = match side {
            Color::Black => black,
            Color::White => -black,
        };
        let mask = threat_mask(self.patterns(), side);
        (own + self.weights.threats(side, mask)).clamp(-MOST, MOST)
    }

    /// How good a move of the side to move looks.
    #[inline]
    pub fn step(&self, point: Point) -> i32 {
        self.weights
            .step(self.board().side(), self.patterns().both_lines(point))
    }
}

/// The sum over points, computed from scratch.
fn full_sum(position: &Position, weights: &Weights) -> i32 {
    position
        .board()
        .empty()
        .iter()
        .map(|point| weights.point(position.patterns().both_lines(point)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_running_sum_equals_the_sum_over_all_points() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            for size in [5, 15, 22] {
                let board = Board::new(Size::new(size).unwrap(), rule);
                let mut outlook = Outlook::new(board, Weights::of(rule));
                for _ in 0..200 {
                    if rng.random_range(0..3) == 0 && outlook.board().ply() > 0 {
                        outlook.pop();
                    } else if !outlook.board().is_full() {
                        let empty = outlook.board().empty();
                        let place = rng.next_u32() as usize % empty.len();
                        outlook.push(empty.iter().nth(place).unwrap());
                    }
                    let again = full_sum(&Position::new(outlook.board().clone()), &outlook.weights);
                    assert_eq!(outlook.sum(), again);
                }
            }
        }
    }
}

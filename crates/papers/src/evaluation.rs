//! Static values of a board, each an observer that keeps in step with it.
//!
//! A value is given for one side and is the negative of the other side's, so that it serves minimax in either writing.

use gomoku::{Board, Color, Observer, Point};

use crate::score_dictionary::{FIVE, PointScores, best_stones};
use crate::shapes::Shapes;

/// Knows what a board is worth.
pub trait Evaluation: Observer {
    /// The value for a side; `board` is the one that has been followed.
    fn value(&self, board: &Board, color: Color) -> i32;
}

impl Evaluation for Shapes {
    /// Liao's: the values of both sides' shapes, subtracted.
    #[inline]
    fn value(&self, _: &Board, color: Color) -> i32 {
        self.balance(color)
    }
}

impl Evaluation for PointScores {
    /// Zhang, Li and Huang's: each side's best stone, subtracted, once combinations have been seen for what they are.
    /// When the side to move can make five, the game is as good as over.
    fn value(&self, board: &Board, color: Color) -> i32 {
        let side = board.side_to_move();
        if self.five(board, side).is_some() {
            return if side == color { FIVE } else { -FIVE };
        }
        let best = best_stones(self, board);
        combined(best[color]) - combined(best[!color])
    }
}

/// The score of a stone with regard to all of its lines: a lone closed four is no more than a three, because one answer
/// stops it; a four with a three wins like an open four, and two fours win sooner.
pub fn combined(score: i32) -> i32 {
    match score {
        10_000..11_000 => 1_000,
        11_000..20_000 => 100_000,
        20_000..100_000 => 200_000,
        _ => score,
    }
}

/// A board and an evaluation that follows it.
#[derive(Clone, Debug)]
pub struct Evaluated<E> {
    /// The board.
    pub board: Board,
    /// What keeps in step with it.
    pub evaluation: E,
}

impl<E: Evaluation> Evaluated<E> {
    /// Puts a stone of the side to move.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.board.push_observed(point, &mut self.evaluation);
    }

    /// Takes the last stone back.
    #[inline]
    pub fn pop(&mut self) {
        self.board.pop_observed(&mut self.evaluation);
    }

    /// The static value for a side.
    #[inline]
    pub fn value(&self, color: Color) -> i32 {
        self.evaluation.value(&self.board, color)
    }
}

//! Static evaluations, updated incrementally as observers of the board.
//!
//! An evaluation is zero-sum: what a position is worth to one side is the negative of what it is worth to the other.

use std::cmp::Reverse;

use gomoku::{Board, Color, Observer, Point};

use crate::liao_2019::stone_shapes::StoneShapes;
use crate::zhang_li_huang::score_dictionary::{FIVE, PointScores, best_stone_scores};

/// A static evaluation.
pub trait Evaluation: Observer {
    /// The score for a side; `board` is the observed one.
    fn evaluate(&self, board: &Board, color: Color) -> i32;

    /// Sorts moves, the most promising first. By default they keep the order of the board.
    fn order(&self, _moves: &mut [Point]) {}
}

impl Evaluation for StoneShapes {
    /// Liao's: our stone shapes minus the opponent's.
    #[inline]
    fn evaluate(&self, _: &Board, color: Color) -> i32 {
        self.balance(color)
    }
}

impl Evaluation for PointScores {
    /// Zhang, Li and Huang's: the score of our best stone minus that of the opponent's best. A side to move that can
    /// make five has won.
    fn evaluate(&self, board: &Board, color: Color) -> i32 {
        let side = board.side_to_move();
        if self.find_five(board, side).is_some() {
            return if side == color { FIVE } else { -FIVE };
        }
        let best = best_stone_scores(self, board);
        combined_score(best[color]) - combined_score(best[!color])
    }

    /// By the larger of both sides' scores.
    fn order(&self, moves: &mut [Point]) {
        let score = |point| {
            Color::BOTH
                .map(|color| self.score(color, point))
                .into_iter()
                .max()
        };
        moves.sort_by_cached_key(|&point| Reverse(score(point)));
    }
}

/// Corrects the summed score of a stone's four lines. One reply stops a single blocked four, so it counts as a three. A
/// four and a three win like an open four, and two fours win sooner.
pub fn combined_score(score: i32) -> i32 {
    match score {
        10_000..11_000 => 1_000,
        11_000..20_000 => 100_000,
        20_000..100_000 => 200_000,
        _ => score,
    }
}

//! Static evaluations, updated incrementally as observers of the board, and the board that the textbook searches share.
//!
//! An evaluation is zero-sum: what a position is worth to one side is the negative of what it is worth to the other.

use gomoku::{Board, Color, Observer, Point};

use crate::bounding_box::BoundingBox;
use crate::score::mate_score;
use crate::score_dictionary::{FIVE, PointScores, best_stone_scores};
use crate::stone_shapes::StoneShapes;

/// A static evaluation.
pub trait Evaluation: Observer {
    /// The score for a side; `board` is the observed one.
    fn evaluate(&self, board: &Board, color: Color) -> i32;
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

/// The board of a textbook search, with its evaluation.
#[derive(Clone, Debug)]
pub(crate) struct SearchBoard<E> {
    board: Board,
    pub(crate) evaluation: E,
    /// The maximizing side: the one to move at the root.
    us: Color,
    root_ply: usize,
    /// The margin of the bounding box.
    margin: u8,
}

impl<E: Evaluation> SearchBoard<E> {
    pub(crate) fn new(board: &Board, evaluation: E, margin: u8) -> SearchBoard<E> {
        SearchBoard {
            board: board.clone(),
            evaluation,
            us: board.side_to_move(),
            root_ply: board.ply(),
            margin,
        }
    }

    /// Is the maximizing side to move?
    pub(crate) fn is_maximizing(&self) -> bool {
        self.board.side_to_move() == self.us
    }

    /// The static score for the maximizing side.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate(&self.board, self.us)
    }

    /// The legal moves in the bounding box, row by row.
    pub(crate) fn moves(&self, bounding_box: BoundingBox) -> Vec<Point> {
        bounding_box.legal_moves(&self.board, self.margin)
    }

    /// The score of a move: a mate score if it wins, otherwise what `search` returns for the position after it.
    pub(crate) fn score_after(
        &mut self,
        point: Point,
        search: impl FnOnce(&mut SearchBoard<E>) -> Option<i32>,
    ) -> Option<i32> {
        let mover = self.board.side_to_move();
        self.board.push_observed(point, &mut self.evaluation);
        let score = if self.board.wins(point, mover) {
            let plies = self.board.ply() - self.root_ply;
            Some(mate_score(plies, mover == self.us))
        } else {
            search(self)
        };
        self.board.pop_observed(&mut self.evaluation);
        score
    }
}

//! The board of the textbook searches: minimax and alpha-beta make moves and evaluate through it.

use gomoku::{Board, Color, Point};

use crate::game_tree::bounding_box::BoundingBox;
use crate::game_tree::evaluation::Evaluation;
use crate::game_tree::score::mate_score;

/// A board with its static evaluation.
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

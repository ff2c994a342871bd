//! The board of the textbook searches: minimax and alpha-beta make moves and evaluate through it.

use gomoku::{Board, Budget, Color, Point};

use crate::game_tree::alpha_beta::AlphaBetaNode;
use crate::game_tree::bounding_box::BoundingBox;
use crate::game_tree::evaluation::Evaluation;
use crate::game_tree::score::mate_score;

/// A board with its static evaluation.
#[derive(Clone, Debug)]
pub(crate) struct SearchBoard<E> {
    board: Board,
    evaluation: E,
    /// The maximizing side: the one to move at the root.
    us: Color,
    root_ply: usize,
    /// The box of the stones, and the margin around it that moves may use.
    bounding_box: BoundingBox,
    margin: u8,
    /// The largest number of moves per position.
    width: usize,
}

impl<E: Evaluation> SearchBoard<E> {
    pub(crate) fn new(
        board: &Board,
        evaluation: E,
        bounding_box: BoundingBox,
        margin: u8,
        width: usize,
    ) -> SearchBoard<E> {
        SearchBoard {
            board: board.clone(),
            evaluation,
            us: board.side_to_move(),
            root_ply: board.ply(),
            bounding_box,
            margin,
            width,
        }
    }

    /// Sorts moves in the order of the evaluation and keeps the first.
    pub(crate) fn order(&self, moves: &mut Vec<Point>) {
        self.evaluation.order(moves);
        moves.truncate(self.width);
    }
}

impl<E: Evaluation> AlphaBetaNode for SearchBoard<E> {
    fn is_maximizing(&self) -> bool {
        self.board.side_to_move() == self.us
    }

    /// The legal moves in the bounding box.
    fn moves(&self) -> Vec<Point> {
        let mut moves = self.bounding_box.legal_moves(&self.board, self.margin);
        self.order(&mut moves);
        moves
    }

    #[inline]
    fn evaluate(&mut self, _: &mut Budget<'_>) -> i32 {
        self.evaluation.evaluate(&self.board, self.us)
    }

    fn score_after(
        &mut self,
        point: Point,
        search: impl FnOnce(&mut SearchBoard<E>) -> Option<i32>,
    ) -> Option<i32> {
        let mover = self.board.side_to_move();
        let outer_box = self.bounding_box;
        self.bounding_box = outer_box.with(point);
        self.board.push_observed(point, &mut self.evaluation);
        let score = if self.board.wins(point, mover) {
            let plies = self.board.ply() - self.root_ply;
            Some(mate_score(plies, mover == self.us))
        } else {
            search(self)
        };
        self.board.pop_observed(&mut self.evaluation);
        self.bounding_box = outer_box;
        score
    }
}

//! A position with its incremental evaluation.
//!
//! Evaluations are updated lazily: about half of all positions are left without being evaluated.

mod classic;

use std::sync::Arc;

use gomoku::{Board, Patterns, Point, Position};
use nets::line_net::{Features, LineNet};

use crate::evaluation::Evaluation;
use crate::score::{MAX_EVAL, Score};
use classic::Classic;

/// A position with its incremental evaluation.
#[derive(Clone, Debug)]
pub struct EvalState {
    position: Position,
    evaluator: Evaluator,
}

/// An evaluation with what it keeps of the position.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each search thread, in its inner loop"
)]
enum Evaluator {
    Classic(Classic),
    Network(Arc<LineNet>, Features),
}

impl EvalState {
    /// The state of a board.
    pub fn new(board: Board, evaluation: impl Into<Evaluation>) -> EvalState {
        let position = Position::new(board);
        let evaluator = match evaluation.into() {
            Evaluation::Classic(weights) => Evaluator::Classic(Classic::new(&position, weights)),
            Evaluation::Network(net) => {
                let features = Features::new(&net, &position);
                Evaluator::Network(net, features)
            }
        };
        EvalState {
            position,
            evaluator,
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
        match &mut self.evaluator {
            Evaluator::Classic(classic) => classic.push(&mut self.position, point),
            // The features find the moves since their last update themselves.
            Evaluator::Network(..) => self.position.push(point),
        }
    }

    /// Undoes the last move.
    #[inline]
    pub fn pop(&mut self) {
        self.position.pop();
        match &mut self.evaluator {
            Evaluator::Classic(classic) => classic.pop(),
            Evaluator::Network(_, features) => {
                features.undo(self.position.board().history().len());
            }
        }
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        let score = match &mut self.evaluator {
            Evaluator::Classic(classic) => classic.evaluate(&self.position),
            Evaluator::Network(net, features) => {
                features.update(net, &self.position);
                let side = self.position.board().side_to_move();
                net.value(features, self.position.patterns(), side)
            }
        };
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Appends the move-ordering scores of moves of the side to move.
    #[inline]
    pub fn move_scores(
        &mut self,
        points: impl IntoIterator<Item = Point>,
        scores: &mut Vec<(Point, i32)>,
    ) {
        let position = &self.position;
        match &mut self.evaluator {
            Evaluator::Classic(classic) => {
                let score = |point| (point, classic.move_score(position, point));
                scores.extend(points.into_iter().map(score));
            }
            Evaluator::Network(net, features) => {
                features.update(net, position);
                let side = position.board().side_to_move();
                net.move_scores(features, position.patterns(), side, points, scores);
            }
        }
    }

    /// The moves with their move-ordering scores.
    pub fn scored_moves(&mut self, points: impl IntoIterator<Item = Point>) -> Vec<(Point, i32)> {
        let mut scores = Vec::new();
        self.move_scores(points, &mut scores);
        scores
    }
}

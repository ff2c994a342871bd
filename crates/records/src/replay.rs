//! Replaying a record on a board.
//!
//! Sides alternate in a board's history, so if a side moves twice, the other one passes in between. Set-up stones restart the
//! history with all stones in an artificial order.

use gomoku::notation::{RowOrigin, write_point};
use gomoku::{Board, ByColor, Color, IllegalMove, Point, PointSet, Rule, setup};

use crate::node::{NodeId, RecordNode, Setup};
use crate::record::Record;

/// A move of a record is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {color} {point}: {error}")]
pub struct ReplayError {
    /// The move number in its line, from 1, passes included.
    pub number: usize,
    /// The side that moves.
    pub color: Color,
    /// The point, such as `h8`.
    pub point: String,
    /// Why it is illegal.
    pub error: IllegalMove,
}

impl Record {
    /// The board at the end of the main line.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn to_board(&self, rule: Rule) -> Result<Board, ReplayError> {
        let mut replay = Replay::new(self, rule);
        for id in self.main_line() {
            replay.follow(self.node(id))?;
        }
        Ok(replay.board)
    }

    /// The board after a node's move.
    ///
    /// # Errors
    /// The first illegal move on the path.
    pub fn board_at(&self, id: NodeId, rule: Rule) -> Result<Board, ReplayError> {
        let mut replay = Replay::new(self, rule);
        for id in self.path(id) {
            replay.follow(self.node(id))?;
        }
        Ok(replay.board)
    }
}

struct Replay {
    board: Board,
    number: usize,
}

impl Replay {
    fn new(record: &Record, rule: Rule) -> Replay {
        Replay {
            board: Board::new(record.size, rule),
            number: 0,
        }
    }

    fn follow(&mut self, node: &RecordNode) -> Result<(), ReplayError> {
        let notes = node.notes();
        if !notes.setup.is_empty() {
            self.setup(&notes.setup);
        }
        if let Some(side) = notes.to_move
            && self.board.side_to_move() != side
        {
            self.board.pass();
        }
        let Some(play) = node.play else {
            return Ok(());
        };
        self.number += 1;
        if self.board.side_to_move() != play.color {
            self.board.pass();
        }
        match play.point {
            Some(point) => self.board.play(point).map_err(|error| ReplayError {
                number: self.number,
                color: play.color,
                point: write_point(point, self.board.size(), RowOrigin::Bottom).to_string(),
                error,
            }),
            None => {
                self.board.pass();
                Ok(())
            }
        }
    }

    fn setup(&mut self, changes: &[Setup]) {
        let mut stones: ByColor<PointSet> =
            ByColor::from_fn(|color| self.board.stones(color).collect());
        for change in changes {
            for point in change.points() {
                for color in Color::BOTH {
                    if change.content == Some(color) {
                        stones[color].insert(point);
                    } else {
                        stones[color].remove(point);
                    }
                }
            }
        }
        let lists: ByColor<Vec<Point>> = ByColor::from_fn(|color| stones[color].iter().collect());
        let side = setup::side_by_count(lists.black.len(), lists.white.len());
        self.board = Board::new(self.board.size(), self.board.rule());
        setup::place_stones(&mut self.board, &lists, side);
    }
}

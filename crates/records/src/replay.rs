//! From a record to a board: replaying the moves on the way to a node.
//!
//! A side that moves twice is written with a pass of the other, since a board's history alternates. Set-up stones
//! make the history begin anew, with all stones of that moment in a made-up order.

use gomoku::notation::{RowOrigin, write_point};
use gomoku::{Board, ByColor, Color, IllegalMove, Point, PointSet, Rule, setup};

use crate::node::{NodeId, RecordNode, Setup};
use crate::record::Record;

/// A move of a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {color} {point}: {error}")]
pub struct ReplayError {
    /// Which move of the line, counted from 1 with passes.
    pub number: usize,
    /// Who should play it.
    pub color: Color,
    /// Its name, such as `h8`.
    pub point: String,
    /// Why not.
    pub error: IllegalMove,
}

impl Record {
    /// The board at the end of the main line.
    ///
    /// # Errors
    /// The first move that the rule does not allow.
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
    /// The first move on the way there that the rule does not allow.
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

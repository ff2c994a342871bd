//! The commands that put stones on the session's board or take them away.

use std::io::Write;
use std::time::Instant;

use gomoku::{Board, IllegalMove, Point};

use super::{Outcome, Session};
use crate::gomocup::command::Pair;
use crate::gomocup::position;

impl<W: Write> Session<W> {
    /// The point meant, if there is a game and the point is on its board.
    pub(super) fn point(&self, pair: Pair) -> Result<(&Board, Point), String> {
        let board = self.board.as_ref().ok_or("no game started")?;
        self.axis
            .point(pair, board.size())
            .map(|point| (board, point))
            .ok_or_else(|| format!("{},{} is not on the board", pair.0, pair.1))
    }

    pub(super) fn turn(&mut self, pair: Pair, read_at: Instant) -> Outcome {
        let checked = self.point(pair).and_then(|(board, point)| {
            match board.check(point) {
                // A foul is for the manager to judge; until then the stone is on the board.
                Ok(()) | Err(IllegalMove::Forbidden(_)) => Ok(point),
                Err(error) => Err(format!("{},{}: {error}", pair.0, pair.1)),
            }
        });
        match checked {
            Ok(point) => {
                self.push(point);
                self.think(read_at)
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    pub(super) fn push(&mut self, point: Point) {
        if let Some(board) = &mut self.board {
            board.push(point);
        }
    }

    pub(super) fn play(&mut self, pair: Pair) -> Outcome {
        let checked = self.point(pair).and_then(|(board, point)| {
            board
                .check(point)
                .map(|()| point)
                .map_err(|error| error.to_string())
        });
        match checked {
            Ok(point) => {
                self.push(point);
                let text = self.axis.text(point);
                self.say(&text)
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    pub(super) fn takeback(&mut self, pair: Pair) -> Outcome {
        let found = self.point(pair).and_then(|(board, point)| {
            if board.moves().any(|stone| stone == point) {
                Ok(position::without(board, point))
            } else {
                Err(format!("{},{}: there is no stone", pair.0, pair.1))
            }
        });
        match found {
            Ok(board) => {
                self.board = Some(board);
                self.say("OK")
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    pub(super) fn set_board(
        &mut self,
        stones: &[(Pair, i64)],
        think: bool,
        read_at: Instant,
    ) -> Outcome {
        let Some(size) = self.board.as_ref().map(Board::size) else {
            return self.no_game();
        };
        match position::build(size, self.settings.rule, self.axis, stones) {
            Ok(board) => {
                self.board = Some(board);
                if think { self.think(read_at) } else { Ok(()) }
            }
            Err(reason) => self.refuse(&reason),
        }
    }

    pub(super) fn block(&mut self, pairs: &[Pair], block: bool) -> Outcome {
        let points: Result<Vec<Point>, String> = pairs
            .iter()
            .map(|&pair| self.point(pair).map(|(_, point)| point))
            .collect();
        match points {
            Ok(points) => {
                for point in points {
                    if block {
                        self.blocked.insert(point);
                    } else {
                        self.blocked.remove(point);
                    }
                }
                Ok(())
            }
            Err(reason) => self.refuse(&reason),
        }
    }
}

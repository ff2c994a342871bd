//! The commands that change the session's board: `TURN`, `PLAY`, `TAKEBACK`, `BOARD`, `YXBLOCK`.

use std::io::Write;
use std::time::Instant;

use gomoku::{Board, IllegalMove, Point};

use super::{Session, SessionResult};
use crate::gomocup::command::RawPoint;
use crate::gomocup::position;

impl<W: Write> Session<W> {
    /// The board and the point on it, if there are both.
    pub(super) fn point(&self, pair: RawPoint) -> Result<(&Board, Point), String> {
        let board = self.board.as_ref().ok_or("no game started")?;
        self.order
            .point(pair, board.size())
            .map(|point| (board, point))
            .ok_or_else(|| format!("{},{} is not on the board", pair.0, pair.1))
    }

    pub(super) fn turn(&mut self, pair: RawPoint, read_at: Instant) -> SessionResult {
        let checked = self.point(pair).and_then(|(board, point)| {
            match board.check(point) {
                // The manager judges forbidden moves; until then the stone is on the board.
                Ok(()) | Err(IllegalMove::Forbidden(_)) => Ok(point),
                Err(error) => Err(format!("{},{}: {error}", pair.0, pair.1)),
            }
        });
        match checked {
            Ok(point) => {
                self.push(point);
                self.play_best_move(read_at)
            }
            Err(reason) => self.send_error(&reason),
        }
    }

    pub(super) fn push(&mut self, point: Point) {
        if let Some(board) = &mut self.board {
            board.push(point);
        }
    }

    pub(super) fn play(&mut self, pair: RawPoint) -> SessionResult {
        let checked = self.point(pair).and_then(|(board, point)| {
            board
                .check(point)
                .map(|()| point)
                .map_err(|error| error.to_string())
        });
        match checked {
            Ok(point) => {
                self.push(point);
                let text = self.order.format(point);
                self.send(&text)
            }
            Err(reason) => self.send_error(&reason),
        }
    }

    pub(super) fn takeback(&mut self, pair: RawPoint) -> SessionResult {
        let found = self.point(pair).and_then(|(board, point)| {
            if board.moves().any(|stone| stone == point) {
                Ok(position::remove_stone(board, point))
            } else {
                Err(format!("{},{}: no stone there", pair.0, pair.1))
            }
        });
        match found {
            Ok(board) => {
                self.board = Some(board);
                self.send("OK")
            }
            Err(reason) => self.send_error(&reason),
        }
    }

    pub(super) fn set_board(
        &mut self,
        stones: &[(RawPoint, i64)],
        think: bool,
        read_at: Instant,
    ) -> SessionResult {
        let Some(size) = self.board.as_ref().map(Board::size) else {
            return self.send_no_game();
        };
        match position::board_from_stones(size, self.settings.rule, self.order, stones) {
            Ok(board) => {
                self.board = Some(board);
                if think {
                    self.play_best_move(read_at)
                } else {
                    Ok(())
                }
            }
            Err(reason) => self.send_error(&reason),
        }
    }

    /// Adds root moves to the excluded ones, or removes them again.
    pub(super) fn exclude(&mut self, pairs: &[RawPoint], exclude: bool) -> SessionResult {
        let points: Result<Vec<Point>, String> = pairs
            .iter()
            .map(|&pair| self.point(pair).map(|(_, point)| point))
            .collect();
        match points {
            Ok(points) => {
                for point in points {
                    if exclude {
                        self.excluded.insert(point);
                    } else {
                        self.excluded.remove(point);
                    }
                }
                Ok(())
            }
            Err(reason) => self.send_error(&reason),
        }
    }
}

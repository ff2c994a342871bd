//! The commands of swap2 and of balanced openings. They leave no stone on the session's board: the manager sends the
//! game itself later, as a whole position.

use std::io::Write;
use std::time::Instant;

use gomoku::{Board, Point, Size};

use super::{Session, SessionEnd, SessionResult, search};
use crate::balance;
use crate::gomocup::command::RawPoint;
use crate::gomocup::player_thread::Task;
use crate::swap2::{self, Swap2Answer};

impl<W: Write> Session<W> {
    /// Gomocup's form: the stones so far; the answer is moves or `SWAP`.
    pub(super) fn swap2_board(&mut self, pairs: &[RawPoint], asked_at: Instant) -> SessionResult {
        let Some(size) = self.board.as_ref().map(Board::size) else {
            return self.send_no_game();
        };
        let board = match self.opening_board(pairs, size) {
            Ok(board) => board,
            Err(reason) => return self.send_error(&reason),
        };
        self.reset_board(size);
        let answer = match pairs.len() {
            0 => Swap2Answer::Stones(self.three_stones(&board, asked_at)?),
            3 | 5 => self.choose_color(&board, asked_at)?,
            count => {
                let reason = format!("swap2 has 0, 3 or 5 stones, not {count}");
                return self.send_error(&reason);
            }
        };
        match answer {
            Swap2Answer::Swap => self.send("SWAP"),
            Swap2Answer::Stones(points) => {
                let text = self.order.format_list(&points);
                self.send(&text)
            }
        }
    }

    fn opening_board(&self, pairs: &[RawPoint], size: Size) -> Result<Board, String> {
        let mut board = Board::new(size, self.settings.rule);
        for &pair in pairs {
            let (_, point) = self.point(pair)?;
            if !board.is_empty(point) {
                return Err(format!("{},{} is listed twice", pair.0, pair.1));
            }
            board.push(point);
        }
        Ok(board)
    }

    /// Yixin-Board's form: the position was set before; the answer is one or more messages.
    pub(super) fn swap2_step(&mut self, step: u8, asked_at: Instant) -> SessionResult {
        if step == 1 {
            let Some(size) = self.board.as_ref().map(Board::size) else {
                return self.send_no_game();
            };
            let board = Board::new(size, self.settings.rule);
            for (index, point) in self.three_stones(&board, asked_at)?.into_iter().enumerate() {
                let (first, second) = self.order.pair(point);
                let number = index + 1;
                self.send(&format!("MESSAGE SWAP2 MOVE{number} {first} {second}"))?;
            }
            return Ok(());
        }
        let Some(board) = self.board_to_move_on()? else {
            return Ok(());
        };
        let answer = match self.choose_color(&board, asked_at)? {
            Swap2Answer::Swap => "YES",
            Swap2Answer::Stones(_) => "NO",
        };
        self.send(&format!("MESSAGE SWAP2 SWAP{} {answer}", step - 1))
    }

    fn three_stones(&mut self, board: &Board, asked_at: Instant) -> Result<Vec<Point>, SessionEnd> {
        let limits = self.settings.limits(self.time_used);
        let outcome = self.search(Task::Swap2Open, board, &limits, asked_at)?;
        let fallback = || swap2::openings(board.size()).next().map(Vec::from);
        Ok(Some(outcome.points)
            .filter(|points| points.len() == 3)
            .or_else(fallback)
            .unwrap_or_default())
    }

    fn choose_color(
        &mut self,
        board: &Board,
        asked_at: Instant,
    ) -> Result<Swap2Answer, SessionEnd> {
        let limits = self.settings.limits(self.time_used);
        let outcome = self.search(Task::Swap2Choose, board, &limits, asked_at)?;
        if outcome.swaps {
            return Ok(Swap2Answer::Swap);
        }
        let point = self.legal_move(board, &outcome)?;
        Ok(Swap2Answer::Stones(vec![point]))
    }

    /// Finds one or two moves after which the evaluation for the side to move is closest to `bias`.
    pub(super) fn balance(&mut self, moves: usize, bias: i64, asked_at: Instant) -> SessionResult {
        let Some(board) = self.board_to_move_on()? else {
            return Ok(());
        };
        let task = Task::Balance {
            moves,
            target: balance::win_rate_of_score(bias as f64),
        };
        let limits = self.settings.limits(self.time_used);
        let outcome = self.search(task, &board, &limits, asked_at)?;
        let first = self.legal_move(&board, &outcome)?;
        let mut points = vec![first];
        let mut after = board;
        after.push(first);
        let continues = after.winner().is_none() && !after.legal_moves().is_empty();
        if moves == 2 && continues {
            let second = outcome
                .points
                .get(1)
                .copied()
                .filter(|&point| after.check(point).is_ok());
            points.push(second.unwrap_or_else(|| search::fallback_move(&after)));
        }
        let text = self.order.format_list(&points);
        self.send(&text)
    }
}

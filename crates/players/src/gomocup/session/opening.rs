//! The commands of swap2 and of balanced openings. None of them leaves a stone on the session's board: the game
//! itself comes later, as a whole position.

use std::io::Write;
use std::time::Instant;

use gomoku::{Board, Point, Size};

use super::{Outcome, Over, Session, asking};
use crate::balance;
use crate::gomocup::command::Pair;
use crate::gomocup::thinking::Task;
use crate::swap2;

/// What the player chose.
enum Decision {
    Swap,
    Points(Vec<Point>),
}

impl<W: Write> Session<W> {
    /// Gomocup's own form: the stones so far, and the answer as moves or `SWAP`.
    pub(super) fn swap2_board(&mut self, pairs: &[Pair], asked: Instant) -> Outcome {
        let Some(size) = self.board.as_ref().map(Board::size) else {
            return self.no_game();
        };
        let board = match self.opening_board(pairs, size) {
            Ok(board) => board,
            Err(reason) => return self.refuse(&reason),
        };
        self.clear(size);
        let decision = match pairs.len() {
            0 => Decision::Points(self.three_stones(&board, asked)?),
            3 | 5 => self.choose_side(&board, asked)?,
            count => return self.refuse(&format!("swap2 has 0, 3 or 5 stones, not {count}")),
        };
        match decision {
            Decision::Swap => self.say("SWAP"),
            Decision::Points(points) => {
                let text = self.axis.list(&points);
                self.say(&text)
            }
        }
    }

    fn opening_board(&self, pairs: &[Pair], size: Size) -> Result<Board, String> {
        let mut board = Board::new(size, self.settings.rule);
        for &pair in pairs {
            let (_, point) = self.point(pair)?;
            if !board.is_empty(point) {
                return Err(format!("{},{} is there twice", pair.0, pair.1));
            }
            board.push(point);
        }
        Ok(board)
    }

    /// Yixin-Board's form: the position was set before, and the answer is spread over messages.
    pub(super) fn swap2_step(&mut self, step: u8, asked: Instant) -> Outcome {
        if step == 1 {
            let Some(size) = self.board.as_ref().map(Board::size) else {
                return self.no_game();
            };
            let board = Board::new(size, self.settings.rule);
            for (index, point) in self.three_stones(&board, asked)?.into_iter().enumerate() {
                let (first, second) = self.axis.pair(point);
                let number = index + 1;
                self.say(&format!("MESSAGE SWAP2 MOVE{number} {first} {second}"))?;
            }
            return Ok(());
        }
        let Some(board) = self.open_board()? else {
            return Ok(());
        };
        let answer = match self.choose_side(&board, asked)? {
            Decision::Swap => "YES",
            Decision::Points(_) => "NO",
        };
        self.say(&format!("MESSAGE SWAP2 SWAP{} {answer}", step - 1))
    }

    fn three_stones(&mut self, board: &Board, asked: Instant) -> Result<Vec<Point>, Over> {
        let limits = self.settings.limits(self.used);
        let verdict = self.ask(Task::Swap2Open, board, &limits, asked)?;
        let fallback = || swap2::openings(board.size()).next().map(Vec::from);
        Ok(Some(verdict.points)
            .filter(|points| points.len() == 3)
            .or_else(fallback)
            .unwrap_or_default())
    }

    fn choose_side(&mut self, board: &Board, asked: Instant) -> Result<Decision, Over> {
        let limits = self.settings.limits(self.used);
        let verdict = self.ask(Task::Swap2Choose, board, &limits, asked)?;
        if verdict.swap {
            return Ok(Decision::Swap);
        }
        let point = self.sound_move(board, &verdict)?;
        Ok(Decision::Points(vec![point]))
    }

    /// One or two moves after which the position is worth `bias` to the side that makes the first.
    pub(super) fn balance(&mut self, moves: usize, bias: i64, asked: Instant) -> Outcome {
        let Some(board) = self.open_board()? else {
            return Ok(());
        };
        let task = Task::Balance {
            moves,
            target: balance::win_rate_of_score(bias as f64),
        };
        let limits = self.settings.limits(self.used);
        let verdict = self.ask(task, &board, &limits, asked)?;
        let first = self.sound_move(&board, &verdict)?;
        let mut points = vec![first];
        let mut after = board;
        after.push(first);
        let is_open = after.winner().is_none() && !after.legal_moves().is_empty();
        if moves == 2 && is_open {
            let second = verdict
                .points
                .get(1)
                .copied()
                .filter(|&point| after.check(point).is_ok());
            points.push(second.unwrap_or_else(|| asking::sensible_move(&after)));
        }
        let text = self.axis.list(&points);
        self.say(&text)
    }
}

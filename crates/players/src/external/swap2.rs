//! The swap2 opening with a brain that knows `SWAP2BOARD`.

use std::fmt::Write as _;
use std::time::Duration;

use gomoku::{Board, Limits, PlayerError, Point, SearchControl};

use super::brain::Brain;
use super::reply::{Patience, PendingReply, excerpt, first_word, parse_coordinates};
use crate::gomocup::line_reader::Line;
use crate::swap2::Swap2Answer;

impl Brain {
    /// Sends the stones so far. The answer is `None` if the brain does not know the command.
    pub(super) fn request_swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        patience: Patience,
    ) -> Result<(Option<Swap2Answer>, Duration), PlayerError> {
        let mut command = String::from("SWAP2BOARD\n");
        for point in board.moves() {
            let _ = writeln!(command, "{},{}", point.column(), point.row());
        }
        command += "DONE\n";
        let mut pending = self.send_request(&command, board, control)?;
        let answer = self
            .wait_for_reply(&mut pending, limits, patience, parse_answer)
            .map_err(name_command)?;
        let time = pending.begin.elapsed();
        self.check_memory(limits)?;
        Ok((answer, time))
    }
}

/// Adds the command to the error: a brain that plays well may still not support swap2.
fn name_command(error: PlayerError) -> PlayerError {
    match error {
        PlayerError::Time(text) => {
            PlayerError::Time(format!("it did not answer SWAP2BOARD: {text}"))
        }
        PlayerError::Illegal(text) => PlayerError::Illegal(format!("{text:?} to SWAP2BOARD")),
        PlayerError::Crash(text) => PlayerError::Crash(format!("at SWAP2BOARD: {text}")),
        error @ PlayerError::Memory(_) => error,
    }
}

fn parse_answer(
    _: &mut Brain,
    line: &Line,
    pending: &mut PendingReply<'_>,
) -> Result<Option<Option<Swap2Answer>>, PlayerError> {
    let text = line.text.trim();
    let word = first_word(text);
    match &*word {
        "MESSAGE" | "DEBUG" | "DETAIL" | "INFO" => {
            pending.on_message(text[word.len()..].trim());
            Ok(None)
        }
        "OK" => Ok(None),
        "UNKNOWN" | "ERROR" => Ok(Some(None)),
        "SWAP" => Ok(Some(Some(Swap2Answer::Swap))),
        _ => {
            let points: Option<Vec<Point>> = text
                .split_whitespace()
                .map(|pair| {
                    let (column, row) = parse_coordinates(pair)?;
                    pending.board.size().point(column, row)
                })
                .collect();
            match points {
                Some(points) if !line.is_truncated => Ok(Some(Some(Swap2Answer::Stones(points)))),
                _ => Err(PlayerError::Illegal(excerpt(text))),
            }
        }
    }
}

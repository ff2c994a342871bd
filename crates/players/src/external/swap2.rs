//! The swap2 opening with a program that knows `SWAP2BOARD`.

use std::fmt::Write as _;
use std::time::Duration;

use gomoku::{Board, Limits, PlayerError, Point, SearchControl};

use super::conversation::{Conversation, Listening, coordinates, excerpt, first_word};
use crate::gomocup::lines::Line;

/// What a program says to the stones of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// It takes the other color.
    Swap,
    /// It puts these stones: three to begin with, one to stay, two to leave the choice to the other.
    Stones(Vec<Point>),
}

/// An answer and the time it took.
pub(super) type Timed = (Option<Swap2Answer>, Duration);

impl Conversation {
    /// Shows the stones so far. `None` when the program does not know the command.
    pub(super) fn ask_swap2(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
        tolerance: Duration,
    ) -> Result<Timed, PlayerError> {
        let mut question = String::from("SWAP2BOARD\n");
        for point in board.moves() {
            let _ = writeln!(question, "{},{}", point.column(), point.row());
        }
        question += "DONE\n";
        let mut listening = self.put(&question, board, control)?;
        let answer = self
            .await_answer(&mut listening, limits, tolerance, take_answer)
            .map_err(in_swap2)?;
        let time = listening.begin.elapsed();
        self.check_memory(limits)?;
        Ok((answer, time))
    }
}

/// Says what the question was: a program that plays well otherwise may know nothing of it.
fn in_swap2(fault: PlayerError) -> PlayerError {
    match fault {
        PlayerError::Time(text) => {
            PlayerError::Time(format!("it did not answer SWAP2BOARD: {text}"))
        }
        PlayerError::Illegal(text) => PlayerError::Illegal(format!("{text:?} to SWAP2BOARD")),
        PlayerError::Crash(text) => PlayerError::Crash(format!("at SWAP2BOARD: {text}")),
        fault @ PlayerError::Memory(_) => fault,
    }
}

fn take_answer(
    _: &mut Conversation,
    line: &Line,
    listening: &mut Listening<'_>,
) -> Result<Option<Option<Swap2Answer>>, PlayerError> {
    let text = line.text.trim();
    let word = first_word(text);
    match &*word {
        "MESSAGE" | "DEBUG" | "DETAIL" | "INFO" => {
            listening.hear(text[word.len()..].trim());
            Ok(None)
        }
        "OK" => Ok(None),
        "UNKNOWN" | "ERROR" => Ok(Some(None)),
        "SWAP" => Ok(Some(Some(Swap2Answer::Swap))),
        _ => {
            let points: Option<Vec<Point>> = text
                .split_whitespace()
                .map(|pair| {
                    let (column, row) = coordinates(pair)?;
                    listening.board.size().point(column, row)
                })
                .collect();
            match points {
                Some(points) if !line.is_cut => Ok(Some(Some(Swap2Answer::Stones(points)))),
                _ => Err(PlayerError::Illegal(excerpt(text))),
            }
        }
    }
}

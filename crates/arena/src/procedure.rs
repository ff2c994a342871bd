//! Opening procedures between two seats: who puts which stones, and who then plays black.
//!
//! The rules are those of [`gomoku::Opening`]. A program that knows `SWAP2BOARD` answers for itself; for everybody
//! else the stones and the choice follow from what the player thinks of the positions. Each answer is within the limits
//! of a move, and not taken off the clock of the game.

use std::time::Instant;

use gomoku::opening::{Answer, Choice, OpeningError, Request};
use gomoku::{Board, Clock, Fault, Limits, Opening, Point, PointSet, Procedure, StopFlag, Watch};
use players::external::Swap2Answer;
use players::swap2;

use crate::seat::Seat;
use crate::terms::Terms;

/// What came of a procedure.
#[derive(Debug)]
pub enum Conducted {
    /// The game goes on from here.
    Ready {
        /// The stones so far.
        board: Board,
        /// Which of the two seats, 0 or 1, plays black.
        black: usize,
    },
    /// A seat failed.
    Forfeit {
        /// The stones so far.
        board: Board,
        /// Which of the two seats, 0 or 1.
        seat: usize,
        /// What it did.
        fault: Fault,
    },
    /// The flag was raised.
    Stopped,
}

/// Leads two seats through a procedure.
///
/// # Errors
/// When the procedure cannot begin on this board.
pub fn conduct(
    mut opening: Opening,
    procedure: &Procedure,
    seats: [&mut Seat; 2],
    terms: [&Terms; 2],
    stop: &StopFlag,
) -> Conducted {
    let mut asking = Asking {
        procedure,
        seats,
        terms,
        stop,
        ahead: Vec::new(),
    };
    loop {
        let (index, answer) = match opening.request() {
            Request::Done { black } => return asking.finish(&opening, number(black)),
            Request::Place { seat, region, .. } => (
                number(seat),
                asking
                    .stone(number(seat), opening.board(), region)
                    .map(Answer::Place),
            ),
            Request::Choose { seat, options } => (
                number(seat),
                asking
                    .choice(number(seat), opening.board(), options)
                    .map(Answer::Choose),
            ),
        };
        if stop.is_raised() {
            return Conducted::Stopped;
        }
        let taken = answer.and_then(|answer| {
            opening
                .answer(answer)
                .map_err(|error: OpeningError| Fault::Illegal(error.to_string()))
        });
        if let Err(fault) = taken {
            return Conducted::Forfeit {
                board: opening.board().clone(),
                seat: index,
                fault,
            };
        }
    }
}

fn number(seat: gomoku::Seat) -> usize {
    match seat {
        gomoku::Seat::First => 0,
        gomoku::Seat::Second => 1,
    }
}

struct Asking<'a> {
    procedure: &'a Procedure,
    seats: [&'a mut Seat; 2],
    terms: [&'a Terms; 2],
    stop: &'a StopFlag,
    /// Stones that a seat has named already, and that nobody has asked for yet; the next one last.
    ahead: Vec<Point>,
}

impl Asking<'_> {
    fn limits(&self, seat: usize) -> Limits {
        self.terms[seat].limits(&Clock::new(self.terms[seat].time))
    }

    fn watch(&self) -> Watch<'static> {
        Watch::new(self.stop.clone(), Instant::now())
    }

    fn stone(&mut self, seat: usize, board: &Board, region: PointSet) -> Result<Point, Fault> {
        if let Some(point) = self.ahead.pop() {
            return Ok(point);
        }
        let (mut limits, watch) = (self.limits(seat), self.watch());
        let is_swap = matches!(self.procedure, Procedure::Swap | Procedure::Swap2);
        if !is_swap || board.ply() >= 3 {
            limits.excluded = PointSet::board(board.size()) - region;
            return Ok(self.seats[seat].think(board, &limits, &watch)?.0.best);
        }
        let three = match self.swap2_answer(seat, board, &limits, &watch)? {
            Some(Swap2Answer::Stones(points)) if points.len() == 3 => points,
            Some(other) => return Err(Fault::Illegal(format!("{other:?} to begin swap2"))),
            None => self.seats[seat]
                .ask(|player| swap2::open(player, board.size(), board.rule(), &limits, &watch))?
                .to_vec(),
        };
        self.ahead = three.into_iter().rev().collect();
        self.stone(seat, board, region)
    }

    fn choice(&mut self, seat: usize, board: &Board, options: &[Choice]) -> Result<Choice, Fault> {
        let (limits, watch) = (self.limits(seat), self.watch());
        match self.swap2_answer(seat, board, &limits, &watch)? {
            Some(Swap2Answer::Swap) => Ok(Choice::Black),
            Some(Swap2Answer::Stones(points)) if points.len() == 1 => {
                self.ahead = points;
                Ok(Choice::White)
            }
            Some(Swap2Answer::Stones(points))
                if points.len() == 2 && options.contains(&Choice::PlaceTwo) =>
            {
                self.ahead = points.into_iter().rev().collect();
                Ok(Choice::PlaceTwo)
            }
            Some(other) => Err(Fault::Illegal(format!("{other:?} to a choice of swap2"))),
            None => {
                let choice =
                    self.seats[seat].ask(|player| swap2::choose(player, board, &limits, &watch))?;
                Ok(match choice {
                    swap2::Choice::Swap => Choice::Black,
                    swap2::Choice::Stay(point) => {
                        self.ahead = vec![point];
                        Choice::White
                    }
                })
            }
        }
    }

    fn swap2_answer(
        &mut self,
        seat: usize,
        board: &Board,
        limits: &Limits,
        watch: &Watch<'_>,
    ) -> Result<Option<Swap2Answer>, Fault> {
        if *self.procedure != Procedure::Swap2 {
            return Ok(None);
        }
        let answer = self.seats[seat].swap2(board, limits, watch)?;
        Ok(answer.map(|(answer, _)| answer))
    }

    /// Whoever stayed has named its first move with the choice.
    fn finish(&mut self, opening: &Opening, black: usize) -> Conducted {
        let mut board = opening.board().clone();
        let white = 1 - black;
        match self.ahead.pop().map(|point| board.play(point)) {
            Some(Err(error)) => Conducted::Forfeit {
                board,
                seat: white,
                fault: Fault::Illegal(error.to_string()),
            },
            _ => Conducted::Ready { board, black },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Color, Rule, Size};

    #[test]
    fn every_procedure_ends_with_a_board() {
        for procedure in [
            Procedure::Free,
            Procedure::Pro,
            Procedure::LongPro,
            Procedure::Swap,
            Procedure::Swap2,
        ] {
            let opening = Opening::new(procedure.clone(), Size::FIFTEEN, Rule::Standard).unwrap();
            let (mut first, mut second) = (
                Seat::new(&"greedy".parse().unwrap(), 1),
                Seat::new(&"random".parse().unwrap(), 2),
            );
            let terms = Terms::default();
            let conducted = conduct(
                opening,
                &procedure,
                [&mut first, &mut second],
                [&terms, &terms],
                &StopFlag::new(),
            );
            let Conducted::Ready { board, black } = conducted else {
                panic!("{procedure}: {conducted:?}");
            };
            match procedure {
                Procedure::Free => assert_eq!((board.ply(), black), (0, 0)),
                Procedure::Pro | Procedure::LongPro => {
                    assert_eq!((board.side(), black), (Color::White, 0));
                }
                _ => assert!([3, 4].contains(&board.ply()), "{procedure}"),
            }
        }
    }
}

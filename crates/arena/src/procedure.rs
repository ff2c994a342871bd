//! Opening procedures between two seats: who puts which stones, and who then plays black.
//!
//! The rules are those of [`gomoku::Opening`]. A program that knows `SWAP2BOARD` answers for itself; for everybody
//! else the stones and the choice follow from what the player thinks of the positions. Each answer is within the limits
//! of a move, and like a move it is taken off the clock of the game.

use std::time::{Duration, Instant};

use gomoku::opening::{Action, Choice, OpeningError, Request};
use gomoku::{Board, Clock, Limits, Opening, PlayerError, Procedure, SearchControl, StopFlag};
use players::swap2::{self, Swap2Answer};

use crate::game::{HouseRules, counted_time};
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
        fault: PlayerError,
    },
    /// The flag was raised.
    Stopped,
}

/// A seat that values openings one after the other spends at most this part of its clock on them: nothing tells it how
/// long the game will be, and it is not asked for a move.
const PART_OF_CLOCK: u32 = 16;

/// Leads two seats through a procedure. What is left of their time for the game is in their terms afterwards.
pub fn conduct(
    mut opening: Opening,
    seats: [&mut Seat; 2],
    terms: &mut [Terms; 2],
    house: &HouseRules,
    stop: &StopFlag,
) -> Conducted {
    let mut asking = Asking {
        seats,
        terms,
        house,
        stop,
        ahead: Vec::new(),
    };
    loop {
        let seat = match opening.request() {
            Request::Done { black } => return asking.finish(&opening, number(black)),
            Request::Place { seat, .. }
            | Request::Offer { seat, .. }
            | Request::Pick { seat, .. }
            | Request::Choose { seat, .. } => number(seat),
        };
        let answer = asking.answer(seat, &opening);
        if stop.is_raised() {
            return Conducted::Stopped;
        }
        let taken = answer.and_then(|answer| {
            opening
                .apply(answer)
                .map_err(|error: OpeningError| PlayerError::Illegal(error.to_string()))
        });
        if let Err(fault) = taken {
            return Conducted::Forfeit {
                board: opening.board().clone(),
                seat,
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
    seats: [&'a mut Seat; 2],
    terms: &'a mut [Terms; 2],
    house: &'a HouseRules,
    stop: &'a StopFlag,
    /// Answers that a seat has given already, and that nobody has asked for yet; the next one last.
    ahead: Vec<Action>,
}

impl Asking<'_> {
    fn limits(&self, seat: usize) -> Limits {
        self.terms[seat].limits(&Clock::new(self.terms[seat].time))
    }

    /// Takes an answer's time off the clock.
    fn spend(&mut self, seat: usize, time: Duration) -> Result<(), PlayerError> {
        let clock = &mut self.terms[seat].time;
        let Some(left) = clock.game_time else {
            return Ok(());
        };
        let counted = counted_time(time, Some(left), self.house.margin);
        if counted > left {
            return Err(PlayerError::Time(format!(
                "{:.1} ms for an answer in the opening, with {:.1} ms left for the game",
                time.as_secs_f64() * 1e3,
                left.as_secs_f64() * 1e3
            )));
        }
        clock.game_time = Some(left - counted + clock.increment);
        Ok(())
    }

    fn control(&self) -> SearchControl<'static> {
        SearchControl::new(self.stop.clone(), Instant::now())
    }

    fn answer(&mut self, seat: usize, opening: &Opening) -> Result<Action, PlayerError> {
        if let Some(answer) = self.ahead.pop() {
            return Ok(answer);
        }
        let board = opening.board();
        let (mut limits, control) = (self.limits(seat), self.control());
        let mut answers = match (opening.procedure(), opening.request()) {
            (Procedure::Swap2, Request::Place { .. }) if board.ply() == 0 => {
                match self.swap2_answer(seat, board, &limits, &control)? {
                    Some(Swap2Answer::Stones(points)) if points.len() == 3 => {
                        points.into_iter().map(Action::Place).collect()
                    }
                    Some(other) => {
                        return Err(PlayerError::Illegal(format!("{other:?} to begin swap2")));
                    }
                    None => Vec::new(),
                }
            }
            (Procedure::Swap | Procedure::Swap2, Request::Choose { options, .. }) => {
                self.color(seat, opening, options, &limits, &control)?
            }
            _ => Vec::new(),
        };
        if answers.is_empty() {
            if board.ply() == 0 {
                let part = limits.time_left.map(|left| left / PART_OF_CLOCK);
                limits.turn_time = limits.turn_time.into_iter().chain(part).min();
            }
            let (given, time) = self.seats[seat]
                .ask(|player| players::opening::answer(player, opening, &limits, &control))?;
            self.spend(seat, time)?;
            answers = given;
        }
        self.ahead = answers.into_iter().rev().collect();
        self.ahead
            .pop()
            .ok_or_else(|| PlayerError::Illegal("no answer in the opening".to_owned()))
    }

    /// The choice of swap and swap2. Whoever stays white has found its move already, and says it with the choice.
    fn color(
        &mut self,
        seat: usize,
        opening: &Opening,
        options: &[Choice],
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Vec<Action>, PlayerError> {
        let board = opening.board();
        let own = if *opening.procedure() == Procedure::Swap2 {
            self.swap2_answer(seat, board, limits, control)?
        } else {
            None
        };
        let (choice, points) = match own {
            Some(Swap2Answer::Swap) => (Choice::Black, Vec::new()),
            Some(Swap2Answer::Stones(points)) if points.len() == 1 => (Choice::White, points),
            Some(Swap2Answer::Stones(points))
                if points.len() == 2 && options.contains(&Choice::PlaceTwo) =>
            {
                (Choice::PlaceTwo, points)
            }
            Some(other) => {
                return Err(PlayerError::Illegal(format!(
                    "{other:?} to a choice of swap2"
                )));
            }
            None => {
                let (choice, time) =
                    self.seats[seat].ask(|player| swap2::choose(player, board, limits, control))?;
                self.spend(seat, time)?;
                match choice {
                    Swap2Answer::Swap => (Choice::Black, Vec::new()),
                    Swap2Answer::Stones(points) => (Choice::White, points),
                }
            }
        };
        let stones = points.into_iter().map(Action::Place);
        Ok([Action::Choose(choice)].into_iter().chain(stones).collect())
    }

    fn swap2_answer(
        &mut self,
        seat: usize,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Result<Option<Swap2Answer>, PlayerError> {
        match self.seats[seat].swap2(board, limits, control)? {
            None => Ok(None),
            Some((answer, time)) => {
                self.spend(seat, time)?;
                Ok(Some(answer))
            }
        }
    }

    /// Whoever stayed has named its first move with the choice.
    fn finish(&mut self, opening: &Opening, black: usize) -> Conducted {
        let mut board = opening.board().clone();
        let white = 1 - black;
        let first = match self.ahead.pop() {
            Some(Action::Place(point)) => Some(point),
            _ => None,
        };
        match first.map(|point| board.play(point)) {
            Some(Err(error)) => Conducted::Forfeit {
                board,
                seat: white,
                fault: PlayerError::Illegal(error.to_string()),
            },
            _ => Conducted::Ready { board, black },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Color, Rule, Size, TimeControl};

    #[test]
    fn every_procedure_ends_with_a_board() {
        for procedure in Procedure::NAMED {
            let opening = Opening::new(procedure.clone(), Size::FIFTEEN, Rule::Standard).unwrap();
            let (mut first, mut second) = (
                Seat::new(&"greedy".parse().unwrap(), 1),
                Seat::new(&"random".parse().unwrap(), 2),
            );
            let conducted = conduct(
                opening,
                [&mut first, &mut second],
                &mut [Terms::default(), Terms::default()],
                &HouseRules::default(),
                &StopFlag::new(),
            );
            let Conducted::Ready { board, black } = conducted else {
                panic!("{procedure}: {conducted:?}");
            };
            match procedure {
                Procedure::Free => assert_eq!((board.ply(), black), (0, 0)),
                Procedure::Pro | Procedure::LongPro => {
                    assert_eq!((board.side_to_move(), black), (Color::White, 0));
                }
                Procedure::Swap | Procedure::Swap2 => {
                    assert!([3, 4].contains(&board.ply()), "{procedure}");
                }
                _ => assert_eq!(board.ply(), 5, "{procedure}"),
            }
        }
    }

    /// Leads two greedy players through swap2, each with this much time for the game; what came of it and what is left.
    fn timed(game: [Duration; 2]) -> (Conducted, [Duration; 2]) {
        let spec = "greedy".parse().unwrap();
        let mut terms = game.map(|game| Terms {
            time: TimeControl {
                game_time: Some(game),
                ..TimeControl::default()
            },
            ..Terms::default()
        });
        let house = HouseRules {
            margin: Duration::ZERO,
            ..HouseRules::default()
        };
        let conducted = conduct(
            Opening::new(Procedure::Swap2, Size::FIFTEEN, Rule::Standard).unwrap(),
            [&mut Seat::new(&spec, 1), &mut Seat::new(&spec, 2)],
            &mut terms,
            &house,
            &StopFlag::new(),
        );
        (conducted, terms.map(|terms| terms.time.game_time.unwrap()))
    }

    #[test]
    fn who_thinks_in_the_opening_pays_for_it() {
        let hour = Duration::from_secs(3600);
        let (conducted, left) = timed([hour; 2]);
        assert!(
            matches!(conducted, Conducted::Ready { .. }),
            "{conducted:?}"
        );
        // One put the stones and the other chose: neither for nothing.
        assert!(left.iter().all(|&left| left < hour), "{left:?}");
    }

    #[test]
    fn who_has_no_time_left_loses_in_the_opening() {
        let hour = Duration::from_secs(3600);
        for poor in [0, 1] {
            let mut game = [hour; 2];
            game[poor] = Duration::from_nanos(1);
            let (conducted, _) = timed(game);
            let Conducted::Forfeit { seat, fault, .. } = conducted else {
                panic!("{conducted:?}");
            };
            assert_eq!(seat, poor);
            assert!(matches!(fault, PlayerError::Time(_)), "{fault}");
        }
    }

    #[test]
    fn every_answer_earns_the_increment() {
        let second = Duration::from_secs(1);
        let control = TimeControl {
            game_time: Some(second * 10),
            increment: second,
            ..TimeControl::default()
        };
        let mut terms = [control; 2].map(|time| Terms {
            time,
            ..Terms::default()
        });
        let spec = "greedy".parse().unwrap();
        let mut asking = Asking {
            seats: [&mut Seat::new(&spec, 1), &mut Seat::new(&spec, 2)],
            terms: &mut terms,
            house: &HouseRules::default(),
            stop: &StopFlag::new(),
            ahead: Vec::new(),
        };
        asking.spend(1, second * 4).unwrap();
        assert_eq!(asking.limits(1).time_left, Some(second * 7));
        assert_eq!(asking.limits(0).time_left, Some(second * 10));
        // As late as the margin allows, and later.
        asking
            .spend(1, second * 7 + Duration::from_millis(50))
            .unwrap();
        assert_eq!(asking.limits(1).time_left, Some(second));
        let fault = asking.spend(1, second * 2).unwrap_err();
        assert!(fault.to_string().contains("1000.0 ms left"), "{fault}");
    }
}

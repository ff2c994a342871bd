//! Opening procedures: how two players reach a fair position before the game proper.
//!
//! Each procedure is a small state machine. It asks one of the two seats for a stone or a choice
//! ([`Opening::request`]), takes the answer ([`Opening::answer`]), and in the end says which seat plays black. A
//! dialog, a protocol and a match runner can all drive it.
//!
//! | procedure | what happens |
//! |---|---|
//! | free | nothing: the first seat is black |
//! | balanced | stones from a list are on the board: Gomocup's way, each opening being played with both colors |
//! | pro, long pro | black at the center, white anywhere, black outside the central 5 × 5 or 7 × 7 |
//! | swap | the first seat puts black, white, black; the second chooses a color |
//! | swap2 | the same, but the second may instead put white and black and let the first choose |

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, IllegalMove};
use crate::color::Color;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::size::Size;

/// One of the two players, before it is known who is black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// The one who begins the procedure.
    First,
    /// The other one.
    Second,
}

impl std::ops::Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// A way to begin a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// No procedure.
    Free,
    /// These stones, black first.
    Balanced(Vec<Point>),
    /// Black's second stone lies outside the central 5 × 5.
    Pro,
    /// Black's second stone lies outside the central 7 × 7.
    LongPro,
    /// Three stones, then a choice of color.
    Swap,
    /// Three stones, then a choice of color or two more stones.
    Swap2,
}

impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Procedure::Free => "free",
            Procedure::Balanced(_) => "balanced",
            Procedure::Pro => "pro",
            Procedure::LongPro => "long-pro",
            Procedure::Swap => "swap",
            Procedure::Swap2 => "swap2",
        })
    }
}

/// The text is not the name of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown opening procedure {0:?}: expected free, pro, long-pro, swap or swap2")]
pub struct ParseProcedureError(pub String);

impl FromStr for Procedure {
    type Err = ParseProcedureError;

    /// Reads the name of a procedure; balanced openings come from a list instead.
    fn from_str(text: &str) -> Result<Procedure, ParseProcedureError> {
        [
            Procedure::Free,
            Procedure::Pro,
            Procedure::LongPro,
            Procedure::Swap,
            Procedure::Swap2,
        ]
        .into_iter()
        .find(|procedure| procedure.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| ParseProcedureError(text.to_owned()))
    }
}

/// A decision in a swap procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Play black.
    Black,
    /// Play white, which moves next.
    White,
    /// Put one white and one black stone and let the other choose.
    PlaceTwo,
}

/// What the procedure waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A stone.
    Place {
        /// Who puts it.
        seat: Seat,
        /// Its color.
        color: Color,
        /// Where it may be put.
        region: PointSet,
    },
    /// A decision.
    Choose {
        /// Who decides.
        seat: Seat,
        /// Between what.
        options: &'static [Choice],
    },
    /// Nothing more: the game goes on from [`Opening::board`].
    Done {
        /// Who plays black.
        black: Seat,
    },
}

/// What a seat answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A stone.
    Place(Point),
    /// A decision.
    Choose(Choice),
}

/// Why a procedure cannot begin or an answer does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The board has no room outside the central square.
    #[error("the board is too small for this opening procedure")]
    BoardTooSmall,
    /// The stone may not be put there in this step.
    #[error("the stone must be put elsewhere in this step of the opening")]
    OutsideRegion,
    /// The rules do not allow the stone.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A stone was wanted and a choice given, or the other way round, or the choice is not offered.
    #[error("this is not what the opening asks for now")]
    Unexpected,
}

/// A procedure under way.
#[derive(Clone, Debug)]
pub struct Opening {
    procedure: Procedure,
    board: Board,
    choices: Vec<Choice>,
}

impl Opening {
    /// Begins a procedure.
    ///
    /// # Errors
    /// When the board is too small for it, or a stone of a balanced opening cannot be placed.
    pub fn new(procedure: Procedure, size: Size, rule: Rule) -> Result<Opening, OpeningError> {
        let mut opening = Opening {
            board: Board::new(size, rule),
            choices: Vec::new(),
            procedure,
        };
        if let Procedure::Balanced(stones) = &opening.procedure {
            for &stone in stones {
                opening.board.play(stone)?;
            }
        }
        let inner = opening.inner_square();
        if inner.is_some_and(|half| 2 * half + 1 >= size.get()) {
            return Err(OpeningError::BoardTooSmall);
        }
        Ok(opening)
    }

    /// The stones so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What is wanted next, and of whom.
    pub fn request(&self) -> Request {
        const COLORS: &[Choice] = &[Choice::Black, Choice::White];
        const COLORS_OR_STONES: &[Choice] = &[Choice::Black, Choice::White, Choice::PlaceTwo];
        let choose = |seat, options| Request::Choose { seat, options };
        match (&self.procedure, self.board.ply(), &self.choices[..]) {
            (Procedure::Free | Procedure::Balanced(_), ..) => Request::Done { black: Seat::First },
            (Procedure::Pro | Procedure::LongPro, ply, _) => self.pro(ply),
            (Procedure::Swap | Procedure::Swap2, ..=2, _) => {
                self.place(Seat::First, self.board.empty())
            }
            (Procedure::Swap, _, []) => choose(Seat::Second, COLORS),
            (Procedure::Swap2, _, []) => choose(Seat::Second, COLORS_OR_STONES),
            (_, 3 | 4, [Choice::PlaceTwo]) => self.place(Seat::Second, self.board.empty()),
            (_, _, [Choice::PlaceTwo]) => choose(Seat::First, COLORS),
            (_, _, [Choice::PlaceTwo, last]) => done(Seat::First, *last),
            (_, _, [last, ..]) => done(Seat::Second, *last),
        }
    }

    /// Takes an answer to the present request.
    ///
    /// # Errors
    /// When it does not fit; nothing changes then.
    pub fn answer(&mut self, answer: Answer) -> Result<(), OpeningError> {
        match (self.request(), answer) {
            (Request::Place { region, .. }, Answer::Place(point)) => {
                self.board.check(point)?;
                if !region.contains(point) {
                    return Err(OpeningError::OutsideRegion);
                }
                self.board.push(point);
                Ok(())
            }
            (Request::Choose { options, .. }, Answer::Choose(choice))
                if options.contains(&choice) =>
            {
                self.choices.push(choice);
                Ok(())
            }
            _ => Err(OpeningError::Unexpected),
        }
    }

    fn place(&self, seat: Seat, region: PointSet) -> Request {
        Request::Place {
            seat,
            color: self.board.side(),
            region,
        }
    }

    fn pro(&self, ply: usize) -> Request {
        let center = self.board.size().center();
        let empty = self.board.empty();
        match ply {
            0 => self.place(Seat::First, [center].into_iter().collect()),
            1 => self.place(Seat::Second, empty),
            2 => {
                let half = self.inner_square().unwrap_or(0);
                let outside = empty.iter().filter(|point| point.distance(center) > half);
                self.place(Seat::First, outside.collect())
            }
            _ => Request::Done { black: Seat::First },
        }
    }

    /// How far the central square that black's second stone must avoid reaches from the center.
    fn inner_square(&self) -> Option<u8> {
        match self.procedure {
            Procedure::Pro => Some(2),
            Procedure::LongPro => Some(3),
            _ => None,
        }
    }
}

fn done(chooser: Seat, choice: Choice) -> Request {
    Request::Done {
        black: if choice == Choice::Black {
            chooser
        } else {
            !chooser
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(procedure: Procedure) -> Opening {
        Opening::new(procedure, Size::FIFTEEN, Rule::Standard).unwrap()
    }

    fn place(opening: &mut Opening, column: u8, row: u8) {
        opening
            .answer(Answer::Place(Point::new(column, row)))
            .unwrap();
    }

    #[test]
    fn pro_and_long_pro_keep_the_second_black_stone_out() {
        for (procedure, inside, outside) in [
            (Procedure::Pro, (9, 9), (10, 7)),
            (Procedure::LongPro, (10, 7), (11, 7)),
        ] {
            let mut opening = opening(procedure);
            assert_eq!(
                opening.answer(Answer::Place(Point::new(6, 7))),
                Err(OpeningError::OutsideRegion)
            );
            place(&mut opening, 7, 7);
            place(&mut opening, 8, 7);
            assert_eq!(
                opening.answer(Answer::Place(Point::new(inside.0, inside.1))),
                Err(OpeningError::OutsideRegion)
            );
            place(&mut opening, outside.0, outside.1);
            assert_eq!(opening.request(), Request::Done { black: Seat::First });
        }
        let five = Size::new(5).unwrap();
        assert_eq!(
            Opening::new(Procedure::Pro, five, Rule::Freestyle).unwrap_err(),
            OpeningError::BoardTooSmall
        );
    }

    #[test]
    fn swap_lets_the_second_choose() {
        for (choice, black) in [(Choice::Black, Seat::Second), (Choice::White, Seat::First)] {
            let mut opening = opening(Procedure::Swap);
            assert_eq!(
                opening.answer(Answer::Choose(choice)),
                Err(OpeningError::Unexpected)
            );
            for column in 3..6 {
                assert!(matches!(
                    opening.request(),
                    Request::Place {
                        seat: Seat::First,
                        ..
                    }
                ));
                place(&mut opening, column, 4);
            }
            assert_eq!(
                opening.answer(Answer::Choose(Choice::PlaceTwo)),
                Err(OpeningError::Unexpected)
            );
            opening.answer(Answer::Choose(choice)).unwrap();
            assert_eq!(opening.request(), Request::Done { black });
            assert_eq!(opening.board().side(), Color::White);
        }
    }

    #[test]
    fn swap2_offers_two_more_stones() {
        let begin = || {
            let mut opening = opening(Procedure::Swap2);
            for column in 3..6 {
                place(&mut opening, column, 4);
            }
            opening
        };
        for (choice, black) in [(Choice::Black, Seat::Second), (Choice::White, Seat::First)] {
            let mut opening = begin();
            opening.answer(Answer::Choose(choice)).unwrap();
            assert_eq!(opening.request(), Request::Done { black });
        }
        for (choice, black) in [(Choice::Black, Seat::First), (Choice::White, Seat::Second)] {
            let mut opening = begin();
            opening.answer(Answer::Choose(Choice::PlaceTwo)).unwrap();
            for (row, color) in [(8, Color::White), (9, Color::Black)] {
                assert!(
                    matches!(opening.request(), Request::Place { seat: Seat::Second, color: c, .. } if c == color)
                );
                place(&mut opening, 8, row);
            }
            opening.answer(Answer::Choose(choice)).unwrap();
            assert_eq!(opening.request(), Request::Done { black });
            assert_eq!(opening.board().stone_count(), 5);
        }
    }

    #[test]
    fn balanced_stones_are_checked() {
        let stones = vec![Point::new(7, 7), Point::new(8, 8), Point::new(7, 7)];
        let doubled = Opening::new(
            Procedure::Balanced(stones.clone()),
            Size::FIFTEEN,
            Rule::Freestyle,
        );
        assert_eq!(
            doubled.unwrap_err(),
            OpeningError::Illegal(IllegalMove::Occupied)
        );
        let good = opening(Procedure::Balanced(stones[..2].to_vec()));
        assert_eq!(good.request(), Request::Done { black: Seat::First });
        assert_eq!(good.board().stone_count(), 2);
    }
}

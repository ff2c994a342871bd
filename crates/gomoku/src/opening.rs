//! Opening procedures such as swap2, which lead to a fair position before the game proper.
//!
//! An [`Opening`] is a state machine. [`Opening::request`] asks one of the two seats for a stone or a choice,
//! [`Opening::apply`] takes the answer, and the last request says which seat plays black. A user interface, a protocol or a
//! match runner can drive it.
//!
//! | procedure | steps |
//! |---|---|
//! | free | none: the first seat is black |
//! | balanced | the board starts with an opening from a list; Gomocup plays each one with both colors |
//! | pro, long pro | black at the center, white anywhere, black outside the central 5 × 5 or 7 × 7 |
//! | swap | the first seat places black, white, black; the second chooses a color |
//! | swap2 | like swap, but the second seat may instead place white and black and let the first choose |
//! | RIF | the first seat places one of the 26 openings; the second chooses a color; white moves; black offers two fifth moves and white picks one |
//! | Yamaguchi | like RIF, but the first seat declares the number of fifth moves with its opening |
//! | Soosõrv-8 | one of the 26 openings; the second seat chooses a color; white moves and declares up to eight fifth moves; black may swap; black offers and white picks |
//! | Taraguchi-10 | stones in the central squares of side 1, 3, 5 and 7, each followed by the right to swap; then a fifth in the 9 × 9 and a last swap, or no swap and ten fifth moves anywhere |
//!
//! The last four are procedures of the Renju International Federation. The 26 openings are the ways, up to symmetry, to
//! place black at the center, white next to it and black within the central 5 × 5. Fifth moves that lead to the same five
//! stones up to rotation, reflection and translation count as one.

mod fifth_moves;
mod script;

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, IllegalMove};
use crate::color::Color;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::rule::Rule;
use crate::size::Size;

use script::{Region, Role, Step};

/// One of the two players, whose colors are not yet decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Begins the procedure.
    First,
    /// The other player.
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

/// An opening procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// No procedure.
    Free,
    /// A given list of stones, black first.
    Balanced(Vec<Point>),
    /// Black's second stone must be outside the central 5 × 5.
    Pro,
    /// Black's second stone must be outside the central 7 × 7.
    LongPro,
    /// Three stones, then a choice of color.
    Swap,
    /// Three stones, then a choice of color or two more stones.
    Swap2,
    /// An opening, a choice of color, two fifth moves.
    Rif,
    /// An opening and a number of fifth moves, a choice of color.
    Yamaguchi,
    /// An opening, a choice of color, a fourth move and up to eight fifth moves, another choice of color.
    Soosorv8,
    /// A choice of color after every move, or ten fifth moves.
    Taraguchi10,
}

impl Procedure {
    /// Every procedure except balanced openings, which need a list.
    pub const NAMED: [Procedure; 9] = [
        Procedure::Free,
        Procedure::Pro,
        Procedure::LongPro,
        Procedure::Swap,
        Procedure::Swap2,
        Procedure::Rif,
        Procedure::Yamaguchi,
        Procedure::Soosorv8,
        Procedure::Taraguchi10,
    ];

    /// The name on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Procedure::Free => "free",
            Procedure::Balanced(_) => "balanced",
            Procedure::Pro => "pro",
            Procedure::LongPro => "long-pro",
            Procedure::Swap => "swap",
            Procedure::Swap2 => "swap2",
            Procedure::Rif => "rif",
            Procedure::Yamaguchi => "yamaguchi",
            Procedure::Soosorv8 => "soosorv-8",
            Procedure::Taraguchi10 => "taraguchi-10",
        }
    }
}

impl fmt::Display for Procedure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text does not name a procedure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown opening procedure {0:?}: expected {names}", names = Procedure::NAMED.each_ref().map(Procedure::name).join(", "))]
pub struct ParseProcedureError(pub String);

impl FromStr for Procedure {
    type Err = ParseProcedureError;

    /// Parses the name of a procedure in [`Procedure::NAMED`].
    fn from_str(text: &str) -> Result<Procedure, ParseProcedureError> {
        Procedure::NAMED
            .into_iter()
            .find(|procedure| procedure.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseProcedureError(text.to_owned()))
    }
}

/// A choice in a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Play black.
    Black,
    /// Play white.
    White,
    /// Place one white and one black stone and let the other seat choose.
    PlaceTwo,
    /// Offer this many fifth moves. In Taraguchi-10 always ten, and the seat that chooses it stays black.
    FifthMoves(u8),
}

/// The next step of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Place a stone.
    Place {
        /// The seat that places it.
        seat: Seat,
        /// The color of the stone.
        color: Color,
        /// The points allowed.
        region: PointSet,
    },
    /// Offer a fifth move.
    Offer {
        /// The seat that offers, which plays black.
        seat: Seat,
        /// The fifth moves offered so far.
        offered: Vec<Point>,
        /// The number of fifth moves to offer in all.
        count: u8,
        /// The points allowed: those not equivalent to an earlier offer.
        region: PointSet,
    },
    /// Pick one of the fifth moves.
    Pick {
        /// The seat that picks, which plays white.
        seat: Seat,
        /// The fifth moves offered.
        offered: Vec<Point>,
    },
    /// Make a choice.
    Choose {
        /// The seat that chooses.
        seat: Seat,
        /// The options.
        options: &'static [Choice],
    },
    /// The procedure is over: the game continues from [`Opening::board`].
    Done {
        /// The seat that plays black.
        black: Seat,
    },
}

/// The answer to a [`Request`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A point to place, offer or pick.
    Place(Point),
    /// A choice.
    Choose(Choice),
}

/// Errors of [`Opening::new`] and [`Opening::apply`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The board is too small for the regions of the procedure.
    #[error("the board is too small for this opening procedure")]
    BoardTooSmall,
    /// The point is outside the region of this step.
    #[error("this step of the opening does not allow a stone there")]
    OutsideRegion,
    /// The fifth move is equivalent to an earlier offer.
    #[error("the fifth move is equivalent to one that was offered before")]
    SameFifthMove,
    /// The point was not offered.
    #[error("the point was not offered")]
    NotOffered,
    /// The rules forbid the stone.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The action does not answer the current request.
    #[error("the opening does not expect this action now")]
    Unexpected,
}

/// An opening procedure in progress.
#[derive(Clone, Debug)]
pub struct Opening {
    procedure: Procedure,
    board: Board,
    /// The remaining steps.
    steps: &'static [Step],
    /// The seat that plays black, unless a seat swaps.
    black: Seat,
    /// The number of fifth moves that black offers.
    fifth_moves: u8,
    offered: Vec<Point>,
}

impl Opening {
    /// Starts a procedure.
    ///
    /// # Errors
    /// When the board is too small, or a stone of a balanced opening is illegal.
    pub fn new(procedure: Procedure, size: Size, rule: Rule) -> Result<Opening, OpeningError> {
        let mut board = Board::new(size, rule);
        if let Procedure::Balanced(stones) = &procedure {
            for &stone in stones {
                board.play(stone)?;
            }
        }
        if size.get() < script::min_board_size(&procedure) {
            return Err(OpeningError::BoardTooSmall);
        }
        Ok(Opening {
            steps: script::steps(&procedure),
            board,
            black: Seat::First,
            fifth_moves: script::fifth_moves(&procedure),
            offered: Vec::new(),
            procedure,
        })
    }

    /// The procedure.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The board so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The seat that plays black: the first, until a seat swaps.
    pub fn black(&self) -> Seat {
        self.black
    }

    /// The number of fifth moves that black will offer, as declared so far; one in procedures without offers.
    pub fn fifth_moves(&self) -> u8 {
        self.fifth_moves
    }

    /// The next step.
    pub fn request(&self) -> Request {
        match self.steps.first() {
            None => Request::Done { black: self.black },
            Some(Step::Stone(role, region)) => Request::Place {
                seat: self.seat(*role),
                color: self.board.side_to_move(),
                region: self.points(*region),
            },
            Some(Step::Choice(role, options)) => Request::Choose {
                seat: self.seat(*role),
                options,
            },
            Some(Step::FifthMoves) => self.fifth_move(),
        }
    }

    fn fifth_move(&self) -> Request {
        if self.fifth_moves == 1 {
            Request::Place {
                seat: self.black,
                color: Color::Black,
                region: self.board.empty(),
            }
        } else if self.offered.len() < usize::from(self.fifth_moves) {
            Request::Offer {
                seat: self.black,
                offered: self.offered.clone(),
                count: self.fifth_moves,
                region: fifth_moves::distinct(&self.board, &self.offered),
            }
        } else {
            Request::Pick {
                seat: !self.black,
                offered: self.offered.clone(),
            }
        }
    }

    /// Answers the current request.
    ///
    /// # Errors
    /// When the action does not fit the request. Nothing changes then.
    pub fn apply(&mut self, action: Action) -> Result<(), OpeningError> {
        match (self.request(), action) {
            (Request::Place { region, .. }, Action::Place(point)) => {
                self.board.check(point)?;
                if !region.contains(point) {
                    return Err(OpeningError::OutsideRegion);
                }
                self.place(point);
                Ok(())
            }
            (Request::Offer { region, .. }, Action::Place(point)) => {
                self.board.check(point)?;
                if !region.contains(point) {
                    return Err(OpeningError::SameFifthMove);
                }
                self.offered.push(point);
                Ok(())
            }
            (Request::Pick { offered, .. }, Action::Place(point)) => {
                if !offered.contains(&point) {
                    return Err(OpeningError::NotOffered);
                }
                self.place(point);
                Ok(())
            }
            (Request::Choose { seat, options }, Action::Choose(choice))
                if options.contains(&choice) =>
            {
                self.choose(seat, choice);
                Ok(())
            }
            _ => Err(OpeningError::Unexpected),
        }
    }

    fn place(&mut self, point: Point) {
        self.board.push(point);
        self.steps = &self.steps[1..];
    }

    fn choose(&mut self, seat: Seat, choice: Choice) {
        self.steps = match choice {
            Choice::PlaceTwo => script::TWO_MORE,
            Choice::FifthMoves(_) if self.procedure == Procedure::Taraguchi10 => script::TEN,
            _ => &self.steps[1..],
        };
        match choice {
            Choice::Black => self.black = seat,
            Choice::White => self.black = !seat,
            Choice::FifthMoves(count) => self.fifth_moves = count,
            Choice::PlaceTwo => {}
        }
    }

    fn seat(&self, role: Role) -> Seat {
        match role {
            Role::First => Seat::First,
            Role::Second => Seat::Second,
            Role::Black => self.black,
            Role::White => !self.black,
        }
    }

    fn points(&self, region: Region) -> PointSet {
        let center = self.board.size().center();
        let empty = self.board.empty();
        let by_distance = |is_allowed: &dyn Fn(u8) -> bool| {
            let allowed = empty
                .iter()
                .filter(|point| is_allowed(point.distance(center)));
            allowed.collect()
        };
        match region {
            Region::Anywhere => empty,
            Region::Within(reach) => by_distance(&|distance| distance <= reach),
            Region::Outside(reach) => by_distance(&|distance| distance > reach),
        }
    }
}

#[cfg(test)]
mod tests;

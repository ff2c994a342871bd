//! Opening procedures: how two players reach a fair position before the game proper.
//!
//! Each procedure is a list of steps. It asks one of the two seats for a stone or a choice
//! ([`Opening::request`]), takes the answer ([`Opening::apply`]), and in the end says which seat plays black. A
//! dialog, a protocol and a match runner can all drive it.
//!
//! | procedure | what happens |
//! |---|---|
//! | free | nothing: the first seat is black |
//! | balanced | stones from a list are on the board: Gomocup's way, each opening being played with both colors |
//! | pro, long pro | black at the center, white anywhere, black outside the central 5 × 5 or 7 × 7 |
//! | swap | the first seat puts black, white, black; the second chooses a color |
//! | swap2 | the same, but the second may instead put white and black and let the first choose |
//! | RIF | the first seat puts one of the 26 openings; the second chooses a color; white moves; black offers two fifth moves, of which white takes one |
//! | Yamaguchi | the same, but the first seat says with its opening how many fifth moves there will be |
//! | Soosõrv-8 | one of the 26 openings; the second chooses a color; white moves and says how many fifth moves, at most eight; black's side may swap; the fifth moves are offered |
//! | Taraguchi-10 | stones in the central square of 1, 3, 5 and 7 points, each followed by the right to swap; then a fifth in the 9 × 9 and a last swap, or no swap and ten fifth moves anywhere |
//!
//! The last four are those of the Renju International Federation. The 26 openings are the ways to put black at the
//! center, white beside it and black within the central 5 × 5, but for turning and mirroring. Fifth moves that
//! lead to the same five stones, however turned, mirrored or shifted, count as one.

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
    /// An opening, a choice of color, two fifth moves.
    Rif,
    /// An opening with a number of fifth moves, a choice of color.
    Yamaguchi,
    /// An opening, a choice of color, a fourth move with a number of fifth moves up to eight, another choice.
    Soosorv8,
    /// A choice of color after every move, or ten fifth moves.
    Taraguchi10,
}

impl Procedure {
    /// Every procedure that has a name of its own; balanced openings come from a list instead.
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

    /// The name.
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

/// The text is not the name of a procedure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown opening procedure {0:?}: expected {names}", names = Procedure::NAMED.each_ref().map(Procedure::name).join(", "))]
pub struct ParseProcedureError(pub String);

impl FromStr for Procedure {
    type Err = ParseProcedureError;

    /// Reads the name of a procedure; balanced openings come from a list instead.
    fn from_str(text: &str) -> Result<Procedure, ParseProcedureError> {
        Procedure::NAMED
            .into_iter()
            .find(|procedure| procedure.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseProcedureError(text.to_owned()))
    }
}

/// A decision in a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Play black.
    Black,
    /// Play white.
    White,
    /// Put one white and one black stone and let the other choose.
    PlaceTwo,
    /// So many fifth moves are offered. In Taraguchi-10, where it is always ten, whoever says it stays black.
    FifthMoves(u8),
}

/// What the procedure waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A stone.
    Place {
        /// Role puts it.
        seat: Seat,
        /// Its color.
        color: Color,
        /// Where it may be put.
        region: PointSet,
    },
    /// A point that may become the fifth move.
    Offer {
        /// Role offers it; always black's side.
        seat: Seat,
        /// What has been offered already.
        offered: Vec<Point>,
        /// How many there will be.
        count: u8,
        /// What may be offered: nothing that is the same move as one of those.
        region: PointSet,
    },
    /// One of the points that were offered.
    Pick {
        /// Role takes it; always white's side.
        seat: Seat,
        /// The points.
        offered: Vec<Point>,
    },
    /// A decision.
    Choose {
        /// Role decides.
        seat: Seat,
        /// Between what.
        options: &'static [Choice],
    },
    /// Nothing more: the game goes on from [`Opening::board`].
    Done {
        /// Role plays black.
        black: Seat,
    },
}

/// What a seat answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A point: where a stone is put, what is offered, or which offer is taken.
    Place(Point),
    /// A decision.
    Choose(Choice),
}

/// Why a procedure cannot begin or an answer does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningError {
    /// The board has no room for the squares of the procedure.
    #[error("the board is too small for this opening procedure")]
    BoardTooSmall,
    /// The stone may not be put there in this step.
    #[error("the stone must be put elsewhere in this step of the opening")]
    OutsideRegion,
    /// A fifth move that was offered already, or one that only differs from it by turning, mirroring or shifting.
    #[error("the fifth move is the same as one that was offered before")]
    SameFifthMove,
    /// The point was not offered.
    #[error("the point is none of those that were offered")]
    NotOffered,
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
    /// What is still to do.
    steps: &'static [Step],
    /// Role is black as things stand.
    black: Seat,
    /// How many fifth moves black offers.
    fifth_moves: u8,
    offered: Vec<Point>,
}

impl Opening {
    /// Begins a procedure.
    ///
    /// # Errors
    /// When the board is too small for it, or a stone of a balanced opening cannot be placed.
    pub fn new(procedure: Procedure, size: Size, rule: Rule) -> Result<Opening, OpeningError> {
        let mut board = Board::new(size, rule);
        if let Procedure::Balanced(stones) = &procedure {
            for &stone in stones {
                board.play(stone)?;
            }
        }
        if size.get() < script::smallest_board(&procedure) {
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

    /// Which procedure it is.
    pub fn procedure(&self) -> &Procedure {
        &self.procedure
    }

    /// The stones so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Role plays black as things stand: the first seat, until somebody swaps.
    pub fn black(&self) -> Seat {
        self.black
    }

    /// How many fifth moves black will offer, as far as that is known; one where there is no such step.
    pub fn fifth_moves(&self) -> u8 {
        self.fifth_moves
    }

    /// What is wanted next, and of whom.
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
                region: fifth_moves::different(&self.board, &self.offered),
            }
        } else {
            Request::Pick {
                seat: !self.black,
                offered: self.offered.clone(),
            }
        }
    }

    /// Takes an answer to the present request.
    ///
    /// # Errors
    /// When it does not fit; nothing changes then.
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
                self.decide(seat, choice);
                Ok(())
            }
            _ => Err(OpeningError::Unexpected),
        }
    }

    fn place(&mut self, point: Point) {
        self.board.push(point);
        self.steps = &self.steps[1..];
    }

    fn decide(&mut self, seat: Seat, choice: Choice) {
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

    fn seat(&self, who: Role) -> Seat {
        match who {
            Role::First => Seat::First,
            Role::Second => Seat::Second,
            Role::Black => self.black,
            Role::White => !self.black,
        }
    }

    fn points(&self, region: Region) -> PointSet {
        let center = self.board.size().center();
        let empty = self.board.empty();
        let which = |fits: &dyn Fn(u8) -> bool| {
            let fitting = empty.iter().filter(|point| fits(point.distance(center)));
            fitting.collect()
        };
        match region {
            Region::Anywhere => empty,
            Region::Within(reach) => which(&|distance| distance <= reach),
            Region::Outside(reach) => which(&|distance| distance > reach),
        }
    }
}

#[cfg(test)]
mod tests;

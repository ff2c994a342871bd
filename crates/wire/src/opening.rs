//! Opening procedures. The server keeps no state: each request carries all answers so far.

use gomoku::notation::{self, RowOrigin};
use gomoku::opening::{Action, Choice, Request};
use gomoku::{Opening, Point, PointSet, Procedure, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::names::{ProcedureName, RuleName, SeatName, Side};
use crate::position::{read_rule, read_size};
use crate::{RequestError, SearchLimits, point_names};

/// An opening procedure and the answers given so far.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningRequest {
    /// The procedure.
    pub procedure: ProcedureName,
    /// Points on a side; 15 by default.
    #[serde(default)]
    #[schema(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// `freestyle` by default.
    #[serde(default)]
    pub rule: Option<RuleName>,
    /// Each answer is a point, `black`, `white`, `place-two`, or a number of fifth moves.
    pub answers: Vec<String>,
    /// The spec string of the player that answers; only for `/api/opening/answer`.
    #[serde(default)]
    pub player: Option<String>,
    /// The search limits of that player.
    #[serde(default)]
    pub limits: SearchLimits,
}

/// Answers of a request; the longest procedure has about twenty.
const MAX_ANSWERS: u64 = 100;

impl OpeningRequest {
    /// The opening after all answers.
    ///
    /// # Errors
    /// When the board is too small for the procedure, or an answer does not fit.
    pub fn opening(&self) -> Result<Opening, RequestError> {
        let size = read_size(self.size)?;
        RequestError::check_maximum("answers", self.answers.len() as u64, MAX_ANSWERS)?;
        let procedure = Procedure::from(self.procedure);
        let mut opening =
            Opening::new(procedure, size, read_rule(self.rule)).map_err(RequestError::new)?;
        for text in &self.answers {
            let action = read_action(text, size)?;
            opening
                .apply(action)
                .map_err(|error| RequestError(format!("{text:?}: {error}")))?;
        }
        Ok(opening)
    }
}

/// The state of an opening procedure.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpeningState {
    /// The stones so far, as moves.
    pub moves: String,
    /// Who would be black if the procedure ended now.
    pub black: SeatName,
    /// What the procedure asks for next.
    pub step: OpeningStep,
}

/// What an opening procedure asks for next.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpeningStep {
    /// Place a stone.
    Place {
        /// Who places it.
        seat: SeatName,
        /// Its color.
        color: Side,
        /// The points allowed; null when every empty point is.
        #[schema(required = true)]
        region: Option<Vec<String>>,
    },
    /// Offer fifth moves, one answer each.
    Offer {
        /// Who offers them.
        seat: SeatName,
        /// Those offered so far.
        offered: Vec<String>,
        /// How many must be offered.
        count: u8,
        /// The points allowed; null when every empty point is.
        #[schema(required = true)]
        region: Option<Vec<String>>,
    },
    /// Pick one of the offered fifth moves.
    Pick {
        /// Who picks.
        seat: SeatName,
        /// The fifth moves.
        offered: Vec<String>,
    },
    /// Choose one of several options.
    Choose {
        /// Who chooses.
        seat: SeatName,
        /// The answers allowed.
        options: Vec<String>,
    },
    /// The procedure is over.
    Done {
        /// Who is black.
        black: SeatName,
    },
}

impl From<&Opening> for OpeningState {
    fn from(opening: &Opening) -> OpeningState {
        let board = opening.board();
        let size = board.size();
        let names = |points: Vec<Point>| point_names(points, size);
        let region =
            |points: PointSet| (points != board.empty()).then(|| point_names(points.iter(), size));
        let step = match opening.request() {
            Request::Place {
                seat,
                color,
                region: points,
            } => OpeningStep::Place {
                seat: seat.into(),
                color: color.into(),
                region: region(points),
            },
            Request::Offer {
                seat,
                offered,
                count,
                region: points,
            } => OpeningStep::Offer {
                seat: seat.into(),
                offered: names(offered),
                count,
                region: region(points),
            },
            Request::Pick { seat, offered } => OpeningStep::Pick {
                seat: seat.into(),
                offered: names(offered),
            },
            Request::Choose { seat, options } => OpeningStep::Choose {
                seat: seat.into(),
                options: options.iter().copied().map(write_choice).collect(),
            },
            Request::Done { black } => OpeningStep::Done {
                black: black.into(),
            },
        };
        OpeningState {
            moves: notation::write_moves(board.history().iter().copied(), size, RowOrigin::Bottom),
            black: opening.black().into(),
            step,
        }
    }
}

/// A player's answers to the next step.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpeningAnswers {
    /// One answer, or all fifth moves at once.
    pub answers: Vec<String>,
}

impl OpeningAnswers {
    /// Actions on a board of this size.
    pub fn new(actions: &[Action], size: Size) -> OpeningAnswers {
        let answers = actions.iter().map(|action| match *action {
            Action::Place(point) => point.name(size).to_string(),
            Action::Choose(choice) => write_choice(choice),
        });
        OpeningAnswers {
            answers: answers.collect(),
        }
    }
}

fn write_choice(choice: Choice) -> String {
    match choice {
        Choice::Black => "black".to_owned(),
        Choice::White => "white".to_owned(),
        Choice::PlaceTwo => "place-two".to_owned(),
        Choice::FifthMoves(count) => count.to_string(),
    }
}

fn read_action(text: &str, size: Size) -> Result<Action, RequestError> {
    let choice = match text {
        "black" => Some(Choice::Black),
        "white" => Some(Choice::White),
        "place-two" => Some(Choice::PlaceTwo),
        number => number.parse().ok().map(Choice::FifthMoves),
    };
    match choice {
        Some(choice) => Ok(Action::Choose(choice)),
        None => notation::parse_point(text, size, RowOrigin::Bottom)
            .map(Action::Place)
            .map_err(RequestError::new),
    }
}

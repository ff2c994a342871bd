//! A position, and what is known of it without a search.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, ForbiddenReason, Point, PointSet, Rule, Size, Threat};
use records::{NodeId, Play, Record, Setup};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::names::{RuleName, Side};
use crate::{RequestError, point_names};

/// A position: setup stones, if any, then moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PositionRequest {
    /// Points on a side; 15 by default.
    #[schema(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// `freestyle` by default.
    pub rule: Option<RuleName>,
    /// Moves such as `h8i9g7`: column letter and row counted from the bottom; `--` is a pass.
    #[schema(example = "h8i9g7")]
    pub moves: String,
    /// Black stones on the board before the first move.
    pub black: String,
    /// White stones on the board before the first move.
    pub white: String,
    /// Who makes the first of the moves; black by default.
    pub to_move: Option<Side>,
}

impl PositionRequest {
    /// The board after all moves.
    ///
    /// # Errors
    /// When the size, a point or a move is not legal.
    pub fn board(&self) -> Result<Board, RequestError> {
        let size = read_size(self.size)?;
        let mut record = Record::new(size);
        let mut taken = PointSet::EMPTY;
        for (color, text) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for point in read_points(text, "setup stones", size)?
                .into_iter()
                .flatten()
            {
                if taken.contains(point) {
                    let name = point.name(size);
                    return Err(RequestError(format!("two setup stones on {name}")));
                }
                taken.insert(point);
                let notes = record.node_mut(NodeId::ROOT).notes_mut();
                notes.setup.push(Setup::point(Some(color), point));
            }
        }
        let first = self.to_move.map_or(Color::Black, Color::from);
        if !taken.is_empty() || first == Color::White {
            record.node_mut(NodeId::ROOT).notes_mut().to_move = Some(first);
        }
        let colors = [first, !first].into_iter().cycle();
        let moves = read_points(&self.moves, "moves", size)?;
        let plays = colors
            .zip(moves)
            .map(|(color, point)| Play { color, point });
        record.add_line(NodeId::ROOT, plays);
        let rule = read_rule(self.rule);
        record.to_board(rule).map_err(RequestError::new)
    }

    /// The board of a game that is not over.
    ///
    /// # Errors
    /// As [`PositionRequest::board`], and when the game is over.
    pub fn open_board(&self) -> Result<Board, RequestError> {
        let board = self.board()?;
        if board.any_winner().is_some() || board.legal_moves().is_empty() {
            return Err(RequestError("the game is over".to_owned()));
        }
        Ok(board)
    }
}

fn read_points(text: &str, what: &str, size: Size) -> Result<Vec<Option<Point>>, RequestError> {
    let moves = notation::parse_moves(text, size, RowOrigin::Bottom)
        .map_err(|error| RequestError(format!("{what}: {error}")))?;
    if moves.len() > 2 * size.area() {
        return Err(RequestError(format!("{what}: more moves than points")));
    }
    Ok(moves)
}

pub(crate) fn read_size(size: Option<u8>) -> Result<Size, RequestError> {
    match size {
        None => Ok(Size::default()),
        Some(size) => {
            Size::new(size).ok_or_else(|| RequestError(format!("size {size} is not from 5 to 22")))
        }
    }
}

pub(crate) fn read_rule(rule: Option<RuleName>) -> Rule {
    rule.map(Rule::from).unwrap_or_default()
}

/// Reads alternating moves from the empty board, without passes.
pub(crate) fn board_after(
    size: Option<u8>,
    rule: Option<RuleName>,
    moves: &[Point],
) -> Result<Board, RequestError> {
    Board::with_moves(read_size(size)?, read_rule(rule), moves)
        .map_err(|(index, error)| RequestError(format!("move {}: {error}", index + 1)))
}

/// What is known of a position without a search.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionInfo {
    /// The side to move.
    pub to_move: Side,
    /// Stones on the board.
    pub stones: usize,
    /// The result, or null while the game is open.
    #[schema(required = true)]
    pub outcome: Option<OutcomeInfo>,
    /// Points on which renju forbids black to play.
    pub forbidden: Vec<ForbiddenPoint>,
    /// Points on which a side can make a three or more; empty when the game is won.
    pub threats: ThreatPoints,
    /// Liao's static evaluation.
    pub evaluation: EvaluationInfo,
    /// Liao's evaluation range: the points that New Heuristic considers, the most probable first; empty when the game is over.
    pub range: Vec<RangePoint>,
}

/// How a game ended on the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OutcomeInfo {
    /// The winner, or null for a draw.
    #[schema(required = true)]
    pub winner: Option<Side>,
    /// Why the game is over.
    pub reason: EndOfGame,
    /// The winning row; empty for a draw.
    pub row: Vec<String>,
}

/// Why a position is the last of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum EndOfGame {
    /// Five in a row.
    #[serde(rename = "five")]
    Five,
    /// No empty point is left.
    #[serde(rename = "full board")]
    FullBoard,
    /// Every empty point is forbidden.
    #[serde(rename = "no legal move")]
    NoLegalMove,
}

/// A point on which black must not play.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ForbiddenPoint {
    /// The point.
    pub point: String,
    /// `overline`, `double four` or `double three`.
    pub reason: String,
}

impl ForbiddenPoint {
    /// A forbidden point of a board of this size.
    pub fn new(point: Point, reason: ForbiddenReason, size: Size) -> ForbiddenPoint {
        ForbiddenPoint {
            point: point.name(size).to_string(),
            reason: reason.to_string(),
        }
    }
}

/// The threats of both sides.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ThreatPoints {
    /// Black's threats, the strongest first.
    pub black: Vec<ThreatPoint>,
    /// White's threats, the strongest first.
    pub white: Vec<ThreatPoint>,
}

/// A point on which a stone makes a threat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ThreatPoint {
    /// The point.
    pub point: String,
    /// What the stone makes.
    pub kind: ThreatKind,
}

/// A kind of threat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum ThreatKind {
    /// Five in a row.
    #[serde(rename = "five")]
    Five,
    /// A four with two winning points.
    #[serde(rename = "open four")]
    OpenFour,
    /// A four and an open three at once.
    #[serde(rename = "four and three")]
    FourThree,
    /// A four.
    #[serde(rename = "four")]
    Four,
    /// Two open threes at once.
    #[serde(rename = "double three")]
    DoubleThree,
    /// An open three.
    #[serde(rename = "three")]
    Three,
}

impl ThreatPoint {
    /// A threat of at least a three, or none.
    pub fn new(point: Point, threat: Threat, size: Size) -> Option<ThreatPoint> {
        let kind = match threat {
            Threat::Five => ThreatKind::Five,
            Threat::OpenFour => ThreatKind::OpenFour,
            Threat::FourThree => ThreatKind::FourThree,
            Threat::Four | Threat::FourPlus => ThreatKind::Four,
            Threat::DoubleThree => ThreatKind::DoubleThree,
            Threat::Forbidden => return None,
            threat if threat >= Threat::Three => ThreatKind::Three,
            _ => return None,
        };
        let point = point.name(size).to_string();
        Some(ThreatPoint { point, kind })
    }
}

/// A point of Liao's evaluation range.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct RangePoint {
    /// The point.
    pub point: String,
    /// Its probability in percent: 100 at the end of four stones, 80 of three, 60 of two, 40 of one.
    pub percent: u32,
    /// Whether it is among the candidates that a search keeps.
    pub is_kept: bool,
}

/// Liao's static evaluation of a board, with the shapes that it counts and the rules that score them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EvaluationInfo {
    /// The value of black's shapes.
    pub black: i32,
    /// The value of white's shapes.
    pub white: i32,
    /// How often each of the twenty shapes occurs, best first.
    pub shapes: Vec<ShapeCount>,
    /// What each rule of the evaluation adds; the sums are `black` and `white`.
    pub rules: Vec<EvaluationRule>,
}

/// What a rule of the evaluation adds.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EvaluationRule {
    /// What the rule asks for.
    pub rule: String,
    /// Whether Liao's Algorithm 3 prints it; the others are additions of this program.
    pub is_printed: bool,
    /// For black.
    pub black: i32,
    /// For white.
    pub white: i32,
}

/// How often a shape occurs.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ShapeCount {
    /// The kind of the shape, such as `live three`.
    pub shape: String,
    /// The shape: `X` an own stone, `O` an opponent's stone or the edge, `.` empty.
    pub pattern: String,
    /// Black's.
    pub black: i32,
    /// White's.
    pub white: i32,
}

impl OutcomeInfo {
    /// A win by this row, or a draw.
    pub fn new(winner: Option<Color>, reason: EndOfGame, row: &[Point], size: Size) -> OutcomeInfo {
        OutcomeInfo {
            winner: winner.map(Side::from),
            reason,
            row: point_names(row.iter().copied(), size),
        }
    }
}

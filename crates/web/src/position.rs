//! A position as pages write it, and what is to be said of it without searching.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Point, PointSet, Position, Rule, Size, Threat, forbidden};
use papers::stone_shapes::{ShapeCounts, StoneShape, board_eval};
use records::{NodeId, Play, Record, Setup};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::Given;

/// A position: free stones, if there are any, and the moves after them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PositionGiven {
    size: Option<u8>,
    rule: Option<String>,
    /// Such as `h8i9`; `--` is a pass.
    moves: String,
    /// Stones that were put there before the first move.
    black: String,
    white: String,
    /// Who moves first after that; black when nothing is said.
    to_move: Option<String>,
}

impl PositionGiven {
    /// The board, every move checked.
    pub(crate) fn board(&self) -> Result<Board, ApiError> {
        let (size, rule) = (read_size(self.size)?, read_rule(self.rule.as_deref())?);
        let points = |text: &str, what: &str| {
            let moves = notation::parse_moves(text, size, RowOrigin::Bottom);
            let moves = moves.map_err(|error| ApiError::Bad(format!("{what}: {error}")))?;
            if moves.len() > 2 * size.area() {
                return Err(ApiError::Bad(format!("{what}: more moves than points")));
            }
            Ok(moves)
        };
        let mut record = Record::new(size);
        let mut taken = PointSet::EMPTY;
        for (color, text) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for point in points(text, "free stones")?.into_iter().flatten() {
                if taken.contains(point) {
                    let name = point.name(size);
                    return Err(ApiError::Bad(format!("two free stones on {name}")));
                }
                taken.insert(point);
                let notes = record.node_mut(NodeId::ROOT).notes_mut();
                notes.setup.push(Setup::point(Some(color), point));
            }
        }
        let first = match self.to_move.as_deref() {
            None | Some("black") => Color::Black,
            Some("white") => Color::White,
            Some(other) => {
                return Err(ApiError::Bad(format!("{other:?} is not black or white")));
            }
        };
        if !taken.is_empty() || first == Color::White {
            record.node_mut(NodeId::ROOT).notes_mut().to_move = Some(first);
        }
        let colors = [first, !first].into_iter().cycle();
        let moves = points(&self.moves, "moves")?;
        let plays = colors
            .zip(moves)
            .map(|(color, point)| Play { color, point });
        record.add_line(NodeId::ROOT, plays);
        record.to_board(rule).map_err(ApiError::bad)
    }

    /// The board of a game that is not over.
    pub(crate) fn open_board(&self) -> Result<Board, ApiError> {
        let board = self.board()?;
        if board.any_winner().is_some() || board.legal_moves().is_empty() {
            return Err(ApiError::Bad("the game is over".to_owned()));
        }
        Ok(board)
    }
}

pub(crate) fn read_size(size: Option<u8>) -> Result<Size, ApiError> {
    match size {
        None => Ok(Size::default()),
        Some(size) => {
            Size::new(size).ok_or_else(|| ApiError::Bad(format!("size {size} is not from 5 to 22")))
        }
    }
}

pub(crate) fn read_rule(rule: Option<&str>) -> Result<Rule, ApiError> {
    let rule = rule.map(str::parse).transpose();
    Ok(rule.map_err(ApiError::bad)?.unwrap_or_default())
}

/// `POST /api/position`
pub(crate) async fn describe(
    Given(position): Given<PositionGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let board = position.board()?;
    let size = board.size();
    let name = |point: Point| point.name(size).to_string();
    let winner = board.any_winner();
    let row: Vec<String> = winner
        .and_then(|winner| winning_row(&board, winner))
        .unwrap_or_default()
        .into_iter()
        .map(name)
        .collect();
    let over = match winner {
        Some(winner) => json!({ "winner": winner.to_string(), "reason": "five", "row": row }),
        None if board.is_full() => json!({ "winner": null, "reason": "full board", "row": [] }),
        None if board.legal_moves().is_empty() => {
            json!({ "winner": null, "reason": "no legal move", "row": [] })
        }
        None => Value::Null,
    };
    let fouls = if board.rule().forbids(Color::Black) && winner.is_none() {
        forbidden::forbidden_points(&board)
    } else {
        Vec::new()
    };
    let forbidden: Vec<Value> = fouls
        .into_iter()
        .map(|(point, foul)| json!({ "point": name(point), "reason": foul.to_string() }))
        .collect();
    Ok(axum::Json(json!({
        "to_move": board.side_to_move().to_string(),
        "stones": board.stone_count(),
        "outcome": over,
        "forbidden": forbidden,
        "threats": threats(&board, winner),
        "evaluation": evaluation(&board),
    })))
}

/// The row, also where the five was put there as free stones.
fn winning_row(board: &Board, winner: Color) -> Option<Vec<Point>> {
    if let Some(row) = board.winning_row() {
        return Some(row);
    }
    let last = board
        .stones(winner)
        .find(|&point| board.wins(point, winner))?;
    // With a stone of the row as the last one, the board itself finds the row.
    let mut again = Board::new(board.size(), board.rule());
    let stones = Color::BOTH
        .into_iter()
        .flat_map(|color| board.stones(color).map(move |point| (color, point)));
    let others = stones.filter(|&(_, point)| point != last);
    for (color, point) in others.chain([(winner, last)]) {
        if again.side_to_move() != color {
            again.pass();
        }
        again.push(point);
    }
    again.winning_row()
}

/// Where each side could make a three or more.
fn threats(board: &Board, winner: Option<Color>) -> Value {
    if winner.is_some() {
        return json!({ "black": [], "white": [] });
    }
    let position = Position::new(board.clone());
    let of = |color: Color| -> Vec<Value> {
        Threat::ALL
            .into_iter()
            .filter(|&threat| threat >= Threat::Three && threat != Threat::Forbidden)
            .rev()
            .flat_map(|threat| {
                let points = position.patterns().points(color, threat);
                points.iter().map(move |point| (threat, point)).collect::<Vec<_>>()
            })
            .map(|(threat, point)| {
                json!({ "point": point.name(board.size()).to_string(), "kind": threat_name(threat) })
            })
            .collect()
    };
    json!({ "black": of(Color::Black), "white": of(Color::White) })
}

fn threat_name(threat: Threat) -> &'static str {
    match threat {
        Threat::Five => "five",
        Threat::OpenFour => "open four",
        Threat::FourThree => "four and three",
        Threat::Four | Threat::FourPlus => "four",
        Threat::DoubleThree => "double three",
        _ => "three",
    }
}

const SHAPES: [(StoneShape, &str); 10] = [
    (StoneShape::FiveInRow, "five"),
    (StoneShape::LiveFour, "live four"),
    (StoneShape::DeadFour, "dead four"),
    (StoneShape::JDeadFour, "dead four, gap after three"),
    (StoneShape::CDeadFour, "dead four, gap in the middle"),
    (StoneShape::LiveThree, "live three"),
    (StoneShape::JLiveThree, "live three with a gap"),
    (StoneShape::DeadThree, "dead three"),
    (StoneShape::LiveTwo, "live two"),
    (StoneShape::DeadTwo, "dead two"),
];

/// Liao's board value with the shapes that it counts.
fn evaluation(board: &Board) -> Value {
    let counts = Color::BOTH.map(|color| ShapeCounts::of_board(board, color));
    let shapes: Vec<Value> = SHAPES
        .iter()
        .map(|&(shape, name)| {
            json!({ "shape": name, "black": counts[0].count(shape), "white": counts[1].count(shape) })
        })
        .collect();
    json!({
        "black": board_eval(&counts[0]),
        "white": board_eval(&counts[1]),
        "shapes": shapes,
    })
}

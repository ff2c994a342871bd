//! `POST /api/position`: what is known of a position without a search.

use axum::response::Response;
use gomoku::{Board, Color, Point, Position, Threat, forbidden};
use papers::liao_2019::stone_shapes::{ShapeCounts, StoneShape, board_eval};
use wire::{
    EndOfGame, EvaluationInfo, ForbiddenPoint, OutcomeInfo, PositionInfo, PositionRequest,
    ShapeCount, ThreatPoint, ThreatPoints,
};

use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;

/// Result, forbidden points, threats and static evaluation of a position.
#[utoipa::path(post, path = "/api/position", request_body = PositionRequest, responses(
    (status = 200, description = "What is known of the position.", body = PositionInfo),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn position(
    caller: Caller,
    Json(request): Json<PositionRequest>,
) -> Result<Response, ApiError> {
    let info = move |_: &_| Ok(position_info(&request.board()?));
    caller.answer(|lanes| &lanes.documents, info).await
}

fn position_info(board: &Board) -> PositionInfo {
    let winner = board.any_winner();
    let forbidden = if board.rule().forbids(Color::Black) && winner.is_none() {
        forbidden::forbidden_points(board)
    } else {
        Vec::new()
    };
    let forbidden = forbidden
        .into_iter()
        .map(|(point, reason)| ForbiddenPoint::new(point, reason, board.size()));
    PositionInfo {
        to_move: board.side_to_move().into(),
        stones: board.stone_count(),
        outcome: outcome(board, winner),
        forbidden: forbidden.collect(),
        threats: match winner {
            Some(_) => ThreatPoints::default(),
            None => threats(board),
        },
        evaluation: evaluation(board),
    }
}

fn outcome(board: &Board, winner: Option<Color>) -> Option<OutcomeInfo> {
    let (reason, row) = match winner {
        Some(winner) => (EndOfGame::Five, winning_row(board, winner)),
        None if board.is_full() => (EndOfGame::FullBoard, None),
        None if board.legal_moves().is_empty() => (EndOfGame::NoLegalMove, None),
        None => return None,
    };
    let row = row.unwrap_or_default();
    Some(OutcomeInfo::new(winner, reason, &row, board.size()))
}

/// The winning row, also among setup stones.
fn winning_row(board: &Board, winner: Color) -> Option<Vec<Point>> {
    if let Some(row) = board.winning_row() {
        return Some(row);
    }
    let last = board
        .stones(winner)
        .find(|&point| board.wins(point, winner))?;
    // The board only finds rows through the last stone: replay with a stone of the row as the last one.
    let mut replay = Board::new(board.size(), board.rule());
    let stones = Color::BOTH
        .into_iter()
        .flat_map(|color| board.stones(color).map(move |point| (color, point)));
    let others = stones.filter(|&(_, point)| point != last);
    for (color, point) in others.chain([(winner, last)]) {
        if replay.side_to_move() != color {
            replay.pass();
        }
        replay.push(point);
    }
    replay.winning_row()
}

fn threats(board: &Board) -> ThreatPoints {
    let position = Position::new(board.clone());
    let threats_of = |color: Color| {
        let kinds = Threat::ALL.into_iter().rev();
        // Patterns only list the points of threats from a three on.
        let kinds = kinds.filter(|&threat| threat >= Threat::Three);
        let points = kinds.flat_map(|threat| {
            let points = position.patterns().points(color, threat);
            let points = points.iter().collect::<Vec<_>>().into_iter();
            points.filter_map(move |point| ThreatPoint::new(point, threat, board.size()))
        });
        points.collect()
    };
    ThreatPoints {
        black: threats_of(Color::Black),
        white: threats_of(Color::White),
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

/// Liao's static evaluation with the shapes that it counts.
fn evaluation(board: &Board) -> EvaluationInfo {
    let [black, white] = Color::BOTH.map(|color| ShapeCounts::of_board(board, color));
    let shapes = SHAPES.iter().map(|&(shape, name)| ShapeCount {
        shape: name.to_owned(),
        black: black.count(shape),
        white: white.count(shape),
    });
    EvaluationInfo {
        black: board_eval(&black),
        white: board_eval(&white),
        shapes: shapes.collect(),
    }
}

//! `POST /api/position`: what is known of a position without a search.

use axum::response::Response;
use gomoku::{Board, Color, Point, Position, Threat, forbidden};
use papers::liao_2019::board_eval::{PRINTED_RULES, RULES, rule_values};
use papers::liao_2019::new_heuristic::candidates::{self, CandidateSelection};
use papers::liao_2019::shape_table::shape_table;
use papers::liao_2019::stone_shapes::{ShapeCounts, StoneShape};
use wire::{
    EndOfGame, EvaluationInfo, EvaluationRule, ForbiddenPoint, OutcomeInfo, PositionInfo,
    PositionRequest, RangePoint, ShapeCount, ThreatPoint, ThreatPoints,
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
    let outcome = outcome(board, winner);
    PositionInfo {
        to_move: board.side_to_move().into(),
        stones: board.stone_count(),
        range: match outcome {
            Some(_) => Vec::new(),
            None => evaluation_range(board),
        },
        outcome,
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

/// The points that New Heuristic considers, without a search.
fn evaluation_range(board: &Board) -> Vec<RangePoint> {
    let kept = CandidateSelection::default().max_candidates;
    let selection = CandidateSelection {
        max_candidates: usize::MAX,
        ..CandidateSelection::default()
    };
    let range = candidates::evaluation_range(board, selection);
    let points = range.iter().enumerate().map(|(rank, one)| RangePoint {
        point: one.point().name(board.size()).to_string(),
        percent: one.percent(),
        is_kept: rank < kept,
    });
    points.collect()
}

fn shape_name(shape: StoneShape) -> &'static str {
    match shape {
        StoneShape::FiveInRow => "five",
        StoneShape::LiveFour => "live four",
        StoneShape::DeadFour => "dead four",
        StoneShape::JDeadFour => "dead four, gap after three",
        StoneShape::CDeadFour => "dead four, gap in the middle",
        StoneShape::LiveThree => "live three",
        StoneShape::JLiveThree => "live three with a gap",
        StoneShape::DeadThree => "dead three",
        StoneShape::LiveTwo => "live two",
        StoneShape::DeadTwo => "dead two",
    }
}

/// Liao's static evaluation with the shapes that it counts.
fn evaluation(board: &Board) -> EvaluationInfo {
    let shapes = shape_table(board).map(|row| ShapeCount {
        shape: shape_name(row.kind).to_owned(),
        pattern: row.pattern.to_owned(),
        black: row.counts[0],
        white: row.counts[1],
    });
    let [black, white] = Color::BOTH.map(|color| rule_values(&ShapeCounts::of_board(board, color)));
    let rules = RULES
        .iter()
        .enumerate()
        .map(|(index, rule)| EvaluationRule {
            rule: (*rule).to_owned(),
            is_printed: index < PRINTED_RULES,
            black: black[index],
            white: white[index],
        });
    EvaluationInfo {
        black: black.iter().sum(),
        white: white.iter().sum(),
        shapes: shapes.into(),
        rules: rules.collect(),
    }
}

//! Clocks and thoughts of a game as JSON: a list with one object for each move that a player made. What a player did
//! not say is left out, and times are in microseconds.

use std::time::Duration;

use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Candidate, MateIn, Point, SearchResult, Size};
use serde::{Deserialize, Serialize};

use crate::game::Ply;

#[derive(Serialize, Deserialize)]
struct PlyJson {
    #[serde(rename = "move")]
    point: String,
    us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_us: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_rate: Option<f64>,
    /// Plies to a forced result, negative for a loss; a win in 0 cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    selective_depth: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    nodes: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<CandidateJson>,
}

#[derive(Serialize, Deserialize)]
struct CandidateJson {
    #[serde(rename = "move")]
    point: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prior: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

pub(super) fn write(plies: &[Ply], size: Size) -> String {
    let name = |point: Point| point.name(size).to_string();
    let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    let plies: Vec<PlyJson> = plies
        .iter()
        .map(|ply| {
            let result = &ply.result;
            PlyJson {
                point: name(result.best_move),
                us: micros(ply.time),
                left_us: ply.left.map(micros),
                score: result.score.filter(|score| score.is_finite()),
                win_rate: result.win_rate.filter(|rate| rate.is_finite()),
                mate: result.mate.map(MateIn::signed),
                depth: result.depth.into(),
                selective_depth: result.selective_depth.into(),
                nodes: result.nodes,
                // The line begins with the move, which is there already.
                line: result.pv.iter().skip(1).copied().map(name).collect(),
                candidates: result
                    .candidates
                    .iter()
                    .map(|candidate| CandidateJson {
                        point: name(candidate.point),
                        visits: candidate.visits,
                        value: candidate.value,
                        prior: candidate.prior,
                        score: candidate.score,
                    })
                    .collect(),
            }
        })
        .collect();
    serde_json::to_string(&plies).unwrap_or_else(|_| "[]".to_owned())
}

pub(super) fn read(text: &str, size: Size) -> Option<Vec<Ply>> {
    let plies: Vec<PlyJson> = serde_json::from_str(text).ok()?;
    let point = |text: &str| parse_point(text, size, RowOrigin::Bottom).ok();
    plies
        .into_iter()
        .map(|ply| {
            let best = point(&ply.point)?;
            let rest: Option<Vec<Point>> = ply.line.iter().map(|name| point(name)).collect();
            let candidates: Option<Vec<Candidate>> = ply
                .candidates
                .iter()
                .map(|one| {
                    Some(Candidate {
                        visits: one.visits,
                        value: one.value,
                        prior: one.prior,
                        score: one.score,
                        ..Candidate::new(point(&one.point)?)
                    })
                })
                .collect();
            let time = Duration::from_micros(ply.us);
            Some(Ply {
                time,
                left: ply.left_us.map(Duration::from_micros),
                result: SearchResult {
                    score: ply.score,
                    win_rate: ply.win_rate,
                    mate: ply.mate.map(forced),
                    pv: std::iter::once(best).chain(rest?).collect(),
                    depth: u32::try_from(ply.depth).unwrap_or(u32::MAX),
                    selective_depth: u32::try_from(ply.selective_depth).unwrap_or(u32::MAX),
                    nodes: ply.nodes,
                    time,
                    candidates: candidates?,
                    ..SearchResult::new(best)
                },
            })
        })
        .collect()
}

fn forced(signed: i64) -> MateIn {
    let plies = u32::try_from(signed.unsigned_abs()).unwrap_or(u32::MAX);
    if signed > 0 {
        MateIn::Win(plies)
    } else {
        MateIn::Loss(plies)
    }
}

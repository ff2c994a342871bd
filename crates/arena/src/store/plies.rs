//! The `plies` column: a JSON list with an object per ply. Times are in microseconds; what the search did not report is
//! left out.

use std::time::Duration;

use gomoku::notation::{RowOrigin, parse_point};
use gomoku::{Candidate, MateIn, Point, SearchResult, Size};
use serde::{Deserialize, Serialize};

use crate::game::Ply;

#[derive(Serialize, Deserialize)]
struct StoredPly {
    #[serde(rename = "move")]
    point: String,
    time_us: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_left_us: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_rate: Option<f64>,
    /// Plies to mate, negative for a loss. There is no win in 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    selective_depth: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    nodes: u64,
    /// Principal variation without its first move, which is `point`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<StoredCandidate>,
}

#[derive(Serialize, Deserialize)]
struct StoredCandidate {
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
    reason = "serde passes a reference"
)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

pub(super) fn write(plies: &[Ply], size: Size) -> String {
    let plies: Vec<StoredPly> = plies.iter().map(|ply| StoredPly::new(ply, size)).collect();
    serde_json::to_string(&plies).unwrap_or_else(|_| "[]".to_owned())
}

pub(super) fn read(text: &str, size: Size) -> Option<Vec<Ply>> {
    let plies: Vec<StoredPly> = serde_json::from_str(text).ok()?;
    plies.into_iter().map(|ply| ply.read(size)).collect()
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn read_point(name: &str, size: Size) -> Option<Point> {
    parse_point(name, size, RowOrigin::Bottom).ok()
}

impl StoredPly {
    fn new(ply: &Ply, size: Size) -> StoredPly {
        let name = |point: Point| point.name(size).to_string();
        let result = &ply.result;
        StoredPly {
            point: name(result.best_move),
            time_us: micros(ply.time),
            time_left_us: ply.time_left.map(micros),
            score: result.score.filter(|score| score.is_finite()),
            win_rate: result.win_rate.filter(|rate| rate.is_finite()),
            mate: result.mate.map(MateIn::signed),
            depth: result.depth.into(),
            selective_depth: result.selective_depth.into(),
            nodes: result.nodes,
            pv: result.pv.iter().skip(1).copied().map(name).collect(),
            candidates: result
                .candidates
                .iter()
                .map(|candidate| StoredCandidate {
                    point: name(candidate.point),
                    visits: candidate.visits,
                    value: candidate.value,
                    prior: candidate.prior,
                    score: candidate.score,
                })
                .collect(),
        }
    }

    fn read(self, size: Size) -> Option<Ply> {
        let best_move = read_point(&self.point, size)?;
        let rest: Option<Vec<Point>> = self.pv.iter().map(|name| read_point(name, size)).collect();
        let candidates = self.candidates.iter().map(|candidate| candidate.read(size));
        let time = Duration::from_micros(self.time_us);
        Some(Ply {
            time,
            time_left: self.time_left_us.map(Duration::from_micros),
            result: SearchResult {
                score: self.score,
                win_rate: self.win_rate,
                mate: self.mate.map(mate_from_signed),
                pv: std::iter::once(best_move).chain(rest?).collect(),
                depth: u32::try_from(self.depth).unwrap_or(u32::MAX),
                selective_depth: u32::try_from(self.selective_depth).unwrap_or(u32::MAX),
                nodes: self.nodes,
                time,
                candidates: candidates.collect::<Option<_>>()?,
                ..SearchResult::new(best_move)
            },
        })
    }
}

impl StoredCandidate {
    fn read(&self, size: Size) -> Option<Candidate> {
        Some(Candidate {
            visits: self.visits,
            value: self.value,
            prior: self.prior,
            score: self.score,
            ..Candidate::new(read_point(&self.point, size)?)
        })
    }
}

fn mate_from_signed(signed: i64) -> MateIn {
    let plies = u32::try_from(signed.unsigned_abs()).unwrap_or(u32::MAX);
    if signed > 0 {
        MateIn::Win(plies)
    } else {
        MateIn::Loss(plies)
    }
}

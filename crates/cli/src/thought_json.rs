//! A thought as JSON: the format belongs to the command line, not to the domain type.

use gomoku::{Candidate, MateIn, Point, SearchResult, Size};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct SearchResultJson {
    #[serde(rename = "move")]
    point: String,
    score: Option<f64>,
    win_rate: Option<f64>,
    /// Plies to a forced result, negative for a loss.
    mate: Option<i64>,
    depth: u32,
    nodes: u64,
    time_ms: f64,
    pv: Vec<String>,
    candidates: Vec<CandidateJson>,
}

#[derive(Debug, Serialize)]
struct CandidateJson {
    #[serde(rename = "move")]
    point: String,
    visits: Option<u64>,
    value: Option<f64>,
    prior: Option<f64>,
    score: Option<f64>,
}

impl SearchResultJson {
    pub(crate) fn new(result: &SearchResult, size: Size) -> SearchResultJson {
        let name = |point: Point| point.name(size).to_string();
        SearchResultJson {
            point: name(result.best_move),
            score: result.score,
            win_rate: result.win_rate,
            mate: result.mate.map(MateIn::signed),
            depth: result.depth,
            nodes: result.nodes,
            time_ms: result.time.as_secs_f64() * 1e3,
            pv: result.pv.iter().copied().map(name).collect(),
            candidates: result
                .candidates
                .iter()
                .map(|candidate| CandidateJson::new(candidate, size))
                .collect(),
        }
    }
}

impl CandidateJson {
    fn new(candidate: &Candidate, size: Size) -> CandidateJson {
        CandidateJson {
            point: candidate.point.name(size).to_string(),
            visits: candidate.visits,
            value: candidate.value,
            prior: candidate.prior,
            score: candidate.score,
        }
    }
}

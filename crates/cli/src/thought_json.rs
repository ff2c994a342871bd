//! A thought as JSON: the format belongs to the command line, not to the domain type.

use gomoku::{Candidate, Forced, Point, Size, Thought};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct ThoughtJson {
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

impl ThoughtJson {
    pub(crate) fn new(thought: &Thought, size: Size) -> ThoughtJson {
        let name = |point: Point| point.name(size).to_string();
        ThoughtJson {
            point: name(thought.best),
            score: thought.score,
            win_rate: thought.win_rate,
            mate: thought.forced.map(Forced::signed),
            depth: thought.depth,
            nodes: thought.nodes,
            time_ms: thought.time.as_secs_f64() * 1e3,
            pv: thought.line.iter().copied().map(name).collect(),
            candidates: thought
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

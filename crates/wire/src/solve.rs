//! Solvers: does the side to move win by threats?

use std::time::Duration;

use gomoku::{Limits, Size};
use serde::{Deserialize, Serialize};
use threats::{Solution, Verdict};
use utoipa::ToSchema;

use crate::names::SolverName;
use crate::search::{MAX_NODES, MAX_TIME_MS};
use crate::{
    ErrorResponse, GameTree, PositionRequest, RequestError, StreamEvent, milliseconds, point_names,
};

/// Asks a solver for a win of the side to move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The position. The game must not be over.
    pub position: PositionRequest,
    /// The solver.
    pub kind: SolverName,
    /// Time limit.
    #[serde(default)]
    #[schema(maximum = 86_400_000)]
    pub time_ms: Option<u64>,
    /// Node limit.
    #[serde(default)]
    #[schema(maximum = 1_000_000_000_000_000_u64)]
    pub nodes: Option<u64>,
}

impl SolveRequest {
    /// The limits of the solver.
    ///
    /// # Errors
    /// When a number is too large.
    pub fn limits(&self) -> Result<Limits, RequestError> {
        RequestError::check_maximum("time_ms", self.time_ms, MAX_TIME_MS)?;
        RequestError::check_maximum("nodes", self.nodes, MAX_NODES)?;
        Ok(Limits {
            turn_time: self.time_ms.map(Duration::from_millis),
            nodes: self.nodes,
            ..Limits::default()
        })
    }
}

/// What a solver found.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SolveResult {
    /// The verdict.
    pub verdict: VerdictName,
    /// The main line of a win.
    pub line: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub time_ms: f64,
    /// Attacking moves in the proof.
    pub attacks: usize,
    /// The proof as a game tree: each attack with every defense. Null without a win, for very large proofs, and on the
    /// command line.
    #[schema(required = true)]
    pub proof: Option<Box<GameTree>>,
}

/// A solver's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictName {
    /// The side to move wins; the proof was verified.
    Win,
    /// There is no win of this kind: the solver searched the whole tree.
    None,
    /// The search was stopped before it knew.
    Unknown,
}

impl From<&Verdict> for VerdictName {
    fn from(verdict: &Verdict) -> VerdictName {
        match verdict {
            Verdict::Win(_) => VerdictName::Win,
            Verdict::None => VerdictName::None,
            Verdict::Unknown => VerdictName::Unknown,
        }
    }
}

impl SolveResult {
    /// A solution on a board of this size, without its proof tree.
    pub fn new(solution: &Solution, size: Size) -> SolveResult {
        SolveResult {
            verdict: VerdictName::from(&solution.verdict),
            line: point_names(solution.line(), size),
            nodes: solution.nodes,
            time_ms: milliseconds(solution.time),
            attacks: match &solution.verdict {
                Verdict::Win(proof) => proof.len(),
                Verdict::None | Verdict::Unknown => 0,
            },
            proof: None,
        }
    }
}

/// An event of a solver; there is exactly one.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SolveEvent {
    /// The result.
    Done(SolveResult),
    /// The solver failed.
    Error(ErrorResponse),
}

impl StreamEvent for SolveEvent {
    fn name(&self) -> &'static str {
        match self {
            SolveEvent::Done(_) => "done",
            SolveEvent::Error(_) => "error",
        }
    }
}

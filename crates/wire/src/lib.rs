//! The wire format: one serde struct for every JSON document that the server, the command line and the reports exchange.
//!
//! Domain types derive no serde; they are converted here, so a rename in a search never changes a key. Every type also
//! describes itself as an OpenAPI schema: `GET /api/openapi.json` and the page's TypeScript types are generated from
//! these structs, and the doc comments below are their descriptions.
//!
//! Pure data and conversions: no HTTP, no threads, no clock, no files, so that the crate also compiles to WebAssembly.
//!
//! | file | documents |
//! |---|---|
//! | `names.rs` | colors, rules, procedures and solvers by name |
//! | `position.rs` | a position, and what is known of it without a search |
//! | `search.rs`, `solve.rs`, `opening.rs` | searches, solvers and opening procedures |
//! | `game_tree.rs` | a game with its variations, and the files it is read from and written to |
//! | `catalog.rs` | players and their parameters; the server's own state |
//! | `simulation.rs`, `job.rs`, `experiment.rs` | long computations: settings, progress, reports, results |
//! | `match_summary.rs` | results of matches and tournaments |
//! | `library.rs` | stored games |
//! | `error.rs` | errors |
#![forbid(unsafe_code)]

mod catalog;
mod error;
mod experiment;
mod game_tree;
mod job;
mod library;
mod match_summary;
mod names;
mod opening;
mod position;
mod search;
mod simulation;
mod solve;

pub use catalog::{Catalog, Health, ParamInfo, ParamType, ParamValue, PlayerInfo};
pub use error::{ErrorResponse, RequestError};
pub use experiment::{
    ExperimentInfo, ExperimentPlayer, ExperimentRequest, ExperimentResults, ExperimentSummary,
    ExperimentTable, ProgramInfo,
};
pub use game_tree::{
    FileQuery, GameTree, MAX_TREE_NODES, RecordFormat, RecordResponse, SetupStones, TreeNode,
    WriteRecordRequest,
};
pub use job::{JobEvent, JobId, JobKind, JobProgress, JobState, LiveBoard, ReportInfo};
pub use library::{
    EndingRequest, ExploreQuery, GameEnding, GameInfo, GameList, GameQuery, GameRef, MoveStats,
    PositionStats, ResultFilter, SaveGameRequest,
};
pub use match_summary::{
    Forfeits, MatchSummary, OneSidedOpening, PairingSummary, RatedPlayer, TournamentSummary,
};
pub use names::{ProcedureName, RuleName, SeatName, Side, SolverName};
pub use opening::{OpeningAnswers, OpeningRequest, OpeningState, OpeningStep};
pub use position::{
    EndOfGame, EvaluationInfo, EvaluationRule, ForbiddenPoint, OutcomeInfo, PositionInfo,
    PositionRequest, RangePoint, ShapeCount, ThreatKind, ThreatPoint, ThreatPoints,
};
pub use search::{CandidateInfo, SearchInfo, SearchLimits, ThinkEvent, ThinkRequest};
pub use simulation::{GameLimits, SimulationRequest, SimulationSummary};
pub use solve::{SolveEvent, SolveRequest, SolveResult, VerdictName};

use std::time::Duration;

use gomoku::{Point, Size};

/// One event of a streamed response. As a line of JSON the name is the key `event`.
pub trait StreamEvent: serde::Serialize + Send + 'static {
    /// The value of `event`, and the event name of server-sent events.
    fn name(&self) -> &'static str;
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn point_names(points: impl IntoIterator<Item = Point>, size: Size) -> Vec<String> {
    let names = points.into_iter().map(|point| point.name(size).to_string());
    names.collect()
}

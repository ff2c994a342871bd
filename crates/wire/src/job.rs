//! Jobs: simulations and experiments, which take minutes, and their reports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{MatchSummary, SimulationRequest, StreamEvent};

/// The progress of a job.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct JobProgress {
    /// The id.
    pub id: u64,
    /// What it computes.
    pub kind: JobKind,
    /// The name of its report.
    pub name: String,
    /// Whether it runs.
    pub state: JobState,
    /// One line about the progress; may be empty.
    pub message: String,
    /// Games finished.
    pub done: u64,
    /// Games to play, where the number is known.
    #[schema(required = true)]
    pub total: Option<u64>,
    /// The settings of a simulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<SimulationRequest>,
    /// The result of a simulation so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<MatchSummary>,
    /// Some of the games in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<LiveBoard>>,
    /// The name of the report, once it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Why the job failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What a job computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// Games between two players.
    Simulation,
    /// A table or figure of the papers.
    Experiment,
}

/// Whether a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// It runs.
    Running,
    /// It has finished.
    Finished,
    /// It was stopped and can be continued.
    Stopped,
    /// It failed.
    Failed,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct LiveBoard {
    /// The number of the game, counted from 0.
    pub number: u64,
    /// The moves so far.
    pub moves: String,
    /// Points on a side.
    pub size: u8,
    /// The name of black's player.
    pub black: String,
    /// The name of white's player.
    pub white: String,
}

/// An event of a job. The stream ends when the job does.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum JobEvent {
    /// The progress has changed; at most four times a second.
    Progress(JobProgress),
}

impl StreamEvent for JobEvent {
    fn name(&self) -> &'static str {
        match self {
            JobEvent::Progress(_) => "progress",
        }
    }
}

/// A job.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
pub struct JobId {
    /// The id.
    pub id: u64,
}

/// A report of a simulation or an experiment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReportInfo {
    /// The name of its folder below `/reports/`.
    pub name: String,
    /// The title.
    pub title: String,
    /// What was computed.
    pub kind: JobKind,
    /// When it was written, in Unix seconds; 0 without a report.
    pub written: u64,
    /// Whether `report.html` exists. A simulation that was killed has none yet.
    pub has_report: bool,
    /// The settings of a simulation, with which it can be continued.
    #[schema(required = true)]
    pub settings: Option<SimulationRequest>,
    /// Games of a simulation.
    #[schema(required = true)]
    pub games: Option<u64>,
    /// The first player's points per game.
    #[schema(required = true)]
    pub score: Option<f64>,
}

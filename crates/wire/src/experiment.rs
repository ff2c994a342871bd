//! Experiments: the list, and the results of a run, which are also its `summary.json`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::GameLimits;

/// An experiment that comes with the program.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentInfo {
    /// The name.
    pub name: String,
    /// The title.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// The paper with its table or figure, if there is one.
    #[schema(required = true)]
    pub source: Option<String>,
    /// The page of the paper below `/papers/`; experiments of a paper have the same page.
    #[schema(required = true)]
    pub paper_page: Option<String>,
    /// The title of that page.
    #[schema(required = true)]
    pub paper_title: Option<String>,
    /// Roughly how long it takes, such as `20 min`.
    #[schema(required = true)]
    pub duration: Option<String>,
    /// The kind of experiment, such as `matches`.
    pub kind: String,
    /// The name of the last report of a full run, if there is one.
    #[schema(required = true)]
    pub report: Option<String>,
    /// The name of the last report of a quick run, if there is one.
    #[schema(required = true)]
    pub quick_report: Option<String>,
}

/// Starts an experiment, or continues it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExperimentRequest {
    /// The name.
    pub name: String,
    /// A small run that only shows that it works.
    #[serde(default)]
    pub quick: bool,
}

/// The results of an experiment, as far as it has been run.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentResults {
    /// Those of the last full run.
    #[schema(required = true)]
    pub full: Option<ExperimentSummary>,
    /// Those of the last quick run.
    #[schema(required = true)]
    pub quick: Option<ExperimentSummary>,
}

/// The results of an experiment, and everything that is needed to repeat it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentSummary {
    /// Version of the format: 1.
    pub version: u32,
    /// The name of the experiment.
    pub experiment: String,
    /// The title.
    pub title: String,
    /// The question that it answers.
    pub question: String,
    /// The paper with its table or figure, if there is one.
    #[schema(required = true)]
    pub source: Option<String>,
    /// The kind of experiment, such as `matches`.
    pub kind: String,
    /// Whether this is a small run that only shows that it works.
    pub quick: bool,
    /// The command that repeats it.
    pub command: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The program.
    pub program: ProgramInfo,
    /// The day on which the run began.
    pub date: String,
    /// Games played.
    pub games: u64,
    /// Searches outside of games.
    pub searches: u64,
    /// What was left out, and why.
    pub skipped: Vec<String>,
    /// The players.
    pub players: Vec<ExperimentPlayer>,
    /// The tables, ours beside the paper's.
    pub tables: Vec<ExperimentTable>,
    /// The measured rows; their keys depend on the kind.
    pub findings: serde_json::Value,
}

/// The program that ran an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProgramInfo {
    /// Its version.
    pub version: String,
    /// The commit that it was built from, where that is known; `+` follows if files had been changed.
    #[schema(required = true)]
    pub commit: Option<String>,
}

/// A player of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentPlayer {
    /// The name.
    pub name: String,
    /// The spec string.
    pub spec: String,
    /// The limits of each move or game.
    pub limits: GameLimits,
}

/// A table of results.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct ExperimentTable {
    /// The name of its CSV file without the ending.
    pub name: String,
    /// The caption.
    pub title: String,
    /// Column titles. Those of the paper's figures begin with `paper`.
    pub header: Vec<String>,
    /// Cells. The first cell of a row with the paper's figures ends with `, paper`.
    pub rows: Vec<Vec<String>>,
    /// Remarks below the table.
    pub notes: Vec<String>,
}

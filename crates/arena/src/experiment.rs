//! Experiments: a TOML file poses a question, and running it writes tables, plots and a report.
//!
//! | table in the file | measures |
//! |---|---|
//! | `[matches]` | match results, with both colors or fixed ones |
//! | `[self_match]` | each player against itself: the value of the first move |
//! | `[convergence]` | in a position with known best moves, the failure rate of independent searches by iterations |
//! | `[speed]` | nodes, iterations or depth reached in a given time |
//! | `[counts]` | nodes per move by the number of stones on the board |
//! | `[sweep]` | the score against one opponent by the value of a parameter |
//!
//! A file has `version`, `title`, `question`, players with their limits, and exactly one of these tables. Values in
//! `[quick]` override those of the table in a quick run. Unknown keys are errors. `paper` holds published numbers, which
//! appear next to ours; `paper_page` names the page of the paper in `docs/papers`. Results are kept in a store next to the
//! report, so a stopped experiment can be resumed. A quick run has a folder of its own, and results of another version of
//! the experiment or of the program are kept under a number (`run_folder.rs`).
//!
//! Each kind is a module with a row type, `measure` (play or search, returns rows) and `render` (table, plot and JSON
//! from the rows).

mod context;
mod convergence;
mod counts;
mod definition;
mod matches;
mod position;
mod publish;
mod reached;
mod report;
mod results;
mod run_folder;
mod searches;
mod self_match;
mod speed;
mod sweep;
mod text_table;

use std::io;
use std::path::{Path, PathBuf};

use gomoku::{PlayerError, StopFlag};
use players::Access;
use wire::{ExperimentPlayer, ExperimentSummary, ProgramInfo};

use crate::runner::MatchError;
use crate::store::{Store, StoreError};
use crate::tournament_file::ConfigError;

use context::{Context, WorkTally};
pub use definition::{Definition, ExperimentKind};
pub use publish::{PublishError, publish};
pub use results::Results;
pub use run_folder::keep as keep_folder;
pub use text_table::text_table;

/// The built-in experiments: name and TOML text.
pub static LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// Why an experiment failed.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file is invalid.
    #[error(transparent)]
    Definition(#[from] ConfigError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report could not be written.
    #[error("{path}: {error}")]
    Write {
        /// File or folder.
        path: String,
        /// Cause.
        error: io::Error,
    },
    /// A player failed in a search outside of games.
    #[error("{player}: {error}")]
    Player {
        /// The player.
        player: String,
        /// Cause.
        error: PlayerError,
    },
    /// The stop flag was raised. Finished games and searches are stored.
    #[error("stopped; run it again to resume")]
    Stopped,
}

/// Format version of `summary.json`.
const SUMMARY_VERSION: u32 = 1;

/// How to run an experiment.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// The folder of the results; see [`folder_for`].
    pub folder: &'a Path,
    /// Use the values of `[quick]`.
    pub is_quick: bool,
    /// Games or searches in parallel.
    pub concurrency: usize,
    /// What the players may use.
    pub access: &'a Access,
    /// The commit that the program was built from, if it is known.
    pub commit: Option<&'a str>,
    /// Stops the run.
    pub stop: &'a StopFlag,
}

/// What happens while an experiment runs.
#[derive(Clone, Copy, Debug)]
pub enum RunEvent<'a> {
    /// Progress, about five times a second.
    Progress {
        /// One line.
        message: &'a str,
        /// Games and searches done.
        done: u64,
        /// Games and searches of the whole experiment.
        total: u64,
    },
    /// Something that the user should know.
    Note(&'a str),
}

/// A finished experiment.
#[derive(Debug)]
pub struct FinishedRun {
    /// The HTML report.
    pub report: PathBuf,
    /// The content of `summary.json`.
    pub summary: ExperimentSummary,
}

/// The folder for a run: `NAME`, but `NAME-quick` for a quick run beside the results of a full one.
pub fn folder_for(out: &Path, name: &str, is_quick: bool) -> PathBuf {
    let folder = out.join(name);
    if is_quick && run_folder::holds_full_run(&folder) {
        out.join(folder_name(name, true))
    } else {
        folder
    }
}

/// The name of the folder of an experiment's results where full and quick runs always have folders of their own.
pub fn folder_name(name: &str, is_quick: bool) -> String {
    let suffix = if is_quick { "-quick" } else { "" };
    format!("{name}{suffix}")
}

/// Runs or resumes an experiment and writes its report. `base` is the folder of opening files.
///
/// # Errors
/// If the experiment was stopped or failed.
pub fn run(
    name: &str,
    text: &str,
    base: &Path,
    options: &RunOptions<'_>,
    on_event: &mut dyn FnMut(RunEvent<'_>),
) -> Result<FinishedRun, ExperimentError> {
    let definition = Definition::read(text, options.is_quick)?;
    let folder = options.folder;
    let write_error = |error| ExperimentError::Write {
        path: folder.display().to_string(),
        error,
    };
    let program = ProgramInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: options.commit.map(str::to_owned),
    };
    let (record, kept) =
        run_folder::prepare(folder, &definition, program, options.is_quick).map_err(write_error)?;
    if let Some(kept) = kept {
        on_event(RunEvent::Note(&format!(
            "the results of another version of the experiment or of the program are kept in {}",
            kept.display()
        )));
    }
    let mut context = Context {
        store: Store::open(&folder.join("results.db"))?,
        definition: &definition,
        base,
        access: options.access,
        concurrency: options.concurrency,
        stop: options.stop,
        on_event,
        tally: WorkTally {
            total: definition.work(),
            ..WorkTally::default()
        },
    };
    let results = measure_and_render(&mut context, &definition.kind)?;
    let tally = context.tally;
    let summary = summary(name, &definition, &results, options, (record, tally));
    let report = report::write(folder, &definition, &results, &summary).map_err(write_error)?;
    Ok(FinishedRun { report, summary })
}

fn summary(
    name: &str,
    definition: &Definition,
    results: &Results,
    options: &RunOptions<'_>,
    (record, tally): (run_folder::RunRecord, WorkTally),
) -> ExperimentSummary {
    let players = definition.players.iter().map(|player| ExperimentPlayer {
        name: player.name.as_ref().unwrap_or(&player.spec).clone(),
        spec: player.spec.clone(),
        limits: player.limits.or(&definition.limits),
    });
    let quick = if options.is_quick { " --quick" } else { "" };
    ExperimentSummary {
        version: SUMMARY_VERSION,
        experiment: name.to_owned(),
        title: definition.title.clone(),
        question: definition.question.clone(),
        source: definition.source.clone(),
        kind: definition.kind.name().to_owned(),
        quick: options.is_quick,
        command: format!("tengen experiment run {name}{quick}"),
        seed: definition.seed,
        program: record.program,
        date: record.date,
        games: tally.games,
        searches: tally.searches,
        skipped: tally.skipped,
        players: players.collect(),
        tables: results.tables.clone(),
        findings: results.data.clone(),
    }
}

impl Definition {
    /// Games and searches of the whole experiment.
    fn work(&self) -> u64 {
        let players = self.players.len() as u64;
        match &self.kind {
            ExperimentKind::Matches(one) => one.games * one.pairings(self).len() as u64,
            ExperimentKind::SelfMatch(one) => one.games * players,
            ExperimentKind::Convergence(one) => one.trees * players,
            ExperimentKind::Speed(one) => one.trials * players,
            ExperimentKind::Counts(one) if one.pairings.is_empty() => one.games * players,
            ExperimentKind::Counts(one) => one.games * one.pairings.len() as u64,
            ExperimentKind::Sweep(one) => one.games * one.values.len() as u64,
        }
    }
}

fn measure_and_render(
    context: &mut Context<'_>,
    kind: &ExperimentKind,
) -> Result<Results, ExperimentError> {
    Ok(match kind {
        ExperimentKind::Matches(settings) => {
            let rows = matches::measure(context, settings)?;
            matches::render(settings, &rows)
        }
        ExperimentKind::SelfMatch(settings) => {
            let rows = self_match::measure(context, settings)?;
            self_match::render(&rows)
        }
        ExperimentKind::Convergence(settings) => {
            let rows = convergence::measure(context, settings)?;
            convergence::render(settings, &rows)
        }
        ExperimentKind::Speed(settings) => {
            let rows = speed::measure(context, settings)?;
            speed::render(settings, &rows)
        }
        ExperimentKind::Counts(settings) => {
            let rows = counts::measure(context, settings)?;
            counts::render(settings, &rows)
        }
        ExperimentKind::Sweep(settings) => {
            let rows = sweep::measure(context, settings)?;
            sweep::render(settings, &rows)
        }
    })
}

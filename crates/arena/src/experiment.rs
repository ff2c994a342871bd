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
//! appear next to ours. Results are kept in a store next to the report, so a stopped experiment can be resumed.
//!
//! Each kind is a module with a row type, `measure` (play or search, returns rows) and `render` (table, plot and JSON
//! from the rows).

mod context;
mod convergence;
mod counts;
mod definition;
mod matches;
mod position;
mod report;
mod results;
mod searches;
mod self_match;
mod speed;
mod sweep;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gomoku::{PlayerError, StopFlag};
use players::Access;

use crate::runner::MatchError;
use crate::store::{Store, StoreError};
use crate::tournament_file::ConfigError;

use context::Context;
pub use definition::{Definition, ExperimentKind};
pub use results::{ResultTable, Results};

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

/// How to run an experiment.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// Output folder of this experiment.
    pub folder: &'a Path,
    /// Use the values of `[quick]`.
    pub is_quick: bool,
    /// Games or searches in parallel.
    pub concurrency: usize,
    /// What the players may use.
    pub access: &'a Access,
    /// Stops the run.
    pub stop: &'a StopFlag,
}

/// Runs or resumes an experiment and writes its report. `base` is the folder of opening files. Returns the report's
/// path.
///
/// # Errors
/// If the experiment was stopped or failed.
pub fn run(
    name: &str,
    text: &str,
    base: &Path,
    options: &RunOptions<'_>,
    on_progress: &mut dyn FnMut(&str),
) -> Result<PathBuf, ExperimentError> {
    let definition = Definition::read(text, options.is_quick)?;
    let write_error = |path: &Path, error| ExperimentError::Write {
        path: path.display().to_string(),
        error,
    };
    fs::create_dir_all(options.folder).map_err(|error| write_error(options.folder, error))?;
    let mut context = Context {
        store: Store::open(&options.folder.join("results.db"))?,
        definition: &definition,
        base,
        access: options.access,
        concurrency: options.concurrency,
        stop: options.stop,
        on_progress,
    };
    let results = measure_and_render(&mut context, &definition.kind)?;
    report::write(name, &definition, &results, options)
        .map_err(|error| write_error(options.folder, error))
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

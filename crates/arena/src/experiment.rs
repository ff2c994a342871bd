//! Experiments: a TOML file asks a question, running it answers with tables, plots and a report.
//!
//! | table in the file | what it does |
//! |---|---|
//! | `[matches]` | a table of matches, with both colors or fixed ones |
//! | `[self_match]` | each player against itself: what the first move is worth |
//! | `[convergence]` | in a position with known best moves, how often many independent searches are wrong after so many rounds |
//! | `[speed]` | rounds, nodes or plies that are reached in a given time |
//! | `[counts]` | nodes for each move, against the stones on the board |
//! | `[sweep]` | one parameter against an opponent |
//!
//! Every file has `version`, `title`, `question`, the players with their limits, and exactly one of these tables. In
//! `[quick]` stand values that replace those of the table for a quick run. A key that means nothing is an error. `paper`
//! holds the figures that are printed beside ours. Results are kept in a store beside the report, so an experiment that was stopped goes on.

mod convergence;
mod counts;
mod definition;
mod matches;
mod position;
mod report;
mod searches;
mod speed;
mod sweep;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gomoku::StopFlag;
use serde_json::Value;

use crate::format;
use crate::match_config::MatchConfig;
use crate::plot::{Plot, Series};
use crate::runner::{Callbacks, MatchError, MatchReport, MatchRunner};
use crate::store::{Store, StoreError};
use crate::tournament_file::ConfigError;

use definition::PaperCurve;
pub use definition::{Definition, ExperimentKind};

/// The experiments that come with the program: name and text.
pub static LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// Why an experiment did not end well.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file.
    #[error(transparent)]
    Definition(#[from] ConfigError),
    /// A config.
    #[error(transparent)]
    MatchRunner(#[from] MatchError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The report could not be written.
    #[error("{path}: {error}")]
    Write {
        /// The file.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// A player failed where it must not.
    #[error("{player}: {fault}")]
    Player {
        /// Who.
        player: String,
        /// How.
        fault: gomoku::PlayerError,
    },
    /// The flag was raised; what is done is kept.
    #[error("stopped; running it again goes on from here")]
    Stopped,
}

/// A table of results.
#[derive(Clone, Debug, Default)]
pub struct ResultTable {
    /// The name of its file, without ending.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The titles of the columns.
    pub header: Vec<String>,
    /// The lines.
    pub rows: Vec<Vec<String>>,
}

impl ResultTable {
    fn new(name: &str, title: impl Into<String>, header: &[&str]) -> ResultTable {
        ResultTable {
            name: name.to_owned(),
            title: title.into(),
            header: header.iter().map(|&title| title.to_owned()).collect(),
            rows: Vec::new(),
        }
    }
}

/// The paper's curve of a player, in the color of ours.
fn paper_series(curves: &[PaperCurve], player: &str, color: usize) -> Option<Series> {
    let curve = curves.iter().find(|curve| curve.player == player)?;
    Some(Series {
        name: format!("{player}, paper"),
        color,
        is_paper: true,
        points: curve.points.clone(),
        ..Series::default()
    })
}

/// What an experiment found.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Tables.
    pub tables: Vec<ResultTable>,
    /// Pictures.
    pub plots: Vec<Plot>,
    /// The same for programs.
    pub data: Value,
}

/// How an experiment is run.
#[derive(Debug)]
pub struct RunOptions<'a> {
    /// The folder of this experiment.
    pub folder: &'a Path,
    /// Is it only to be seen that it works?
    pub is_quick: bool,
    /// How many games or searches at once.
    pub concurrency: usize,
    /// Stops it.
    pub stop: &'a StopFlag,
}

/// Runs an experiment, or goes on with it, and writes its report; the report's file.
///
/// # Errors
/// When it was stopped or could not be run.
pub fn run(
    name: &str,
    text: &str,
    base: &Path,
    running: &RunOptions<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<PathBuf, ExperimentError> {
    let definition = Definition::read(text, running.is_quick)?;
    let write_error = |path: &Path, error| ExperimentError::Write {
        path: path.display().to_string(),
        error,
    };
    fs::create_dir_all(running.folder).map_err(|error| write_error(running.folder, error))?;
    let mut lab = Context {
        store: Store::open(&running.folder.join("results.db"))?,
        definition: &definition,
        base,
        concurrency: running.concurrency,
        stop: running.stop,
        progress,
    };
    let findings = match &definition.kind {
        ExperimentKind::Matches(matches) => matches::run(&mut lab, matches)?,
        ExperimentKind::SelfMatch(selves) => matches::run_selves(&mut lab, selves)?,
        ExperimentKind::Convergence(convergence) => convergence::run(&mut lab, convergence)?,
        ExperimentKind::Speed(speed) => speed::run(&mut lab, speed)?,
        ExperimentKind::Counts(counts) => counts::run(&mut lab, counts)?,
        ExperimentKind::Sweep(sweep) => sweep::run(&mut lab, sweep)?,
    };
    report::write(name, &definition, &findings, running)
        .map_err(|error| write_error(running.folder, error))
}

/// What an experiment works with.
struct Context<'a> {
    definition: &'a Definition,
    base: &'a Path,
    store: Store,
    concurrency: usize,
    stop: &'a StopFlag,
    progress: &'a mut dyn FnMut(&str),
}

impl Context<'_> {
    /// Plays a config to its end, with what is in the store already.
    fn play(&mut self, config: &MatchConfig, what: &str) -> Result<MatchReport, ExperimentError> {
        let runner = MatchRunner {
            store: Some(&mut self.store),
            concurrency: self.concurrency,
            sprt: None,
        };
        let progress = &mut *self.progress;
        let mut on_progress = |report: &MatchReport| {
            progress(&format!(
                "{what}: {}",
                format::progress_line(config, report)
            ));
        };
        let callbacks = Callbacks {
            on_progress: Some(&mut on_progress),
            ..Callbacks::default()
        };
        let report = runner.run(config, self.stop, callbacks)?;
        if self.stop.is_raised() && (report.games.len() as u64) < config.game_count() {
            return Err(ExperimentError::Stopped);
        }
        Ok(report)
    }

    fn check_stop(&self) -> Result<(), ExperimentError> {
        if self.stop.is_raised() {
            Err(ExperimentError::Stopped)
        } else {
            Ok(())
        }
    }
}

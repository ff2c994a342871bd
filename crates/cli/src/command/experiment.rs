//! `tengen experiment`: lists, runs and publishes experiments.

mod all;

use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use arena::bounded_file;
use arena::experiment::{self, Definition, ExperimentError, FinishedRun, LIBRARY, RunEvent};
use gomoku::StopFlag;
use players::Access;

use super::r#match::concurrency;
use crate::args::{ExperimentArgs, ExperimentCommand, PublishArgs};
use crate::interrupt;
use crate::progress::Progress;
use crate::usage_error::UsageError;

/// The commit that the program was built from, where the build knew it.
pub(crate) const COMMIT: Option<&str> = option_env!("TENGEN_COMMIT");

pub(crate) fn run(command: &ExperimentCommand) -> anyhow::Result<()> {
    match command {
        ExperimentCommand::List => list(),
        ExperimentCommand::Run(args) => match &args.name {
            Some(name) => run_one(name, args),
            None => all::run(args),
        },
        ExperimentCommand::Publish(args) => publish(args),
    }
}

fn list() -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let width = LIBRARY
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    for (name, text) in LIBRARY {
        let definition = Definition::read(text, false).with_context(|| (*name).to_owned())?;
        let kind = definition.kind.name();
        let duration = definition.duration.unwrap_or_default();
        writeln!(
            out,
            "{name:width$}  {kind:11}  {duration:>6}  {}",
            definition.title
        )?;
    }
    Ok(())
}

/// An experiment with the folder of its opening files.
struct Experiment {
    name: String,
    text: String,
    base: PathBuf,
}

impl Experiment {
    /// Reads a TOML file, or finds an experiment of the library.
    fn find(name: &str) -> anyhow::Result<Experiment> {
        let path = Path::new(name);
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = bounded_file::read_to_string(path, bounded_file::MAX_CONFIG);
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            return Ok(Experiment {
                name: stem.into_owned(),
                text: text.with_context(|| name.to_owned())?,
                base: path.parent().unwrap_or(Path::new("")).to_owned(),
            });
        }
        let found = LIBRARY.iter().find(|(known, _)| *known == name);
        let (name, text) = found.ok_or_else(|| {
            let names: Vec<_> = LIBRARY.iter().map(|(name, _)| *name).collect();
            UsageError::new(format!(
                "unknown experiment {name:?}; expected one of {}",
                names.join(", ")
            ))
        })?;
        Ok(Experiment::of_library(name, text))
    }

    fn of_library(name: &str, text: &str) -> Experiment {
        Experiment {
            name: name.to_owned(),
            text: text.to_owned(),
            base: PathBuf::new(),
        }
    }

    fn run(&self, args: &ExperimentArgs, stop: &StopFlag) -> Result<FinishedRun, ExperimentError> {
        let folder = experiment::folder_for(&args.out, &self.name, args.quick);
        let options = experiment::RunOptions {
            folder: &folder,
            is_quick: args.quick,
            concurrency: concurrency(args.concurrency),
            access: &Access::local(),
            commit: COMMIT,
            stop,
        };
        let mut progress = Progress::new();
        let mut on_event = |event: RunEvent<'_>| match event {
            RunEvent::Progress {
                message,
                done,
                total,
            } => progress.show(&format!("[{done}/{total}] {message}")),
            RunEvent::Note(note) => {
                progress.end();
                // A closed standard error is no reason to stop.
                let _ = writeln!(stderr(), "{}: {note}", self.name);
            }
        };
        let result = experiment::run(&self.name, &self.text, &self.base, &options, &mut on_event);
        progress.end();
        result
    }
}

fn run_one(name: &str, args: &ExperimentArgs) -> anyhow::Result<()> {
    let experiment = Experiment::find(name)?;
    let stop = interrupt::prompt_stop_flag();
    let finished = experiment.run(args, &stop);
    let finished = finished.with_context(|| experiment.name.clone())?;
    let mut out = stdout().lock();
    for table in &finished.summary.tables {
        writeln!(out, "{}", experiment::text_table(table))?;
    }
    writeln!(out, "{}", finished.report.display())?;
    Ok(())
}

fn publish(args: &PublishArgs) -> anyhow::Result<()> {
    if !LIBRARY.iter().any(|(known, _)| *known == args.name) {
        let text = format!("unknown experiment {:?}", args.name);
        return Err(UsageError::new(text).into());
    }
    let folder = experiment::publish(&args.name, &args.out, &args.to, args.replace)?;
    writeln!(stdout(), "{}", folder.display())?;
    Ok(())
}

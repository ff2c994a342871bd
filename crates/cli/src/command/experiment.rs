//! `tengen experiment`: lists and runs experiments.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context as _;
use arena::bounded_file;
use arena::experiment::{self, Definition, LIBRARY, RunOptions};
use players::Access;

use super::r#match::concurrency;
use crate::args::{ExperimentArgs, ExperimentCommand};
use crate::interrupt;
use crate::progress::Progress;
use crate::usage_error::UsageError;

pub(crate) fn run(command: &ExperimentCommand) -> anyhow::Result<()> {
    match command {
        ExperimentCommand::List => list(),
        ExperimentCommand::Run(args) => run_one(args),
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
        writeln!(out, "{name:width$}  {kind:11}  {}", definition.title)?;
    }
    Ok(())
}

fn run_one(args: &ExperimentArgs) -> anyhow::Result<()> {
    let path = Path::new(&args.name);
    let is_file = path.extension().is_some_and(|ending| ending == "toml");
    let (name, text, base) = if is_file {
        let text = bounded_file::read_to_string(path, bounded_file::MAX_CONFIG)
            .with_context(|| args.name.clone())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let base = path.parent().unwrap_or(Path::new(""));
        (stem.into_owned(), text, base)
    } else {
        let found = LIBRARY.iter().find(|(name, _)| *name == args.name);
        let (name, text) = found.ok_or_else(|| {
            let names: Vec<_> = LIBRARY.iter().map(|(name, _)| *name).collect();
            UsageError::new(format!(
                "unknown experiment {:?}; expected one of {}",
                args.name,
                names.join(", ")
            ))
        })?;
        ((*name).to_owned(), (*text).to_owned(), Path::new(""))
    };
    let stop = interrupt::prompt_stop_flag();
    let folder = args.out.join(&name);
    let options = RunOptions {
        folder: &folder,
        is_quick: args.quick,
        concurrency: concurrency(args.concurrency),
        access: &Access::local(),
        stop: &stop,
    };
    let mut progress = Progress::new();
    let result = experiment::run(&name, &text, base, &options, &mut |line| {
        progress.show(line)
    });
    progress.end();
    let report = result.with_context(|| name)?;
    writeln!(stdout(), "{}", report.display())?;
    Ok(())
}

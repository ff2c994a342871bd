//! `tengen experiment run --all`: every experiment of the library, one after another.

use std::io::{Write, stdout};
use std::time::Instant;

use arena::experiment::{ExperimentError, LIBRARY};
use gomoku::StopFlag;

use super::Experiment;
use crate::args::ExperimentArgs;
use crate::interrupt;

/// Runs all experiments. A failure does not stop the others; an interrupted run can be repeated, and finished experiments
/// take no time then.
pub(super) fn run(args: &ExperimentArgs) -> anyhow::Result<()> {
    run_library(LIBRARY, args, &interrupt::prompt_stop_flag())
}

fn run_library(
    library: &[(&str, &str)],
    args: &ExperimentArgs,
    stop: &StopFlag,
) -> anyhow::Result<()> {
    let width = library.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or_default();
    let start = Instant::now();
    let (mut failed, mut skipped) = (Vec::new(), 0);
    for (name, text) in library {
        // A small experiment can be over before it looks at the flag itself.
        if stop.is_raised() {
            return Err(ExperimentError::Stopped.into());
        }
        let begin = Instant::now();
        let result = Experiment::of_library(name, text).run(args, stop);
        let seconds = begin.elapsed().as_secs_f64();
        let outcome = match result {
            Ok(finished) => {
                let summary = &finished.summary;
                skipped += summary.skipped.len();
                let note = match summary.skipped.len() {
                    0 => String::new(),
                    count => format!(", {count} pairings skipped"),
                };
                let (games, searches) = (summary.games, summary.searches);
                format!("{games} games, {searches} searches{note}")
            }
            Err(error @ ExperimentError::Stopped) => return Err(error.into()),
            Err(error) => {
                failed.push(*name);
                format!("FAILED: {error}")
            }
        };
        writeln!(stdout(), "{name:width$}  {seconds:6.1} s  {outcome}")?;
    }
    let (total, failures) = (library.len(), failed.len());
    writeln!(
        stdout(),
        "{} of {total} experiments finished in {:.0} s, {failures} failed, {skipped} pairings skipped; reports in {}",
        total - failures,
        start.elapsed().as_secs_f64(),
        args.out.display()
    )?;
    if failed.is_empty() {
        Ok(())
    } else {
        Err(anyhow::anyhow!("failed: {}", failed.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "version = 1\ntitle=''\nquestion=''\nsize=5\nplayers=[{spec='random'},{spec='greedy'}]\n\
        [matches]\ngames=2";

    #[test]
    fn a_failure_stops_no_other_experiment_and_a_signal_all_of_them() {
        let out = tempfile::tempdir().unwrap();
        let args = ExperimentArgs {
            name: None,
            all: true,
            quick: true,
            out: out.path().to_owned(),
            concurrency: Some(1),
        };
        let library = [("one", GOOD), ("bad", "version = 1"), ("two", GOOD)];
        let stop = StopFlag::new();
        let error = run_library(&library, &args, &stop).unwrap_err().to_string();
        assert_eq!(error, "failed: bad");
        let report = |name: &str| out.path().join(name).join("report.html").exists();
        assert!(report("one") && report("two") && !report("bad"));
        stop.raise();
        let library = [("three", GOOD)];
        let error = run_library(&library, &args, &stop).unwrap_err().to_string();
        assert!(error.contains("run it again"), "{error}");
    }
}

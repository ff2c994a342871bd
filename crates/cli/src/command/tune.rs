//! `tengen tune`: fits the engine's evaluation and search parameters to self-play games.

use std::fmt::Write as _;
use std::fs;
use std::io::{Write as _, stdout};

use anyhow::Context as _;
use arena::{atomic_file, bounded_file};
use learn::evaluation::fit::{Dataset, FitResult, fit_weights, read_dataset, read_games};
use learn::evaluation::games::{self, GameGenConfig, TuningGame, play};
use learn::evaluation::line_file::Workload;
use learn::evaluation::positions::{LabelConfig, label};
use learn::evaluation::value::{ValueFitConfig, calibration};
use learn::spsa::SpsaConfig;
use nets::pattern_net;

use super::r#match::concurrency;
use crate::args::{TuneCommand, TuneEvalArgs, TuneSearchArgs};
use crate::engine_weights;
use crate::interrupt;
use crate::progress::{self, CountProgress, Progress};

pub(crate) fn run(command: &TuneCommand) -> anyhow::Result<()> {
    match command {
        TuneCommand::Eval(args) => eval(args),
        TuneCommand::Search(args) => search(args),
    }
}

fn search(args: &TuneSearchArgs) -> anyhow::Result<()> {
    let stop = interrupt::stop_flag();
    let config = SpsaConfig {
        pairs: args.pairs,
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        threads: concurrency(args.threads),
    };
    let mut bar = Progress::new();
    let state = learn::spsa::tune(&config, &args.out, &stop, |state| {
        let text = format!("{}/{} pairs", state.pairs, args.pairs);
        bar.show(&progress::bar(state.pairs, args.pairs, &text));
    })
    .with_context(|| args.out.display().to_string())?;
    bar.end();
    let mut out = stdout().lock();
    write!(out, "{}", state.write())?;
    let values: Vec<String> = state
        .params
        .iter()
        .map(|param| format!("{}={:.0}", param.name, param.value))
        .collect();
    writeln!(out, "tengen:{}", values.join(","))?;
    Ok(())
}

fn eval(args: &TuneEvalArgs) -> anyhow::Result<()> {
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    if is_finished(args) {
        let mut out = stdout().lock();
        writeln!(out, "{}: finished; nothing was changed", args.out.display())?;
        return Ok(());
    }
    let stop = interrupt::stop_flag();
    let evaluation = engine_weights::read(args.rule, args.weights.as_deref())?;
    let threads = concurrency(args.threads);
    let config = GameGenConfig {
        workload: Workload {
            lines: args.games.max(1),
            threads,
        },
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        evaluation: evaluation.clone(),
    };
    let file = args.out.join("games.txt");
    let mut bar = CountProgress::new(config.workload.lines, "games");
    play(&config, &file, &stop, |done| bar.show(done))
        .with_context(|| file.display().to_string())?;
    bar.end();
    let games = read_games(&file).with_context(|| file.display().to_string())?;

    let config = LabelConfig {
        workload: Workload {
            lines: args.positions.max(1),
            threads,
        },
        rule: args.rule,
        nodes: args.label_nodes,
        seed: args.seed,
        evaluation,
    };
    let file = args.out.join("positions.txt");
    let mut bar = CountProgress::new(config.workload.lines, "positions");
    label(&config, &games, &file, &stop, |done| bar.show(done))
        .with_context(|| file.display().to_string())?;
    bar.end();
    if stop.is_raised() {
        writeln!(
            stdout(),
            "{}: interrupted; run the same command to resume",
            args.out.display()
        )?;
        return Ok(());
    }
    fit(args, &games, &file)
}

fn fit(args: &TuneEvalArgs, games: &[TuningGame], file: &std::path::Path) -> anyhow::Result<()> {
    let dataset = read_dataset(file, args.rule).with_context(|| file.display().to_string())?;
    let mut bar = Progress::new();
    let config = ValueFitConfig::default();
    let fitted = fit_weights(&dataset, args.rule, &config, |what, epoch, loss| {
        bar.show(&format!("{what}: epoch {}, loss {loss:.5}", epoch + 1));
    });
    bar.end();
    let report = report(args, games, &dataset, &fitted);
    let name = args.rule.name();
    let bytes = pattern_net::to_bytes(args.rule, &fitted.sides);
    for (file, bytes) in [
        (format!("engine-{name}.weights"), bytes.as_slice()),
        (format!("engine-{name}.txt"), report.as_bytes()),
    ] {
        let path = args.out.join(file);
        atomic_file::write(&path, bytes).with_context(|| path.display().to_string())?;
    }
    // Last, because nobody may be reading.
    write!(stdout(), "{report}")?;
    Ok(())
}

/// Whether this very command has written its weights and, after them, its record.
fn is_finished(args: &TuneEvalArgs) -> bool {
    let name = args.rule.name();
    let record = args.out.join(format!("engine-{name}.txt"));
    let record = bounded_file::read_to_string(&record, bounded_file::MAX_CONFIG);
    let is_ours = record.is_ok_and(|text| text.lines().next() == Some(&command_line(args)));
    is_ours && args.out.join(format!("engine-{name}.weights")).exists()
}

/// The command as the record begins with it.
fn command_line(args: &TuneEvalArgs) -> String {
    let weights = args.weights.as_ref();
    let weights = weights.map(|file| format!(" --weights {}", file.display()));
    format!(
        "tengen tune eval --rule {} --games {} --nodes {} --positions {} --label-nodes {} --seed {}{}",
        args.rule.name(),
        args.games,
        args.nodes,
        args.positions,
        args.label_nodes,
        args.seed,
        weights.unwrap_or_default()
    )
}

/// The record of the fit: command, losses and calibration.
fn report(
    args: &TuneEvalArgs,
    games: &[TuningGame],
    dataset: &Dataset,
    fitted: &FitResult,
) -> String {
    let mut text = command_line(args) + "\n";
    let (value, policy) = (&fitted.value.loss, &fitted.policy);
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{} games, {} positions for the evaluation, {} for the move ordering\n\
         evaluation: validation loss {:.5} baseline, {:.5} fitted, {:.5} quantized\n\
         move ordering: validation loss {:.4} baseline, {:.4} fitted; \
         top-1 accuracy {:.1} %, top-5 accuracy {:.1} %\n\
         calibration of the evaluation: predicted win rate, win rate by search, positions\n",
        games.len(),
        dataset.values.len(),
        dataset.policies.len(),
        value.baseline,
        value.fitted,
        value.quantized,
        policy.baseline_loss,
        policy.loss,
        100.0 * policy.top1,
        100.0 * policy.top5
    );
    text += &rows(calibration(&dataset.values, &fitted.value));
    text += "calibration of the search: win rate by search, mean result of the games, moves\n";
    text += &rows(games::calibration(games));
    text
}

fn rows(calibration: Vec<(f64, f64, usize)>) -> String {
    calibration
        .into_iter()
        .map(|(predicted, actual, count)| format!("  {predicted:.3}  {actual:.3}  {count}\n"))
        .collect()
}

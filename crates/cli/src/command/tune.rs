//! `tengen tune`: the engine fitted to games against itself.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use gomoku::StopFlag;
use learn::evaluation::fit::{Dataset, FitResult, fit_weights, read_dataset, read_games};
use learn::evaluation::games::{self, GameGenConfig, TuningGame, play};
use learn::evaluation::line_file::Workload;
use learn::evaluation::positions::{LabelConfig, label};
use learn::evaluation::value::{ValueFitConfig, calibration};
use learn::spsa::SpsaConfig;
use nets::pattern_net::{self, Weights};

use super::r#match::concurrency;
use crate::args::{TuneCommand, TuneEvalArgs, TuneSearchArgs};
use crate::game_files;
use crate::interrupt;
use crate::progress::{self, Progress};

pub(crate) fn run(command: &TuneCommand) -> anyhow::Result<()> {
    match command {
        TuneCommand::Eval(args) => eval(args),
        TuneCommand::Search(args) => search(args),
    }
}

fn search(args: &TuneSearchArgs) -> anyhow::Result<()> {
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let tuning = SpsaConfig {
        pairs: args.pairs,
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        threads: concurrency(args.threads),
    };
    let mut bar = Progress::new();
    let state = learn::spsa::tune(&tuning, &args.out, &stop, |state| {
        let text = format!("{}/{} pairs", state.pairs, args.pairs);
        bar.show(&progress::bar(state.pairs, args.pairs, &text));
    })
    .with_context(|| args.out.display().to_string())?;
    bar.end();
    print!("{}", state.write());
    let changed: Vec<String> = state
        .numbers
        .iter()
        .map(|number| format!("{}={:.0}", number.name, number.value))
        .collect();
    println!("tengen:{}", changed.join(","));
    Ok(())
}

fn eval(args: &TuneEvalArgs) -> anyhow::Result<()> {
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let weights = match &args.weights {
        Some(path) => {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let sides = pattern_net::from_bytes(args.rule, &bytes)
                .with_context(|| path.display().to_string())?;
            Arc::new(Weights::new(&sides))
        }
        None => Weights::of(args.rule),
    };
    let threads = concurrency(args.threads);
    let config = GameGenConfig {
        workload: Workload {
            lines: args.games.max(1),
            threads,
        },
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        weights: weights.clone(),
    };
    let file = args.out.join("games.txt");
    let mut bar = Rate::new(config.workload.lines, "games");
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
        weights,
    };
    let file = args.out.join("positions.txt");
    let mut bar = Rate::new(config.workload.lines, "positions");
    label(&config, &games, &file, &stop, |done| bar.show(done))
        .with_context(|| file.display().to_string())?;
    bar.end();
    if stop.is_raised() {
        println!("{}: the same command goes on", args.out.display());
        return Ok(());
    }
    fit(args, &games, &file)
}

/// Progress with its speed.
struct Rate {
    bar: Progress,
    total: u64,
    what: &'static str,
    start: Instant,
    first: Option<u64>,
}

impl Rate {
    fn new(total: u64, what: &'static str) -> Rate {
        Rate {
            bar: Progress::new(),
            total,
            what,
            start: Instant::now(),
            first: None,
        }
    }

    fn show(&mut self, done: u64) {
        let first = *self.first.get_or_insert(done);
        let speed = (done - first) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let text = format!("{done}/{} {}, {speed:.1}/s", self.total, self.what);
        self.bar.show(&progress::bar(done, self.total, &text));
    }

    fn end(mut self) {
        self.bar.end();
    }
}

fn fit(args: &TuneEvalArgs, games: &[TuningGame], file: &std::path::Path) -> anyhow::Result<()> {
    let dataset = read_dataset(file, args.rule).with_context(|| file.display().to_string())?;
    let mut bar = Progress::new();
    let settings = ValueFitConfig::default();
    let tuned = fit_weights(&dataset, args.rule, &settings, |what, epoch, loss| {
        bar.show(&format!("{what}: pass {}, loss {loss:.5}", epoch + 1));
    });
    bar.end();
    let report = report(args, games, &dataset, &tuned);
    print!("{report}");
    let name = args.rule.name();
    let bytes = pattern_net::to_bytes(args.rule, &tuned.sides);
    for (file, bytes) in [
        (format!("engine-{name}.weights"), bytes.as_slice()),
        (format!("engine-{name}.txt"), report.as_bytes()),
    ] {
        let path = args.out.join(file);
        game_files::replace(&path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// How the weights were made and how well they fit.
fn report(
    args: &TuneEvalArgs,
    games: &[TuningGame],
    dataset: &Dataset,
    tuned: &FitResult,
) -> String {
    let mut text = format!(
        "tengen tune eval --rule {} --games {} --nodes {} --positions {} --label-nodes {} --seed {}\n",
        args.rule.name(),
        args.games,
        args.nodes,
        args.positions,
        args.label_nodes,
        args.seed,
    );
    let (before, after, rounded) = tuned.values.loss;
    let (policy_before, policy_after) = tuned.policy.loss;
    let (first, five) = tuned.policy.hits;
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{} games, {} positions for the evaluation, {} for the order of moves\n\
         evaluation: loss {before:.5} without, {after:.5} with it, {rounded:.5} in whole numbers (positions held back)\n\
         order of moves: loss {policy_before:.4} without, {policy_after:.4} with it; \
         the chosen move comes first in {:.1} %, among the first five in {:.1} %\n\
         calibration of the evaluation: win rate expected, win rate that the search saw, positions\n",
        games.len(),
        dataset.values.len(),
        dataset.policies.len(),
        first * 100.0,
        five * 100.0
    );
    text += &rows(calibration(&dataset.values, &tuned.values));
    text += "calibration of the search in the games: win rate that it saw, win rate of the results, moves\n";
    text += &rows(games::calibration(games));
    text
}

fn rows(calibration: Vec<(f64, f64, usize)>) -> String {
    calibration
        .into_iter()
        .map(|(expected, found, count)| format!("  {expected:.3}  {found:.3}  {count}\n"))
        .collect()
}

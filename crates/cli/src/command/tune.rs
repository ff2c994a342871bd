//! `tengen tune`: the engine fitted to games against itself.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use engine::weights::{self, Weights};
use gomoku::StopFlag;
use learn::evaluation::games::{WantedGames, play};
use learn::evaluation::tune::{Tuned, lessons, tune};
use learn::evaluation::value::{ValueFit, calibration};
use learn::search::SearchTuning;

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
    let tuning = SearchTuning {
        pairs: args.pairs,
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        threads: concurrency(args.threads),
    };
    let mut bar = Progress::new();
    let state = learn::search::tune(&tuning, &args.out, &stop, |state| {
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
    anyhow::ensure!(
        (0.0..=1.0).contains(&args.result_share),
        "--result-share {} is not from 0 to 1",
        args.result_share
    );
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let weights = match &args.weights {
        Some(path) => {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let sides = weights::from_bytes(args.rule, &bytes)
                .with_context(|| path.display().to_string())?;
            Arc::new(Weights::new(&sides))
        }
        None => Weights::of(args.rule),
    };
    let wanted = WantedGames {
        count: args.games,
        rule: args.rule,
        nodes: args.nodes,
        seed: args.seed,
        threads: concurrency(args.threads),
        weights,
    };
    let file = args.out.join("games.txt");
    let mut bar = Progress::new();
    let start = Instant::now();
    let mut first = None;
    let played = play(&wanted, &file, &stop, |done| {
        let first = *first.get_or_insert(done);
        let speed = (done - first) as f64 / start.elapsed().as_secs_f64().max(1e-9);
        let text = format!("{done}/{} games, {speed:.1}/s", args.games);
        bar.show(&progress::bar(done, args.games, &text));
    })
    .with_context(|| file.display().to_string())?;
    bar.end();
    if stop.is_raised() {
        println!(
            "{played} games in {}; the same command goes on",
            file.display()
        );
        return Ok(());
    }
    fit(args, &file)
}

fn fit(args: &TuneEvalArgs, file: &std::path::Path) -> anyhow::Result<()> {
    let lessons = lessons(file, args.rule).with_context(|| file.display().to_string())?;
    let settings = ValueFit {
        result_share: args.result_share,
        ..ValueFit::default()
    };
    let mut bar = Progress::new();
    let tuned = tune(&lessons, args.rule, &settings, |what, epoch, loss| {
        bar.show(&format!("{what}: pass {}, loss {loss:.5}", epoch + 1));
    });
    bar.end();
    let report = report(args, &lessons, &tuned);
    print!("{report}");
    let name = args.rule.name();
    let bytes = weights::to_bytes(args.rule, &tuned.sides);
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
    lessons: &learn::evaluation::tune::Lessons,
    tuned: &Tuned,
) -> String {
    let mut text = format!(
        "tengen tune eval --rule {} --games {} --nodes {} --seed {} --result-share {}\n",
        args.rule.name(),
        args.games,
        args.nodes,
        args.seed,
        args.result_share
    );
    let (before, after) = tuned.values.loss;
    let (policy_before, policy_after) = tuned.policy.loss;
    let (first, five) = tuned.policy.hits;
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{} games, {} positions for the evaluation, {} for the order of moves\n\
         evaluation: loss {before:.5} without, {after:.5} with it (positions held back)\n\
         order of moves: loss {policy_before:.4} without, {policy_after:.4} with it; \
         the chosen move comes first in {:.1} %, among the first five in {:.1} %\n\
         calibration: win rate expected, win rate in the games, positions\n",
        lessons.games,
        lessons.values.len(),
        lessons.policies.len(),
        first * 100.0,
        five * 100.0
    );
    for (expected, found, count) in calibration(&lessons.values, &tuned.values) {
        let _ = writeln!(text, "  {expected:.3}  {found:.3}  {count}");
    }
    text
}

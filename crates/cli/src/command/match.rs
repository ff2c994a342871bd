//! `tengen match`: a match between two players.

use std::io::{Write, stdout};
use std::num::NonZero;
use std::path::Path;

use anyhow::Context as _;
use arena::game::Adjudication;
use arena::match_config::distinct_names;
use arena::openings::OpeningBook;
use arena::statistics::Sprt;
use arena::summary::match_summary;
use arena::{
    Callbacks, GameRecord, MatchConfig, MatchReport, MatchRunner, PlayerConfig, PlayerLimits,
    Store, format,
};
use serde::Serialize;
use wire::GameLimits;

use crate::args::{MatchArgs, StartArgs};
use crate::game_files::{self, GameFolder};
use crate::interrupt;
use crate::progress::{self, Progress};

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let config = config(args)?;
    let mut store = args
        .store
        .as_deref()
        .map(|path| Store::open(path).with_context(|| path.display().to_string()))
        .transpose()?;
    let folder = args
        .out
        .as_deref()
        .map(|path| {
            GameFolder::create(path, game_files::context(&config, "match"))
                .with_context(|| path.display().to_string())
        })
        .transpose()?;
    let sprt = args.sprt.map(|sprt| Sprt {
        model: args.sprt_model.into(),
        alpha: args.sprt_error,
        beta: args.sprt_error,
        ..sprt
    });
    let runner = MatchRunner {
        store: store.as_mut(),
        concurrency: concurrency(args.concurrency),
        sprt,
    };
    let report = play(&config, runner, folder, match_summary)?;
    let mut out = stdout().lock();
    if args.json {
        let summary = match_summary(&config, &report);
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else {
        write!(out, "{}", format::match_text(&config, &report))?;
    }
    Ok(())
}

/// Games in parallel; by default one per core.
pub(crate) fn concurrency(option: Option<usize>) -> usize {
    option.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Runs a match with progress on standard error. Ctrl-C and SIGTERM end it with the result so far.
pub(crate) fn play<S: Serialize>(
    config: &MatchConfig,
    runner: MatchRunner<'_>,
    mut folder: Option<GameFolder>,
    summary: fn(&MatchConfig, &MatchReport) -> S,
) -> anyhow::Result<MatchReport> {
    let stop = interrupt::prompt_stop_flag();
    let cores = concurrency(None);
    if config.has_clock() && runner.concurrency > cores {
        eprintln!(
            "tengen: {} games in parallel on {cores} cores: time limits will not be fair",
            runner.concurrency
        );
    }
    let mut progress = Progress::new();
    let mut on_progress = |report: &MatchReport| {
        let line = format::progress_line(config, report);
        progress.show(&progress::bar(
            report.games.len() as u64,
            config.game_count(),
            &line,
        ));
    };
    let mut on_game = |game: &GameRecord| match &mut folder {
        Some(folder) => folder.add(game),
        None => Ok(()),
    };
    let callbacks = Callbacks {
        on_progress: Some(&mut on_progress),
        on_game: Some(&mut on_game),
        ..Callbacks::default()
    };
    let report = runner.run(config, &stop, callbacks);
    progress.end();
    let report = report?;
    if let Some(folder) = folder {
        folder.finish(&summary(config, &report))?;
    }
    warn_of_bad_rows(&report);
    if stop.is_raised() {
        eprintln!("tengen: stopped; result so far:");
    }
    Ok(report)
}

/// Names the first bad rows of the store.
fn warn_of_bad_rows(report: &MatchReport) {
    const SHOWN: usize = 5;
    for bad in report.damaged.iter().take(SHOWN) {
        eprintln!("tengen: not counted: {bad}");
    }
    if !report.damaged.is_empty() {
        eprintln!(
            "tengen: {} bad rows in the store; after `tengen games repair --apply` the same command plays these games again",
            report.damaged.len()
        );
    }
}

fn config(args: &MatchArgs) -> anyhow::Result<MatchConfig> {
    let specs = [args.first.clone(), args.second.clone()];
    let names = distinct_names(&specs);
    let mut players = Vec::new();
    let own = [&args.own_limits.limits_a, &args.own_limits.limits_b];
    for ((spec, name), own) in specs.into_iter().zip(names).zip(own) {
        let shared = GameLimits::from(&args.limits.player_limits());
        let limits = own.clone().unwrap_or_default().or(&shared);
        players.push(PlayerConfig {
            name,
            spec,
            limits: PlayerLimits::try_from(&limits).map_err(anyhow::Error::msg)?,
        });
    }
    let [first, second] = <[PlayerConfig; 2]>::try_from(players).expect("two players");
    let StartArgs { rule, size, .. } = args.start;
    Ok(MatchConfig {
        games: args.games,
        size,
        rule,
        book: book(&args.start, args.seed)?,
        procedure: args.start.opening_procedure.clone(),
        adjudication: Adjudication {
            move_limit: args.start.move_limit,
            margin: args.start.margin,
        },
        seed: args.seed,
        ..MatchConfig::new(first, second)
    })
}

fn book(start: &StartArgs, seed: u64) -> anyhow::Result<OpeningBook> {
    let mut book = OpeningBook::open(
        &start.openings,
        Path::new(""),
        start.size,
        start.rule,
        start.opening_rows.into(),
    )
    .with_context(|| format!("--openings {}", start.openings))?;
    if let OpeningBook::List { use_symmetries, .. } = &mut book {
        *use_symmetries = !start.no_symmetries;
    }
    Ok(if start.shuffle {
        book.shuffled(seed)
    } else {
        book
    })
}

//! `tengen match`: two players, many games.

use std::io::{Write, stdout};
use std::num::NonZero;
use std::path::Path;

use anyhow::{Context as _, bail};
use arena::contest::distinct_names;
use arena::game::HouseRules;
use arena::openings::Book;
use arena::statistics::Sprt;
use arena::{Contest, Contestant, Finished, Report, Session, Store, TermsFile, verdict};
use gomoku::StopFlag;

use crate::args::{MatchArgs, StartArgs};
use crate::game_files::{self, GameFolder};
use crate::interrupt;
use crate::progress::{self, Progress};

pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<()> {
    let contest = contest(args)?;
    let mut store = args
        .store
        .as_deref()
        .map(|path| Store::open(path).with_context(|| path.display().to_string()))
        .transpose()?;
    let folder = args
        .out
        .as_deref()
        .map(|path| {
            GameFolder::create(path, game_files::context(&contest, "match"))
                .with_context(|| path.display().to_string())
        })
        .transpose()?;
    let sprt = args.sprt.map(|sprt| Sprt {
        model: args.sprt_model.into(),
        alpha: args.sprt_error,
        beta: args.sprt_error,
        ..sprt
    });
    if !(0.0..0.5).contains(&args.sprt_error) || args.sprt_error == 0.0 {
        bail!("--sprt-error {} is not between 0 and 0.5", args.sprt_error);
    }
    let session = Session {
        store: store.as_mut(),
        concurrency: concurrency(args.concurrency),
        sprt,
    };
    let report = play(&contest, session, folder, verdict::match_json)?;
    let mut out = stdout().lock();
    if args.json {
        writeln!(out, "{}", verdict::match_json(&contest, &report))?;
    } else {
        write!(out, "{}", verdict::match_text(&contest, &report))?;
    }
    Ok(())
}

/// One game at once for each core, unless somebody says otherwise.
pub(crate) fn concurrency(wanted: Option<usize>) -> usize {
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get))
}

/// Plays with progress on standard error; Ctrl-C gives what there is.
pub(crate) fn play(
    contest: &Contest,
    session: Session<'_>,
    mut folder: Option<GameFolder>,
    summary: fn(&Contest, &Report) -> serde_json::Value,
) -> anyhow::Result<Report> {
    let stop = StopFlag::new();
    interrupt::raise_on_ctrl_c(&stop);
    let cores = concurrency(None);
    if contest.has_clock() && session.concurrency > cores {
        eprintln!(
            "tengen: {} games at once on {cores} cores: the clocks will not be fair",
            session.concurrency
        );
    }
    let mut progress = Progress::new();
    let listen = |report: &Report| {
        let line = verdict::progress_line(contest, report);
        progress.show(&progress::bar(
            report.games.len() as u64,
            contest.game_count(),
            &line,
        ));
    };
    let each = |game: &Finished| match &mut folder {
        Some(folder) => folder.add(game),
        None => Ok(()),
    };
    let report = session.run(contest, &stop, listen, each);
    progress.end();
    let report = report?;
    if let Some(folder) = folder {
        folder.finish(&summary(contest, &report))?;
    }
    if stop.is_raised() {
        eprintln!("tengen: stopped; the result so far");
    }
    Ok(report)
}

fn contest(args: &MatchArgs) -> anyhow::Result<Contest> {
    let specs = [args.first.clone(), args.second.clone()];
    let names = distinct_names(&specs);
    let mut contestants = Vec::new();
    let own = [&args.own_limits.limits_a, &args.own_limits.limits_b];
    for ((spec, name), own) in specs.into_iter().zip(names).zip(own) {
        let shared = TermsFile::from(&args.limits.terms());
        let terms = own.clone().unwrap_or_default().or(&shared);
        contestants.push(Contestant {
            name,
            spec,
            terms: terms.terms().map_err(anyhow::Error::msg)?,
        });
    }
    let [first, second] = <[Contestant; 2]>::try_from(contestants).expect("two players");
    let StartArgs { rule, size, .. } = args.start;
    Ok(Contest {
        games: args.games,
        size,
        rule,
        book: book(&args.start, args.seed)?,
        procedure: args.start.opening_procedure.clone(),
        house: HouseRules {
            move_limit: args.start.move_limit,
            margin: args.start.margin,
        },
        seed: args.seed,
        ..Contest::of_two(first, second)
    })
}

fn book(start: &StartArgs, seed: u64) -> anyhow::Result<Book> {
    let mut book = Book::open(
        &start.openings,
        Path::new(""),
        start.size,
        start.rule,
        start.opening_rows.into(),
    )
    .with_context(|| format!("--openings {}", start.openings))?;
    if let Book::List { is_turned, .. } = &mut book {
        *is_turned = !start.no_symmetries;
    }
    Ok(if start.shuffle {
        book.shuffled(seed)
    } else {
        book
    })
}

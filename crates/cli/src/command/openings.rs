//! `tengen openings`: generates balanced openings.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context as _;
use arena::atomic_file;
use arena::openings::OpeningBook;
use arena::openings::generate::{GenerateOptions, generate};
use gomoku::Point;
use gomoku::notation::{RowOrigin, write_moves};

use super::r#match::concurrency;
use crate::args::{GenerateArgs, OpeningsCommand};
use crate::interrupt;
use crate::progress::{self, Progress};
use crate::record_file::STDIO;
use crate::usage_error::UsageError;

pub(crate) fn run(command: &OpeningsCommand) -> anyhow::Result<()> {
    let OpeningsCommand::Generate(args) = command;
    let stop = interrupt::stop_flag();
    let options = GenerateOptions {
        count: args.count,
        stones: args.stones,
        size: args.size,
        rule: args.rule,
        judge: args.player.clone(),
        limits: args.limits.player_limits(),
        tolerance: args.tolerance,
        recheck: args.recheck,
        games: args.games,
        seed: args.seed,
        concurrency: concurrency(args.concurrency),
        candidates: args
            .from
            .as_deref()
            .map(|from| list(args, from))
            .transpose()?,
    };
    let mut progress = Progress::new();
    let openings = generate(&options, &stop, |state| {
        let text = format!(
            "{}/{} openings of {} candidates",
            state.openings, args.count, state.candidates
        );
        let bar = progress::bar(state.openings as u64, args.count as u64, &text);
        progress.show(&bar);
    });
    progress.end();
    write(args, &openings?)
}

/// The openings to filter.
fn list(args: &GenerateArgs, from: &str) -> anyhow::Result<Vec<Vec<Point>>> {
    let book = OpeningBook::open(from, Path::new(""), args.size, args.rule, RowOrigin::Bottom);
    match book.with_context(|| from.to_owned())? {
        OpeningBook::List { openings, .. } => Ok(openings),
        _ => Err(UsageError::new(format!("--from {from}: expected a file or `balanced`")).into()),
    }
}

fn write(args: &GenerateArgs, openings: &[Vec<Point>]) -> anyhow::Result<()> {
    let text = if args.moves {
        let lines = openings.iter().map(|stones| {
            let moves = stones.iter().map(|&point| Some(point));
            write_moves(moves, args.size, RowOrigin::Bottom) + "\n"
        });
        lines.collect()
    } else {
        let sized: Vec<_> = openings
            .iter()
            .map(|stones| (args.size, stones.clone()))
            .collect();
        records::write_openings(&sized)
    };
    if args.output == Path::new(STDIO) {
        stdout().write_all(text.as_bytes())?;
        Ok(())
    } else {
        atomic_file::write(&args.output, text.as_bytes())
            .with_context(|| args.output.display().to_string())
    }
}

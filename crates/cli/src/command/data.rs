//! `tengen data`: labeled positions for training networks.

use std::io::{Write as _, stdout};

use anyhow::Context as _;
use gomoku::Size;
use learn::data::dataset::Dataset;
use learn::data::file::{GENERATOR, Settings};
use learn::data::generate;
use learn::data::summary::Summary;

use super::r#match::concurrency;
use crate::args::{DataCommand, DataGenerateArgs, DataInfoArgs};
use crate::engine_weights;
use crate::interrupt;
use crate::progress::CountProgress;

pub(crate) fn run(command: &DataCommand) -> anyhow::Result<()> {
    match command {
        DataCommand::Generate(args) => generate(args),
        DataCommand::Info(args) => info(args),
    }
}

fn generate(args: &DataGenerateArgs) -> anyhow::Result<()> {
    let stop = interrupt::stop_flag();
    let evaluation = engine_weights::read(args.rule, args.weights.as_deref())?;
    let settings = Settings {
        rule: args.rule,
        size: Size::new(args.size).context("the size is not 5 to 22")?,
        seed: args.seed,
        nodes: args.nodes,
        label_nodes: args.label_nodes,
        on_path: args.on_path,
        off_path: args.off_path,
        weights: evaluation.checksum(),
        generator: GENERATOR,
    };
    let mut bar = CountProgress::new(args.games, "games");
    let progress = generate::generate(
        &settings,
        &evaluation,
        args.games,
        concurrency(args.threads),
        &args.out,
        &stop,
        |progress| bar.show(progress.games),
    )
    .with_context(|| args.out.display().to_string())?;
    bar.end();
    let mut out = stdout().lock();
    writeln!(
        out,
        "{} games, {} positions in {}",
        progress.games,
        progress.positions,
        args.out.display()
    )?;
    if progress.games < args.games {
        writeln!(out, "interrupted; the same command resumes it")?;
    }
    Ok(())
}

fn info(args: &DataInfoArgs) -> anyhow::Result<()> {
    let dataset = Dataset::open(&args.files)?;
    let summary = Summary::new(&dataset);
    write!(stdout(), "{summary}")?;
    Ok(())
}

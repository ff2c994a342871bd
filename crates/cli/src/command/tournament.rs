//! `tengen tournament`: a tournament from a TOML file.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context as _;
use arena::bounded_file;
use arena::summary::tournament_summary;
use arena::{MatchRunner, Store, TournamentFile, format};
use players::Access;

use super::r#match::{concurrency, play};
use crate::args::TournamentArgs;
use crate::game_files::{self, GameFolder};

pub(crate) fn run(args: &TournamentArgs) -> anyhow::Result<()> {
    let name = args.file.display().to_string();
    let text = bounded_file::read_to_string(&args.file, bounded_file::MAX_CONFIG)
        .with_context(|| name.clone())?;
    let base = args.file.parent().unwrap_or(Path::new(""));
    let tournament = TournamentFile::read(&text).with_context(|| name.clone())?;
    let config = tournament
        .match_config(base, &Access::local())
        .with_context(|| name.clone())?;
    let stem = args.file.file_stem().and_then(|stem| stem.to_str());
    let title = tournament
        .name
        .as_deref()
        .or(stem)
        .unwrap_or("tournament")
        .to_owned();
    let path = match &tournament.store {
        Some(path) => base.join(path),
        None => args.file.with_extension("db"),
    };
    let mut store = Store::open(&path).with_context(|| path.display().to_string())?;
    let folder = args
        .out
        .as_deref()
        .map(|path| {
            GameFolder::create(path, game_files::context(&config, &title))
                .with_context(|| path.display().to_string())
        })
        .transpose()?;
    let runner = MatchRunner {
        store: Some(&mut store),
        concurrency: concurrency(args.concurrency.or(tournament.concurrency)),
        sprt: None,
    };
    let report = play(&config, runner, folder, tournament_summary)
        .with_context(|| path.display().to_string())?;
    let mut out = stdout().lock();
    if args.json {
        let summary = tournament_summary(&config, &report);
        writeln!(out, "{}", serde_json::to_string(&summary)?)?;
    } else {
        writeln!(out, "{title}, games in {}", path.display())?;
        write!(out, "{}", format::tournament_text(&config, &report))?;
    }
    Ok(())
}

//! `tengen games`: lists and exports the games of a store.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use arena::Store;
use arena::export::{CSV_TITLE, EventInfo};

use crate::args::{ExportArgs, ExportFormat, GamesCommand};
use crate::atomic_file;
use crate::game_files;
use crate::record_file::extension;

pub(crate) fn run(command: &GamesCommand) -> anyhow::Result<()> {
    match command {
        GamesCommand::List { store } => list(store),
        GamesCommand::Export(args) => export(args),
    }
}

fn open(path: &Path) -> anyhow::Result<Store> {
    // Opening would create an empty store for a misspelled name.
    if !path.exists() {
        bail!("{}: no such file", path.display());
    }
    Store::open(path).with_context(|| path.display().to_string())
}

fn list(path: &Path) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    for stored_match in open(path)?.matches()? {
        writeln!(
            out,
            "{:4}  {}  {:8} games  {} {}  {}",
            stored_match.id.0,
            stored_match.created,
            stored_match.games,
            stored_match.rule(),
            stored_match.size(),
            stored_match.names().join(" - ")
        )?;
    }
    Ok(())
}

fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let store = open(&args.store)?;
    let format = args.to.or(match extension(&args.output) {
        Some("pgn") => Some(ExportFormat::Pgn),
        Some("csv") => Some(ExportFormat::Csv),
        Some("sgf") => Some(ExportFormat::Sgf),
        _ => None,
    });
    let format =
        format.ok_or_else(|| anyhow!("{}: choose a format with --to", args.output.display()))?;
    let is_folder = extension(&args.output).is_none();
    if format == ExportFormat::Psq && !is_folder {
        bail!("a PSQ file holds one game: the output must be a folder");
    }
    let mut file = if is_folder {
        fs::create_dir_all(&args.output)?;
        None
    } else {
        Some(BufWriter::new(fs::File::create(&args.output)?))
    };
    if let (Some(file), ExportFormat::Csv) = (&mut file, format) {
        writeln!(file, "{CSV_TITLE}")?;
    }
    let mut count = 0;
    for stored_match in store.matches()? {
        if args.match_id.is_some_and(|id| id != stored_match.id.0) {
            continue;
        }
        let event = EventInfo {
            name: format!("match {}", stored_match.id.0),
            names: stored_match.names(),
            size: stored_match.size(),
            rule: stored_match.rule(),
        };
        store.for_each_game(stored_match.id, stored_match.size(), |game| {
            let bytes = game_files::write(&game, &event, format)?;
            match &mut file {
                Some(file) => file.write_all(&bytes)?,
                None => {
                    let extension = match format {
                        ExportFormat::Pgn => "pgn",
                        ExportFormat::Csv => "csv",
                        ExportFormat::Sgf => "sgf",
                        ExportFormat::Psq => "psq",
                    };
                    let name = format!("{}-{:06}.{extension}", stored_match.id.0, game.number + 1);
                    atomic_file::write(&args.output.join(name), &bytes)?;
                }
            }
            count += 1;
            anyhow::Ok(())
        })?;
    }
    if let Some(mut file) = file {
        file.flush()?;
    }
    writeln!(stdout(), "{count} games in {}", args.output.display())?;
    Ok(())
}

//! `tengen games`: lists, exports and repairs the games of a store.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use anyhow::Context as _;
use arena::atomic_file::{self, AtomicFile};
use arena::export::{CSV_TITLE, EventInfo};
use arena::store::{BadRow, StoredMatch, repair};
use arena::{GameRecord, Store};

use crate::args::{ExportArgs, ExportFormat, GamesCommand, RepairArgs};
use crate::game_files;
use crate::record_file::extension;
use crate::usage_error::UsageError;

pub(crate) fn run(command: &GamesCommand) -> anyhow::Result<()> {
    match command {
        GamesCommand::List { store } => list(store),
        GamesCommand::Export(args) => export(args),
        GamesCommand::Repair(args) => repair(args),
    }
}

fn open(path: &Path) -> anyhow::Result<Store> {
    Store::open_read_only(path).with_context(|| path.display().to_string())
}

/// Counts the bad rows of a store and names the first ones.
#[derive(Default)]
struct BadRows(usize);

impl BadRows {
    const SHOWN: usize = 5;

    fn add(&mut self, bad: &BadRow) {
        if self.0 < BadRows::SHOWN {
            eprintln!("tengen: left out: {bad}");
        }
        self.0 += 1;
    }

    fn finish(&self, store: &Path) {
        if self.0 > 0 {
            eprintln!(
                "tengen: {} bad rows are left out; `tengen games repair {}` moves them aside",
                self.0,
                store.display()
            );
        }
    }
}

fn list(path: &Path) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    let mut bad_rows = BadRows::default();
    let matches = open(path)?.matches(|bad| bad_rows.add(&bad));
    for stored_match in matches.with_context(|| path.display().to_string())? {
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
    bad_rows.finish(path);
    Ok(())
}

fn export(args: &ExportArgs) -> anyhow::Result<()> {
    let store = open(&args.store)?;
    let mut output = Output::create(args)?;
    let mut bad_rows = BadRows::default();
    let mut count = 0;
    let matches = store.matches(|bad| bad_rows.add(&bad))?;
    for stored_match in &matches {
        if args.match_id.is_some_and(|id| id != stored_match.id.0) {
            continue;
        }
        store.for_each_game(stored_match, |game| {
            match game {
                Ok(game) => {
                    output
                        .add(stored_match, &game)
                        .with_context(|| format!("cannot write {}", args.output.display()))?;
                    count += 1;
                }
                Err(bad) => bad_rows.add(&bad),
            }
            anyhow::Ok(())
        })?;
    }
    output
        .finish()
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    bad_rows.finish(&args.store);
    writeln!(stdout(), "{count} games in {}", args.output.display())?;
    Ok(())
}

/// One file for all games, or a folder with one for each.
struct Output<'a> {
    path: &'a Path,
    format: ExportFormat,
    file: Option<BufWriter<AtomicFile>>,
}

impl Output<'_> {
    fn create(args: &ExportArgs) -> anyhow::Result<Output<'_>> {
        let path = args.output.as_path();
        let format = args.to.or(match extension(path) {
            Some("pgn") => Some(ExportFormat::Pgn),
            Some("csv") => Some(ExportFormat::Csv),
            Some("sgf") => Some(ExportFormat::Sgf),
            _ => None,
        });
        let format = format.ok_or_else(|| {
            UsageError::new(format!("{}: choose a format with --to", path.display()))
        })?;
        let is_folder = extension(path).is_none();
        if format == ExportFormat::Psq && !is_folder {
            let text = "a PSQ file holds one game: the output must be a folder";
            return Err(UsageError::new(text).into());
        }
        let name = || format!("cannot write {}", path.display());
        let mut file = None;
        if is_folder {
            fs::create_dir_all(path).with_context(name)?;
        } else {
            let mut writer = BufWriter::new(AtomicFile::create(path).with_context(name)?);
            if format == ExportFormat::Csv {
                writeln!(writer, "{CSV_TITLE}").with_context(name)?;
            }
            file = Some(writer);
        }
        Ok(Output { path, format, file })
    }

    fn add(&mut self, stored_match: &StoredMatch, game: &GameRecord) -> anyhow::Result<()> {
        let id = stored_match.id.0;
        let event = EventInfo {
            name: format!("match {id}"),
            names: stored_match.names().to_vec(),
            size: stored_match.size(),
            rule: stored_match.rule(),
        };
        let bytes = game_files::write(game, &event, self.format)?;
        if let Some(file) = &mut self.file {
            file.write_all(&bytes)?;
            return Ok(());
        }
        let extension = match self.format {
            ExportFormat::Pgn => "pgn",
            ExportFormat::Csv => "csv",
            ExportFormat::Sgf => "sgf",
            ExportFormat::Psq => "psq",
        };
        let name = format!("{id}-{:06}.{extension}", game.number + 1);
        atomic_file::write(&self.path.join(name), &bytes)?;
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        if let Some(file) = self.file {
            let file = file
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error)?;
            file.commit()?;
        }
        Ok(())
    }
}

fn repair(args: &RepairArgs) -> anyhow::Result<()> {
    let path = &args.store;
    let name = || path.display().to_string();
    let mut out = stdout().lock();
    let inspection = repair::inspect(path).with_context(name)?;
    for line in &inspection.damage {
        writeln!(out, "damaged file: {line}")?;
    }
    for bad in &inspection.bad_rows {
        writeln!(out, "bad row: {bad}")?;
    }
    if inspection.is_sound() {
        writeln!(
            out,
            "{}: {} games, nothing to repair",
            path.display(),
            inspection.games
        )?;
        return Ok(());
    }
    if !args.apply {
        writeln!(
            out,
            "{}: nothing has been changed; `tengen games repair --apply {}` makes a backup and repairs it",
            path.display(),
            path.display()
        )?;
        return Ok(());
    }
    let repaired = repair::repair(path).with_context(name)?;
    writeln!(out, "backup: {}", repaired.backup.display())?;
    if repaired.is_rebuilt {
        writeln!(
            out,
            "the file was built anew from the rows that could be read"
        )?;
    } else if inspection.damage.is_empty() && inspection.bad_rows.is_empty() {
        writeln!(out, "converted from schema version {}", inspection.version)?;
    }
    writeln!(
        out,
        "{} rows moved to the table `quarantine`; {} games remain. A match that is run again plays what is missing.",
        repaired.moved.len(),
        repaired.games
    )?;
    Ok(())
}

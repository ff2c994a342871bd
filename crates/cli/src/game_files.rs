//! Writes finished games as files.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arena::export::{self, EventInfo};
use arena::{GameRecord, MatchConfig, atomic_file};

use crate::args::ExportFormat;

/// The data that all games of a match share.
pub(crate) fn context(config: &MatchConfig, event: &str) -> EventInfo {
    EventInfo {
        name: event.to_owned(),
        names: config.players.iter().map(|one| one.name.clone()).collect(),
        size: config.size,
        rule: config.rule,
    }
}

/// Formats a game.
pub(crate) fn write(
    game: &GameRecord,
    context: &EventInfo,
    format: ExportFormat,
) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        ExportFormat::Pgn => export::write_pgn(game, context).into_bytes(),
        ExportFormat::Csv => export::write_csv(game, context).into_bytes(),
        ExportFormat::Sgf => export::write_sgf(game, context)?,
        ExportFormat::Psq => export::write_psq(game, context)?,
    })
}

/// A directory with a record of each game, written as the games finish, and all games as PGN and CSV.
#[derive(Debug)]
pub(crate) struct GameFolder {
    folder: PathBuf,
    context: EventInfo,
    pgn: BufWriter<fs::File>,
    csv: BufWriter<fs::File>,
}

impl GameFolder {
    pub(crate) fn create(folder: &Path, context: EventInfo) -> io::Result<GameFolder> {
        fs::create_dir_all(folder)?;
        let file = |name| fs::File::create(folder.join(name)).map(BufWriter::new);
        let mut csv = file("games.csv")?;
        writeln!(csv, "{}", export::CSV_TITLE)?;
        Ok(GameFolder {
            pgn: file("games.pgn")?,
            csv,
            folder: folder.to_path_buf(),
            context,
        })
    }

    pub(crate) fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        let (pgn, csv) = (
            export::write_pgn(game, &self.context),
            export::write_csv(game, &self.context),
        );
        for (file, name, text) in [
            (&mut self.pgn, "games.pgn", pgn),
            (&mut self.csv, "games.csv", csv),
        ] {
            let written = file.write_all(text.as_bytes());
            written.map_err(|error| named(&self.folder.join(name), &error))?;
        }
        let sgf = export::write_sgf(game, &self.context).map_err(io::Error::other)?;
        let name = format!("{:06}.sgf", game.number + 1);
        let path = self.folder.join(name);
        atomic_file::write(&path, &sgf).map_err(|error| named(&path, &error))
    }

    /// Flushes the files and writes `summary.json`.
    pub(crate) fn finish(mut self, summary: &impl serde::Serialize) -> io::Result<()> {
        let name = |name: &str, error| named(&self.folder.join(name), &error);
        self.pgn.flush().map_err(|error| name("games.pgn", error))?;
        self.csv.flush().map_err(|error| name("games.csv", error))?;
        let text = serde_json::to_string_pretty(summary)? + "\n";
        let written = atomic_file::write(&self.folder.join("summary.json"), text);
        written.map_err(|error| name("summary.json", error))
    }
}

/// The error with the file that it is about.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

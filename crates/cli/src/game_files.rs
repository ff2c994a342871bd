//! Finished games as files in a folder.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arena::export::{self, EventInfo};
use arena::{GameRecord, MatchConfig};

use crate::args::ExportFormat;

/// What a config's games have in common.
pub(crate) fn context(config: &MatchConfig, event: &str) -> EventInfo {
    EventInfo {
        event: event.to_owned(),
        names: config.players.iter().map(|one| one.name.clone()).collect(),
        size: config.size,
        rule: config.rule,
    }
}

/// A game in a format.
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

/// A folder that gets a record of each game as it ends, and all of them as PGN and CSV.
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
        self.pgn
            .write_all(export::write_pgn(game, &self.context).as_bytes())?;
        self.csv
            .write_all(export::write_csv(game, &self.context).as_bytes())?;
        let sgf = export::write_sgf(game, &self.context).map_err(io::Error::other)?;
        let name = format!("{:06}.sgf", game.number + 1);
        replace(&self.folder.join(name), &sgf)
    }

    /// Writes the end of the tables, and the result.
    pub(crate) fn finish(mut self, summary: &serde_json::Value) -> io::Result<()> {
        self.pgn.flush()?;
        self.csv.flush()?;
        let text = serde_json::to_string_pretty(summary)? + "\n";
        replace(&self.folder.join("summary.json"), text.as_bytes())
    }
}

/// Writes a file as a whole or not at all.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let partial = path.with_extension("partial");
    fs::write(&partial, bytes)?;
    fs::rename(&partial, path)
}

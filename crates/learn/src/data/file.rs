//! A file of labeled positions of one rule and size.
//!
//! ```text
//! tengen positions 1        256 bytes of text: the settings, one a line, padded with spaces
//! rule freestyle
//! size 15
//! …
//! records                   each of the length that its size gives, in the order of their games
//! ```
//!
//! The file is only ever appended to, a whole game at a time. A killed writer leaves at most a part of the last game, which
//! the next writer truncates and generates again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use gomoku::{Rule, Size};

use super::record::{game_number, record_len};

/// Bytes of the header.
pub const HEADER_LEN: usize = 256;
/// The version of the generator. 1 played the same game again and again from a balanced opening.
pub const GENERATOR: u32 = 2;
const TITLE: &str = "tengen positions 1";

/// The settings that decide a file's contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The seed of all random choices.
    pub seed: u64,
    /// Nodes per move of a game.
    pub nodes: u64,
    /// Nodes of the search that labels a position off the game.
    pub label_nodes: u64,
    /// At most this many positions of each game itself.
    pub on_path: u32,
    /// At most this many positions off the game.
    pub off_path: u32,
    /// Checksum of the weights that played and labeled.
    pub weights: u32,
    /// The version of the generator, [`GENERATOR`] for new files.
    pub generator: u32,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin with a header of this format.
    #[error("not a file of labeled positions: {0}")]
    Header(String),
    /// It was generated with other settings.
    #[error("the file was generated with other settings: {0}")]
    Settings(String),
    /// One of several files cannot be used.
    #[error("{path}: {error}")]
    Of {
        /// The file.
        path: String,
        /// Why.
        error: Box<DataFileError>,
    },
    /// Another process is appending to it.
    #[error("another process is writing it")]
    Locked,
}

impl Settings {
    /// The header as text, padded to [`HEADER_LEN`].
    pub fn header(&self) -> String {
        let text = format!(
            "{TITLE}\nrule {}\nsize {}\nseed {}\nnodes {}\nlabel-nodes {}\non-path {}\noff-path {}\nweights {:08x}\ngenerator {}\n",
            self.rule.name(),
            self.size.get(),
            self.seed,
            self.nodes,
            self.label_nodes,
            self.on_path,
            self.off_path,
            self.weights,
            self.generator
        );
        format!("{text:width$}\n", width = HEADER_LEN - 1)
    }

    /// Reads a header.
    ///
    /// # Errors
    /// If it is not one.
    pub fn from_header(bytes: &[u8]) -> Result<Settings, DataFileError> {
        let invalid = |reason: &str| DataFileError::Header(reason.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| invalid("the header is not text"))?;
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(invalid("it does not begin with \"tengen positions 1\""));
        }
        let mut value = |key: &str| {
            lines
                .next()
                .and_then(|line| line.strip_prefix(key)?.strip_prefix(' '))
                .ok_or_else(|| invalid(&format!("the header has no {key}")))
        };
        let number = |key: &str, text: &str| {
            text.parse::<u64>()
                .map_err(|_| invalid(&format!("{key} is not a number")))
        };
        let rule = value("rule")?
            .parse()
            .map_err(|_| invalid("unknown rule"))?;
        let size = value("size")?.parse().ok().and_then(Size::new);
        let size = size.ok_or_else(|| invalid("the size is not 5 to 22"))?;
        let seed = number("seed", value("seed")?)?;
        let nodes = number("nodes", value("nodes")?)?;
        let label_nodes = number("label-nodes", value("label-nodes")?)?;
        let on_path = number("on-path", value("on-path")?)? as u32;
        let off_path = number("off-path", value("off-path")?)? as u32;
        let weights = u32::from_str_radix(value("weights")?, 16)
            .map_err(|_| invalid("weights is not a checksum"))?;
        // Files of the first generator do not have the line.
        let generator = value("generator").map_or(Ok(1), |text| number("generator", text))? as u32;
        Ok(Settings {
            rule,
            size,
            seed,
            nodes,
            label_nodes,
            on_path,
            off_path,
            weights,
            generator,
        })
    }
}

/// A file open for appending.
#[derive(Debug)]
pub struct DataWriter {
    file: File,
    /// The first game that is not complete in the file.
    next_game: u64,
    positions: u64,
}

impl DataWriter {
    /// Opens or creates a file with these settings and truncates an incomplete game.
    ///
    /// # Errors
    /// If it cannot be read or written, is in use, or has other settings.
    pub fn open(path: &Path, settings: &Settings) -> Result<DataWriter, DataFileError> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DataFileError::Locked,
            TryLockError::Error(error) => DataFileError::Io(error),
        })?;
        let length = file.metadata()?.len();
        if length < HEADER_LEN as u64 {
            file.set_len(0)?;
            file.write_all(settings.header().as_bytes())?;
            return Ok(DataWriter {
                file,
                next_game: 0,
                positions: 0,
            });
        }
        let mut header = [0; HEADER_LEN];
        file.seek(SeekFrom::Start(0))?;
        file.read_exact(&mut header)?;
        let found = Settings::from_header(&header)?;
        if found != *settings {
            let found = found.header().trim_end().replace('\n', ", ");
            return Err(DataFileError::Settings(found));
        }
        let (positions, next_game) = complete_games(&mut file, length, settings.size)?;
        file.set_len(HEADER_LEN as u64 + positions * record_len(settings.size) as u64)?;
        Ok(DataWriter {
            file,
            next_game,
            positions,
        })
    }

    /// The first game to generate.
    pub fn next_game(&self) -> u64 {
        self.next_game
    }

    /// Positions in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Appends the records of a game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, records: &[u8], size: Size) -> io::Result<()> {
        self.file.write_all(records)?;
        self.positions += (records.len() / record_len(size)) as u64;
        Ok(())
    }
}

/// The number of records before the last game in the file, which may be incomplete, and that game's number.
fn complete_games(file: &mut File, length: u64, size: Size) -> io::Result<(u64, u64)> {
    let record_len = record_len(size);
    let mut count = (length - HEADER_LEN as u64) / record_len as u64;
    let mut last_game = None;
    let mut record = vec![0; record_len];
    while count > 0 {
        file.seek(SeekFrom::Start(
            HEADER_LEN as u64 + (count - 1) * record_len as u64,
        ))?;
        file.read_exact(&mut record)?;
        let game = u64::from(game_number(&record));
        if *last_game.get_or_insert(game) != game {
            break;
        }
        count -= 1;
    }
    Ok((count, last_game.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            rule: Rule::Renju,
            size: Size::FIFTEEN,
            seed: u64::MAX,
            nodes: 1_000,
            label_nodes: 2_000,
            on_path: 10,
            off_path: 20,
            weights: 0x9abc_def0,
            generator: GENERATOR,
        }
    }

    #[test]
    fn headers_are_read_as_written() {
        let header = settings().header();
        assert_eq!(header.len(), HEADER_LEN);
        assert_eq!(
            Settings::from_header(header.as_bytes()).unwrap(),
            settings()
        );
        let first = Settings {
            generator: 1,
            ..settings()
        };
        let without = header.replace("generator 2", "           ");
        assert_eq!(Settings::from_header(without.as_bytes()).unwrap(), first);
        let damaged = header.replace("size 15", "size 99");
        let error = Settings::from_header(damaged.as_bytes()).unwrap_err();
        assert!(error.to_string().contains("size"), "{error}");
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        drop(DataWriter::open(&path, &settings()).unwrap());
        let other = Settings {
            seed: 1,
            ..settings()
        };
        let error = DataWriter::open(&path, &other).unwrap_err();
        assert!(matches!(error, DataFileError::Settings(_)), "{error}");
        std::fs::write(&path, vec![b'x'; 1_000]).unwrap();
        let error = DataWriter::open(&path, &settings()).unwrap_err();
        assert!(matches!(error, DataFileError::Header(_)), "{error}");
        assert_eq!(std::fs::metadata(&path).unwrap().len(), 1_000);
    }
}

//! The folder of a run.
//!
//! | file | what |
//! |---|---|
//! | `configuration.toml` | the plan; a run goes on only under the same one |
//! | `games.log` | every finished game, a line each with its checksum |
//! | `learner.state` | the learner after the last whole round, replaced at once by renaming |
//! | `networks/000800.net` | the network after it has learned from 800 games |
//! | `best.net` | the last one that won its gate match |
//! | `rounds.csv`, `loss.svg` | a line for each round |
//! | `matches.log`, `rating.csv`, `rating.svg` | who won against whom, and what that says |
//! | `log.txt` | what was printed |

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nets::Residual;

use super::learner::LoadError;

/// Where a run keeps its files.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Why a run could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The folder holds a run with another plan.
    #[error(
        "{path} holds another run: it says {found:?} where this one says {wanted:?}; name another folder"
    )]
    Other {
        /// Which file.
        path: PathBuf,
        /// Its first line that differs.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// The saved learner cannot be loaded.
    #[error("{path}: {error}")]
    Learner {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: LoadError,
    },
    /// A file does not say what it should.
    #[error("{path}: {why}")]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// An opponent is nobody.
    #[error(transparent)]
    Nobody(#[from] crate::measure::NobodyError),
}

/// The learner after a whole round.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The next round to be played.
    pub round: u64,
    /// Seconds of training so far, ratings included.
    pub seconds: f64,
    /// What the learner saved.
    pub learner: Vec<u8>,
}

const TITLE: &str = "tengen zero checkpoint 1";

impl Folder {
    /// Opens a folder for a run with this configuration, or makes it.
    ///
    /// # Errors
    /// When it cannot be made, or belongs to another run.
    pub fn open(path: &Path, configuration: &str) -> Result<Folder, RunError> {
        let folder = Folder {
            path: path.to_owned(),
        };
        let networks = folder.file("networks");
        fs::create_dir_all(&networks).map_err(|error| file_error(&networks, error))?;
        let known = folder.file("configuration.toml");
        match fs::read_to_string(&known) {
            Ok(text) if text == configuration => {}
            Ok(text) => {
                let (found, wanted) = first_difference(&text, configuration);
                return Err(RunError::Other {
                    path: known,
                    found,
                    wanted,
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                folder.replace("configuration.toml", configuration.as_bytes())?;
            }
            Err(error) => return Err(file_error(&known, error)),
        }
        Ok(folder)
    }

    /// A file of the run.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The file of the network after this many games.
    pub fn network(&self, games: u64) -> PathBuf {
        self.path.join(format!("networks/{games:06}.net"))
    }

    /// Replaces a file as a whole: whoever looks sees the old one or the new one, also after a crash.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.file(name);
        let part = self.file(&format!("{name}.part"));
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            fs::rename(&part, &path)
        };
        write().map_err(|error| file_error(&path, error))
    }

    /// Keeps a network.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save_network(&self, games: u64, network: &Residual, note: &str) -> Result<(), RunError> {
        let notes = [format!("{games} games"), note.to_owned()];
        let name = format!("networks/{games:06}.net");
        self.replace(&name, &network.to_bytes(&notes))
    }

    /// Reads a network.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load_network(&self, path: &Path) -> Result<Residual, RunError> {
        let bytes = fs::read(path).map_err(|error| file_error(path, error))?;
        Residual::from_bytes(&bytes).map_err(|error| damaged(path, error.to_string()))
    }

    /// Keeps the learner.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, checkpoint: &Checkpoint) -> Result<(), RunError> {
        let mut bytes =
            format!("{TITLE}\n{}\n{}\n", checkpoint.round, checkpoint.seconds).into_bytes();
        bytes.extend(&checkpoint.learner);
        self.replace("learner.state", &bytes)
    }

    /// The learner that was kept, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load(&self) -> Result<Option<Checkpoint>, RunError> {
        let path = self.file("learner.state");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error(&path, error)),
        };
        let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
        let mut line = || lines.next().and_then(|line| std::str::from_utf8(line).ok());
        let title = line() == Some(TITLE);
        let round = line().and_then(|line| line.parse().ok());
        let seconds = line().and_then(|line| line.parse().ok());
        match (title, round, seconds, lines.next()) {
            (true, Some(round), Some(seconds), Some(learner)) => Ok(Some(Checkpoint {
                round,
                seconds,
                learner: learner.to_vec(),
            })),
            _ => Err(damaged(&path, format!("this is no {TITLE:?}"))),
        }
    }

    /// Adds a line to what was printed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&self, line: &str) -> Result<(), RunError> {
        let path = self.file("log.txt");
        OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| file_error(&path, error))
    }
}

pub(super) fn file_error(path: &Path, error: io::Error) -> RunError {
    RunError::File {
        path: path.to_owned(),
        error,
    }
}

pub(super) fn damaged(path: &Path, why: String) -> RunError {
    RunError::Damaged {
        path: path.to_owned(),
        why,
    }
}

fn first_difference(found: &str, wanted: &str) -> (String, String) {
    let mut pairs = found.lines().zip(wanted.lines());
    let (one, other) = pairs
        .find(|(one, other)| one != other)
        .unwrap_or(("another length", "this one"));
    (one.to_owned(), other.to_owned())
}

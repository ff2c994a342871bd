//! The files of a run.
//!
//! | file | contents |
//! |---|---|
//! | `config.toml` | the configuration; a run resumes only under the same one |
//! | `games.log` | every finished game, one line each with a checksum |
//! | `checkpoint.bin` | the learner after the last complete iteration, replaced atomically |
//! | `networks/000800.net` | the network trained on 800 games |
//! | `best.net` | the last network that won its gate match |
//! | `iterations.csv`, `loss.svg` | metrics of each iteration |
//! | `matches.log` | results of the rating matches |
//! | `rating.csv`, `rating.svg`, `scores.svg` | ratings of the networks, scores against fixed players |
//! | `log.txt` | the progress messages |

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::atomic_file;
use nets::Residual;

use super::learner::LoadError;

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The folder holds a run with another configuration.
    #[error(
        "{path} belongs to another run: it has {found:?}, expected {expected:?}; use another folder"
    )]
    ConfigMismatch {
        /// The configuration file.
        path: PathBuf,
        /// Its first line that differs.
        found: String,
        /// The same line of this run.
        expected: String,
    },
    /// The saved learner cannot be loaded.
    #[error("{path}: {error}")]
    Learner {
        /// The checkpoint.
        path: PathBuf,
        /// The cause.
        error: LoadError,
    },
    /// A file is inconsistent.
    #[error("{path}: {reason}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// An opponent does not exist.
    #[error(transparent)]
    UnknownPlayer(#[from] crate::rating_match::UnknownPlayer),
}

/// The state after a complete iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The next iteration.
    pub iteration: u64,
    /// Seconds of training so far, rating matches included.
    pub seconds: f64,
    /// The serialized learner.
    pub learner: Vec<u8>,
}

const TITLE: &str = "tengen zero checkpoint 1";

impl RunFolder {
    /// Opens the folder of a run with this configuration, or creates it.
    ///
    /// # Errors
    /// If it cannot be created, or belongs to another run.
    pub fn open(path: &Path, configuration: &str) -> Result<RunFolder, RunError> {
        let folder = RunFolder {
            path: path.to_owned(),
        };
        let networks = folder.file("networks");
        fs::create_dir_all(&networks).map_err(|error| file_error(&networks, error))?;
        let config = folder.file("config.toml");
        match fs::read_to_string(&config) {
            Ok(text) if text == configuration => {}
            Ok(text) => {
                let (found, expected) = first_difference(&text, configuration);
                return Err(RunError::ConfigMismatch {
                    path: config,
                    found,
                    expected,
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                folder.replace("config.toml", configuration.as_bytes())?;
            }
            Err(error) => return Err(file_error(&config, error)),
        }
        Ok(folder)
    }

    /// A file of the run.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The network trained on this many games.
    pub fn network(&self, games: u64) -> PathBuf {
        self.path.join(format!("networks/{games:06}.net"))
    }

    /// Replaces a file atomically: readers see the old contents or the new, also after a crash.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.file(name);
        atomic_file::write_durably(&path, bytes).map_err(|error| file_error(&path, error))
    }

    /// Saves a network.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_network(&self, games: u64, network: &Residual, note: &str) -> Result<(), RunError> {
        let notes = [format!("{games} games"), note.to_owned()];
        let name = format!("networks/{games:06}.net");
        self.replace(&name, &network.to_bytes(&notes))
    }

    /// Reads a network.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load_network(&self, path: &Path) -> Result<Residual, RunError> {
        let bytes = fs::read(path).map_err(|error| file_error(path, error))?;
        Residual::from_bytes(&bytes).map_err(|error| damaged(path, error.to_string()))
    }

    /// Saves a checkpoint.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), RunError> {
        let mut bytes = format!(
            "{TITLE}\n{}\n{}\n",
            checkpoint.iteration, checkpoint.seconds
        )
        .into_bytes();
        bytes.extend(&checkpoint.learner);
        self.replace("checkpoint.bin", &bytes)
    }

    /// The saved checkpoint, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load_checkpoint(&self) -> Result<Option<Checkpoint>, RunError> {
        let path = self.file("checkpoint.bin");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error(&path, error)),
        };
        let mut lines = bytes.splitn(4, |&byte| byte == b'\n');
        let mut line = || lines.next().and_then(|line| std::str::from_utf8(line).ok());
        let title = line() == Some(TITLE);
        let iteration = line().and_then(|line| line.parse().ok());
        let seconds = line().and_then(|line| line.parse().ok());
        match (title, iteration, seconds, lines.next()) {
            (true, Some(iteration), Some(seconds), Some(learner)) => Ok(Some(Checkpoint {
                iteration,
                seconds,
                learner: learner.to_vec(),
            })),
            _ => Err(damaged(&path, format!("not a {TITLE:?}"))),
        }
    }

    /// Appends a line to `log.txt`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn log(&self, line: &str) -> Result<(), RunError> {
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

pub(super) fn damaged(path: &Path, reason: String) -> RunError {
    RunError::Damaged {
        path: path.to_owned(),
        reason,
    }
}

fn first_difference(found: &str, expected: &str) -> (String, String) {
    let mut pairs = found.lines().zip(expected.lines());
    let (found, expected) = pairs
        .find(|(found, expected)| found != expected)
        .unwrap_or(("another length", "this one"));
    (found.to_owned(), expected.to_owned())
}

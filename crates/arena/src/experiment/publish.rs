//! Copies the small text files of a finished run to a folder that can be committed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wire::ExperimentSummary;

use super::folder_name;
use crate::atomic_file;

/// Why a result could not be published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// There is no finished run.
    #[error("{0} has no results; run the experiment first")]
    NoResults(String),
    /// A pairing is missing.
    #[error("the run is incomplete: {0}")]
    Incomplete(String),
    /// The published result rests on more games or searches.
    #[error(
        "{path} has {published} games and searches, this run {own}; --replace to publish it anyway"
    )]
    Longer {
        /// The published result.
        path: String,
        /// Its games and searches.
        published: u64,
        /// Those of the run.
        own: u64,
    },
    /// Nobody knows how many games the published result rests on.
    #[error("{0} does not say how many games it rests on; --replace to publish this run anyway")]
    Unreadable(String),
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    Io {
        /// File or folder.
        path: String,
        /// Cause.
        error: io::Error,
    },
}

/// Copies tables, plots and `summary.json` of a full run from `out/NAME` to `target/NAME` and returns that folder. A
/// result that rests on more games is replaced only with `may_replace`.
///
/// # Errors
/// If there is no complete run, the published one is longer, or a file cannot be copied.
pub fn publish(
    name: &str,
    out: &Path,
    target: &Path,
    may_replace: bool,
) -> Result<PathBuf, PublishError> {
    let from = out.join(folder_name(name, false));
    let to = target.join(name);
    let own =
        read_summary(&from).ok_or_else(|| PublishError::NoResults(from.display().to_string()))?;
    if own.quick {
        return Err(PublishError::Incomplete("it is a quick run".to_owned()));
    }
    if let Some(skipped) = own.skipped.first() {
        return Err(PublishError::Incomplete(skipped.clone()));
    }
    if !may_replace {
        check_length(&own, &to)?;
    }
    copy_files(&from, &to).map_err(|error| PublishError::Io {
        path: to.display().to_string(),
        error,
    })?;
    Ok(to)
}

/// Refuses to replace a result that rests on more games, or on an unknown number.
fn check_length(own: &ExperimentSummary, to: &Path) -> Result<(), PublishError> {
    let path = to.join("summary.json").display().to_string();
    let length = |summary: &ExperimentSummary| summary.games + summary.searches;
    match read_summary(to) {
        Some(old) if length(&old) > length(own) => Err(PublishError::Longer {
            path,
            published: length(&old),
            own: length(own),
        }),
        None if to.join("summary.json").exists() => Err(PublishError::Unreadable(path)),
        _ => Ok(()),
    }
}

fn read_summary(folder: &Path) -> Option<ExperimentSummary> {
    let text = fs::read_to_string(folder.join("summary.json")).ok()?;
    serde_json::from_str(&text).ok()
}

/// Replaces the result files of `to` with those of `from`; the store and the HTML report stay behind.
fn copy_files(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for old in result_files(to)? {
        fs::remove_file(old)?;
    }
    for file in result_files(from)? {
        let name = file.file_name().unwrap_or_default();
        atomic_file::write(&to.join(name), fs::read(&file)?)?;
    }
    Ok(())
}

fn result_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_table = path
            .extension()
            .is_some_and(|ending| ending == "csv" || ending == "svg");
        if is_table || path.file_name().is_some_and(|name| name == "summary.json") {
            files.push(path);
        }
    }
    Ok(files)
}

//! The folder of a run. `run.json` says which experiment and which program its results belong to; results of another one
//! are kept beside it under a number.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::ProgramInfo;

use super::Definition;
use crate::atomic_file;
use crate::export;

const FILE: &str = "run.json";
/// Format version of `run.json`.
const VERSION: u32 = 1;

/// What the results in a folder belong to.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunRecord {
    version: u32,
    /// Is it a quick run?
    #[serde(default)]
    quick: bool,
    /// The day on which the run began.
    pub(super) date: String,
    pub(super) program: ProgramInfo,
    /// Everything in the experiment's file that the results depend on.
    definition: Value,
}

/// Prepares the folder of a run. An older run of the same experiment by the same program is continued; any other is
/// moved to `NAME.1`, `NAME.2` and so on, and the new path is returned with the record.
pub(super) fn prepare(
    folder: &Path,
    definition: &Definition,
    program: ProgramInfo,
    is_quick: bool,
) -> io::Result<(RunRecord, Option<PathBuf>)> {
    let wanted = RunRecord {
        version: VERSION,
        quick: is_quick,
        date: today(),
        program,
        definition: definition.measured.clone(),
    };
    let stored = read(folder);
    if let Some(stored) = stored
        && stored.version == wanted.version
        && stored.program == wanted.program
        && stored.definition == wanted.definition
    {
        return Ok((stored, None));
    }
    let kept = if is_used(folder) {
        Some(keep(folder)?)
    } else {
        None
    };
    fs::create_dir_all(folder)?;
    let text = serde_json::to_string_pretty(&wanted)? + "\n";
    atomic_file::write(&folder.join(FILE), text)?;
    Ok((wanted, kept))
}

/// Does a folder hold results that a quick run must not displace?
pub(super) fn holds_full_run(folder: &Path) -> bool {
    is_used(folder) && read(folder).is_none_or(|record| !record.quick)
}

fn read(folder: &Path) -> Option<RunRecord> {
    let text = fs::read_to_string(folder.join(FILE)).ok()?;
    serde_json::from_str(&text).ok()
}

fn is_used(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some())
}

/// Moves a folder to the first free number beside it: `NAME` to `NAME.1`, `NAME.2` and so on. Returns the new path.
///
/// # Errors
/// If it cannot be moved.
pub fn keep(folder: &Path) -> io::Result<PathBuf> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 1;
    loop {
        let kept = folder.with_file_name(format!("{name}.{number}"));
        if !kept.exists() {
            fs::rename(folder, &kept)?;
            return Ok(kept);
        }
        number += 1;
    }
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    export::date(now.unwrap_or_default().as_secs())
}

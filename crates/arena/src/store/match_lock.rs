//! Only one process may play a match: two would play the same games and fail when they store them.
//!
//! The lock is one of the operating system on a file beside the store, so it ends with the process, however that ends.
//! The file holds the number of the process and is removed with the lock.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::{MatchId, open};

/// Holds the lock until it is dropped.
#[derive(Debug)]
pub struct MatchLock {
    path: PathBuf,
    _file: File,
}

impl MatchLock {
    pub(super) fn acquire(store: &Path, match_id: MatchId) -> Result<MatchLock, StoreError> {
        let path = open::beside(store, &format!("-match-{}.lock", match_id.0));
        loop {
            let mut file = open_lock_file(&path).map_err(StoreError::Open)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let process = read_process(&mut file);
                    return Err(StoreError::InUse { match_id, process });
                }
                // Some network file systems have no locks; the store works without.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(StoreError::Open(error)),
            }
            // The last owner may have removed the file between our opening and locking it.
            if is_same_file(&file, &path) {
                // The number only helps the reader of an error message.
                let _ = file.set_len(0);
                let _ = write!(file, "{}", std::process::id());
                return Ok(MatchLock { path, _file: file });
            }
        }
    }
}

impl Drop for MatchLock {
    fn drop(&mut self) {
        // Still locked, so nobody else relies on it.
        let _ = fs::remove_file(&self.path);
    }
}

fn open_lock_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path)
}

fn read_process(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(20).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(ours), Ok(theirs)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino())
}

/// Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

//! Opening a store for writing or for reading.
//!
//! A reader never changes the file, and it needs no permission to: listing games works in a read-only folder and on a
//! full disk. In write-ahead mode even a reader wants to create the file `-shm` beside the store, through which
//! processes coordinate; it may stay behind and does no harm. If it cannot be made, nobody else is using the store
//! from here, and it can be read without:
//!
//! - with nothing in the write-ahead log, as an immutable file;
//! - else by building the index of the log in memory, without locks.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::StoreError;
use super::schema;

/// How long a process waits for another one's transaction.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The file system layer of SQLite without locks; only Unix has one that reads the log.
const UNLOCKED: &str = if cfg!(unix) {
    "&vfs=unix-none"
} else {
    "&nolock=1"
};

/// Opens a store for writing and creates it if it does not exist.
pub(super) fn for_writing(path: &Path) -> Result<Connection, StoreError> {
    check_kind(path)?;
    let connection = Connection::open(path)?;
    prepare(&connection)?;
    Ok(connection)
}

/// Settings of a connection that writes, and the schema.
pub(super) fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    schema::check_version(connection)?;
    // The pragma returns the resulting mode, which for a store in memory is not WAL.
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // With WAL, NORMAL may lose the last transactions in a power failure, but never part of one.
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
    schema::create(connection)
}

/// Opens an existing store for reading.
pub(super) fn for_reading(path: &Path) -> Result<Connection, StoreError> {
    let connection = without_version_check(path)?;
    schema::check_version(&connection)?;
    Ok(connection)
}

/// As [`for_reading`], whatever is in the file.
pub(super) fn without_version_check(path: &Path) -> Result<Connection, StoreError> {
    fs::metadata(path).map_err(StoreError::Open)?;
    check_kind(path)?;
    match read_only(path, "", false) {
        Err(error) if is_unshared(&error) => {
            let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|file| file.len() > 0);
            let unshared = if has_log {
                read_only(path, UNLOCKED, true)
            } else {
                read_only(path, "&immutable=1", false)
            };
            unshared.map_err(|_| error.into())
        }
        opened => Ok(opened?),
    }
}

/// A name next to the store.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// SQLite would wait for a named pipe, and read a device for ever.
fn check_kind(path: &Path) -> Result<(), StoreError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(StoreError::NotAFile),
        _ => Ok(()),
    }
}

fn read_only(path: &Path, options: &str, is_exclusive: bool) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri(path, options), flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    if is_exclusive {
        connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE")?;
    }
    // Opening is lazy: only a query finds out whether the file can be read.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether the files for sharing the store could not be made.
fn is_unshared(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::SystemIoFailure
                | ErrorCode::DiskFull
                | ErrorCode::PermissionDenied
        )
    )
}

fn uri(path: &Path, options: &str) -> String {
    use std::fmt::Write as _;

    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                uri.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            _ => drop(write!(uri, "%{byte:02x}")),
        }
    }
    uri + "?mode=ro" + options
}

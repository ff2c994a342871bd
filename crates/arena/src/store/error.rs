//! What can be wrong with a store.

use std::fmt;
use std::io;

use rusqlite::ErrorCode;

use super::MatchId;

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An SQLite error.
    #[error("game store: {0}")]
    Sqlite(rusqlite::Error),
    /// The file cannot be opened.
    #[error("game store: {0}")]
    Open(io::Error),
    /// A folder or a device.
    #[error("game store: not a regular file")]
    NotAFile,
    /// The file is not a database, or another program's.
    #[error("not a game store")]
    NotAStore,
    /// The disk is full.
    #[error(
        "game store: no space left on the disk; stored games are safe, the last one was not stored"
    )]
    DiskFull,
    /// The file is read-only.
    #[error("game store: the file or its folder is read-only")]
    ReadOnly,
    /// The database is damaged.
    #[error("game store: the file is damaged ({0}); `tengen games repair` saves what is left")]
    Damaged(String),
    /// The schema is older than this program.
    #[error(
        "game store: written by an earlier tengen (schema version {found}, this one writes {expected}); \
         `tengen games repair --apply` converts it"
    )]
    Older {
        /// Version of the file.
        found: i64,
        /// Version of this program.
        expected: i64,
    },
    /// The schema is newer than this program.
    #[error(
        "game store: written by a newer tengen (schema version {found}, this one knows {expected}): update tengen"
    )]
    Newer {
        /// Version of the file.
        found: i64,
        /// Version of this program.
        expected: i64,
    },
    /// A row that cannot be read.
    #[error("game store: {0}; `tengen games repair` moves it aside")]
    BadRow(BadRow),
    /// Another process plays the match.
    #[error(
        "game store: match {} is already being played{}; wait until it ends, or use another store",
        match_id.0,
        process.map(|id| format!(" by process {id}")).unwrap_or_default()
    )]
    InUse {
        /// The match.
        match_id: MatchId,
        /// The other process.
        process: Option<u32>,
    },
    /// The number is taken.
    #[error("game store: match {} already has a game with number {number}; is another process playing it?", match_id.0)]
    Exists {
        /// The match.
        match_id: MatchId,
        /// The number.
        number: u64,
    },
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::DiskFull,
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly,
            Some(ErrorCode::NotADatabase) => StoreError::NotAStore,
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Sqlite(error),
        }
    }
}

/// A row that contradicts the rules of the game or the rest of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRow {
    /// The table.
    pub table: &'static str,
    /// Which row.
    pub key: String,
    /// The number, if the row is a game.
    pub number: Option<u64>,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}, {}: {}", self.table, self.key, self.problem)
    }
}

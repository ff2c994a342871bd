//! Schema and connection settings.

use std::time::Duration;

use rusqlite::Connection;

use super::StoreError;

/// Stored as `user_version`; a new file has 0.
const VERSION: i64 = 2;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    created TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS games (
    match_id INTEGER NOT NULL REFERENCES matches(id),
    number INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    opening_plies INTEGER NOT NULL,
    black INTEGER NOT NULL,
    white INTEGER NOT NULL,
    winner TEXT,
    termination TEXT NOT NULL,
    detail TEXT NOT NULL,
    moves TEXT NOT NULL,
    plies TEXT NOT NULL,
    started INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS trials (
    name TEXT NOT NULL,
    number INTEGER NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (name, number)
) WITHOUT ROWID;
";

/// Creates missing tables.
///
/// # Errors
/// If the file has another schema version.
pub(super) fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(Duration::from_secs(10))?;
    // The pragma returns the resulting mode, which for a store in memory is not WAL.
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // With WAL, NORMAL may lose the last transactions in a power failure, but never part of one.
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")?;
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found != 0 && found != VERSION {
        let expected = VERSION;
        return Err(StoreError::Version { found, expected });
    }
    connection.execute_batch(SCHEMA)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    Ok(())
}

//! The tables.

use rusqlite::Connection;

use super::error::StoreError;

/// Stored as `user_version`; a new file has 0.
pub(super) const VERSION: i64 = 2;

const SCHEMA: &str = "
BEGIN IMMEDIATE;
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
PRAGMA user_version = 2;
COMMIT;
";

/// The version of the file; 0 if it is empty.
///
/// # Errors
/// If the database belongs to another program.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let query = "SELECT count(*) FROM sqlite_schema WHERE name NOT IN ('contests', 'matches', 'games', 'trials')
                 AND type = 'table'";
    let others: u64 = connection.query_row(query, [], |row| row.get(0))?;
    if version == 0 && others > 0 {
        return Err(StoreError::NotAStore);
    }
    Ok(version)
}

/// Refuses files that this program cannot read. An empty file is a store without games.
pub(super) fn check_version(connection: &Connection) -> Result<(), StoreError> {
    let (found, expected) = (version(connection)?, VERSION);
    match found {
        0 | VERSION => Ok(()),
        _ if found > VERSION => Err(StoreError::Newer { found, expected }),
        _ => Err(StoreError::Older { found, expected }),
    }
}

/// Creates the tables of a new file. Leaves an existing store untouched, so that opening it writes nothing.
pub(super) fn create(connection: &Connection) -> Result<(), StoreError> {
    if version(connection)? == 0 {
        connection.execute_batch(SCHEMA)?;
    }
    Ok(())
}

/// Whether the tables exist; an empty file has none.
pub(super) fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    Ok(version(connection)? == 0)
}

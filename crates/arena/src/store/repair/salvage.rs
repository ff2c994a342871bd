//! Copies what can still be read of a damaged file to a new one.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::super::error::StoreError;
use super::super::{Store, open};
use super::{Repair, free_name, scan};

/// The tables with their primary keys.
const TABLES: [(&str, &[&str]); 3] = [
    ("matches", &["id"]),
    ("games", &["match_id", "number"]),
    ("trials", &["name", "number"]),
];

/// Builds the store anew and puts it in the place of the damaged one.
pub(super) fn rebuild(path: &Path) -> Result<Repair, StoreError> {
    let lock = lock(path)?;
    let backup = free_name(path);
    let log = open::beside(path, "-wal");
    fs::copy(path, &backup).map_err(StoreError::Open)?;
    if log.exists() {
        fs::copy(&log, open::beside(&backup, "-wal")).map_err(StoreError::Open)?;
    }
    // Reading the copy leaves the original alone, whatever SQLite makes of the damage.
    let source = Connection::open(&backup)?;
    let new = open::beside(path, ".repaired");
    remove_store(&new).map_err(StoreError::Open)?;
    let target = Store::open(&new)?;
    target
        .connection
        .execute_batch("PRAGMA foreign_keys = OFF")?;
    for (table, key) in TABLES {
        copy_rows(&source, &target.connection, table, key);
    }
    let found = scan::scan(&target.connection)?;
    let moved = scan::quarantine(&target.connection, found.bad)?;
    target
        .connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    drop(target);
    drop(source);
    // A log that stayed would be applied to the new file.
    let replace = || {
        for ending in ["-wal", "-shm"] {
            remove(&open::beside(path, ending))?;
        }
        fs::rename(&new, path)
    };
    replace().map_err(StoreError::Open)?;
    drop(lock);
    Ok(Repair {
        backup,
        moved,
        is_rebuilt: true,
        games: found.games,
    })
}

/// Keeps other processes out, as far as the damage lets SQLite lock the file.
fn lock(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open(path)?;
    let locked =
        connection.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK");
    match locked {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => {
            Err(error.into())
        }
        _ => Ok(connection),
    }
}

/// Copies rows from both ends of a table up to the damage.
fn copy_rows(source: &Connection, target: &Connection, table: &str, key: &[&str]) {
    for order in ["ASC", "DESC"] {
        let columns: Vec<String> = key.iter().map(|key| format!("{key} {order}")).collect();
        let query = format!("SELECT * FROM {table} ORDER BY {}", columns.join(", "));
        let Ok(mut statement) = source.prepare(&query) else {
            continue;
        };
        let count = statement.column_count();
        let places: Vec<String> = (1..=count).map(|index| format!("?{index}")).collect();
        let insert = format!(
            "INSERT OR IGNORE INTO {table} VALUES ({})",
            places.join(", ")
        );
        let Ok(mut rows) = statement.query([]) else {
            continue;
        };
        // The first row that cannot be read ends this direction.
        while let Ok(Some(row)) = rows.next() {
            let values: Result<Vec<Value>, _> = (0..count).map(|index| row.get(index)).collect();
            let inserted =
                values.and_then(|values| target.execute(&insert, params_from_iter(values)));
            if inserted.is_err() {
                break;
            }
        }
    }
}

fn remove_store(path: &Path) -> io::Result<()> {
    remove(path)?;
    for ending in ["-wal", "-shm"] {
        remove(&open::beside(path, ending))?;
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

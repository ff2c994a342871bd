//! Finds and moves aside what is wrong with a store.
//!
//! Bad rows go to the table `quarantine`, as JSON with what is wrong with them; nothing is deleted. A store of schema
//! version 1 is converted. If the file itself is damaged, every row that can still be read is copied to a new file. In
//! all cases a backup is made first.

mod convert;
mod salvage;
mod scan;

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use super::error::{BadRow, StoreError};
use super::{open, schema};

/// What is wrong with a store.
#[derive(Debug)]
pub struct Inspection {
    /// Schema version.
    pub version: i64,
    /// Damage of the file, in the words of SQLite.
    pub damage: Vec<String>,
    /// Rows that cannot be used.
    pub bad_rows: Vec<BadRow>,
    /// Games that can be used.
    pub games: u64,
}

impl Inspection {
    /// Whether there is nothing to repair.
    pub fn is_sound(&self) -> bool {
        self.version == schema::VERSION && self.damage.is_empty() && self.bad_rows.is_empty()
    }
}

/// What a repair did.
#[derive(Debug)]
pub struct Repair {
    /// The store as it was.
    pub backup: PathBuf,
    /// The rows moved aside.
    pub moved: Vec<BadRow>,
    /// Whether the file was rebuilt.
    pub is_rebuilt: bool,
    /// Games in the repaired store.
    pub games: u64,
}

/// Lines of SQLite's integrity check.
const MAX_DAMAGE: usize = 10;

/// Looks for damage and bad rows; changes nothing.
///
/// # Errors
/// If the file cannot be read, or is not a store.
pub fn inspect(path: &Path) -> Result<Inspection, StoreError> {
    let connection = open::without_version_check(path)?;
    let version = version(&connection)?;
    let mut damage = integrity(&connection);
    let (mut bad_rows, mut games) = (Vec::new(), 0);
    if version == schema::VERSION {
        match scan::scan(&connection) {
            Ok(found) => {
                bad_rows = found.bad.into_iter().map(|row| row.bad).collect();
                games = found.games;
            }
            Err(error) if damage.is_empty() => damage.push(error.to_string()),
            // The check has found it before.
            Err(_) => {}
        }
    }
    Ok(Inspection {
        version,
        damage,
        bad_rows,
        games,
    })
}

/// Makes a backup and repairs the store.
///
/// # Errors
/// If the file cannot be read or written, is not a store, or is in use.
pub fn repair(path: &Path) -> Result<Repair, StoreError> {
    let inspection = inspect(path)?;
    if !inspection.damage.is_empty() {
        return salvage::rebuild(path);
    }
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Nobody can write now, so the backup is what the repair begins with.
    let backup = free_name(path);
    let copy = Connection::open(path)?;
    copy.execute("VACUUM INTO ?1", [backup.to_string_lossy()])?;
    drop(copy);
    if inspection.version < schema::VERSION {
        convert::convert(&transaction)?;
    }
    let found = scan::scan(&transaction)?;
    let moved = scan::quarantine(&transaction, found.bad)?;
    transaction.commit()?;
    Ok(Repair {
        backup,
        moved,
        is_rebuilt: false,
        games: found.games,
    })
}

/// The schema version; refuses newer ones and databases of other programs.
fn version(connection: &Connection) -> Result<i64, StoreError> {
    let (found, expected) = (schema::version(connection)?, schema::VERSION);
    match found {
        0 => Err(StoreError::NotAStore),
        _ if found > expected => Err(StoreError::Newer { found, expected }),
        _ => Ok(found),
    }
}

/// What SQLite finds wrong with the file; empty if nothing.
fn integrity(connection: &Connection) -> Vec<String> {
    let query = format!("PRAGMA integrity_check({MAX_DAMAGE})");
    let lines = connection.prepare(&query).and_then(|mut statement| {
        let rows = statement.query_map([], |row| row.get(0))?;
        rows.collect::<Result<Vec<String>, _>>()
    });
    match lines {
        Ok(lines) if lines == ["ok"] => Vec::new(),
        Ok(lines) => lines,
        Err(error) => vec![error.to_string()],
    }
}

/// `FILE.backup`, or the first free one of `FILE.backup-2` and so on.
fn free_name(path: &Path) -> PathBuf {
    let numbered = (2..).map(|number| open::beside(path, &format!(".backup-{number}")));
    let mut names = std::iter::once(open::beside(path, ".backup")).chain(numbered);
    let free = names.find(|name| fs::symlink_metadata(name).is_err());
    free.expect("the names do not end")
}

//! The game store: an SQLite file with the games of any number of matches.
//!
//! A finished game is inserted in one transaction, so the store never holds half a game. With the write-ahead log,
//! committed games survive `kill -9`. Rows are checked as they are read: a bad one is named and left out. A match is found by its identity and a game by its number, so a match that is
//! started again plays only what is missing.
//!
//! Experiments that are not games store *trials*: JSON under a name and a number.

mod check;
mod error;
mod games;
mod match_lock;
mod open;
mod plies;
pub mod repair;
mod schema;
mod trials;

use std::path::{Path, PathBuf};

use gomoku::{ByColor, Rule, Size};
use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use crate::match_config::MatchConfig;

pub use error::{BadRow, StoreError};
pub use games::StoredGame;
pub use match_lock::MatchLock;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// `None` in memory.
    path: Option<PathBuf>,
}

/// Id of a match in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchId(pub i64);

/// A match in the store.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// Id.
    pub id: MatchId,
    /// See [`MatchConfig::identity`].
    pub identity: Value,
    /// Date and time of creation.
    pub created: String,
    /// Number of stored games.
    pub games: u64,
    names: Vec<String>,
    size: Size,
    rule: Rule,
}

impl StoredMatch {
    /// Player names in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Game rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Reads a row of [`MATCH_COLUMNS`].
    fn read(row: &Row<'_>) -> Result<StoredMatch, BadRow> {
        let bad = |problem| BadRow {
            table: "matches",
            key: format!("id {}", row.get(0).unwrap_or(0_i64)),
            number: None,
            problem,
        };
        let text: String = check::column(row, "identity").map_err(bad)?;
        let (identity, names, size, rule) = check::identity(&text).map_err(bad)?;
        Ok(StoredMatch {
            id: MatchId(check::column(row, "id").map_err(bad)?),
            identity,
            created: check::column(row, "created").map_err(bad)?,
            games: check::column(row, "games").map_err(bad)?,
            names,
            size,
            rule,
        })
    }
}

const MATCH_COLUMNS: &str =
    "id, identity, created, (SELECT count(*) FROM games WHERE match_id = id) AS games FROM matches";

/// Version of the identity of casual games.
const CASUAL_VERSION: u32 = 2;

impl Store {
    /// Opens a file for writing and creates it if it does not exist.
    ///
    /// # Errors
    /// If the file is not a store of this version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Ok(Store {
            connection: open::for_writing(path)?,
            path: Some(path.to_owned()),
        })
    }

    /// Opens an existing file for reading. Changes nothing, so the file and its folder may be read-only.
    ///
    /// # Errors
    /// If the file does not exist or is not a store of this version.
    pub fn open_read_only(path: &Path) -> Result<Store, StoreError> {
        Ok(Store {
            connection: open::for_reading(path)?,
            path: Some(path.to_owned()),
        })
    }

    /// A store in memory.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn in_memory() -> Result<Store, StoreError> {
        let connection = Connection::open_in_memory()?;
        open::prepare(&connection)?;
        Ok(Store {
            connection,
            path: None,
        })
    }

    /// The right to play a match, for one process at a time. `None` in memory.
    ///
    /// # Errors
    /// If another process plays it.
    pub fn lock_match(&self, id: MatchId) -> Result<Option<MatchLock>, StoreError> {
        let path = self.path.as_deref();
        path.map(|path| MatchLock::acquire(path, id)).transpose()
    }

    /// The id of a match, inserted if it is new.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn match_id(&mut self, config: &MatchConfig) -> Result<MatchId, StoreError> {
        self.find_or_insert(&config.identity())
    }

    /// The id for casual games, a person's for instance, between two names; inserted if it is new.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn casual_match_id(
        &mut self,
        names: &ByColor<String>,
        size: Size,
        rule: Rule,
    ) -> Result<MatchId, StoreError> {
        let identity = json!({
            "version": CASUAL_VERSION,
            "casual": true,
            "players": [{ "name": names.black }, { "name": names.white }],
            "size": size.get(),
            "rule": rule.name(),
        });
        self.find_or_insert(&identity.to_string())
    }

    fn find_or_insert(&mut self, identity: &str) -> Result<MatchId, StoreError> {
        let query = "SELECT id FROM matches WHERE identity = ?1";
        let find = |store: &Store| {
            let mut statement = store.connection.prepare(query)?;
            let mut rows = statement.query([identity])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        };
        // A match that is only looked up changes nothing.
        if let Some(id) = find(self)? {
            return Ok(MatchId(id));
        }
        self.connection.execute(
            "INSERT OR IGNORE INTO matches (identity) VALUES (?1)",
            [identity],
        )?;
        find(self)?
            .map(MatchId)
            .ok_or_else(|| rusqlite::Error::QueryReturnedNoRows.into())
    }

    /// All matches by id. Rows that cannot be read are passed to `on_bad` and left out.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn matches(&self, mut on_bad: impl FnMut(BadRow)) -> Result<Vec<StoredMatch>, StoreError> {
        let mut found = Vec::new();
        if schema::is_empty(&self.connection)? {
            return Ok(found);
        }
        let query = format!("SELECT {MATCH_COLUMNS} ORDER BY id");
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            match StoredMatch::read(row) {
                Ok(stored_match) => found.push(stored_match),
                Err(bad) => on_bad(bad),
            }
        }
        Ok(found)
    }

    /// One match.
    ///
    /// # Errors
    /// If SQLite fails or the row cannot be read.
    pub fn stored_match(&self, id: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        if schema::is_empty(&self.connection)? {
            return Ok(None);
        }
        let query = format!("SELECT {MATCH_COLUMNS} WHERE id = ?1");
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query([id.0])?;
        let row = rows.next()?;
        row.map(|row| StoredMatch::read(row).map_err(StoreError::BadRow))
            .transpose()
    }
}

#[cfg(test)]
mod tests;

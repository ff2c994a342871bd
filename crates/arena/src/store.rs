//! The game store: an SQLite file with the games of any number of matches.
//!
//! A finished game is inserted in one transaction, so the store never holds half a game. With the write-ahead log,
//! committed games survive `kill -9`. A match is found by its identity and a game by its number, so a match that is
//! started again plays only what is missing.
//!
//! Experiments that are not games store *trials*: JSON under a name and a number.

mod games;
mod plies;
mod schema;
mod trials;

use std::path::Path;

use gomoku::{ByColor, Rule, Size};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::match_config::MatchConfig;

pub use games::StoredGame;

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// Id of a match in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchId(pub i64);

/// Why the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An SQLite error.
    #[error("game store: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The schema has another version.
    #[error("game store: schema version {found}, expected {expected}")]
    Version {
        /// Version of the file.
        found: i64,
        /// Version of this program.
        expected: i64,
    },
    /// A column has an invalid value.
    #[error("game store: game {number}: expected {expected}, found {text:?}")]
    Corrupt {
        /// Game number.
        number: u64,
        /// The value.
        text: String,
        /// What was expected.
        expected: &'static str,
    },
}

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
}

impl StoredMatch {
    /// Player names in order.
    pub fn names(&self) -> Vec<String> {
        let players = self.identity["players"].as_array();
        let name = |player: &Value| player["name"].as_str().unwrap_or("?").to_owned();
        players.map_or_else(Vec::new, |players| players.iter().map(name).collect())
    }

    /// Board size.
    pub fn size(&self) -> Size {
        let size = self.identity["size"].as_u64();
        size.and_then(|size| Size::new(u8::try_from(size).ok()?))
            .unwrap_or_default()
    }

    /// Game rule.
    pub fn rule(&self) -> Rule {
        let name = self.identity["rule"].as_str().unwrap_or_default();
        name.parse().unwrap_or_default()
    }
}

/// Version of the identity of casual games.
const CASUAL_VERSION: u32 = 2;

impl Store {
    /// Opens a file and creates it if it does not exist.
    ///
    /// # Errors
    /// If the file is not a store of this version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::with_connection(Connection::open(path)?)
    }

    /// A store in memory.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::with_connection(Connection::open_in_memory()?)
    }

    fn with_connection(connection: Connection) -> Result<Store, StoreError> {
        schema::prepare(&connection)?;
        Ok(Store { connection })
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
        self.connection.execute(
            "INSERT OR IGNORE INTO matches (identity) VALUES (?1)",
            [identity],
        )?;
        let query = "SELECT id FROM matches WHERE identity = ?1";
        let id = self
            .connection
            .query_row(query, [identity], |row| row.get(0))?;
        Ok(MatchId(id))
    }

    /// All matches by id.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn matches(&self) -> Result<Vec<StoredMatch>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT id, identity, created, (SELECT count(*) FROM games WHERE match_id = id)
             FROM matches ORDER BY id",
        )?;
        let rows = statement.query_map([], |row| {
            let identity: String = row.get(1)?;
            Ok(StoredMatch {
                id: MatchId(row.get(0)?),
                identity: serde_json::from_str(&identity).unwrap_or_default(),
                created: row.get(2)?,
                games: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

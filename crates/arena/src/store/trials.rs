//! Trials: results of experiments that are not games.

use rusqlite::{OptionalExtension, params};
use serde_json::Value;

use super::{Store, StoreError};

impl Store {
    /// Inserts or replaces a trial.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn insert_trial(
        &mut self,
        name: &str,
        number: u64,
        data: &Value,
    ) -> Result<(), StoreError> {
        self.connection.execute(
            "INSERT OR REPLACE INTO trials (name, number, data) VALUES (?1, ?2, ?3)",
            params![name, number, data.to_string()],
        )?;
        Ok(())
    }

    /// A stored trial.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn trial(&self, name: &str, number: u64) -> Result<Option<Value>, StoreError> {
        let data: Option<String> = self
            .connection
            .query_row(
                "SELECT data FROM trials WHERE name = ?1 AND number = ?2",
                params![name, number],
                |row| row.get(0),
            )
            .optional()?;
        Ok(data.and_then(|data| serde_json::from_str(&data).ok()))
    }
}

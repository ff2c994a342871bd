//! Looks at every row, and moves the bad ones aside.

use std::collections::HashMap;

use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::json;

use super::super::error::{BadRow, StoreError};
use super::super::games::{bad_game, read_game};
use super::super::{MATCH_COLUMNS, StoredMatch};

/// A bad row and how to find it.
pub(super) struct Found {
    pub(super) bad: BadRow,
    /// The columns of the primary key and their values.
    key: Vec<(&'static str, Value)>,
}

/// The result of a scan.
pub(super) struct Scan {
    pub(super) bad: Vec<Found>,
    /// Good games.
    pub(super) games: u64,
}

const QUARANTINE: &str = "
CREATE TABLE IF NOT EXISTS quarantine (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    problem TEXT NOT NULL,
    row TEXT NOT NULL,
    moved TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
";

/// Checks all rows of a store of this version.
pub(super) fn scan(connection: &Connection) -> Result<Scan, StoreError> {
    let mut scan = Scan {
        bad: Vec::new(),
        games: 0,
    };
    // Games come first, because the games of a bad match must leave before it does.
    let (matches, bad_matches) = matches(connection)?;
    games(connection, &matches, &mut scan)?;
    scan.bad.extend(bad_matches);
    trials(connection, &mut scan)?;
    Ok(scan)
}

type Matches = HashMap<i64, StoredMatch>;

fn matches(connection: &Connection) -> Result<(Matches, Vec<Found>), StoreError> {
    let mut statement = connection.prepare(&format!("SELECT {MATCH_COLUMNS} ORDER BY id"))?;
    let mut rows = statement.query([])?;
    let (mut matches, mut bad_rows) = (Matches::new(), Vec::new());
    while let Some(row) = rows.next()? {
        match StoredMatch::read(row) {
            Ok(stored_match) => drop(matches.insert(stored_match.id.0, stored_match)),
            Err(bad) => bad_rows.push(found(row, bad, &["id"])?),
        }
    }
    Ok((matches, bad_rows))
}

fn games(connection: &Connection, matches: &Matches, scan: &mut Scan) -> Result<(), StoreError> {
    let mut statement = connection.prepare("SELECT * FROM games ORDER BY match_id, number")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let stored_match = row
            .get("match_id")
            .ok()
            .and_then(|id: i64| matches.get(&id));
        let checked = match stored_match {
            Some(stored_match) => read_game(row, stored_match).map(|_| ()),
            None => Err(bad_game(row, "its match is missing or bad".to_owned())),
        };
        match checked {
            Ok(()) => scan.games += 1,
            Err(bad) => scan.bad.push(found(row, bad, &["match_id", "number"])?),
        }
    }
    Ok(())
}

fn trials(connection: &Connection, scan: &mut Scan) -> Result<(), StoreError> {
    let mut statement = connection.prepare("SELECT * FROM trials ORDER BY name, number")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let data: Result<String, _> = row.get("data");
        let is_json =
            data.is_ok_and(|data| serde_json::from_str::<serde_json::Value>(&data).is_ok());
        if !is_json {
            let name: String = row.get("name").unwrap_or_default();
            let number: i64 = row.get("number").unwrap_or_default();
            let bad = BadRow {
                table: "trials",
                key: format!("name {name:?}, number {number}"),
                number: None,
                problem: "data: not JSON".to_owned(),
            };
            scan.bad.push(found(row, bad, &["name", "number"])?);
        }
    }
    Ok(())
}

fn found(row: &Row<'_>, bad: BadRow, columns: &[&'static str]) -> rusqlite::Result<Found> {
    let key = columns.iter().map(|&column| Ok((column, row.get(column)?)));
    Ok(Found {
        bad,
        key: key.collect::<rusqlite::Result<_>>()?,
    })
}

/// Moves rows to the quarantine.
pub(super) fn quarantine(
    connection: &Connection,
    rows: Vec<Found>,
) -> Result<Vec<BadRow>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    connection.execute_batch(QUARANTINE)?;
    let mut moved = Vec::new();
    for Found { bad, key } in rows {
        let conditions: Vec<String> = key
            .iter()
            .zip(1..)
            .map(|((column, _), index)| format!("{column} IS ?{index}"))
            .collect();
        let conditions = conditions.join(" AND ");
        let values: Vec<Value> = key.into_iter().map(|(_, value)| value).collect();
        let query = format!("SELECT * FROM {} WHERE {conditions}", bad.table);
        let row =
            connection.query_row(&query, params_from_iter(&values), |row| Ok(to_json(row)))?;
        connection.execute(
            "INSERT INTO quarantine (source, problem, row) VALUES (?1, ?2, ?3)",
            [bad.table, &bad.problem, &row],
        )?;
        let delete = format!("DELETE FROM {} WHERE {conditions}", bad.table);
        connection.execute(&delete, params_from_iter(&values))?;
        moved.push(bad);
    }
    Ok(moved)
}

/// All columns of a row.
fn to_json(row: &Row<'_>) -> String {
    let columns = row.as_ref().column_names();
    let cells = columns.enumerate().map(|(index, name)| {
        let value = match row.get(index).unwrap_or(Value::Null) {
            Value::Null => json!(null),
            Value::Integer(number) => json!(number),
            Value::Real(number) => json!(number),
            Value::Text(text) => json!(text),
            Value::Blob(bytes) => json!({ "bytes": bytes }),
        };
        (name.to_owned(), value)
    });
    serde_json::Value::Object(cells.collect()).to_string()
}

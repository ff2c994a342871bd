//! Converts schema version 1, whose tables and keys had other names. Its games can be listed and exported; its matches
//! cannot be continued, because the identity of a match has changed.

use rusqlite::Connection;
use serde_json::Value;

use super::super::error::StoreError;

const RENAMES: &str = "
ALTER TABLE contests RENAME TO matches;
ALTER TABLE games RENAME COLUMN contest TO match_id;
ALTER TABLE games RENAME COLUMN reason TO termination;
ALTER TABLE games RENAME COLUMN took_us TO duration_us;
UPDATE games SET termination = 'forbidden' WHERE termination = 'foul';
PRAGMA user_version = 2;
";

/// Keys of a ply in version 1 and now.
const PLY_KEYS: [(&str, &str); 3] = [
    ("us", "time_us"),
    ("left_us", "time_left_us"),
    ("line", "pv"),
];

pub(super) fn convert(connection: &Connection) -> Result<(), StoreError> {
    connection.execute_batch(RENAMES)?;
    rewrite(connection, "matches", "identity", &["id"], |identity| {
        rename(identity, "contestants", "players");
        if identity["format"] == "selves" {
            identity["format"] = "self-play".into();
        }
    })?;
    rewrite(
        connection,
        "games",
        "plies",
        &["match_id", "number"],
        |plies| {
            for ply in plies.as_array_mut().into_iter().flatten() {
                for (old, new) in PLY_KEYS {
                    rename(ply, old, new);
                }
            }
        },
    )
}

/// Changes a column of JSON in every row. A row that is not JSON stays, and is found bad later.
fn rewrite(
    connection: &Connection,
    table: &str,
    column: &str,
    key: &[&str],
    change: impl Fn(&mut Value),
) -> Result<(), StoreError> {
    let keys = key.join(", ");
    let conditions: Vec<String> = key
        .iter()
        .zip(2..)
        .map(|(column, index)| format!("{column} IS ?{index}"))
        .collect();
    let update = format!(
        "UPDATE {table} SET {column} = ?1 WHERE {}",
        conditions.join(" AND ")
    );
    let mut statement = connection.prepare(&format!("SELECT {column}, {keys} FROM {table}"))?;
    let rows = statement.query_map([], |row| {
        let text: String = row.get(0)?;
        let keys: Result<Vec<rusqlite::types::Value>, _> =
            (1..=key.len()).map(|index| row.get(index)).collect();
        Ok((text, keys?))
    })?;
    // An update while the table is read could visit a row twice.
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    for (text, keys) in rows {
        if let Ok(mut json) = serde_json::from_str(&text) {
            change(&mut json);
            let text = rusqlite::types::Value::Text(json.to_string());
            let values = std::iter::once(text).chain(keys);
            connection.execute(&update, rusqlite::params_from_iter(values))?;
        }
    }
    Ok(())
}

fn rename(value: &mut Value, old: &str, new: &str) {
    if let Some(object) = value.as_object_mut()
        && let Some(value) = object.remove(old)
    {
        object.insert(new.to_owned(), value);
    }
}

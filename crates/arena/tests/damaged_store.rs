//! Stores with bad rows, damaged files and foreign files: nothing panics, what is wrong is named, and a repair keeps
//! every good game.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

use arena::openings::OpeningBook;
use arena::store::{StoreError, repair};
use arena::{
    Access, Callbacks, MatchConfig, MatchReport, MatchRunner, PlayerConfig, PlayerLimits, Spec,
    Store, format,
};
use gomoku::StopFlag;
use rusqlite::Connection;
use tempfile::TempDir;

const GAMES: u64 = 24;

fn config() -> MatchConfig {
    let player = |name: &str, spec: &str| PlayerConfig {
        name: name.to_owned(),
        spec: Spec::read(spec, &Access::shipped()).unwrap(),
        limits: PlayerLimits::default(),
    };
    let mut config = MatchConfig::new(player("a", "greedy"), player("b", "random"));
    config.book = OpeningBook::Random(4);
    config.games = GAMES;
    config.seed = 5;
    config
}

fn run(path: &Path) -> MatchReport {
    let mut store = Store::open(path).unwrap();
    let runner = MatchRunner {
        store: Some(&mut store),
        concurrency: 2,
        sprt: Some("-100,100".parse().unwrap()),
    };
    runner
        .run(&config(), &StopFlag::new(), Callbacks::default())
        .unwrap()
}

/// A finished match.
fn store() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let runner = MatchRunner {
        store: Some(&mut store),
        concurrency: 2,
        sprt: None,
    };
    runner
        .run(&config(), &StopFlag::new(), Callbacks::default())
        .unwrap();
    (folder, path)
}

fn sql(path: &Path, text: &str) {
    Connection::open(path).unwrap().execute_batch(text).unwrap();
}

/// Each change of game 7 with a part of what is said about it.
const BAD_ROWS: [(&str, &str); 14] = [
    ("black = 9", "player 9 is unknown"),
    ("black = white", "has black and player"),
    ("number = -7", "number"),
    ("pair = 90", "pair: 90 instead of 3"),
    ("winner = 'red'", "\"red\" is no color"),
    ("termination = 'boredom'", "\"boredom\" is unknown"),
    ("winner = NULL", "contradict the result"),
    ("termination = 'time'", "make a five"),
    (
        "moves = 'h8h8', opening_plies = 0",
        "move 2 (h8) is occupied",
    ),
    ("moves = 'z99'", "moves:"),
    ("moves = moves || 'a1'", ""),
    ("opening_plies = 1000", "opening_plies: 1000"),
    ("plies = '{'", "no list of plies"),
    ("started = 'yesterday'", "started"),
];

#[test]
fn a_bad_row_neither_stops_a_match_nor_counts() {
    let (_folder, path) = store();
    let original = fs::read(&path).unwrap();
    for (change, problem) in BAD_ROWS {
        fs::write(&path, &original).unwrap();
        sql(
            &path,
            &format!("UPDATE games SET {change} WHERE number = 7"),
        );
        let report = run(&path);
        assert_eq!(report.damaged.len(), 1, "{change}");
        let named = report.damaged[0].to_string();
        assert!(named.contains("table games"), "{named}");
        assert!(
            named.contains("number 7") || named.contains("number -7"),
            "{named}"
        );
        assert!(named.contains(problem), "{change}: {named}");
        // A number that nobody recognizes is played again.
        let expected = if change.starts_with("number") {
            GAMES
        } else {
            GAMES - 1
        };
        assert_eq!(report.games.len() as u64, expected, "{change}");
        assert!(format::match_text(&config(), &report).contains("1 bad rows"));
        assert!(report.sprt.unwrap().decision().is_some(), "{change}");
        // Readers leave it out as well.
        let store = Store::open_read_only(&path).unwrap();
        let stored_match = store.matches(|bad| panic!("{bad}")).unwrap().remove(0);
        let mut bad = Vec::new();
        let games = store
            .stored_games(&stored_match, |row| bad.push(row))
            .unwrap();
        let reads_plies = change.starts_with("plies");
        assert_eq!(bad.len(), usize::from(!reads_plies), "{change}");
        assert_eq!(games.len() as u64, expected + u64::from(reads_plies));
    }
}

#[test]
fn a_repaired_match_plays_the_missing_games_again() {
    let (_folder, path) = store();
    let before = run(&path).scoreboard.first().tally;
    for (change, _) in BAD_ROWS {
        sql(
            &path,
            &format!("UPDATE games SET {change} WHERE number = 7"),
        );
        let inspection = repair::inspect(&path).unwrap();
        assert!(!inspection.is_sound() && inspection.damage.is_empty());
        assert_eq!(inspection.bad_rows.len(), 1, "{change}");
        let repaired = repair::repair(&path).unwrap();
        assert_eq!((repaired.moved.len(), repaired.games), (1, GAMES - 1));
        assert!(!repaired.is_rebuilt);
        // The backup still has the row, and the quarantine all its columns.
        assert_eq!(repair::inspect(&repaired.backup).unwrap().bad_rows.len(), 1);
        assert!(repair::inspect(&path).unwrap().is_sound());
        let report = run(&path);
        assert!(report.damaged.is_empty());
        assert_eq!(report.scoreboard.first().tally, before, "{change}");
    }
    let connection = Connection::open(&path).unwrap();
    let query = "SELECT count(*) FROM quarantine WHERE source = 'games' AND json_extract(row, '$.match_id') = 1";
    let moved: usize = connection.query_row(query, [], |row| row.get(0)).unwrap();
    assert_eq!(moved, BAD_ROWS.len());
}

#[test]
fn a_bad_match_is_left_out_and_moved_with_its_games() {
    for identity in ["{", "{}", r#"{"players":[],"size":15,"rule":"renju"}"#] {
        let (_folder, path) = store();
        let connection = Connection::open(&path).unwrap();
        connection
            .execute("UPDATE matches SET identity = ?1", [identity])
            .unwrap();
        let store = Store::open_read_only(&path).unwrap();
        let mut bad = Vec::new();
        assert!(store.matches(|row| bad.push(row)).unwrap().is_empty());
        assert!(bad[0].to_string().contains("table matches, id 1: identity"));
        drop((store, connection));
        let repaired = repair::repair(&path).unwrap();
        assert_eq!(repaired.moved.len() as u64, GAMES + 1);
        assert!(repair::inspect(&path).unwrap().is_sound());
    }
}

#[test]
fn what_a_damaged_file_still_holds_is_saved() {
    let (_folder, path) = store();
    let original = fs::read(&path).unwrap();
    let mut saved = Vec::new();
    for share in [10, 30, 50, 70, 90] {
        // Truncated, and with a hole of random bytes.
        let cut = original.len() * share / 100;
        let mut hole = original.clone();
        let end = (cut + 6000).min(hole.len());
        for (index, byte) in hole[cut..end].iter_mut().enumerate() {
            *byte = (index * 197 + 31) as u8;
        }
        for bytes in [original[..cut].to_vec(), hole] {
            fs::write(&path, bytes).unwrap();
            saved.push(saved_games(&path));
        }
    }
    assert!(saved.iter().any(|&games| games > 0), "{saved:?}");
}

/// Reads, repairs and resumes; returns how many games survived.
fn saved_games(path: &Path) -> u64 {
    // Reading ends in a result or an error, never in a panic.
    if let Ok(store) = Store::open_read_only(path)
        && let Ok(matches) = store.matches(|_| {})
    {
        for stored_match in matches {
            let _ = store.stored_games(&stored_match, |_| {});
        }
    }
    let Ok(repaired) = repair::repair(path) else {
        return 0;
    };
    assert!(repair::inspect(path).unwrap().is_sound());
    assert!(repaired.backup.exists());
    let report = run(path);
    assert!(report.damaged.is_empty());
    repaired.games
}

#[test]
fn files_that_are_no_stores_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let error = |path: &Path| {
        let read = Store::open_read_only(path).unwrap_err().to_string();
        let repaired = repair::repair(path).unwrap_err().to_string();
        let written = Store::open(path).unwrap_err().to_string();
        (read, written, repaired)
    };
    fs::write(&path, vec![0x5a; 5000]).unwrap();
    let text = "not a game store".to_owned();
    assert_eq!(error(&path), (text.clone(), text.clone(), text.clone()));
    assert_eq!(fs::read(&path).unwrap(), vec![0x5a; 5000]);
    fs::remove_file(&path).unwrap();
    sql(&path, "CREATE TABLE bookmarks (url TEXT)");
    assert_eq!(error(&path), (text.clone(), text.clone(), text));
    assert!(error(folder.path()).0.contains("not a regular file"));
    let (_folder, newer) = store();
    sql(&newer, "PRAGMA user_version = 99");
    assert!(
        error(&newer).1.contains("update tengen"),
        "{:?}",
        error(&newer)
    );
    let missing = Store::open_read_only(&folder.path().join("missing"));
    assert!(matches!(missing, Err(StoreError::Open(_))));
}

#[test]
fn schema_version_1_is_converted() {
    let (_folder, path) = store();
    sql(
        &path,
        "ALTER TABLE matches RENAME TO contests;
         ALTER TABLE games RENAME COLUMN match_id TO contest;
         ALTER TABLE games RENAME COLUMN termination TO reason;
         ALTER TABLE games RENAME COLUMN duration_us TO took_us;
         UPDATE contests SET identity = replace(identity, '\"players\"', '\"contestants\"');
         UPDATE games SET plies = replace(plies, '\"time_us\"', '\"us\"');
         PRAGMA user_version = 1;",
    );
    let error = Store::open(&path).unwrap_err().to_string();
    assert!(error.contains("games repair --apply"), "{error}");
    assert!(Store::open_read_only(&path).is_err());
    assert!(!repair::inspect(&path).unwrap().is_sound());
    let repaired = repair::repair(&path).unwrap();
    assert_eq!((repaired.moved.len(), repaired.games), (0, GAMES));
    let store = Store::open_read_only(&path).unwrap();
    let stored_match = store.matches(|bad| panic!("{bad}")).unwrap().remove(0);
    assert_eq!(stored_match.names(), ["a", "b"]);
    assert_eq!(stored_match.games, GAMES);
}

#[test]
fn only_one_process_plays_a_match() {
    let (folder, path) = store();
    let mut store = Store::open(&path).unwrap();
    let id = store.match_id(&config()).unwrap();
    let lock = store.lock_match(id).unwrap();
    assert!(lock.is_some());
    let mut second = Store::open(&path).unwrap();
    let runner = MatchRunner {
        store: Some(&mut second),
        concurrency: 1,
        sprt: None,
    };
    let error = runner.run(&config(), &StopFlag::new(), Callbacks::default());
    let error = error.unwrap_err().to_string();
    let process = format!(
        "match 1 is already being played by process {}",
        std::process::id()
    );
    assert!(error.contains(&process), "{error}");
    drop(lock);
    assert!(second.lock_match(id).unwrap().is_some());
    // No lock file is left.
    let names = fs::read_dir(folder.path()).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    let locks = names
        .iter()
        .filter(|name| name.to_string_lossy().contains("lock"));
    assert_eq!(locks.count(), 0, "{names:?}");
}

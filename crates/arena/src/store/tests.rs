//! What needs the inside of a store: a full disk, and lookups that must not write.

use std::time::Duration;

use gomoku::{ByColor, EndReason, Outcome, Point, Rule, Size};

use super::*;
use crate::game::GameResult;
use crate::game_record::GameRecord;

fn game(number: u64) -> GameRecord {
    GameRecord {
        number,
        pair: number,
        opening: 0,
        opening_plies: 0,
        players: ByColor { black: 0, white: 1 },
        result: GameResult {
            moves: vec![Point::new(7, 7)],
            plies: Vec::new(),
            outcome: Outcome {
                winner: Some(gomoku::Color::Black),
                reason: EndReason::Resignation,
            },
            detail: "x".repeat(2000),
        },
        started: 1,
        duration: Duration::ZERO,
    }
}

fn casual(store: &mut Store) -> MatchId {
    let names = ByColor {
        black: "a".to_owned(),
        white: "b".to_owned(),
    };
    let id = store.casual_match_id(&names, Size::FIFTEEN, Rule::Freestyle);
    id.unwrap()
}

fn numbers(store: &Store, id: MatchId) -> Vec<u64> {
    let stored_match = store.stored_match(id).unwrap().unwrap();
    let games = store.stored_games(&stored_match, |bad| panic!("{bad}"));
    games.unwrap().iter().map(|game| game.number).collect()
}

#[test]
fn a_full_disk_loses_only_the_game_that_did_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let id = casual(&mut store);
    store
        .connection
        .pragma_update(None, "max_page_count", 16)
        .unwrap();
    let mut stored = 0;
    let error = loop {
        match store.insert_games(id, Size::FIFTEEN, &[game(stored)]) {
            Ok(()) => stored += 1,
            Err(error) => break error,
        }
        assert!(stored < 1000, "the disk is never full");
    };
    assert!(stored > 0);
    assert!(matches!(error, StoreError::DiskFull), "{error}");
    assert!(error.to_string().contains("no space left"), "{error}");
    // The store works on, and what was stored is there.
    assert_eq!(numbers(&store, id), (0..stored).collect::<Vec<_>>());
    drop(store);
    let mut store = Store::open(&path).unwrap();
    assert_eq!(store.next_number(id).unwrap(), stored);
    store
        .insert_games(id, Size::FIFTEEN, &[game(stored)])
        .unwrap();
    assert_eq!(numbers(&store, id).len() as u64, stored + 1);
}

#[test]
fn a_number_that_is_taken_is_named() {
    let mut store = Store::in_memory().unwrap();
    let id = casual(&mut store);
    store.insert_games(id, Size::FIFTEEN, &[game(3)]).unwrap();
    let error = store
        .insert_games(id, Size::FIFTEEN, &[game(3)])
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("already has a game with number 3")
    );
}

#[test]
fn opening_and_looking_up_a_match_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path).unwrap();
    let id = casual(&mut store);
    drop(store);
    let before = std::fs::read(&path).unwrap();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(casual(&mut store), id);
    let changes: u64 = store
        .connection
        .query_row("SELECT total_changes()", [], |row| row.get(0))
        .unwrap();
    assert_eq!(changes, 0);
    drop(store);
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

//! The library: the stored games in memory, without search results. It is read again when the store has grown.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::Store;
use arena::game_record::Termination;
use arena::store::{MatchId, StoreError};
use gomoku::{Color, Point, Rule, Size};

use crate::error::ApiError;

/// The stored games.
#[derive(Debug)]
pub(crate) struct Library {
    path: PathBuf,
    index: Mutex<Arc<GameIndex>>,
    writing: Mutex<()>,
}

/// All games at one moment.
#[derive(Debug, Default)]
pub(crate) struct GameIndex {
    count: u64,
    /// The newest first.
    pub(crate) games: Vec<IndexedGame>,
}

/// A stored game without search results.
#[derive(Debug)]
pub(crate) struct IndexedGame {
    pub(crate) match_id: MatchId,
    pub(crate) number: u64,
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) winner: Option<Color>,
    pub(crate) termination: Termination,
    pub(crate) size: Size,
    pub(crate) rule: Rule,
    pub(crate) moves: Vec<Point>,
    pub(crate) started: u64,
}

impl Library {
    pub(crate) fn new(path: PathBuf) -> Library {
        Library {
            path,
            index: Mutex::default(),
            writing: Mutex::default(),
        }
    }

    /// Permission to write, for one thread at a time.
    pub(crate) fn lock_for_writing(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All games of the store; reads it again when it has grown.
    pub(crate) fn index(&self) -> Result<Arc<GameIndex>, ApiError> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.path.exists() {
            return Ok(index.clone());
        }
        let store = open_store(&self.path)?;
        let count = store.game_count().map_err(ApiError::internal)?;
        if count != index.count {
            let games = read_games(&store).map_err(ApiError::internal)?;
            *index = Arc::new(GameIndex { count, games });
        }
        Ok(index.clone())
    }
}

/// Opens the store to read it; neither the folder nor the disk needs room for writing.
pub(crate) fn open_store(path: &Path) -> Result<Store, ApiError> {
    Store::open_read_only(path).map_err(ApiError::internal)
}

pub(crate) fn open_for_writing(path: &Path) -> Result<Store, ApiError> {
    Store::open(path).map_err(ApiError::internal)
}

fn read_games(store: &Store) -> Result<Vec<IndexedGame>, StoreError> {
    let mut games = Vec::new();
    let mut bad_rows = Vec::new();
    for stored in store.matches(|bad| bad_rows.push(bad))? {
        let (names, size, rule) = (stored.names(), stored.size(), stored.rule());
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        for game in store.stored_games(&stored, |bad| bad_rows.push(bad))? {
            games.push(IndexedGame {
                match_id: stored.id,
                number: game.number,
                black: name(game.players.black),
                white: name(game.players.white),
                winner: game.winner,
                termination: game.termination,
                size,
                rule,
                moves: game.moves,
                started: game.started,
            });
        }
    }
    if let Some(first) = bad_rows.first() {
        eprintln!(
            "tengen: {} bad rows of the game store are left out, the first: {first}; `tengen games repair` moves them aside",
            bad_rows.len()
        );
    }
    // Of games that started in the same second, the one with the highest number comes first.
    games.reverse();
    games.sort_by_key(|game| std::cmp::Reverse(game.started));
    Ok(games)
}

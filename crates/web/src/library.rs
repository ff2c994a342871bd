//! The games of the store: a list that can be searched, and what came of each move in a position.
//!
//! All games are kept in memory without their thoughts, and read again when the store has grown. A position is found in a
//! game whichever way the board was turned, and whatever the order of the moves was.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arena::Store;
use arena::export::{self, EventInfo};
use arena::game_record::Termination;
use arena::store::{MatchId, StoreError};
use axum::extract::{Path as UrlPath, Query, State};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Point, Rule, Size, Symmetry};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::position::{read_rule, read_size};
use crate::records::Tree;
use crate::server::Shared;

/// Games on one page of the list.
const MOST_LISTED: usize = 100;

/// All games, as far as they have been read.
#[derive(Debug)]
pub(crate) struct Library {
    path: PathBuf,
    shelf: Mutex<Arc<Shelf>>,
    writing: Mutex<()>,
}

#[derive(Debug, Default)]
struct Shelf {
    count: u64,
    games: Vec<Game>,
}

#[derive(Debug)]
struct Game {
    match_id: MatchId,
    number: u64,
    black: String,
    white: String,
    winner: Option<Color>,
    kind: Termination,
    size: Size,
    rule: Rule,
    moves: Vec<Point>,
    started: u64,
}

impl Library {
    pub(crate) fn new(path: PathBuf) -> Library {
        Library {
            path,
            shelf: Mutex::default(),
            writing: Mutex::default(),
        }
    }

    /// The right to write, for one at a time.
    pub(crate) fn turn(&self) -> MutexGuard<'_, ()> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything that is in the store now.
    fn shelf(&self) -> Result<Arc<Shelf>, ApiError> {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.path.exists() {
            return Ok(shelf.clone());
        }
        let store = open(&self.path)?;
        let count = store.game_count().map_err(ApiError::internal)?;
        if count != shelf.count {
            let games = read(&store).map_err(ApiError::internal)?;
            *shelf = Arc::new(Shelf { count, games });
        }
        Ok(shelf.clone())
    }
}

fn open(path: &Path) -> Result<Store, ApiError> {
    Store::open(path).map_err(ApiError::internal)
}

fn read(store: &Store) -> Result<Vec<Game>, StoreError> {
    let mut games = Vec::new();
    for stored_match in store.matches()? {
        let (names, size, rule) = (
            stored_match.names(),
            stored_match.size(),
            stored_match.rule(),
        );
        let name = |index: usize| names.get(index).cloned().unwrap_or_default();
        for game in store.stored_games(stored_match.id, size)? {
            games.push(Game {
                match_id: stored_match.id,
                number: game.number,
                black: name(game.players.black),
                white: name(game.players.white),
                winner: game.winner,
                kind: game.termination,
                size,
                rule,
                moves: game.moves,
                started: game.started,
            });
        }
    }
    // The newest first; of those that began in the same second, the one with the highest number.
    games.reverse();
    games.sort_by_key(|game| std::cmp::Reverse(game.started));
    Ok(games)
}

/// A position that is looked for, in all eight ways of looking at it.
struct Sought {
    size: Size,
    rule: Rule,
    stones: usize,
    /// For each symmetry, which color stands on each point.
    views: Vec<(Symmetry, BTreeMap<Point, Color>)>,
}

impl Sought {
    fn new(board: &Board) -> Sought {
        let size = board.size();
        let view = |symmetry: Symmetry| {
            let stones = Color::BOTH
                .into_iter()
                .flat_map(|color| board.stones(color).map(move |point| (point, color)));
            let stones = stones.map(|(point, color)| (symmetry.apply(point, size), color));
            (symmetry, stones.collect())
        };
        Sought {
            size,
            rule: board.rule(),
            stones: board.stone_count(),
            views: Symmetry::ALL.into_iter().map(view).collect(),
        }
    }

    /// Of all points that the position's own symmetries make of this one, the first: on the empty board all corners are
    /// one move.
    fn representative(&self, point: Point) -> Point {
        let (_, stones) = &self.views[0];
        let same = self.views.iter().filter(|(_, view)| view == stones);
        same.map(|(symmetry, _)| symmetry.apply(point, self.size))
            .min()
            .unwrap_or(point)
    }

    /// Does the game reach it? Then the symmetry that leads from the position to the game.
    fn find(&self, game: &Game) -> Option<Symmetry> {
        if game.size != self.size || game.rule != self.rule || game.moves.len() < self.stones {
            return None;
        }
        let begin = &game.moves[..self.stones];
        let colors = || [Color::Black, Color::White].into_iter().cycle();
        let is_reached = |stones: &BTreeMap<Point, Color>| {
            begin
                .iter()
                .zip(colors())
                .all(|(point, color)| stones.get(point) == Some(&color))
        };
        self.views
            .iter()
            .find(|(_, stones)| is_reached(stones))
            .map(|&(symmetry, _)| symmetry)
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SearchGiven {
    /// A part of the name of either player.
    player: String,
    /// `black`, `white` or `draw`.
    result: String,
    /// Moves that the game must contain as a position.
    moves: String,
    size: Option<u8>,
    rule: Option<String>,
    offset: usize,
}

/// `GET /api/games`: the games that fit, newest first.
pub(crate) async fn search(
    State(shared): State<Arc<Shared>>,
    Query(given): Query<SearchGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let sought = if given.moves.is_empty() {
        None
    } else {
        Some(Sought::new(&board(&given)?))
    };
    let player = given.player.to_lowercase();
    let shelf = read_shelf(&shared).await?;
    let fits = |game: &&Game| {
        let result = game
            .winner
            .map_or("draw".to_owned(), |color| color.to_string());
        (given.result.is_empty() || given.result == result)
            && (player.is_empty()
                || game.black.to_lowercase().contains(&player)
                || game.white.to_lowercase().contains(&player))
            && sought
                .as_ref()
                .is_none_or(|sought| sought.find(game).is_some())
    };
    let found: Vec<&Game> = shelf.games.iter().filter(fits).collect();
    let games: Vec<Value> = found
        .iter()
        .skip(given.offset)
        .take(MOST_LISTED)
        .map(|game| {
            json!({
                "match_id": game.match_id.0,
                "number": game.number,
                "black": game.black,
                "white": game.white,
                "winner": game.winner.map(|color| color.to_string()),
                "reason": game.kind.name(),
                "size": game.size.get(),
                "rule": game.rule.name(),
                "stones": game.moves.len(),
                "started": game.started,
            })
        })
        .collect();
    Ok(axum::Json(json!({
        "total": found.len(),
        "library_size": shelf.games.len(),
        "games": games,
    })))
}

/// `GET /api/explore`: what was played in a position, and what came of it.
pub(crate) async fn explore(
    State(shared): State<Arc<Shared>>,
    Query(given): Query<SearchGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let board = board(&given)?;
    let sought = Sought::new(&board);
    let shelf = read_shelf(&shared).await?;
    let mut total = [0u64; 3];
    let mut moves: BTreeMap<Point, [u64; 3]> = BTreeMap::new();
    for game in &shelf.games {
        let Some(symmetry) = sought.find(game) else {
            continue;
        };
        let result = match game.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        };
        total[result] += 1;
        let Some(&next) = game.moves.get(sought.stones) else {
            continue;
        };
        // Back to the way the one who asks looks at the board.
        let point = board
            .size()
            .points()
            .find(|&point| symmetry.apply(point, board.size()) == next)
            .unwrap_or(next);
        let point = sought.representative(point);
        moves.entry(point).or_default()[result] += 1;
    }
    let mut moves: Vec<(Point, [u64; 3])> = moves.into_iter().collect();
    moves.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    let moves: Vec<Value> = moves
        .into_iter()
        .map(|(point, [black, draws, white])| {
            json!({
                "move": point.name(board.size()).to_string(),
                "games": black + draws + white,
                "black_wins": black,
                "draws": draws,
                "white_wins": white,
            })
        })
        .collect();
    Ok(axum::Json(json!({
        "games": total.iter().sum::<u64>(),
        "black_wins": total[0],
        "draws": total[1],
        "white_wins": total[2],
        "moves": moves,
    })))
}

/// `GET /api/games/{match_id}/{number}`: one game with what the players thought.
pub(crate) async fn game(
    State(shared): State<Arc<Shared>>,
    UrlPath((match_id, number)): UrlPath<(i64, u64)>,
) -> Result<axum::Json<Value>, ApiError> {
    let missing = || ApiError::Missing(format!("there is no game {match_id}/{number}"));
    if !shared.store().exists() {
        return Err(missing());
    }
    let store = open(&shared.store())?;
    let matches = store.matches().map_err(ApiError::internal)?;
    let stored_match = matches
        .into_iter()
        .find(|one| one.id == MatchId(match_id))
        .ok_or_else(missing)?;
    let found = store.game(stored_match.id, number, stored_match.size());
    let found = found.map_err(ApiError::internal)?.ok_or_else(missing)?;
    let context = EventInfo {
        event: format!("match {}", stored_match.id.0),
        names: stored_match.names(),
        size: stored_match.size(),
        rule: stored_match.rule(),
    };
    let tree = Tree::of(&export::to_record(&found, &context))?;
    Ok(axum::Json(json!(tree)))
}

fn board(given: &SearchGiven) -> Result<Board, ApiError> {
    let (size, rule) = (read_size(given.size)?, read_rule(given.rule.as_deref())?);
    let moves =
        notation::parse_moves(&given.moves, size, RowOrigin::Bottom).map_err(ApiError::bad)?;
    let moves: Vec<Point> = moves.into_iter().flatten().collect();
    Board::with_moves(size, rule, &moves)
        .map_err(|(index, error)| ApiError::Bad(format!("move {}: {error}", index + 1)))
}

async fn read_shelf(shared: &Arc<Shared>) -> Result<Arc<Shelf>, ApiError> {
    let shared = shared.clone();
    tokio::task::spawn_blocking(move || shared.library.shelf())
        .await
        .map_err(|_| ApiError::internal("the library could not be read"))?
}

//! Stored games: a list, one game, and the statistics of a position.

use std::collections::BTreeMap;

use arena::export::{self, EventInfo};
use arena::store::MatchId;
use axum::extract::{Path, Query};
use axum::response::Response;
use gomoku::{Color, Point};
use wire::{
    ErrorResponse, ExploreQuery, GameInfo, GameList, GameQuery, GameTree, MoveStats, PositionStats,
};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, CommonErrors};
use crate::library::{IndexedGame, open_store};
use crate::position_query::PositionQuery;

/// Games of one response.
const MAX_LISTED: usize = 100;

/// The stored games that match a query, the newest first.
#[utoipa::path(get, path = "/api/games", params(GameQuery), responses(
    (status = 200, description = "The games.", body = GameList),
    CommonErrors,
))]
pub(super) async fn search(
    caller: Caller,
    Query(query): Query<GameQuery>,
) -> Result<Response, ApiError> {
    let list = move |state: &AppState| find_games(state, &query);
    caller.answer(|lanes| &lanes.storage, list).await
}

fn find_games(state: &AppState, query: &GameQuery) -> Result<GameList, ApiError> {
    let position = query.board()?.map(|board| PositionQuery::new(&board));
    let player = query.player.to_lowercase();
    let index = state.library.index()?;
    let matches = |game: &&IndexedGame| {
        query.result.accepts(game.winner)
            && (player.is_empty()
                || game.black.to_lowercase().contains(&player)
                || game.white.to_lowercase().contains(&player))
            && position
                .as_ref()
                .is_none_or(|position| position.matches(game))
    };
    let found: Vec<&IndexedGame> = index.games.iter().filter(matches).collect();
    let games = found.iter().skip(query.offset).take(MAX_LISTED);
    Ok(GameList {
        total: found.len(),
        library_size: index.games.len(),
        games: games.map(|game| game_info(game)).collect(),
    })
}

fn game_info(game: &IndexedGame) -> GameInfo {
    GameInfo {
        match_id: game.match_id.0,
        number: game.number,
        black: game.black.clone(),
        white: game.white.clone(),
        winner: game.winner.map(Into::into),
        reason: game.termination.name().to_owned(),
        size: game.size.get(),
        rule: game.rule.into(),
        stones: game.moves.len(),
        started: game.started,
    }
}

/// Wins, draws and losses, seen from black.
#[derive(Clone, Copy, Default)]
struct Tally {
    black_wins: u64,
    draws: u64,
    white_wins: u64,
}

impl Tally {
    fn add(&mut self, winner: Option<Color>) {
        match winner {
            Some(Color::Black) => self.black_wins += 1,
            None => self.draws += 1,
            Some(Color::White) => self.white_wins += 1,
        }
    }

    fn games(self) -> u64 {
        self.black_wins + self.draws + self.white_wins
    }
}

/// How the stored games continued from a position, and how they ended.
#[utoipa::path(get, path = "/api/explore", params(ExploreQuery), responses(
    (status = 200, description = "Results for each move.", body = PositionStats),
    CommonErrors,
))]
pub(super) async fn explore(
    caller: Caller,
    Query(query): Query<ExploreQuery>,
) -> Result<Response, ApiError> {
    let stats = move |state: &AppState| position_stats(state, &query);
    caller.answer(|lanes| &lanes.storage, stats).await
}

fn position_stats(state: &AppState, query: &ExploreQuery) -> Result<PositionStats, ApiError> {
    let board = query.board()?;
    let position = PositionQuery::new(&board);
    let index = state.library.index()?;
    let mut total = Tally::default();
    let mut moves: BTreeMap<Point, Tally> = BTreeMap::new();
    for game in index.games.iter().filter(|game| position.matches(game)) {
        total.add(game.winner);
        if let Some(next) = position.next_move(game) {
            moves.entry(next).or_default().add(game.winner);
        }
    }
    let mut moves: Vec<(Point, Tally)> = moves.into_iter().collect();
    moves.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
    let moves = moves.into_iter().map(|(point, tally)| MoveStats {
        point: point.name(board.size()).to_string(),
        games: tally.games(),
        black_wins: tally.black_wins,
        draws: tally.draws,
        white_wins: tally.white_wins,
    });
    Ok(PositionStats {
        games: total.games(),
        black_wins: total.black_wins,
        draws: total.draws,
        white_wins: total.white_wins,
        moves: moves.collect(),
    })
}

/// A stored game with the players' search results as comments.
#[utoipa::path(get, path = "/api/games/{match_id}/{number}",
    params(
        ("match_id" = i64, Path, description = "The match."),
        ("number" = u64, Path, description = "The number of the game in the match, counted from 0."),
    ),
    responses(
        (status = 200, description = "The game.", body = GameTree),
        (status = 404, description = "There is no such game.", body = ErrorResponse),
        CommonErrors,
    ),
)]
pub(super) async fn game(
    caller: Caller,
    Path((match_id, number)): Path<(i64, u64)>,
) -> Result<Response, ApiError> {
    let game = move |state: &AppState| read_game(state, match_id, number);
    caller.answer(|lanes| &lanes.storage, game).await
}

fn read_game(state: &AppState, match_id: i64, number: u64) -> Result<GameTree, ApiError> {
    let not_found = || ApiError::NotFound(format!("there is no game {match_id}/{number}"));
    if i64::try_from(number).is_err() || !state.store().exists() {
        return Err(not_found());
    }
    let store = open_store(&state.store())?;
    let stored = store.stored_match(MatchId(match_id));
    let stored = stored.map_err(ApiError::internal)?.ok_or_else(not_found)?;
    let game = store.game(&stored, number);
    let game = game.map_err(ApiError::internal)?.ok_or_else(not_found)?;
    let event = EventInfo {
        name: format!("match {match_id}"),
        names: stored.names().to_vec(),
        size: stored.size(),
        rule: stored.rule(),
    };
    Ok(GameTree::try_from(&export::to_record(&game, &event))?)
}

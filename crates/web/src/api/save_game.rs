//! `POST /api/games`: stores a game that was played on the page.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::game::GameResult;
use arena::game_record::GameRecord;
use axum::response::Response;
use gomoku::{Board, ByColor, Outcome, Point};
use wire::{ErrorResponse, GameRef, SaveGameRequest};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::library::open_for_writing;

/// Games of a library that the page may still add to.
const MAX_STORED: u64 = 1_000_000;

/// Stores a finished game. The same game is stored once, however often it is sent.
#[utoipa::path(post, path = "/api/games", request_body = SaveGameRequest, responses(
    (status = 200, description = "Where the game is found.", body = GameRef),
    (status = 409, description = "The library is full.", body = ErrorResponse),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn save(
    caller: Caller,
    Json(request): Json<SaveGameRequest>,
) -> Result<Response, ApiError> {
    let save = move |state: &AppState| {
        let board = request.board()?;
        let names = request.names()?;
        let outcome = request.outcome(&board)?;
        store(state, &board, &names, outcome)
    };
    caller.answer(|lanes| &lanes.storage, save).await
}

fn store(
    state: &AppState,
    board: &Board,
    names: &ByColor<String>,
    outcome: Outcome,
) -> Result<GameRef, ApiError> {
    // Two games that end at once must not get the same number.
    let _guard = state.library.lock_for_writing();
    let size = board.size();
    let mut store = open_for_writing(&state.store())?;
    if store.game_count().map_err(ApiError::internal)? >= MAX_STORED {
        let text = format!("the library is full: it has {MAX_STORED} games");
        return Err(ApiError::Conflict(text));
    }
    let match_id = store
        .casual_match_id(names, size, board.rule())
        .map_err(ApiError::internal)?;
    let stored_match = store.stored_match(match_id).map_err(ApiError::internal)?;
    let stored_match = stored_match.ok_or_else(|| ApiError::internal("the match is gone"))?;
    let earlier = store
        .stored_games(&stored_match, |_| {})
        .map_err(ApiError::internal)?;
    let game_ref = |number: u64| GameRef {
        match_id: match_id.0,
        number,
    };
    let moves: Vec<Point> = board.moves().collect();
    if let Some(same) = earlier.iter().find(|game| game.moves == moves) {
        return Ok(game_ref(same.number));
    }
    let number = store.next_number(match_id).map_err(ApiError::internal)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let game = GameRecord {
        number,
        pair: number,
        opening: 0,
        opening_plies: 0,
        players: ByColor { black: 0, white: 1 },
        result: GameResult {
            moves,
            plies: Vec::new(),
            outcome,
            detail: String::new(),
        },
        started: now.map_or(0, |time| time.as_secs()),
        duration: Duration::ZERO,
    };
    store
        .insert_games(match_id, size, &[game])
        .map_err(ApiError::internal)?;
    Ok(game_ref(number))
}

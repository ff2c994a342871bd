//! Opening procedures: what is asked for next, and what a player answers. The client keeps the answers so far and sends
//! all of them each time.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use gomoku::{SearchControl, StopFlag};
use wire::{ErrorResponse, OpeningAnswers, OpeningRequest, OpeningState};

use crate::app::AppState;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;

/// What an opening procedure asks for after these answers.
#[utoipa::path(post, path = "/api/opening", request_body = OpeningRequest, responses(
    (status = 200, description = "The stones so far and the next step.", body = OpeningState),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn opening(
    Json(request): Json<OpeningRequest>,
) -> Result<axum::Json<OpeningState>, ApiError> {
    let opening = request.opening()?;
    Ok(axum::Json(OpeningState::from(&opening)))
}

/// What a player answers to the next step.
#[utoipa::path(post, path = "/api/opening/answer", request_body = OpeningRequest, responses(
    (status = 200, description = "The answers.", body = OpeningAnswers),
    (status = 503, description = "Too many searches are waiting.", body = ErrorResponse),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn answer(
    State(state): State<Arc<AppState>>,
    Json(request): Json<OpeningRequest>,
) -> Result<axum::Json<OpeningAnswers>, ApiError> {
    let opening = request.opening()?;
    let spec = state
        .read_spec(request.player.as_deref().unwrap_or_default())
        .await?;
    let size = opening.board().size();
    let limits = state.search_limits(&request.limits, size)?;
    let queued = state.pool.enter_queue()?;
    let permit = state.pool.acquire().await;
    // When the client disconnects this future is dropped, which stops the search.
    let stop = StopOnDrop(StopFlag::new());
    let flag = stop.0.clone();
    let actions = tokio::task::spawn_blocking(move || {
        let _held = (permit, queued);
        let control = SearchControl::new(flag, Instant::now());
        let mut player = spec.build();
        players::opening::answer(&mut *player, &opening, &limits, &control)
    });
    let actions = actions
        .await
        .map_err(|_| ApiError::internal("the player panicked"))?
        .map_err(ApiError::internal)?;
    drop(stop);
    Ok(axum::Json(OpeningAnswers::new(&actions, size)))
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

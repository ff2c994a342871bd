//! Opening procedures: what is asked for next, and what a player answers. The client keeps the answers so far and sends
//! all of them each time.

use std::time::Instant;

use axum::response::Response;
use gomoku::{SearchControl, StopFlag};
use wire::{OpeningAnswers, OpeningRequest, OpeningState};

use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;

/// What an opening procedure asks for after these answers.
#[utoipa::path(post, path = "/api/opening", request_body = OpeningRequest, responses(
    (status = 200, description = "The stones so far and the next step.", body = OpeningState),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn opening(
    caller: Caller,
    Json(request): Json<OpeningRequest>,
) -> Result<Response, ApiError> {
    let state = move |_: &_| Ok(OpeningState::from(&request.opening()?));
    caller.answer(|lanes| &lanes.documents, state).await
}

/// What a player answers to the next step.
#[utoipa::path(post, path = "/api/opening/answer", request_body = OpeningRequest, responses(
    (status = 200, description = "The answers.", body = OpeningAnswers),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn answer(
    caller: Caller,
    Json(request): Json<OpeningRequest>,
) -> Result<axum::Json<OpeningAnswers>, ApiError> {
    let search = caller.run(
        |lanes| &lanes.documents,
        move |caller| {
            let opening = request.opening()?;
            let spec = request.player.as_deref().unwrap_or_default();
            let spec = caller.state.read_spec(spec)?;
            let size = opening.board().size();
            let limits = caller.state.search_limits(&request.limits, size)?;
            Ok((opening, spec, limits))
        },
    );
    let (opening, spec, limits) = search.await?;
    let size = opening.board().size();
    // When the client disconnects this future is dropped, which stops the search.
    let stop = StopOnDrop(StopFlag::new());
    let flag = stop.0.clone();
    let mut place = caller.state.searches.enter(caller.client, flag.clone())?;
    place.wait().await?;
    let actions = tokio::task::spawn_blocking(move || {
        let _held = place;
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

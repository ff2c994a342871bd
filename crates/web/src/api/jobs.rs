//! Watching and stopping jobs.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use wire::{ErrorResponse, JobEvent, JobId, JobProgress, JobState};

use crate::app::AppState;
use crate::caller::Caller;
use crate::error::{ApiError, CommonErrors};
use crate::stream;

/// Many games may end at once; a client gets at most four events a second.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Every simulation and experiment since the server started, the newest first.
#[utoipa::path(get, path = "/api/jobs", responses(
    (status = 200, description = "The jobs.", body = [JobProgress]),
    CommonErrors,
))]
pub(super) async fn list(caller: Caller) -> Result<Response, ApiError> {
    let list = |state: &AppState| Ok(state.jobs.list());
    caller.answer(|lanes| &lanes.documents, list).await
}

/// The progress of a job until it ends.
///
/// The response is a stream of events: server-sent events when the request accepts `text/event-stream`, otherwise one
/// JSON document on each line.
#[utoipa::path(get, path = "/api/jobs/{id}/events", params(("id" = u64, Path, description = "The job.")), responses(
    (status = 200, description = "A stream of events; the schema is that of one event.", content(
        (JobEvent = "text/event-stream"),
        (JobEvent = "application/x-ndjson"),
    )),
    (status = 404, description = "There is no such job.", body = ErrorResponse),
    CommonErrors,
))]
pub(super) async fn events(
    caller: Caller,
    Path(id): Path<u64>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut progress = caller.state.jobs.find(id)?.subscribe();
    let mut follower = caller.state.streams.reserve(caller.client);
    if !follower.grow(1) {
        let text = "too many clients follow a job; try again in a moment";
        return Err(ApiError::Busy(text.to_owned()));
    }
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        let _follower = follower;
        loop {
            let latest = progress.borrow_and_update().clone();
            let is_over = latest.state != JobState::Running;
            if !events.send(&JobEvent::Progress(latest)).await || is_over {
                return;
            }
            tokio::select! {
                changed = progress.changed() => if changed.is_err() { return },
                () = events.closed() => return,
            }
            tokio::time::sleep(PROGRESS_INTERVAL).await;
        }
    });
    Ok(response)
}

/// Stops a job. Finished games are kept, and the job can be continued.
#[utoipa::path(post, path = "/api/jobs/{id}/stop", params(("id" = u64, Path, description = "The job.")), responses(
    (status = 200, description = "The job.", body = JobId),
    (status = 404, description = "There is no such job.", body = ErrorResponse),
    CommonErrors,
))]
pub(super) async fn stop(
    State(state): State<Arc<AppState>>,
    Path(id): Path<u64>,
) -> Result<axum::Json<JobId>, ApiError> {
    state.jobs.find(id)?.stop.raise();
    Ok(axum::Json(JobId { id }))
}

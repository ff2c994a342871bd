//! `POST /api/think`: a search, streamed while it runs.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::{PlayerError, SearchControl, SearchResult, Size, StopFlag};
use tokio::sync::{oneshot, watch};
use wire::{ErrorResponse, SearchInfo, ThinkEvent, ThinkRequest};

use crate::app::MAX_CANDIDATES;
use crate::caller::Caller;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::stream::{self, Events};

/// The shortest time between two `info` events.
const INFO_INTERVAL: Duration = Duration::from_millis(40);

/// Searches a position and streams the results.
///
/// The response is a stream of events: server-sent events when the request accepts `text/event-stream`, otherwise one
/// JSON document on each line. The search stops when the client disconnects.
#[utoipa::path(post, path = "/api/think", request_body = wire::ThinkRequest, responses(
    (status = 200, description = "A stream of events; the schema is that of one event.", content(
        (ThinkEvent = "text/event-stream"),
        (ThinkEvent = "application/x-ndjson"),
    )),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn think(
    caller: Caller,
    headers: HeaderMap,
    Json(request): Json<ThinkRequest>,
) -> Result<Response, ApiError> {
    let search = caller.run(
        |lanes| &lanes.documents,
        move |caller| {
            let board = request.position.open_board()?;
            let spec = caller.state.read_spec(&request.player)?;
            let limits = caller.state.search_limits(&request.limits, board.size())?;
            Ok((board, spec.with_default_seed(request.seed), limits))
        },
    );
    let (board, spec, limits) = search.await?;
    let Caller { client, state } = caller;
    let stop = StopFlag::new();
    let mut place = state.searches.enter(client, stop.clone())?;
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        if place.is_waiting() {
            events.send(&ThinkEvent::Waiting).await;
        }
        let granted = tokio::select! {
            granted = place.wait() => granted,
            () = events.closed() => return,
        };
        if let Err(error) = granted {
            let error = ErrorResponse::new(error);
            events.send(&ThinkEvent::Error(error)).await;
            return;
        }
        let size = board.size();
        let search = Search::start(stop, move |control| {
            let _held = place;
            state.pool.think(&spec, &board, &limits, control)
        });
        search.report(&events, size).await;
    });
    Ok(response)
}

/// A search on its own thread.
struct Search {
    stop: StopFlag,
    latest: watch::Receiver<Option<Arc<SearchResult>>>,
    end: oneshot::Receiver<Result<SearchResult, PlayerError>>,
}

impl Search {
    fn start(
        stop: StopFlag,
        think: impl FnOnce(&SearchControl<'_>) -> Result<SearchResult, PlayerError> + Send + 'static,
    ) -> Search {
        let (report, latest) = watch::channel(None);
        let (finish, end) = oneshot::channel();
        let flag = stop.clone();
        thread::spawn(move || {
            let listener = move |result: &SearchResult| {
                report.send_replace(Some(Arc::new(result.clone())));
            };
            let control = SearchControl::new(flag, Instant::now()).with_listener(&listener);
            // The client may have disconnected.
            let _ = finish.send(think(&control));
        });
        Search { stop, latest, end }
    }

    /// Sends events until the search ends or the client disconnects.
    async fn report(mut self, events: &Events, size: Size) {
        let mut is_reporting = true;
        loop {
            let changed = async {
                let changed = self.latest.changed().await;
                tokio::time::sleep(INFO_INTERVAL).await;
                changed
            };
            tokio::select! {
                biased;
                end = &mut self.end => {
                    let event = match end {
                        Ok(Ok(result)) => ThinkEvent::Done(search_info(&result, size)),
                        Ok(Err(error)) => ThinkEvent::Error(ErrorResponse::new(error)),
                        Err(_) => ThinkEvent::Error(ErrorResponse::new("the search crashed")),
                    };
                    events.send(&event).await;
                    return;
                }
                () = events.closed() => {
                    self.stop.raise();
                    return;
                }
                changed = changed, if is_reporting => {
                    is_reporting = changed.is_ok();
                    let result = self.latest.borrow_and_update().clone();
                    if let Some(result) = result {
                        events.send(&ThinkEvent::Info(search_info(&result, size))).await;
                    }
                }
            }
        }
    }
}

fn search_info(result: &SearchResult, size: Size) -> SearchInfo {
    let mut info = SearchInfo::new(result, players::balance::win_rate(result), size);
    info.candidates.truncate(MAX_CANDIDATES);
    info
}

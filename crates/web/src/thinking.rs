//! `POST /api/think`: what a player thinks of a position, while it thinks.
//!
//! Events: `waiting` when all searches are in use, `info` as often as there is something new and at most 25 times a
//! second, then `done` with the last thought or `error`. The search ends when the reader goes away.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::notation::{self, RowOrigin};
use gomoku::{
    Candidate, Limits, MateIn, PlayerError, Point, SearchControl, SearchResult, Size, StopFlag,
};
use players::Spec;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot, watch};

use crate::catalog;
use crate::error::ApiError;
use crate::given::Given;
use crate::position::PositionGiven;
use crate::server::Shared;
use crate::stream::{self, Event};

/// Thoughts come no faster than this.
const PACE: Duration = Duration::from_millis(40);
/// Candidates that are worth the way to the page.
const MOST_CANDIDATES: usize = 64;
/// Memory of one search, for players that keep to it.
const MEMORY: u64 = 1 << 30;
/// No clock is longer.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// The question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinkGiven {
    position: PositionGiven,
    player: String,
    #[serde(default)]
    limits: LimitsGiven,
    /// Where the player's random numbers begin, unless its spec string says it.
    #[serde(default)]
    seed: u64,
}

/// What the player may spend; whatever comes first. Nothing at all means until it is stopped.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitsGiven {
    time_ms: Option<u64>,
    time_left_ms: Option<u64>,
    increment_ms: u64,
    nodes: Option<u64>,
    iterations: Option<u64>,
    depth: Option<u32>,
    multi_pv: usize,
    /// Moves that must not be chosen.
    excluded: String,
}

impl LimitsGiven {
    pub(crate) fn limits(&self, size: Size, threads: usize) -> Result<Limits, ApiError> {
        let time = |ms: u64| Duration::from_millis(ms).min(LONGEST);
        let excluded = notation::parse_moves(&self.excluded, size, RowOrigin::Bottom)
            .map_err(|error| ApiError::Bad(format!("excluded: {error}")))?;
        Ok(Limits {
            turn_time: self.time_ms.map(time),
            time_left: self.time_left_ms.map(time),
            increment: time(self.increment_ms),
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            threads,
            memory: Some(MEMORY),
            multi_pv: self.multi_pv.min(MOST_CANDIDATES),
            excluded: excluded.into_iter().flatten().collect(),
        })
    }
}

/// Reads a spec string; programs only where they are allowed.
pub(crate) fn read_spec(shared: &Shared, text: &str) -> Result<Spec, ApiError> {
    let spec: Spec = text.parse().map_err(ApiError::bad)?;
    if catalog::is_program(spec.factory()) && !shared.allows_programs {
        let refusal = "this server starts no programs; run it with --programs to allow that";
        return Err(ApiError::Forbidden(refusal.to_owned()));
    }
    Ok(spec)
}

/// `POST /api/think`
pub(crate) async fn think(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Given(question): Given<ThinkGiven>,
) -> Result<Response, ApiError> {
    let board = question.position.open_board()?;
    let spec = read_spec(&shared, &question.player)?.with_default_seed(question.seed);
    let limits = question
        .limits
        .limits(board.size(), shared.limits.threads_per_search)?;
    let queued = shared.engines.queue()?;
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        if !shared.engines.is_free() {
            let _ = events.send(Event::new("waiting", json!({}))).await;
        }
        let permit = tokio::select! {
            permit = shared.engines.seat() => permit,
            () = events.closed() => return,
        };
        let size = board.size();
        let search = Search::begin(move |watch| {
            let _held = (permit, queued);
            shared.engines.think(&spec, &board, &limits, watch)
        });
        search.tell(&events, size).await;
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
    fn begin(
        think: impl FnOnce(&SearchControl<'_>) -> Result<SearchResult, PlayerError> + Send + 'static,
    ) -> Search {
        let stop = StopFlag::new();
        let (report, latest) = watch::channel(None);
        let (finish, end) = oneshot::channel();
        let flag = stop.clone();
        thread::spawn(move || {
            let listen = move |result: &SearchResult| {
                report.send_replace(Some(Arc::new(result.clone())));
            };
            let watch = SearchControl::new(flag, Instant::now()).with_listener(&listen);
            // Nobody may be there any more to hear it.
            let _ = finish.send(think(&watch));
        });
        Search { stop, latest, end }
    }

    async fn tell(mut self, events: &mpsc::Sender<Event>, size: Size) {
        let mut is_watched = true;
        loop {
            let fresh = async {
                let changed = self.latest.changed().await;
                tokio::time::sleep(PACE).await;
                changed
            };
            tokio::select! {
                biased;
                end = &mut self.end => {
                    let event = match end {
                        Ok(Ok(result)) => Event::new("done", thought_json(&result, size)),
                        Ok(Err(fault)) => Event::error(fault),
                        Err(_) => Event::error("the search was lost"),
                    };
                    let _ = events.send(event).await;
                    return;
                }
                () = events.closed() => {
                    self.stop.raise();
                    return;
                }
                changed = fresh, if is_watched => {
                    is_watched = changed.is_ok();
                    let result = self.latest.borrow_and_update().clone();
                    if let Some(result) = result {
                        let event = Event::new("info", thought_json(&result, size));
                        let _ = events.send(event).await;
                    }
                }
            }
        }
    }
}

/// A thought with the keys of `tengen think --json`, and a line for each candidate.
pub(crate) fn thought_json(result: &SearchResult, size: Size) -> Value {
    let name = |point: Point| point.name(size).to_string();
    let names = |line: &[Point]| line.iter().copied().map(name).collect::<Vec<_>>();
    let candidate = |one: &Candidate| {
        json!({
            "move": name(one.point),
            "visits": one.visits,
            "value": one.value,
            "prior": one.prior,
            "score": one.score,
            "mate": one.mate.map(MateIn::signed),
            "pv": names(&one.pv),
        })
    };
    let candidates = result.candidates.iter().take(MOST_CANDIDATES);
    json!({
        "move": name(result.best_move),
        "score": result.score,
        "win_rate": result.win_rate,
        // The same for players that only have a score; what a bar or a graph shows.
        "expected_score": players::balance::win_rate(result),
        "mate": result.mate.map(MateIn::signed),
        "depth": result.depth,
        "selective_depth": result.selective_depth,
        "nodes": result.nodes,
        "time_ms": result.time.as_secs_f64() * 1e3,
        "pv": names(&result.pv),
        "candidates": candidates.map(candidate).collect::<Vec<_>>(),
    })
}

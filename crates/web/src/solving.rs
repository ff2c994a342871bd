//! `POST /api/solve`: does the side to move win by threats? A win comes with its proof, checked before it leaves.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::{Board, Limits, Point, SearchControl, StopFlag};
use records::Record;
use serde::Deserialize;
use serde_json::{Value, json};
use threats::{Kind, Solution, Verdict, solve, verify};
use tokio::sync::oneshot;

use crate::error::ApiError;
use crate::given::Given;
use crate::position::PositionGiven;
use crate::records::Tree;
use crate::server::Shared;
use crate::stream::{self, Event};

/// A solver's table.
const MEMORY: u64 = 128 << 20;
/// A proof with more attacks than this is not sent as a tree; it would only fill the page.
const MOST_ATTACKS: usize = 2000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveGiven {
    position: PositionGiven,
    kind: String,
    time_ms: Option<u64>,
    nodes: Option<u64>,
}

/// `POST /api/solve`
pub(crate) async fn ask(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Given(given): Given<SolveGiven>,
) -> Result<Response, ApiError> {
    let board = given.position.open_board()?;
    let kind: Kind = given.kind.parse().map_err(ApiError::bad)?;
    let limits = Limits {
        turn_time: given.time_ms.map(Duration::from_millis),
        nodes: given.nodes,
        memory: Some(MEMORY),
        ..Limits::default()
    };
    let queued = shared.engines.queue()?;
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        let permit = tokio::select! {
            permit = shared.engines.seat() => permit,
            () = events.closed() => return,
        };
        let stop = StopFlag::new();
        let (finish, end) = oneshot::channel();
        let flag = stop.clone();
        thread::spawn(move || {
            let _held = (permit, queued);
            let control = SearchControl::new(flag, Instant::now());
            let solution = solve(kind, &board, &limits, &control);
            let _ = finish.send(describe(&board, &solution));
        });
        tokio::select! {
            found = end => {
                let event = match found {
                    Ok(Ok(data)) => Event::new("done", data),
                    Ok(Err(error)) => Event::error(error),
                    Err(_) => Event::error("the solver was lost"),
                };
                let _ = events.send(event).await;
            }
            () = events.closed() => stop.raise(),
        }
    });
    Ok(response)
}

fn describe(board: &Board, solution: &Solution) -> Result<Value, ApiError> {
    let name = |point: Point| point.name(board.size()).to_string();
    let line: Vec<String> = solution.line().into_iter().map(name).collect();
    let (verdict, attacks, tree) = match &solution.verdict {
        Verdict::None => ("none", 0, None),
        Verdict::Unknown => ("unknown", 0, None),
        Verdict::Win(proof) => {
            // A false win is worse than none, so no win leaves this program unchecked.
            verify(board, proof).map_err(|flaw| {
                ApiError::Internal(format!("the solver's proof is wrong: {flaw}"))
            })?;
            let tree = (proof.len() <= MOST_ATTACKS)
                .then(|| Tree::of(&Record::from_proof(proof, board)))
                .and_then(Result::ok);
            ("win", proof.len(), tree)
        }
    };
    Ok(json!({
        "verdict": verdict,
        "line": line,
        "nodes": solution.nodes,
        "time_ms": solution.time.as_secs_f64() * 1e3,
        "attacks": attacks,
        "proof": tree,
    }))
}

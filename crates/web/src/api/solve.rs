//! `POST /api/solve`: does the side to move win by threats? Every proof is verified before it is sent.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::{Board, Limits, SearchControl, StopFlag};
use records::Record;
use threats::{ProofError, Solution, SolverKind, Verdict, verify};
use tokio::sync::oneshot;
use wire::{ErrorResponse, GameTree, SolveEvent, SolveRequest, SolveResult};

use crate::app::AppState;
use crate::error::{ApiError, BodyErrors, CommonErrors};
use crate::extract::Json;
use crate::stream;

/// Memory of a solver's table.
const SOLVER_MEMORY: u64 = 128 << 20;
/// Larger proofs are not sent as a tree; the page could not show them.
const MAX_ATTACKS: usize = 2000;

/// Searches for a win of the side to move by threats.
///
/// The response is a stream with a single event: a server-sent event when the request accepts `text/event-stream`,
/// otherwise a line of JSON. The solver stops when the client disconnects.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest, responses(
    (status = 200, description = "A stream of events; the schema is that of one event.", content(
        (SolveEvent = "text/event-stream"),
        (SolveEvent = "application/x-ndjson"),
    )),
    (status = 503, description = "Too many searches are waiting.", body = ErrorResponse),
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn solve(
    State(state): State<Arc<AppState>>,
    headers: HeaderMap,
    Json(request): Json<SolveRequest>,
) -> Result<Response, ApiError> {
    let board = request.position.open_board()?;
    let kind = SolverKind::from(request.kind);
    let limits = Limits {
        memory: Some(SOLVER_MEMORY),
        ..request.limits()
    };
    let queued = state.pool.enter_queue()?;
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        let permit = tokio::select! {
            permit = state.pool.acquire() => permit,
            () = events.closed() => return,
        };
        let stop = StopFlag::new();
        let (finish, end) = oneshot::channel();
        let flag = stop.clone();
        thread::spawn(move || {
            let _held = (permit, queued);
            let control = SearchControl::new(flag, Instant::now());
            let solution = threats::solve(kind, &board, &limits, &control);
            let _ = finish.send(solve_result(&board, &solution));
        });
        tokio::select! {
            end = end => {
                let event = match end {
                    Ok(Ok(result)) => SolveEvent::Done(result),
                    Ok(Err(flaw)) => {
                        let text = format!("the solver's proof is wrong: {flaw}");
                        SolveEvent::Error(ErrorResponse::new(text))
                    }
                    Err(_) => SolveEvent::Error(ErrorResponse::new("the solver crashed")),
                };
                let _ = events.send(event).await;
            }
            () = events.closed() => stop.raise(),
        }
    });
    Ok(response)
}

fn solve_result(board: &Board, solution: &Solution) -> Result<SolveResult, ProofError> {
    let mut result = SolveResult::new(solution, board.size());
    if let Verdict::Win(proof) = &solution.verdict {
        verify(board, proof)?;
        if proof.len() <= MAX_ATTACKS {
            let tree = GameTree::try_from(&Record::from_proof(proof, board));
            result.proof = tree.ok().map(Box::new);
        }
    }
    Ok(result)
}

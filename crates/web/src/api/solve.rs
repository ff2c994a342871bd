//! `POST /api/solve`: does the side to move win by threats? Every proof is verified before it is sent.

use std::thread;
use std::time::Instant;

use axum::http::HeaderMap;
use axum::response::Response;
use gomoku::{Board, Limits, SearchControl, StopFlag};
use records::Record;
use threats::{ProofError, Solution, SolverKind, Verdict, verify};
use tokio::sync::oneshot;
use wire::{ErrorResponse, GameTree, SolveEvent, SolveRequest, SolveResult};

use crate::caller::Caller;
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
    CommonErrors,
    BodyErrors,
))]
pub(super) async fn solve(
    caller: Caller,
    headers: HeaderMap,
    Json(request): Json<SolveRequest>,
) -> Result<Response, ApiError> {
    let kind = SolverKind::from(request.kind);
    let limits = Limits {
        memory: Some(SOLVER_MEMORY),
        ..request.limits()?
    };
    let position = request.position;
    let board = caller.run(
        |lanes| &lanes.documents,
        move |_| Ok(position.open_board()?),
    );
    let board = board.await?;
    let stop = StopFlag::new();
    let mut place = caller.state.searches.enter(caller.client, stop.clone())?;
    let (events, response) = stream::channel(&headers);
    tokio::spawn(async move {
        let granted = tokio::select! {
            granted = place.wait() => granted,
            () = events.closed() => return,
        };
        if let Err(error) = granted {
            let error = ErrorResponse::new(error);
            events.send(&SolveEvent::Error(error)).await;
            return;
        }
        let (finish, end) = oneshot::channel();
        let (flag, encoding) = (stop.clone(), events.encoding);
        thread::spawn(move || {
            let _held = place;
            let control = SearchControl::new(flag, Instant::now());
            let solution = threats::solve(kind, &board, &limits, &control);
            let event = match solve_result(&board, &solution) {
                Ok(result) => SolveEvent::Done(result),
                Err(flaw) => {
                    let text = format!("the solver's proof is wrong: {flaw}");
                    SolveEvent::Error(ErrorResponse::new(text))
                }
            };
            // A proof may be large, so it is written here.
            let _ = finish.send(encoding.write(&event));
        });
        tokio::select! {
            end = end => {
                let event = end.unwrap_or_else(|_| {
                    let error = ErrorResponse::new("the solver crashed");
                    encoding.write(&SolveEvent::Error(error))
                });
                events.send_written(event).await;
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

//! Opening procedures: what is wanted next, and what a player answers. The page keeps the answers so far and sends all of
//! them each time.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use gomoku::notation::{self, Dialect};
use gomoku::opening::{Answer, Choice, Request};
use gomoku::{Fault, Opening, Point, PointSet, Procedure, Seat, StopFlag, Watch};
use players::swap2;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::Given;
use crate::position::{read_rule, read_size};
use crate::server::Shared;
use crate::thinking::{LimitsGiven, read_spec};

const CHOICES: [(Choice, &str); 3] = [
    (Choice::Black, "black"),
    (Choice::White, "white"),
    (Choice::PlaceTwo, "place-two"),
];

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningGiven {
    procedure: String,
    size: Option<u8>,
    rule: Option<String>,
    /// Points, and the words of choices.
    answers: Vec<String>,
    /// Who is asked, where a player is.
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    limits: LimitsGiven,
}

impl OpeningGiven {
    fn procedure(&self) -> Result<Procedure, ApiError> {
        self.procedure.parse().map_err(ApiError::bad)
    }

    fn opening(&self) -> Result<Opening, ApiError> {
        let size = read_size(self.size)?;
        let rule = read_rule(self.rule.as_deref())?;
        let mut opening = Opening::new(self.procedure()?, size, rule).map_err(ApiError::bad)?;
        for text in &self.answers {
            let choice = CHOICES.iter().find(|(_, name)| name == text);
            let answer = match choice {
                Some(&(choice, _)) => Answer::Choose(choice),
                None => Answer::Place(
                    notation::parse_point(text, size, Dialect::Bottom).map_err(ApiError::bad)?,
                ),
            };
            opening
                .answer(answer)
                .map_err(|error| ApiError::Bad(format!("{text:?}: {error}")))?;
        }
        Ok(opening)
    }
}

/// `POST /api/opening`
pub(crate) async fn ask(Given(given): Given<OpeningGiven>) -> Result<axum::Json<Value>, ApiError> {
    let opening = given.opening()?;
    let board = opening.board();
    let size = board.size();
    let request = match opening.request() {
        Request::Done { black } => json!({ "kind": "done", "black": seat_name(black) }),
        Request::Choose { seat, options } => {
            let options: Vec<&str> = options.iter().map(|&choice| choice_name(choice)).collect();
            json!({ "kind": "choose", "seat": seat_name(seat), "options": options })
        }
        Request::Place {
            seat,
            color,
            region,
        } => {
            let points: Vec<String> = region
                .iter()
                .map(|point| point.name(size).to_string())
                .collect();
            let is_free = region == board.empty();
            json!({
                "kind": "place",
                "seat": seat_name(seat),
                "color": color.to_string(),
                "region": if is_free { Value::Null } else { json!(points) },
            })
        }
    };
    let moves = notation::write_moves(board.history().iter().copied(), size, Dialect::Bottom);
    Ok(axum::Json(json!({ "moves": moves, "request": request })))
}

/// `POST /api/opening/answer`: what a player does now.
pub(crate) async fn answer(
    State(shared): State<Arc<Shared>>,
    Given(given): Given<OpeningGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let opening = given.opening()?;
    let is_swap = matches!(given.procedure()?, Procedure::Swap | Procedure::Swap2);
    let spec = read_spec(&shared, given.player.as_deref().unwrap_or_default())?;
    let size = opening.board().size();
    let limits = given
        .limits
        .limits(size, shared.limits.threads_per_search)?;
    let queued = shared.engines.queue()?;
    let permit = shared.engines.seat().await;
    // Raised when the page goes away, because then this future is dropped.
    let stop = StopOnDrop(StopFlag::new());
    let flag = stop.0.clone();
    let answers = tokio::task::spawn_blocking(move || {
        let _held = (permit, queued);
        let watch = Watch::new(flag, Instant::now());
        let board = opening.board();
        let mut player = spec.build();
        let name = |point: Point| point.name(size).to_string();
        Ok::<Vec<String>, Fault>(match opening.request() {
            Request::Done { .. } => Vec::new(),
            Request::Place { .. } if is_swap && board.ply() == 0 => {
                let rule = board.rule();
                swap2::open(&mut *player, size, rule, &limits, &watch)?
                    .map(name)
                    .to_vec()
            }
            Request::Place { region, .. } => {
                let mut limits = limits;
                limits.excluded = PointSet::board(size) - region;
                vec![name(player.think(board, &limits, &watch)?.best)]
            }
            Request::Choose { .. } => {
                let choice = swap2::choose(&mut *player, board, &limits, &watch)?;
                let choice = match choice {
                    swap2::Choice::Swap => Choice::Black,
                    swap2::Choice::Stay(_) => Choice::White,
                };
                vec![choice_name(choice).to_owned()]
            }
        })
    });
    let answers = answers
        .await
        .map_err(|_| ApiError::internal("the player panicked"))?;
    drop(stop);
    let answers = answers.map_err(ApiError::internal)?;
    Ok(axum::Json(json!({ "answers": answers })))
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

fn choice_name(choice: Choice) -> &'static str {
    CHOICES
        .iter()
        .find(|(known, _)| *known == choice)
        .map_or("black", |(_, name)| name)
}

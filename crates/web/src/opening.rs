//! Opening procedures: what is wanted next, and what a player answers. The page keeps the answers so far and sends all of
//! them each time.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use gomoku::notation::{self, RowOrigin};
use gomoku::opening::{Action, Choice, Request};
use gomoku::{Opening, Point, PointSet, Procedure, SearchControl, Seat, StopFlag};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::Given;
use crate::position::{read_rule, read_size};
use crate::server::Shared;
use crate::thinking::{LimitsGiven, read_spec};

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
            let answer = match read_choice(text) {
                Some(choice) => Action::Choose(choice),
                None => Action::Place(
                    notation::parse_point(text, size, RowOrigin::Bottom).map_err(ApiError::bad)?,
                ),
            };
            opening
                .apply(answer)
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
    let names = |points: &mut dyn Iterator<Item = Point>| -> Vec<String> {
        points.map(|point| point.name(size).to_string()).collect()
    };
    // A long list that says nothing is left out.
    let region = |region: PointSet| (region != board.empty()).then(|| names(&mut region.iter()));
    let request = match opening.request() {
        Request::Done { black } => json!({ "kind": "done", "black": seat_name(black) }),
        Request::Choose { seat, options } => {
            let options: Vec<String> = options.iter().map(|&choice| choice_name(choice)).collect();
            json!({ "kind": "choose", "seat": seat_name(seat), "options": options })
        }
        Request::Place {
            seat,
            color,
            region: points,
        } => json!({
            "kind": "place",
            "seat": seat_name(seat),
            "color": color.to_string(),
            "region": region(points),
        }),
        Request::Offer {
            seat,
            offered,
            count,
            region: points,
        } => json!({
            "kind": "offer",
            "seat": seat_name(seat),
            "offered": names(&mut offered.into_iter()),
            "count": count,
            "region": region(points),
        }),
        Request::Pick { seat, offered } => json!({
            "kind": "pick",
            "seat": seat_name(seat),
            "offered": names(&mut offered.into_iter()),
        }),
    };
    let moves = notation::write_moves(board.history().iter().copied(), size, RowOrigin::Bottom);
    Ok(axum::Json(json!({
        "moves": moves,
        "black": seat_name(opening.black()),
        "step": request,
    })))
}

/// `POST /api/opening/answer`: what a player does now.
pub(crate) async fn answer(
    State(shared): State<Arc<Shared>>,
    Given(given): Given<OpeningGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let opening = given.opening()?;
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
        let control = SearchControl::new(flag, Instant::now());
        let mut player = spec.build();
        players::opening::answer(&mut *player, &opening, &limits, &control)
    });
    let answers = answers
        .await
        .map_err(|_| ApiError::internal("the player panicked"))?;
    drop(stop);
    let answers: Vec<String> = answers
        .map_err(ApiError::internal)?
        .into_iter()
        .map(|answer| match answer {
            Action::Place(point) => point.name(size).to_string(),
            Action::Choose(choice) => choice_name(choice),
        })
        .collect();
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

/// A choice as a page writes it: a color, `place-two`, or the number of fifth moves.
fn choice_name(choice: Choice) -> String {
    match choice {
        Choice::Black => "black".to_owned(),
        Choice::White => "white".to_owned(),
        Choice::PlaceTwo => "place-two".to_owned(),
        Choice::FifthMoves(count) => count.to_string(),
    }
}

fn read_choice(text: &str) -> Option<Choice> {
    match text {
        "black" => Some(Choice::Black),
        "white" => Some(Choice::White),
        "place-two" => Some(Choice::PlaceTwo),
        number => number.parse().ok().map(Choice::FifthMoves),
    }
}

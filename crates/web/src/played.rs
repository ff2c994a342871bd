//! `POST /api/games`: a game that somebody has played on the page goes into the library.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arena::Store;
use arena::game::GameResult;
use arena::game_record::GameRecord;
use axum::extract::State;
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, ByColor, Color, EndReason, Outcome, Point};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::given::Given;
use crate::position::{read_rule, read_size};
use crate::server::Shared;

/// No seat has a longer name.
const LONGEST_NAME: usize = 200;

/// The game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedGiven {
    size: Option<u8>,
    rule: Option<String>,
    moves: String,
    /// Who sat there: `Human`, or a spec string.
    black: String,
    white: String,
    /// How it ended, where the board does not say it.
    ending: Option<EndingGiven>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndingGiven {
    winner: String,
    /// `resignation` or `time`.
    reason: String,
}

impl PlayedGiven {
    fn board(&self) -> Result<Board, ApiError> {
        let (size, rule) = (read_size(self.size)?, read_rule(self.rule.as_deref())?);
        let moves =
            notation::parse_moves(&self.moves, size, RowOrigin::Bottom).map_err(ApiError::bad)?;
        let moves: Option<Vec<Point>> = moves.into_iter().collect();
        let moves = moves.ok_or_else(|| {
            ApiError::Bad("the library keeps no games in which somebody passed".to_owned())
        })?;
        Board::with_moves(size, rule, &moves)
            .map_err(|(index, error)| ApiError::Bad(format!("move {}: {error}", index + 1)))
    }

    fn names(&self) -> Result<ByColor<String>, ApiError> {
        for name in [&self.black, &self.white] {
            let is_name = !name.trim().is_empty()
                && name.len() <= LONGEST_NAME
                && !name.chars().any(char::is_control);
            if !is_name {
                let begin: String = name.chars().take(40).collect();
                return Err(ApiError::Bad(format!("{begin:?} is not a name")));
            }
        }
        Ok(ByColor {
            black: self.black.clone(),
            white: self.white.clone(),
        })
    }

    fn outcome(&self, board: &Board) -> Result<Outcome, ApiError> {
        let draw = |reason| Outcome {
            winner: None,
            reason,
        };
        if let Some(winner) = board.any_winner() {
            return Ok(Outcome {
                winner: Some(winner),
                reason: EndReason::Five,
            });
        }
        if board.is_full() {
            return Ok(draw(EndReason::FullBoard));
        }
        if board.legal_moves().is_empty() {
            return Ok(draw(EndReason::NoLegalMove));
        }
        let ending = self.ending.as_ref();
        let ending = ending.ok_or_else(|| ApiError::Bad("the game is not over".to_owned()))?;
        let winner = match ending.winner.as_str() {
            "black" => Color::Black,
            "white" => Color::White,
            other => return Err(ApiError::Bad(format!("{other:?} is not black or white"))),
        };
        let reason = match ending.reason.as_str() {
            "resignation" => EndReason::Resignation,
            "time" => EndReason::Time,
            other => {
                let refusal = format!("{other:?} is not resignation or time");
                return Err(ApiError::Bad(refusal));
            }
        };
        Ok(Outcome {
            winner: Some(winner),
            reason,
        })
    }
}

/// `POST /api/games`: answers where the game is now. The same game is kept once, however often it is sent.
pub(crate) async fn keep(
    State(shared): State<Arc<Shared>>,
    Given(given): Given<PlayedGiven>,
) -> Result<axum::Json<Value>, ApiError> {
    let board = given.board()?;
    let (names, outcome) = (given.names()?, given.outcome(&board)?);
    let kept = tokio::task::spawn_blocking(move || enter(&shared, &board, &names, outcome));
    kept.await
        .map_err(|_| ApiError::internal("the game could not be kept"))?
        .map(axum::Json)
}

fn enter(
    shared: &Shared,
    board: &Board,
    names: &ByColor<String>,
    outcome: Outcome,
) -> Result<Value, ApiError> {
    // Two pages that end a game at once must not get the same number.
    let _turn = shared.library.turn();
    let size = board.size();
    let mut store = Store::open(&shared.store()).map_err(ApiError::internal)?;
    let match_id = store
        .casual_match_id(names, size, board.rule())
        .map_err(ApiError::internal)?;
    let before = store
        .stored_games(match_id, size)
        .map_err(ApiError::internal)?;
    let moves: Vec<Point> = board.moves().collect();
    if let Some(same) = before.iter().find(|game| game.moves == moves) {
        return Ok(json!({ "match_id": match_id.0, "number": same.number }));
    }
    let number = before.iter().map(|game| game.number + 1).max().unwrap_or(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let game = GameRecord {
        number,
        pair: number,
        opening: 0,
        opening_plies: 0,
        players: ByColor { black: 0, white: 1 },
        result: GameResult {
            moves,
            plies: Vec::new(),
            outcome,
            detail: String::new(),
        },
        started: now.map_or(0, |time| time.as_secs()),
        duration: Duration::ZERO,
    };
    store
        .insert_games(match_id, size, &[game])
        .map_err(ApiError::internal)?;
    Ok(json!({ "match_id": match_id.0, "number": number }))
}

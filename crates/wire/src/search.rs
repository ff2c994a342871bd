//! Searches: the request, its limits, and the result while the player thinks.

use std::time::Duration;

use gomoku::notation::{self, RowOrigin};
use gomoku::{Candidate, Limits, MateIn, SearchResult, Size};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{ErrorResponse, PositionRequest, RequestError, StreamEvent, milliseconds, point_names};

/// Asks a player for a move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThinkRequest {
    /// The position. The game must not be over.
    pub position: PositionRequest,
    /// A spec string: `name` or `name:key=value,key=value`.
    #[schema(example = "tengen")]
    pub player: String,
    /// When the search ends.
    #[serde(default)]
    pub limits: SearchLimits,
    /// Random seed, unless the spec string has one.
    #[serde(default)]
    pub seed: u64,
}

/// Search limits: the first one reached ends the search. Without any, the player's own parameters end it, or the
/// client by closing the connection.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SearchLimits {
    /// Time for this move.
    #[schema(maximum = 86_400_000)]
    pub time_ms: Option<u64>,
    /// Time left for the rest of the game.
    #[schema(maximum = 86_400_000)]
    pub time_left_ms: Option<u64>,
    /// Time added to the clock after each move.
    #[schema(maximum = 86_400_000)]
    pub increment_ms: u64,
    /// Nodes.
    #[schema(maximum = 1_000_000_000_000_000_u64)]
    pub nodes: Option<u64>,
    /// Iterations of the player's main loop.
    #[schema(maximum = 1_000_000_000_000_000_u64)]
    pub iterations: Option<u64>,
    /// Depth in plies.
    #[schema(maximum = 1000)]
    pub depth: Option<u32>,
    /// Principal variations to report, at most 64; 0 leaves it to the player.
    #[schema(maximum = 484)]
    pub multi_pv: usize,
    /// Moves that the search must not choose, such as `h8i9`.
    pub excluded: String,
}

/// Milliseconds of the longest clock: deadlines far beyond it could overflow.
pub(crate) const MAX_TIME_MS: u64 = 24 * 3600 * 1000;
/// Nodes or iterations of the longest search.
pub(crate) const MAX_NODES: u64 = 1_000_000_000_000_000;
/// Plies of the deepest search; a board has 484 points.
pub(crate) const MAX_DEPTH: u32 = 1000;
/// Points of the largest board.
const MAX_POINTS: usize = 484;

impl SearchLimits {
    /// The limits of a search on a board of this size.
    ///
    /// # Errors
    /// When a number is too large, or the excluded moves cannot be read.
    pub fn limits(&self, size: Size) -> Result<Limits, RequestError> {
        self.check()?;
        let time = Duration::from_millis;
        let excluded = notation::parse_moves(&self.excluded, size, RowOrigin::Bottom)
            .map_err(|error| RequestError(format!("excluded: {error}")))?;
        Ok(Limits {
            turn_time: self.time_ms.map(time),
            time_left: self.time_left_ms.map(time),
            increment: time(self.increment_ms),
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            multi_pv: self.multi_pv,
            excluded: excluded.into_iter().flatten().collect(),
            ..Limits::default()
        })
    }
}

impl SearchLimits {
    fn check(&self) -> Result<(), RequestError> {
        let check = RequestError::check_maximum;
        check("time_ms", self.time_ms, MAX_TIME_MS)?;
        check("time_left_ms", self.time_left_ms, MAX_TIME_MS)?;
        check("increment_ms", Some(self.increment_ms), MAX_TIME_MS)?;
        check("nodes", self.nodes, MAX_NODES)?;
        check("iterations", self.iterations, MAX_NODES)?;
        check("depth", self.depth.map(u64::from), MAX_DEPTH.into())?;
        check("multi_pv", Some(self.multi_pv as u64), MAX_POINTS as u64)
    }
}

/// A search result, final or so far. Scores and rates are those of the side to move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SearchInfo {
    /// The best move.
    #[serde(rename = "move")]
    pub best_move: String,
    /// Score in the player's own unit.
    #[schema(required = true)]
    pub score: Option<f64>,
    /// Win rate from 0 to 1, where the player estimates one.
    #[schema(required = true)]
    pub win_rate: Option<f64>,
    /// Expected score from 0 to 1, also for players that only have a score.
    #[schema(required = true)]
    pub expected_score: Option<f64>,
    /// Plies to a proven win, negative for a loss.
    #[schema(required = true)]
    pub mate: Option<i64>,
    /// Depth in plies.
    pub depth: u32,
    /// The longest line searched.
    pub selective_depth: u32,
    /// Nodes, or iterations of the player's main loop.
    pub nodes: u64,
    /// Time used.
    pub time_ms: f64,
    /// Principal variation.
    pub pv: Vec<String>,
    /// What is known of each move, the best first.
    pub candidates: Vec<CandidateInfo>,
}

/// What a player knows of one move.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CandidateInfo {
    /// The move.
    #[serde(rename = "move")]
    pub point: String,
    /// Playouts or nodes spent on it.
    #[schema(required = true)]
    pub visits: Option<u64>,
    /// Win rate from 0 to 1.
    #[schema(required = true)]
    pub value: Option<f64>,
    /// Probability before the search.
    #[schema(required = true)]
    pub prior: Option<f64>,
    /// Score in the player's own unit.
    #[schema(required = true)]
    pub score: Option<f64>,
    /// Plies to a proven win, negative for a loss.
    #[schema(required = true)]
    pub mate: Option<i64>,
    /// The variation that begins with this move; may be empty.
    pub pv: Vec<String>,
}

impl SearchInfo {
    /// A result on a board of this size. The expected score depends on the player's scale, which only its crate knows.
    pub fn new(result: &SearchResult, expected_score: Option<f64>, size: Size) -> SearchInfo {
        let candidates = result.candidates.iter();
        SearchInfo {
            best_move: result.best_move.name(size).to_string(),
            score: result.score,
            win_rate: result.win_rate,
            expected_score,
            mate: result.mate.map(MateIn::signed),
            depth: result.depth,
            selective_depth: result.selective_depth,
            nodes: result.nodes,
            time_ms: milliseconds(result.time),
            pv: point_names(result.pv.iter().copied(), size),
            candidates: candidates
                .map(|one| CandidateInfo::new(one, size))
                .collect(),
        }
    }
}

impl CandidateInfo {
    fn new(candidate: &Candidate, size: Size) -> CandidateInfo {
        CandidateInfo {
            point: candidate.point.name(size).to_string(),
            visits: candidate.visits,
            value: candidate.value,
            prior: candidate.prior,
            score: candidate.score,
            mate: candidate.mate.map(MateIn::signed),
            pv: point_names(candidate.pv.iter().copied(), size),
        }
    }
}

/// An event of a search. The last one is `done` or `error`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum ThinkEvent {
    /// All searches are in use; this one waits for its turn.
    Waiting,
    /// The result so far, at most 25 times a second.
    Info(SearchInfo),
    /// The final result.
    Done(SearchInfo),
    /// The search failed.
    Error(ErrorResponse),
}

impl StreamEvent for ThinkEvent {
    fn name(&self) -> &'static str {
        match self {
            ThinkEvent::Waiting => "waiting",
            ThinkEvent::Info(_) => "info",
            ThinkEvent::Done(_) => "done",
            ThinkEvent::Error(_) => "error",
        }
    }
}

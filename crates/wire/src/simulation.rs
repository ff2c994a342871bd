//! Simulations: many games between two players.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::names::{ProcedureName, RuleName};
use crate::search::{MAX_DEPTH, MAX_NODES};
use crate::{MatchSummary, RequestError};

/// Starts a simulation, or continues the one that was stopped under this name.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SimulationRequest {
    /// The name of the report: letters, digits, spaces, `-` and `_`.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// The spec string of the first player.
    pub black: String,
    /// The spec string of the second player.
    pub white: String,
    /// The first player's limits.
    #[serde(default)]
    pub black_limits: GameLimits,
    /// The second player's limits.
    #[serde(default)]
    pub white_limits: GameLimits,
    /// Games to play.
    #[schema(minimum = 1, maximum = 100_000)]
    pub games: u64,
    /// Play each opening twice, with exchanged colors; true by default.
    #[serde(default = "yes")]
    pub swap_colors: bool,
    /// Points on a side; 15 by default.
    #[serde(default)]
    #[schema(minimum = 5, maximum = 22)]
    pub size: Option<u8>,
    /// `freestyle` by default.
    #[serde(default)]
    pub rule: Option<RuleName>,
    /// `empty`, `balanced` (sizes 15 and 20), `random:N` for N random stones, or openings, one on each line.
    #[serde(default)]
    pub openings: String,
    /// An opening procedure that the players follow.
    #[serde(default)]
    pub procedure: Option<ProcedureName>,
    /// Random seed.
    #[serde(default)]
    pub seed: u64,
    /// Games at once; 0 for one on each core, and never more than that.
    #[serde(default)]
    #[schema(maximum = 1024)]
    pub concurrency: usize,
    /// Stop when a sequential probability ratio test decides between these two Elo differences.
    #[serde(default)]
    #[schema(min_items = 2, max_items = 2)]
    pub sprt: Option<[f64; 2]>,
}

/// The largest Elo difference that a test decides.
const MAX_ELO: f64 = 5000.0;

impl SimulationRequest {
    /// Checks the numbers that do not depend on the server.
    ///
    /// # Errors
    /// When one is too large.
    pub fn check(&self) -> Result<(), RequestError> {
        RequestError::check_maximum("concurrency", self.concurrency as u64, 1024)?;
        let elo = self.sprt.into_iter().flatten();
        match elo.into_iter().find(|elo| elo.abs() > MAX_ELO) {
            Some(elo) => Err(RequestError(format!("sprt: {elo} is beyond {MAX_ELO}"))),
            None => {
                self.black_limits.check()?;
                self.white_limits.check()
            }
        }
    }
}

fn yes() -> bool {
    true
}

/// What a player may use in a game. What is left out is not limited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameLimits {
    /// Time for each move, such as `250ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Time for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_time: Option<String>,
    /// Time added to the clock after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<String>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 1_000_000_000_000_000_u64)]
    pub nodes: Option<u64>,
    /// Iterations of the main loop for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 1_000_000_000_000_000_u64)]
    pub iterations: Option<u64>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 1000)]
    pub depth: Option<u32>,
    /// Threads; a server has its own maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 1024)]
    pub threads: Option<usize>,
    /// Memory in megabytes; a server has its own maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(maximum = 16_777_216)]
    pub memory: Option<u64>,
}

/// Megabytes of memory: more than any machine has, and few enough to count them in bytes.
const MAX_MEMORY: u64 = 1 << 24;
/// Threads of a player.
const MAX_THREADS: u64 = 1024;

impl GameLimits {
    /// Checks that no number is absurd.
    ///
    /// # Errors
    /// The first number that is too large.
    pub fn check(&self) -> Result<(), RequestError> {
        let check = RequestError::check_maximum;
        check("nodes", self.nodes, MAX_NODES)?;
        check("iterations", self.iterations, MAX_NODES)?;
        check("depth", self.depth.map(u64::from), MAX_DEPTH.into())?;
        check(
            "threads",
            self.threads.map(|count| count as u64),
            MAX_THREADS,
        )?;
        check("memory", self.memory, MAX_MEMORY)
    }

    /// These limits, with missing ones taken from `defaults`.
    #[must_use]
    pub fn or(&self, defaults: &GameLimits) -> GameLimits {
        let text = |own: &Option<String>, default: &Option<String>| {
            own.clone().or_else(|| default.clone())
        };
        GameLimits {
            time: text(&self.time, &defaults.time),
            match_time: text(&self.match_time, &defaults.match_time),
            increment: text(&self.increment, &defaults.increment),
            nodes: self.nodes.or(defaults.nodes),
            iterations: self.iterations.or(defaults.iterations),
            depth: self.depth.or(defaults.depth),
            threads: self.threads.or(defaults.threads),
            memory: self.memory.or(defaults.memory),
        }
    }
}

/// `summary.json` of a simulation's report.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SimulationSummary {
    /// The version of this document.
    pub version: u32,
    /// The title of the report.
    pub title: String,
    /// The result.
    pub summary: MatchSummary,
    /// Everything that the games depend on, as the store identifies the match.
    #[serde(rename = "match")]
    pub identity: Value,
}

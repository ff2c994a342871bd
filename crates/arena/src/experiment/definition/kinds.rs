//! The tables of an experiment file, one for each kind.

use serde::Deserialize;

use crate::statistics::Tally;

/// The kinds of experiments.
#[derive(Clone, Debug)]
pub enum ExperimentKind {
    /// Match results.
    Matches(Matches),
    /// Each player against itself.
    SelfMatch(SelfMatch),
    /// Failure rate by iterations.
    Convergence(Convergence),
    /// Nodes, iterations or depth by time.
    Speed(Speed),
    /// Nodes per move by the number of stones.
    Counts(NodeCounts),
    /// Score by the value of a parameter.
    Sweep(Sweep),
}

impl ExperimentKind {
    /// The table names of all kinds.
    pub const NAMES: [&str; 6] = [
        "matches",
        "self_match",
        "convergence",
        "speed",
        "counts",
        "sweep",
    ];

    /// The table name of this kind.
    pub fn name(&self) -> &'static str {
        match self {
            ExperimentKind::Matches(_) => "matches",
            ExperimentKind::SelfMatch(_) => "self_match",
            ExperimentKind::Convergence(_) => "convergence",
            ExperimentKind::Speed(_) => "speed",
            ExperimentKind::Counts(_) => "counts",
            ExperimentKind::Sweep(_) => "sweep",
        }
    }
}

/// `[matches]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [matches]")]
pub struct Matches {
    /// Games per pairing.
    pub games: u64,
    /// Pairings by name; by default everyone plays everyone.
    #[serde(default)]
    pub pairings: Vec<(String, String)>,
    /// The first player of a pairing always has black.
    #[serde(default)]
    pub fixed_colors: bool,
    /// The paper's results.
    #[serde(default)]
    pub paper: Vec<PaperMatch>,
}

/// A published match result.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a published match result")]
pub struct PaperMatch {
    /// First player.
    pub first: String,
    /// Second player.
    pub second: String,
    /// Wins of the first player.
    pub wins: u64,
    /// Losses of the first player.
    pub losses: u64,
    /// Draws.
    #[serde(default)]
    pub draws: u64,
    /// What the paper prints as the time of the first and the second player, with its unit.
    pub time: Option<[String; 2]>,
}

impl PaperMatch {
    /// The result as the first player sees it.
    pub fn tally(&self) -> Tally {
        Tally {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }
}

/// `[self_match]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [self_match]")]
pub struct SelfMatch {
    /// Games per player.
    pub games: u64,
    /// The paper's results.
    #[serde(default)]
    pub paper: Vec<PaperSelfMatch>,
}

/// A published result of a player against itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a published self-match result")]
pub struct PaperSelfMatch {
    /// The player.
    pub player: String,
    /// Black's wins.
    pub black: u64,
    /// White's wins.
    pub white: u64,
    /// Draws.
    #[serde(default)]
    pub draws: u64,
    /// What the paper prints as the time of black and white, with its unit.
    pub time: Option<[String; 2]>,
}

/// A position, as moves or as stones.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a position")]
pub struct PositionEntry {
    /// Moves from the empty board, such as `h8i9g7`.
    #[serde(default)]
    pub moves: String,
    /// Black stones, added after the moves.
    #[serde(default)]
    pub black: Vec<String>,
    /// White stones, added after the moves.
    #[serde(default)]
    pub white: Vec<String>,
    /// Side to move, `black` or `white`; by default it follows from the number of stones.
    pub to_move: Option<String>,
}

/// `[convergence]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [convergence]")]
pub struct Convergence {
    /// The position.
    pub position: PositionEntry,
    /// The correct moves.
    pub correct: Vec<String>,
    /// Independent searches per player.
    pub trees: u64,
    /// Iterations at which the best move is sampled.
    pub samples: Vec<u64>,
    /// How to sample.
    #[serde(default)]
    pub sampling: Sampling,
    /// The paper's curves.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

/// How the best move of a search is sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// From the reports of one long search.
    #[default]
    Reports,
    /// With a new search for each sample, for players that do not report.
    Restarts,
}

/// A published curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a published curve")]
pub struct PaperCurve {
    /// The player.
    pub player: String,
    /// Points (x, y).
    pub points: Vec<(f64, f64)>,
}

/// `[speed]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [speed]")]
pub struct Speed {
    /// The position.
    pub position: PositionEntry,
    /// Times, such as `250ms`.
    pub times: Vec<String>,
    /// Searches per player.
    pub trials: u64,
    /// What is counted.
    #[serde(default)]
    pub measure: Measure,
    /// Name of what the player counts as nodes, such as `iterations`.
    pub unit: Option<String>,
    /// The paper's curves: seconds and counts.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

/// What a search has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nodes, or whatever the player counts as nodes.
    #[default]
    Nodes,
    /// Depth in plies.
    Depth,
}

/// `[counts]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [counts]")]
pub struct NodeCounts {
    /// Games per pairing.
    pub games: u64,
    /// Pairings by name; by default each player plays itself.
    #[serde(default)]
    pub pairings: Vec<(String, String)>,
    /// Width of a bin in stones.
    #[serde(default = "one")]
    pub bin: u64,
    /// Logarithmic y-axis.
    #[serde(default)]
    pub log: bool,
    /// The paper's curves: stones and nodes.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

fn one() -> u64 {
    1
}

/// `[sweep]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table [sweep]")]
pub struct Sweep {
    /// Spec string with `{}` in place of the value.
    pub spec: String,
    /// Values.
    pub values: Vec<f64>,
    /// Name of the opponent among the players.
    pub opponent: String,
    /// Games per value.
    pub games: u64,
    /// Name of the parameter.
    pub parameter: String,
    /// The paper's points: value and score.
    #[serde(default)]
    pub paper: Vec<(f64, f64)>,
}

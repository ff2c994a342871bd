//! The file of an experiment.

use std::path::Path;

use serde::Deserialize;

use crate::game::Adjudication;
use crate::limits::LimitsEntry;
use crate::match_config::{Colors, MatchConfig, PlayerConfig, TournamentFormat};
use crate::tournament_file::{self, ConfigError, PlayerEntry};

/// An experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The form of the file: 1.
    pub version: u32,
    /// What it is called.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// The paper, with its table or figure.
    pub source: Option<String>,
    /// What a reader of the report should know.
    pub remarks: Option<String>,
    /// The rule.
    pub rule: Option<String>,
    /// Points on a side.
    pub size: Option<u8>,
    /// `empty`, `random:N`, or a file.
    pub openings: Option<String>,
    /// Stones after which a game is a draw.
    pub move_limit: Option<usize>,
    /// Where all random numbers begin.
    #[serde(default)]
    pub seed: u64,
    /// Limits for everybody.
    #[serde(default)]
    pub limits: LimitsEntry,
    /// Who takes part.
    pub players: Vec<PlayerEntry>,
    /// What is done: in the file a table with the name of the kind.
    pub kind: ExperimentKind,
}

/// The kinds of experiments.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExperimentKind {
    /// A table of matches.
    Matches(Matches),
    /// Everybody against itself.
    SelfMatch(SelfMatch),
    /// Failures over rounds.
    Convergence(Convergence),
    /// Rounds over time.
    Speed(Speed),
    /// Nodes over the moves of a game.
    Counts(Counts),
    /// A parameter.
    Sweep(Sweep),
}

impl ExperimentKind {
    /// Every kind by its name in the file.
    const NAMES: [&str; 6] = [
        "matches",
        "self_match",
        "convergence",
        "speed",
        "counts",
        "sweep",
    ];

    /// Its name in the file.
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

/// A table of matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// Games of each pairing.
    pub games: u64,
    /// The pairings by name; everybody against everybody when there are none.
    #[serde(default)]
    pub pairings: Vec<(String, String)>,
    /// Does the first of a pairing always play black?
    #[serde(default)]
    pub fixed_colors: bool,
    /// The paper's results.
    #[serde(default)]
    pub paper: Vec<PaperMatch>,
}

/// A result of a paper, as the first player sees it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperMatch {
    /// The first player.
    pub first: String,
    /// The second one.
    pub second: String,
    /// Games that the first won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Games drawn.
    #[serde(default)]
    pub draws: u64,
}

/// Everybody against itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfMatch {
    /// Games of each player.
    pub games: u64,
    /// The paper's results.
    #[serde(default)]
    pub paper: Vec<PaperSelfMatch>,
}

/// A player of a paper against itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperSelfMatch {
    /// Who.
    pub player: String,
    /// Games that black won.
    pub black: u64,
    /// Games that white won.
    pub white: u64,
    /// Games drawn.
    #[serde(default)]
    pub draws: u64,
}

/// A position, as moves or as stones.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionEntry {
    /// Moves from the empty board, such as `h8i9g7`.
    #[serde(default)]
    pub moves: String,
    /// Black's stones, where there are no moves.
    #[serde(default)]
    pub black: Vec<String>,
    /// White's stones.
    #[serde(default)]
    pub white: Vec<String>,
    /// Who is to move, `black` or `white`; otherwise whoever's turn it is by the number of stones.
    pub to_move: Option<String>,
}

/// Failures over rounds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convergence {
    /// The position.
    pub position: PositionEntry,
    /// The moves that are right.
    pub correct: Vec<String>,
    /// Independent searches of each player.
    pub trees: u64,
    /// The counts of rounds at which they are looked at.
    pub samples: Vec<u64>,
    /// How: `reports` listens to one search, `restarts` begins a new one for each count.
    #[serde(default)]
    pub sampling: Sampling,
    /// The paper's curves.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

/// How a search is looked at while it goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// By the reports that the player makes while it thinks.
    #[default]
    Reports,
    /// By a new search with that many rounds, for players that make no reports.
    Restarts,
}

/// A curve of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PaperCurve {
    /// Whose.
    pub player: String,
    /// Its points.
    pub points: Vec<(f64, f64)>,
}

/// Rounds over time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The position.
    pub position: PositionEntry,
    /// The times, such as `250ms`.
    pub times: Vec<String>,
    /// Searches of each player and time.
    pub trials: u64,
    /// What is counted.
    #[serde(default)]
    pub measure: Measure,
    /// What the player's nodes are called: nodes, iterations.
    pub unit: Option<String>,
    /// The paper's curves: seconds and counts.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

/// What a search has reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nodes, or whatever the player counts as such.
    #[default]
    Nodes,
    /// Plies.
    Depth,
}

/// Nodes over the moves of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Games of each pairing.
    pub games: u64,
    /// The pairings by name; everybody against itself when there are none.
    #[serde(default)]
    pub pairings: Vec<(String, String)>,
    /// Stones on the board that are counted together.
    #[serde(default = "one")]
    pub bin: u64,
    /// Is the axis of the counts logarithmic?
    #[serde(default)]
    pub log: bool,
    /// The paper's curves: stones and counts.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

fn one() -> u64 {
    1
}

/// A parameter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// A spec string in which `{}` stands for the value.
    pub spec: String,
    /// The values.
    pub values: Vec<f64>,
    /// The opponent's name among the players.
    pub opponent: String,
    /// Games of each value.
    pub games: u64,
    /// What the parameter is called.
    pub parameter: String,
    /// The paper's points: value and share of points.
    #[serde(default)]
    pub paper: Vec<(f64, f64)>,
}

impl Definition {
    /// Reads a file; with `is_quick` the values of its `[quick]` replace those of its kind.
    ///
    /// # Errors
    /// What does not fit. A key that means nothing is an error wherever it stands, in `[quick]` of a full run too.
    pub fn read(text: &str, is_quick: bool) -> Result<Definition, ConfigError> {
        let mut table: toml::Table = toml::from_str(text)?;
        let found: Vec<&str> = ExperimentKind::NAMES
            .into_iter()
            .filter(|&name| table.contains_key(name))
            .collect();
        let &[name] = &found[..] else {
            let expected = format!(
                "expected exactly one of {}",
                ExperimentKind::NAMES.join(", ")
            );
            let found = found.join(", ");
            return Err(ConfigError::value("kind", found, expected));
        };
        if let Some(kind) = table.get("kind") {
            let why = "the kind is the name of a table";
            return Err(ConfigError::value("kind", kind, why));
        }
        let kind = table.remove(name).unwrap_or(toml::Value::Boolean(false));
        let quick = match table.remove("quick") {
            None => toml::Table::new(),
            Some(quick) => quick.try_into()?,
        };
        let of_kind = |kind: toml::Value| -> Result<Definition, ConfigError> {
            let mut table = table.clone();
            let tagged = toml::Table::from_iter([(name.to_owned(), kind)]);
            table.insert("kind".to_owned(), tagged.into());
            Ok(table.try_into()?)
        };
        let full = of_kind(kind.clone())?;
        let mut quick_kind = kind;
        if let toml::Value::Table(kind) = &mut quick_kind {
            kind.extend(quick);
        }
        let short = of_kind(quick_kind)?;
        let definition = if is_quick { short } else { full };
        if definition.version == 1 {
            Ok(definition)
        } else {
            Err(ConfigError::Version(definition.version))
        }
    }

    /// The players.
    pub(super) fn players(&self) -> Result<Vec<PlayerConfig>, ConfigError> {
        tournament_file::players(&self.players, &self.limits)
    }

    /// A config between these.
    pub(super) fn match_config(
        &self,
        base: &Path,
        players: Vec<PlayerConfig>,
        games: u64,
    ) -> Result<MatchConfig, ConfigError> {
        let rule = tournament_file::read_rule(self.rule.as_deref())?;
        let size = tournament_file::read_size(self.size)?;
        Ok(MatchConfig {
            players,
            format: TournamentFormat::RoundRobin,
            colors: Colors::Both,
            games,
            size,
            rule,
            book: tournament_file::read_book(self.openings.as_deref(), base, size, rule)?,
            procedure: gomoku::Procedure::Free,
            adjudication: Adjudication {
                move_limit: self.move_limit,
                ..Adjudication::default()
            },
            seed: self.seed,
        })
    }

    /// The player of this name.
    pub(super) fn find(players: &[PlayerConfig], name: &str) -> Result<PlayerConfig, ConfigError> {
        players
            .iter()
            .find(|one| one.name == name)
            .cloned()
            .ok_or_else(|| ConfigError::value("player", name, "nobody has this name"))
    }
}

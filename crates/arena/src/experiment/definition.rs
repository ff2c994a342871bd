//! The TOML file of an experiment.

mod kinds;

use std::path::Path;

use players::Access;
use serde::Deserialize;
use wire::GameLimits;

use crate::game::Adjudication;
use crate::match_config::{Colors, MatchConfig, PlayerConfig, TournamentFormat};
use crate::tournament_file::{self, ConfigError, PlayerEntry};

pub use kinds::ExperimentKind;
pub(super) use kinds::{
    Convergence, Matches, Measure, NodeCounts, PaperCurve, PaperMatch, PositionEntry, Sampling,
    SelfMatch, Speed, Sweep,
};

/// An experiment.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Title of the report.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// The paper, with its table or figure.
    pub source: Option<String>,
    /// The page of the paper: a file of `docs/papers` without its ending.
    pub paper_page: Option<String>,
    /// Roughly how long it takes, such as `20 min`.
    pub duration: Option<String>,
    /// Why `docs/papers/results` has no result of it.
    pub unpublished: Option<String>,
    /// Notes for readers of the report.
    pub remarks: Option<String>,
    /// Game rule.
    pub rule: Option<String>,
    /// Board size.
    pub size: Option<u8>,
    /// `empty`, `balanced`, `random:N`, or a file.
    pub openings: Option<String>,
    /// Number of stones after which a game is a draw.
    pub move_limit: Option<usize>,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Default limits of all players.
    pub limits: GameLimits,
    /// The players.
    pub players: Vec<PlayerEntry>,
    /// What is measured.
    pub kind: ExperimentKind,
    /// Everything in the file that the results depend on.
    pub(super) measured: serde_json::Value,
}

/// The file as it is written: one of the tables of [`ExperimentKind`], and the values of a quick run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an experiment file")]
struct DefinitionFile {
    version: u32,
    title: String,
    question: String,
    source: Option<String>,
    paper_page: Option<String>,
    duration: Option<String>,
    unpublished: Option<String>,
    remarks: Option<String>,
    rule: Option<String>,
    size: Option<u8>,
    openings: Option<String>,
    move_limit: Option<usize>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    limits: GameLimits,
    players: Vec<PlayerEntry>,
    matches: Option<Matches>,
    self_match: Option<SelfMatch>,
    convergence: Option<Convergence>,
    speed: Option<Speed>,
    counts: Option<NodeCounts>,
    sweep: Option<Sweep>,
    /// Merged into the table of the kind before.
    #[serde(rename = "quick")]
    _quick: Option<toml::Table>,
}

/// Keys that describe an experiment and do not change its results.
const DESCRIPTION: [&str; 8] = [
    "version",
    "title",
    "question",
    "source",
    "paper_page",
    "duration",
    "unpublished",
    "remarks",
];

impl Definition {
    /// Reads a file; with `is_quick`, values in `[quick]` override those of the kind's table.
    ///
    /// # Errors
    /// If a value is missing or invalid, or a key is unknown. `[quick]` is always checked.
    pub fn read(text: &str, is_quick: bool) -> Result<Definition, ConfigError> {
        let full: toml::Table = toml::from_str(text)?;
        let found: Vec<&str> = ExperimentKind::NAMES
            .into_iter()
            .filter(|&name| full.contains_key(name))
            .collect();
        let &[name] = &found[..] else {
            return Err(ConfigError::Kind {
                found: found.join(", "),
                expected: ExperimentKind::NAMES.join(", "),
            });
        };
        let mut quick = full.clone();
        if let Some(overrides) = quick.remove("quick") {
            let overrides: toml::Table = overrides.try_into()?;
            if let Some(toml::Value::Table(kind)) = quick.get_mut(name) {
                kind.extend(overrides);
            }
        }
        let [full, quick] = [full, quick].map(|table| Definition::from_table(table, name));
        let (full, quick) = (full?, quick?);
        Ok(if is_quick { quick } else { full })
    }

    fn from_table(table: toml::Table, kind: &str) -> Result<Definition, ConfigError> {
        let measured = measured(table.clone(), kind);
        let file: DefinitionFile = table.try_into()?;
        tournament_file::check_version(file.version)?;
        let kinds = [
            file.matches.map(ExperimentKind::Matches),
            file.self_match.map(ExperimentKind::SelfMatch),
            file.convergence.map(ExperimentKind::Convergence),
            file.speed.map(ExperimentKind::Speed),
            file.counts.map(ExperimentKind::Counts),
            file.sweep.map(ExperimentKind::Sweep),
        ];
        let kind = kinds.into_iter().flatten().next();
        Ok(Definition {
            title: file.title,
            question: file.question,
            source: file.source,
            paper_page: file.paper_page,
            duration: file.duration,
            unpublished: file.unpublished,
            remarks: file.remarks,
            rule: file.rule,
            size: file.size,
            openings: file.openings,
            move_limit: file.move_limit,
            seed: file.seed,
            limits: file.limits,
            players: file.players,
            kind: kind.ok_or_else(|| ConfigError::Kind {
                found: String::new(),
                expected: ExperimentKind::NAMES.join(", "),
            })?,
            measured,
        })
    }

    /// The players with parsed specs and limits, and the names of those that start programs where that is not allowed.
    pub(super) fn player_configs(
        &self,
        access: &Access,
    ) -> Result<(Vec<PlayerConfig>, Vec<String>), ConfigError> {
        let is_refused = |entry: &&PlayerEntry| {
            let name = entry.spec.split(':').next().unwrap_or_default();
            let factory = players::registry::find(name.trim());
            !access.allows_programs() && factory.is_some_and(players::PlayerFactory::is_program)
        };
        let (refused, allowed): (Vec<&PlayerEntry>, Vec<&PlayerEntry>) =
            self.players.iter().partition(is_refused);
        let allowed: Vec<PlayerEntry> = allowed.into_iter().cloned().collect();
        let configs = tournament_file::player_configs(&allowed, &self.limits, access)?;
        let refused = refused.into_iter();
        let refused = refused.map(|entry| entry.name.as_ref().unwrap_or(&entry.spec).clone());
        Ok((configs, refused.collect()))
    }

    /// A match between these players.
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

    /// The player with this name.
    pub(super) fn find(players: &[PlayerConfig], name: &str) -> Result<PlayerConfig, ConfigError> {
        players
            .iter()
            .find(|player| player.name == name)
            .cloned()
            .ok_or_else(|| ConfigError::value("player", name, "no player has this name"))
    }
}

/// The file without what only describes it.
fn measured(mut table: toml::Table, kind: &str) -> serde_json::Value {
    for key in DESCRIPTION {
        table.remove(key);
    }
    table.remove("quick");
    if let Some(toml::Value::Table(kind)) = table.get_mut(kind) {
        kind.remove("paper");
    }
    serde_json::to_value(table).unwrap_or_default()
}

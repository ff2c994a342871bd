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

/// An experiment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an experiment file")]
pub struct Definition {
    /// Format version: 1.
    pub version: u32,
    /// Title of the report.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// The paper, with its table or figure.
    pub source: Option<String>,
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
    #[serde(default)]
    pub seed: u64,
    /// Default limits of all players.
    #[serde(default)]
    pub limits: GameLimits,
    /// The players.
    pub players: Vec<PlayerEntry>,
    /// What is measured. In the file this is a table named after the kind.
    pub kind: ExperimentKind,
}

impl Definition {
    /// Reads a file; with `is_quick`, values in `[quick]` override those of the kind's table.
    ///
    /// # Errors
    /// If a value is missing or invalid, or a key is unknown. `[quick]` is always checked.
    pub fn read(text: &str, is_quick: bool) -> Result<Definition, ConfigError> {
        let mut table: toml::Table = toml::from_str(text)?;
        let found: Vec<&str> = ExperimentKind::NAMES
            .into_iter()
            .filter(|&name| table.contains_key(name))
            .collect();
        let &[name] = &found[..] else {
            return Err(ConfigError::Kind {
                found: found.join(", "),
                expected: ExperimentKind::NAMES.join(", "),
            });
        };
        if let Some(kind) = table.get("kind") {
            let error = "the kind is the name of a table";
            return Err(ConfigError::value("kind", kind, error));
        }
        let kind = table.remove(name).unwrap_or(toml::Value::Boolean(false));
        let overrides = match table.remove("quick") {
            None => toml::Table::new(),
            Some(quick) => quick.try_into()?,
        };
        let with_kind = |kind: toml::Value| -> Result<Definition, ConfigError> {
            let mut table = table.clone();
            let tagged = toml::Table::from_iter([(name.to_owned(), kind)]);
            table.insert("kind".to_owned(), tagged.into());
            Ok(table.try_into()?)
        };
        let full = with_kind(kind.clone())?;
        let mut quick_kind = kind;
        if let toml::Value::Table(kind) = &mut quick_kind {
            kind.extend(overrides);
        }
        let quick = with_kind(quick_kind)?;
        let definition = if is_quick { quick } else { full };
        tournament_file::check_version(definition.version)?;
        Ok(definition)
    }

    /// The players with parsed specs and limits.
    pub(super) fn player_configs(&self, access: &Access) -> Result<Vec<PlayerConfig>, ConfigError> {
        tournament_file::player_configs(&self.players, &self.limits, access)
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

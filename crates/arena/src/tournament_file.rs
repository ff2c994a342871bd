//! Tournament files in TOML.
//!
//! ```toml
//! version = 1
//! name = "weekly"
//! format = "round-robin"        # or "gauntlet": the first player plays all others
//! games = 100                   # per pairing, each opening with both colors
//! rule = "freestyle"
//! size = 15
//! openings = "random:4"         # or "empty", "balanced", or a file next to this one
//! seed = 1
//! store = "weekly.db"           # next to this file; default: the name of this file with .db
//!
//! [limits]                      # of all players
//! time = "1s"
//!
//! [[players]]
//! spec = "greedy"
//!
//! [[players]]
//! name = "blind"
//! spec = "random"
//! limits = { time = "250ms" }   # of this player only
//! ```

use std::path::{Path, PathBuf};

use gomoku::notation::RowOrigin;
use gomoku::{Procedure, Rule, Size};
use players::{Access, Spec};
use serde::Deserialize;
use wire::GameLimits;

use crate::duration;
use crate::game::Adjudication;
use crate::limits::PlayerLimits;
use crate::match_config::{Colors, MatchConfig, PlayerConfig, TournamentFormat, distinct_names};
use crate::openings::{OpenBookError, OpeningBook};

/// A tournament file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tournament file")]
pub struct TournamentFile {
    /// Format version: 1.
    pub version: u32,
    /// Name; by default that of the file.
    pub name: Option<String>,
    /// `round-robin` or `gauntlet`.
    #[serde(default)]
    pub format: FormatEntry,
    /// Games per pairing.
    pub games: u64,
    /// Game rule.
    pub rule: Option<String>,
    /// Board size.
    pub size: Option<u8>,
    /// `empty`, `balanced`, `random:N`, or a file.
    pub openings: Option<String>,
    /// Rotate and mirror repeated openings; true by default.
    pub symmetries: Option<bool>,
    /// Shuffle the openings by the seed.
    #[serde(default)]
    pub shuffle: bool,
    /// `free`, `pro`, `swap2` or another opening procedure.
    pub opening_procedure: Option<String>,
    /// Number of stones after which a game is a draw.
    pub move_limit: Option<usize>,
    /// How far a move may exceed its time.
    pub margin: Option<String>,
    /// Seed of all random numbers.
    #[serde(default)]
    pub seed: u64,
    /// Games played in parallel.
    pub concurrency: Option<usize>,
    /// SQLite file of the games.
    pub store: Option<PathBuf>,
    /// Default limits of all players.
    #[serde(default)]
    pub limits: GameLimits,
    /// The players.
    pub players: Vec<PlayerEntry>,
}

/// [`TournamentFormat`] in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatEntry {
    /// Everyone plays everyone.
    #[default]
    RoundRobin,
    /// The first player plays everyone else.
    Gauntlet,
}

/// A player in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a player")]
pub struct PlayerEntry {
    /// Name; by default the spec string.
    pub name: Option<String>,
    /// Spec string.
    pub spec: String,
    /// Its own limits, which override the defaults.
    #[serde(default)]
    pub limits: GameLimits,
}

/// Why a tournament or experiment file is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// Not TOML, or a key or value is wrong.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// Unknown format version.
    #[error("version {0} is not supported; expected 1")]
    Version(u32),
    /// Invalid spec string.
    #[error("player {spec:?}: {error}")]
    Player {
        /// The spec string.
        spec: String,
        /// Cause.
        error: players::SpecError,
    },
    /// Two players have the same name.
    #[error("two players are named {0:?}")]
    SameName(String),
    /// Any other invalid value.
    #[error("{key} = {text:?}: {error}")]
    Value {
        /// Key in the file.
        key: &'static str,
        /// Value in the file.
        text: String,
        /// Cause.
        error: String,
    },
    /// The openings cannot be read.
    #[error("openings = {text:?}: {error}")]
    Openings {
        /// Value in the file.
        text: String,
        /// Cause.
        error: OpenBookError,
    },
    /// An experiment file needs exactly one table that names its kind.
    #[error("expected exactly one of the tables {expected}; found: {found}")]
    Kind {
        /// The tables found.
        found: String,
        /// All kinds.
        expected: String,
    },
}

impl ConfigError {
    pub(crate) fn value(key: &'static str, text: impl ToString, error: impl ToString) -> Self {
        ConfigError::Value {
            key,
            text: text.to_string(),
            error: error.to_string(),
        }
    }
}

impl TournamentFile {
    /// Parses a file.
    ///
    /// # Errors
    /// If a key is missing or unknown, or a value has the wrong type.
    pub fn read(text: &str) -> Result<TournamentFile, ConfigError> {
        let tournament: TournamentFile = toml::from_str(text)?;
        check_version(tournament.version)?;
        Ok(tournament)
    }

    /// The match it describes. Opening files are relative to `base`; the players may use what `access` allows.
    ///
    /// # Errors
    /// If a value is invalid.
    pub fn match_config(&self, base: &Path, access: &Access) -> Result<MatchConfig, ConfigError> {
        let rule = read_rule(self.rule.as_deref())?;
        let size = read_size(self.size)?;
        let procedure = match &self.opening_procedure {
            None => Procedure::Free,
            Some(text) => text
                .parse()
                .map_err(|error| ConfigError::value("opening_procedure", text, error))?,
        };
        let mut adjudication = Adjudication {
            move_limit: self.move_limit,
            ..Adjudication::default()
        };
        if let Some(text) = &self.margin {
            adjudication.margin =
                duration::parse(text).map_err(|error| ConfigError::value("margin", text, error))?;
        }
        let mut book = read_book(self.openings.as_deref(), base, size, rule)?;
        if let OpeningBook::List { use_symmetries, .. } = &mut book {
            *use_symmetries = self.symmetries.unwrap_or(true);
        }
        if self.shuffle {
            book = book.shuffled(self.seed);
        }
        Ok(MatchConfig {
            players: player_configs(&self.players, &self.limits, access)?,
            format: match self.format {
                FormatEntry::RoundRobin => TournamentFormat::RoundRobin,
                FormatEntry::Gauntlet => TournamentFormat::Gauntlet,
            },
            colors: Colors::Both,
            games: self.games,
            size,
            rule,
            book,
            procedure,
            adjudication,
            seed: self.seed,
        })
    }
}

pub(crate) fn check_version(version: u32) -> Result<(), ConfigError> {
    if version == 1 {
        Ok(())
    } else {
        Err(ConfigError::Version(version))
    }
}

pub(crate) fn read_rule(text: Option<&str>) -> Result<Rule, ConfigError> {
    let text = text.unwrap_or("freestyle");
    text.parse()
        .map_err(|error| ConfigError::value("rule", text, error))
}

pub(crate) fn read_size(size: Option<u8>) -> Result<Size, ConfigError> {
    let size = size.unwrap_or(15);
    Size::new(size).ok_or_else(|| ConfigError::value("size", size, "expected 5 to 22"))
}

pub(crate) fn read_book(
    text: Option<&str>,
    base: &Path,
    size: Size,
    rule: Rule,
) -> Result<OpeningBook, ConfigError> {
    let text = text.unwrap_or("empty");
    OpeningBook::open(text, base, size, rule, RowOrigin::Bottom).map_err(|error| {
        ConfigError::Openings {
            text: text.to_owned(),
            error,
        }
    })
}

/// Parses the players of a file and gives them distinct names.
pub(crate) fn player_configs(
    entries: &[PlayerEntry],
    limits: &GameLimits,
    access: &Access,
) -> Result<Vec<PlayerConfig>, ConfigError> {
    let specs: Vec<Spec> = entries
        .iter()
        .map(|entry| {
            Spec::read(&entry.spec, access).map_err(|error| ConfigError::Player {
                spec: entry.spec.clone(),
                error,
            })
        })
        .collect::<Result<_, _>>()?;
    let mut players: Vec<PlayerConfig> = Vec::new();
    for ((entry, spec), default) in entries.iter().zip(&specs).zip(distinct_names(&specs)) {
        let name = entry.name.clone().unwrap_or(default);
        if players.iter().any(|other| other.name == name) {
            return Err(ConfigError::SameName(name));
        }
        players.push(PlayerConfig {
            name,
            spec: spec.clone(),
            limits: PlayerLimits::try_from(&entry.limits.or(limits))
                .map_err(|error| ConfigError::value("limits", &entry.spec, error))?,
        });
    }
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEEKLY: &str = r#"
        version = 1
        format = "gauntlet"
        games = 10
        rule = "renju"
        openings = "random:5"
        [limits]
        time = "1s"
        [[players]]
        spec = "greedy"
        [[players]]
        spec = "random"
        limits = { time = "250ms", depth = 2 }
        [[players]]
        spec = "random"
    "#;

    #[test]
    fn a_file_describes_a_match() {
        let config = TournamentFile::read(WEEKLY)
            .unwrap()
            .match_config(Path::new("."), &Access::shipped())
            .unwrap();
        assert_eq!(config.pairings(), [(0, 1), (0, 2)]);
        assert_eq!(config.rule, Rule::Renju);
        assert_eq!(config.players[2].name, "random #2");
        let times = [1000, 250, 1000].map(std::time::Duration::from_millis);
        for (player, time) in config.players.iter().zip(times) {
            assert_eq!(player.limits.time.turn_time, Some(time));
        }
    }

    #[test]
    fn errors_quote_the_value() {
        for (from, to, message) in [
            ("version = 1", "version = 7", "version 7"),
            ("\"greedy\"", "\"greedi\"", "greedy"),
            ("1s", "1x", "1x"),
            ("renju", "go", "\"go\""),
            ("random:5", "no-such-file", "no-such-file"),
            ("random:5\"", "balanced\"\nsize = 19", "15 and 20"),
            ("games = 10", "games = 10\nplayer = 3", "player"),
        ] {
            let text = WEEKLY.replacen(from, to, 1);
            let error = TournamentFile::read(&text)
                .and_then(|file| file.match_config(Path::new("."), &Access::shipped()))
                .unwrap_err()
                .to_string();
            assert!(error.contains(message), "{message}: {error}");
        }
    }
}

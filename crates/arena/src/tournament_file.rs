//! Tournaments as TOML files.
//!
//! ```toml
//! version = 1
//! name = "weekly"
//! format = "round-robin"        # or "gauntlet": the first player meets all others
//! games = 100                   # of each pairing, each opening with both colors
//! rule = "freestyle"
//! size = 15
//! openings = "random:4"         # or "empty", "balanced", or a file beside this one
//! seed = 1
//! store = "weekly.db"           # beside this file; <name>.db when it is left out
//!
//! [limits]                      # for everybody
//! time = "1s"
//!
//! [[players]]
//! spec = "greedy"
//!
//! [[players]]
//! name = "blind"
//! spec = "random"
//! limits = { time = "250ms" }   # for this one
//! ```

use std::path::{Path, PathBuf};

use gomoku::notation::RowOrigin;
use gomoku::{Procedure, Rule, Size};
use players::Spec;
use serde::Deserialize;

use crate::duration;
use crate::game::Adjudication;
use crate::limits::LimitsEntry;
use crate::match_config::{Colors, MatchConfig, PlayerConfig, TournamentFormat, distinct_names};
use crate::openings::{OpenBookError, OpeningBook};

/// A tournament file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentFile {
    /// The form of the file: 1.
    pub version: u32,
    /// What it is called; the file's name when it is left out.
    pub name: Option<String>,
    /// `round-robin` or `gauntlet`.
    #[serde(default)]
    pub format: FormatEntry,
    /// Games of each pairing.
    pub games: u64,
    /// The rule.
    pub rule: Option<String>,
    /// Points on a side.
    pub size: Option<u8>,
    /// `empty`, `random:N`, or a file.
    pub openings: Option<String>,
    /// Are openings turned and mirrored when they come again? They are, unless this says no.
    pub symmetries: Option<bool>,
    /// Are openings played in an order that the seed decides?
    #[serde(default)]
    pub shuffle: bool,
    /// `free`, `pro`, `long-pro`, `swap` or `swap2`.
    pub opening_procedure: Option<String>,
    /// Stones after which a game is a draw.
    pub move_limit: Option<usize>,
    /// How late an answer may be.
    pub margin: Option<String>,
    /// Where all random numbers begin.
    #[serde(default)]
    pub seed: u64,
    /// How many games at once.
    pub concurrency: Option<usize>,
    /// Where the games are kept.
    pub store: Option<PathBuf>,
    /// Limits for everybody.
    #[serde(default)]
    pub limits: LimitsEntry,
    /// Who takes part.
    pub players: Vec<PlayerEntry>,
}

/// Who meets whom, as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatEntry {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
}

/// A player in a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    /// How it is called; its spec when this is left out.
    pub name: Option<String>,
    /// Who it is.
    pub spec: String,
    /// Its own limits, before those for everybody.
    #[serde(default)]
    pub limits: LimitsEntry,
}

/// Why a file describes no config.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is not TOML of this form.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// It is of another version of the program.
    #[error("version {0} is not known here; expected 1")]
    Version(u32),
    /// A spec string.
    #[error("player {spec:?}: {error}")]
    Player {
        /// The text.
        spec: String,
        /// What is wrong.
        error: players::SpecError,
    },
    /// Two players have one name.
    #[error("two players are called {0:?}")]
    SameName(String),
    /// Another value.
    #[error("{key} = {text:?}: {error}")]
    Value {
        /// The key.
        key: &'static str,
        /// The text.
        text: String,
        /// What is wrong.
        error: String,
    },
    /// The openings.
    #[error("openings = {text:?}: {error}")]
    Openings {
        /// The text.
        text: String,
        /// What is wrong.
        error: OpenBookError,
    },
}

impl ConfigError {
    /// A value that does not fit.
    pub(crate) fn value(key: &'static str, text: impl ToString, error: impl ToString) -> Self {
        ConfigError::Value {
            key,
            text: text.to_string(),
            error: error.to_string(),
        }
    }
}

impl TournamentFile {
    /// Reads a file.
    ///
    /// # Errors
    /// What does not fit.
    pub fn read(text: &str) -> Result<TournamentFile, ConfigError> {
        let tournament: TournamentFile = toml::from_str(text)?;
        if tournament.version == 1 {
            Ok(tournament)
        } else {
            Err(ConfigError::Version(tournament.version))
        }
    }

    /// The config that it describes; files are looked for beside `base`.
    ///
    /// # Errors
    /// What does not fit.
    pub fn match_config(&self, base: &Path) -> Result<MatchConfig, ConfigError> {
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
            players: players(&self.players, &self.limits)?,
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

/// The players of a file, with names that differ.
pub(crate) fn players(
    entries: &[PlayerEntry],
    limits: &LimitsEntry,
) -> Result<Vec<PlayerConfig>, ConfigError> {
    let specs: Vec<Spec> = entries
        .iter()
        .map(|entry| {
            entry.spec.parse().map_err(|error| ConfigError::Player {
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
            limits: entry
                .limits
                .or(limits)
                .parse()
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
    fn a_file_becomes_a_contest() {
        let config = TournamentFile::read(WEEKLY)
            .unwrap()
            .match_config(Path::new("."))
            .unwrap();
        assert_eq!(config.pairings(), [(0, 1), (0, 2)]);
        assert_eq!(config.rule, Rule::Renju);
        assert_eq!(config.players[2].name, "random #2");
        let times = [1000, 250, 1000].map(std::time::Duration::from_millis);
        for (one, time) in config.players.iter().zip(times) {
            assert_eq!(one.limits.time.turn_time, Some(time));
        }
    }

    #[test]
    fn errors_name_the_text() {
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
                .and_then(|file| file.match_config(Path::new(".")))
                .unwrap_err()
                .to_string();
            assert!(error.contains(message), "{message}: {error}");
        }
    }
}

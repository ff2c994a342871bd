//! Spec strings: `name` or `name:key=value,key=value`.
//!
//! A value runs to the next comma and may hold spaces: `pbrain:cmd=./engine --fast,memory=100`. A value that holds a
//! comma, or that begins with a quotation mark or ends in a space, is put in double quotes, inside which `\"` and `\\`
//! stand for the mark and the backslash: `pbrain:cmd="./engine --sizes 15,20"`. Outside quotes nothing is special but
//! the comma. Spaces around keys and unquoted values do not count. [`Spec`] prints itself so that it reads back.

mod nearest;

use std::fmt;
use std::str::FromStr;

use gomoku::Player;
use gomoku::params::ParamError;

use self::nearest::nearest;
use crate::external::Pbrain;
use crate::registry::{self, DEFAULT_PLAYER, PLAYERS, PlayerEntry, SEED, Settings};

/// A player that can be built: a known name with settings that fit.
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static PlayerEntry,
    settings: Settings,
    has_seed: bool,
}

/// Why a text is no spec string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no such player.
    #[error("no player {name:?}: {hint}")]
    UnknownPlayer {
        /// What was given.
        name: String,
        /// The nearest names, or all.
        hint: String,
    },
    /// The player has no such parameter.
    #[error("{player} has no parameter {key:?}: {hint}")]
    UnknownKey {
        /// The player.
        player: &'static str,
        /// What was given.
        key: String,
        /// The nearest keys, or all.
        hint: String,
    },
    /// A value does not fit its parameter.
    #[error("{player}: {error}")]
    Value {
        /// The player.
        player: &'static str,
        /// Which value, and what would fit.
        error: ParamError,
    },
    /// A part between commas is not `key=value`.
    #[error("{0:?} is not key=value")]
    NotAPair(String),
    /// A quotation mark that is never closed, or text after the closing one.
    #[error("unbalanced quotation marks in {0:?}")]
    Quotes(String),
}

impl Spec {
    /// The player's line in the registry.
    pub fn entry(&self) -> &'static PlayerEntry {
        self.entry
    }

    /// The player's name.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The seed; 0 when none was given.
    pub fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// The same player with this seed, unless the text itself gave one.
    #[must_use]
    pub fn with_default_seed(mut self, seed: u64) -> Spec {
        if !self.has_seed {
            self.settings.seed = seed;
        }
        self
    }

    /// The same player with this seed, whatever the text says.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Spec {
        self.settings.seed = seed;
        self
    }

    /// Makes the player as an outside program, when it is one: a match runner asks it more than a player is asked.
    pub fn build_program(&self) -> Option<Pbrain> {
        self.entry.build_program(&self.settings)
    }

    /// Makes the player.
    pub fn build(&self) -> Box<dyn Player> {
        self.entry
            .build(&self.settings)
            .expect("the settings were checked when the text was read")
    }
}

impl Default for Spec {
    fn default() -> Spec {
        DEFAULT_PLAYER
            .parse()
            .expect("the default player is in the registry")
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        let entry = registry::find(name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            hint: nearest(name, PLAYERS.iter().map(|entry| entry.name)),
        })?;
        let mut spec = Spec {
            entry,
            settings: Settings::default(),
            has_seed: false,
        };
        for (key, value) in pairs(rest)? {
            spec.set(&key, value)?;
        }
        entry
            .check(&spec.settings)
            .map_err(|error| SpecError::Value {
                player: entry.name,
                error,
            })?;
        Ok(spec)
    }
}

impl Spec {
    fn set(&mut self, key: &str, value: String) -> Result<(), SpecError> {
        let player = self.entry.name;
        let normal = key.replace('-', "_");
        if normal == SEED.name {
            let error = |error| SpecError::Value { player, error };
            self.settings.seed = SEED.parse_int(&value).map_err(error)?.cast_unsigned();
            self.has_seed = true;
        } else if self.entry.params().any(|param| param.name == normal) {
            self.settings.values.push((normal, value));
        } else {
            return Err(SpecError::UnknownKey {
                player,
                key: key.to_owned(),
                hint: nearest(key, self.entry.params().map(|param| param.name)),
            });
        }
        Ok(())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let mut separator = ':';
        for (key, value) in &self.settings.values {
            write!(f, "{separator}{key}={}", Quoted(value))?;
            separator = ',';
        }
        if self.has_seed || self.settings.seed != 0 {
            write!(f, "{separator}seed={}", self.settings.seed)?;
        }
        Ok(())
    }
}

/// A value with quotation marks where it needs them.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        if value.contains(',') || value.starts_with('"') || value.trim() != value {
            let escaped = value.replace('\\', r"\\").replace('"', r#"\""#);
            write!(f, "\"{escaped}\"")
        } else {
            f.write_str(value)
        }
    }
}

/// Splits `key=value,key=value`. Empty parts, as after a last comma, do not count.
fn pairs(mut text: &str) -> Result<Vec<(String, String)>, SpecError> {
    let mut pairs = Vec::new();
    loop {
        text = text.trim_start();
        if let Some(rest) = text.strip_prefix(',') {
            text = rest;
            continue;
        }
        if text.is_empty() {
            return Ok(pairs);
        }
        let end_of_part = text.find(',').unwrap_or(text.len());
        let (key, rest) = text[..end_of_part]
            .split_once('=')
            .map(|(key, _)| (key, &text[key.len() + 1..]))
            .ok_or_else(|| SpecError::NotAPair(text[..end_of_part].to_owned()))?;
        let (value, rest) = match rest.trim_start().strip_prefix('"') {
            Some(quoted) => quoted_value(quoted).ok_or_else(|| SpecError::Quotes(text.into()))?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            }
        };
        pairs.push((key.trim().to_owned(), value));
        text = rest;
    }
}

/// Reads up to the closing mark; what follows must be a comma or the end.
fn quoted_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((index, char)) = chars.next() {
        match char {
            '"' => {
                let rest = text[index + 1..].trim_start();
                return (rest.is_empty() || rest.starts_with(',')).then_some((value, rest));
            }
            '\\' => match chars.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                other => value.extend(['\\', other]),
            },
            _ => value.push(char),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(text: &str) -> Vec<(String, String)> {
        text.parse::<Spec>().unwrap().settings.values
    }

    fn error(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().to_string()
    }

    #[test]
    fn names_keys_and_seeds() {
        let spec: Spec = " Random : near = no , seed=5,".parse().unwrap();
        assert_eq!((spec.name(), spec.seed()), ("random", 5));
        assert_eq!(spec.to_string(), "random:near=no,seed=5");
        assert_eq!("random".parse::<Spec>().unwrap().to_string(), "random");
        assert_eq!(spec.with_default_seed(9).seed(), 5);
        assert_eq!(Spec::default().with_default_seed(9).seed(), 9);
    }

    #[test]
    fn commands_with_spaces_commas_and_marks() {
        let cmd = |text| values(text)[0].1.clone();
        assert_eq!(cmd("pbrain:cmd=./a --b c=d,memory=9"), "./a --b c=d");
        assert_eq!(cmd(r#"pbrain:cmd="./a 1,2",memory=9"#), "./a 1,2");
        assert_eq!(
            cmd(r#"pbrain:cmd="\"my engine\" C:\\x \y""#),
            r#""my engine" C:\x \y"#
        );
        assert_eq!(cmd(r"pbrain:cmd=C:\engines\a.exe"), r"C:\engines\a.exe");
    }

    #[test]
    fn errors_name_the_text_and_what_is_near() {
        assert_eq!(error("randm"), "no player \"randm\": did you mean random?");
        assert!(error("stockfish").contains(", random, "));
        assert!(error("").contains("no player \"\""));
        assert_eq!(
            error("random:naer=1"),
            "random has no parameter \"naer\": did you mean near?"
        );
        assert!(error("random:near=maybe").contains("true or false"));
        assert!(error("random:seed=-1").contains("seed"));
        assert_eq!(error("pbrain"), "pbrain: cmd=\"\" is not a program to run");
        assert_eq!(error("random:near"), "\"near\" is not key=value");
        assert!(error("pbrain:cmd=\"x").contains("quotation"));
        assert!(error("pbrain:cmd=\"x\"y").contains("quotation"));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in ".{0,60}", tail in "[a-z\",=\\\\ ]{0,30}") {
            let _ = text.parse::<Spec>();
            let _ = format!("random:{tail}").parse::<Spec>();
            let _ = format!("pbrain:cmd={tail}").parse::<Spec>();
        }

        #[test]
        fn every_command_survives_printing_and_reading(cmd in ".{0,40}") {
            prop_assume!(!cmd.trim().is_empty());
            let spec = Spec {
                settings: Settings { values: vec![("cmd".into(), cmd.clone())], seed: 3 },
                has_seed: true,
                ..format!("pbrain:cmd={}", Quoted("x")).parse().unwrap()
            };
            prop_assert_eq!(&values(&spec.to_string())[0].1, &cmd);
        }
    }
}

//! Spec strings: `name` or `name:key=value,key=value`.
//!
//! A value ends at the next comma and may contain spaces: `pbrain:cmd=./engine --fast,memory=100`. A value that contains
//! a comma, starts with a quote or ends with a space goes into double quotes, where `\"` and `\\` are escapes:
//! `pbrain:cmd="./engine --sizes 15,20"`. Outside quotes only the comma is special. Spaces around keys and unquoted
//! values are ignored. The [`Display`](fmt::Display) form of a [`Spec`] parses back to the same spec.

mod nearest;

use std::fmt;
use std::str::FromStr;

use gomoku::Player;
use gomoku::params::ParamError;

use self::nearest::nearest;
use crate::external::Pbrain;
use crate::registry::{self, DEFAULT_PLAYER, PLAYERS, ParamValues, PlayerFactory, SEED};

/// A known player with valid parameter values.
#[derive(Clone, Debug)]
pub struct Spec {
    factory: &'static PlayerFactory,
    values: ParamValues,
    has_seed: bool,
}

/// Why a text is not a valid spec string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No player of this name.
    #[error("unknown player {name:?}: {hint}")]
    UnknownPlayer {
        /// The name given.
        name: String,
        /// The nearest valid names, or all of them.
        hint: String,
    },
    /// The player has no parameter of this name.
    #[error("unknown parameter {key:?} of {player}: {hint}")]
    UnknownParam {
        /// The player.
        player: &'static str,
        /// The name given.
        key: String,
        /// The nearest valid names, or all of them.
        hint: String,
    },
    /// A value is invalid for its parameter.
    #[error("{player}: {error}")]
    Value {
        /// The player.
        player: &'static str,
        /// The value and what is valid.
        error: ParamError,
    },
    /// A part between commas is not `key=value`.
    #[error("expected key=value, got {0:?}")]
    NotAPair(String),
    /// A quote is not closed, or text follows the closing one.
    #[error("unbalanced quotes in {0:?}")]
    Quotes(String),
}

impl Spec {
    /// The player's entry in the registry.
    pub fn factory(&self) -> &'static PlayerFactory {
        self.factory
    }

    /// The player's name.
    pub fn name(&self) -> &'static str {
        self.factory.name
    }

    /// The seed; 0 if none was given.
    pub fn seed(&self) -> u64 {
        self.values.seed
    }

    /// The same player with this seed, unless the spec string gave one.
    #[must_use]
    pub fn with_default_seed(mut self, seed: u64) -> Spec {
        if !self.has_seed {
            self.values.seed = seed;
        }
        self
    }

    /// The same player with this seed, even if the spec string gave another.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Spec {
        self.values.seed = seed;
        self
    }

    /// Builds the player as an external program, if it is one. [`Pbrain`] can do more than [`Player`], such as swap2.
    pub fn build_external(&self) -> Option<Pbrain> {
        self.factory.build_external(&self.values)
    }

    /// Builds the player.
    pub fn build(&self) -> Box<dyn Player> {
        self.factory
            .build(&self.values)
            .expect("the values were checked when the spec was parsed")
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
        let factory = registry::find(name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            hint: nearest(name, PLAYERS.iter().map(|factory| factory.name)),
        })?;
        let mut spec = Spec {
            factory,
            values: ParamValues::default(),
            has_seed: false,
        };
        for (key, value) in parse_pairs(rest)? {
            spec.set(&key, value)?;
        }
        factory
            .check(&spec.values)
            .map_err(|error| SpecError::Value {
                player: factory.name,
                error,
            })?;
        Ok(spec)
    }
}

impl Spec {
    fn set(&mut self, key: &str, value: String) -> Result<(), SpecError> {
        let player = self.factory.name;
        let normal = key.replace('-', "_");
        if normal == SEED.name {
            let error = |error| SpecError::Value { player, error };
            self.values.seed = SEED.parse_int(&value).map_err(error)?.cast_unsigned();
            self.has_seed = true;
        } else if self.factory.params().any(|param| param.name == normal) {
            self.values.pairs.push((normal, value));
        } else {
            return Err(SpecError::UnknownParam {
                player,
                key: key.to_owned(),
                hint: nearest(key, self.factory.params().map(|param| param.name)),
            });
        }
        Ok(())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.factory.name)?;
        let mut separator = ':';
        for (key, value) in &self.values.pairs {
            write!(f, "{separator}{key}={}", Quoted(value))?;
            separator = ',';
        }
        if self.has_seed || self.values.seed != 0 {
            write!(f, "{separator}seed={}", self.values.seed)?;
        }
        Ok(())
    }
}

/// Writes a value, quoted if necessary.
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

/// Splits `key=value,key=value`. Empty parts, such as after a trailing comma, are skipped.
fn parse_pairs(mut text: &str) -> Result<Vec<(String, String)>, SpecError> {
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
            Some(quoted) => parse_quoted(quoted).ok_or_else(|| SpecError::Quotes(text.into()))?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].trim().to_owned(), &rest[end..])
            }
        };
        pairs.push((key.trim().to_owned(), value));
        text = rest;
    }
}

/// Parses up to the closing quote, which a comma or the end must follow.
fn parse_quoted(text: &str) -> Option<(String, &str)> {
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
        text.parse::<Spec>().unwrap().values.pairs
    }

    fn error(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().to_string()
    }

    #[test]
    fn names_parameters_and_seeds_are_parsed() {
        let spec: Spec = " Random : near = no , seed=5,".parse().unwrap();
        assert_eq!((spec.name(), spec.seed()), ("random", 5));
        assert_eq!(spec.to_string(), "random:near=no,seed=5");
        assert_eq!("random".parse::<Spec>().unwrap().to_string(), "random");
        assert_eq!(spec.with_default_seed(9).seed(), 5);
        assert_eq!(Spec::default().with_default_seed(9).seed(), 9);
    }

    #[test]
    fn commands_may_contain_spaces_commas_and_quotes() {
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
    fn errors_name_the_text_and_the_nearest_valid_names() {
        assert_eq!(
            error("randm"),
            "unknown player \"randm\": did you mean random?"
        );
        assert!(error("stockfish").contains(", random, "));
        assert!(error("").contains("unknown player \"\""));
        assert_eq!(
            error("random:naer=1"),
            "unknown parameter \"naer\" of random: did you mean near?"
        );
        assert!(error("random:near=maybe").contains("true or false"));
        assert!(error("random:seed=-1").contains("seed"));
        assert_eq!(error("pbrain"), "pbrain: cmd=\"\" is not a program to run");
        assert_eq!(error("random:near"), "expected key=value, got \"near\"");
        assert!(error("pbrain:cmd=\"x").contains("quotes"));
        assert!(error("pbrain:cmd=\"x\"y").contains("quotes"));
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in ".{0,60}", tail in "[a-z\",=\\\\ ]{0,30}") {
            let _ = text.parse::<Spec>();
            let _ = format!("random:{tail}").parse::<Spec>();
            let _ = format!("pbrain:cmd={tail}").parse::<Spec>();
        }

        #[test]
        fn every_command_round_trips(cmd in ".{0,40}") {
            prop_assume!(!cmd.trim().is_empty());
            let spec = Spec {
                values: ParamValues { pairs: vec![("cmd".into(), cmd.clone())], seed: 3 },
                has_seed: true,
                ..format!("pbrain:cmd={}", Quoted("x")).parse().unwrap()
            };
            prop_assert_eq!(&values(&spec.to_string())[0].1, &cmd);
        }
    }
}

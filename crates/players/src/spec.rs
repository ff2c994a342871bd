//! Spec strings: `name` or `name:key=value,key=value`.
//!
//! A value ends at the next comma and may contain spaces: `pbrain:cmd=./engine --fast,memory=100`. A value that contains
//! a comma, starts with a quote or ends with a space goes into double quotes, where `\"` and `\\` are escapes:
//! `pbrain:cmd="./engine --sizes 15,20"`. Outside quotes only the comma is special. Spaces around keys and unquoted
//! values are ignored. The [`Display`](fmt::Display) form of a [`Spec`] parses back to the same spec.

mod nearest;

use std::fmt;

use gomoku::Player;
use gomoku::params::ParamError;

use self::nearest::nearest;
use crate::access::Access;
use crate::external::Pbrain;
use crate::prepared::{ParamValues, Prepared};
use crate::registry::{self, DEFAULT_PLAYER, PLAYERS, PlayerFactory, SEED};

/// A known player with valid parameter values, and the models that they name.
#[derive(Clone, Debug)]
pub struct Spec {
    factory: &'static PlayerFactory,
    values: ParamValues,
    has_seed: bool,
    prepared: Prepared,
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
    /// The player starts another program, and may not.
    #[error("{0} starts a program, which is not allowed here")]
    Program(&'static str),
    /// The player takes more memory than it may.
    #[error(
        "{player} needs {needed} MB of memory{}, and {allowed} MB are allowed",
        param.map(|name| format!(" ({name}={needed})")).unwrap_or_default()
    )]
    Memory {
        /// The player.
        player: &'static str,
        /// The parameter that asks for it; `None` if no parameter can change it.
        param: Option<&'static str>,
        /// Megabytes needed.
        needed: u64,
        /// Megabytes allowed.
        allowed: u64,
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

    /// Bytes that the player cannot do without.
    pub fn min_memory(&self) -> u64 {
        self.factory.memory().fixed + self.prepared.memory()
    }

    /// A whole-number parameter: its value, or its default; `None` if the player has no such parameter.
    pub fn number(&self, name: &str) -> Option<u64> {
        let param = self.factory.params().find(|param| param.name == name)?;
        let given = self.values.number(name);
        given.or_else(|| param.default_text().parse().ok())
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
        self.prepared.build(self.values.seed)
    }
}

impl Default for Spec {
    fn default() -> Spec {
        Spec::read(DEFAULT_PLAYER, &Access::shipped())
            .expect("the default player is in the registry and needs no file")
    }
}

impl Spec {
    /// Parses a spec string and reads the models that it names.
    ///
    /// # Errors
    /// When the text is not a spec string, or the player needs more than it may have.
    pub fn read(text: &str, access: &Access) -> Result<Spec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        let factory = registry::find(name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            hint: nearest(name, PLAYERS.iter().map(|factory| factory.name)),
        })?;
        if factory.is_program() && !access.allows_programs() {
            return Err(SpecError::Program(factory.name));
        }
        let (values, has_seed) = read_values(factory, rest)?;
        check_memory(factory, &values, 0, access)?;
        let prepared = factory
            .prepare(&values, access)
            .map_err(|error| SpecError::Value {
                player: factory.name,
                error,
            })?;
        check_memory(factory, &values, prepared.memory(), access)?;
        Ok(Spec {
            factory,
            values,
            has_seed,
            prepared,
        })
    }
}

/// Checks the parameters' names. Their values are checked when they are read.
fn read_values(
    factory: &'static PlayerFactory,
    text: &str,
) -> Result<(ParamValues, bool), SpecError> {
    let player = factory.name;
    let mut values = ParamValues::default();
    let mut has_seed = false;
    for (key, value) in parse_pairs(text)? {
        let normal = key.replace('-', "_");
        if normal == SEED.name {
            let error = |error| SpecError::Value { player, error };
            values.seed = SEED.parse_int(&value).map_err(error)?.cast_unsigned();
            has_seed = true;
        } else if factory.params().any(|param| param.name == normal) {
            values.pairs.push((normal, value));
        } else {
            let hint = nearest(&key, factory.params().map(|param| param.name));
            return Err(SpecError::UnknownParam { player, key, hint });
        }
    }
    Ok((values, has_seed))
}

/// Checks that the player's memory, `more` bytes included, is allowed. A table that nobody asked for shrinks instead.
fn check_memory(
    factory: &'static PlayerFactory,
    values: &ParamValues,
    more: u64,
    access: &Access,
) -> Result<(), SpecError> {
    let Some(allowed) = access.memory() else {
        return Ok(());
    };
    let need = factory.memory();
    let error = |param, megabytes: u64| SpecError::Memory {
        player: factory.name,
        param,
        needed: megabytes,
        allowed: allowed >> 20,
    };
    if let Some(name) = need.param
        && let Some(megabytes) = values.number(name)
        && megabytes > allowed >> 20
    {
        return Err(error(Some(name), megabytes));
    }
    let fixed = need.fixed.saturating_add(more);
    if fixed > allowed {
        return Err(error(None, fixed.div_ceil(1 << 20)));
    }
    Ok(())
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

    fn read(text: &str) -> Result<Spec, SpecError> {
        Spec::read(text, &Access::local())
    }

    fn values(text: &str) -> Vec<(String, String)> {
        read(text).unwrap().values.pairs
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn names_parameters_and_seeds_are_parsed() {
        let spec = read(" Random : near = no , seed=5,").unwrap();
        assert_eq!((spec.name(), spec.seed()), ("random", 5));
        assert_eq!(spec.to_string(), "random:near=no,seed=5");
        assert_eq!(read("random").unwrap().to_string(), "random");
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

    #[test]
    fn programs_need_permission_however_they_are_written() {
        for text in [
            "pbrain:cmd=x",
            "pbrain",
            " PBrain : cmd = x",
            "PBRAIN:cmd=\"x\"",
        ] {
            let error = Spec::read(text, &Access::shipped()).unwrap_err();
            assert_eq!(error, SpecError::Program("pbrain"), "{text}");
        }
        let access = Access::shipped().with_programs(true);
        assert!(Spec::read("pbrain:cmd=x", &access).is_ok());
    }

    #[test]
    fn only_the_command_line_names_a_database() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("evaluations");
        let text = format!(
            "new-heuristic:depth=4,book=false,database={}",
            file.display()
        );
        for access in [
            Access::shipped(),
            Access::shipped().with_models(folder.path()),
        ] {
            let error = Spec::read(&text, &access).unwrap_err().to_string();
            assert!(error.contains("only the command line"), "{error}");
            assert!(!file.exists());
        }
        std::fs::write(&file, "a letter, and not a database of evaluations").unwrap();
        let error = Spec::read(&text, &Access::local()).unwrap_err().to_string();
        assert!(error.contains("something else"), "{error}");
        std::fs::remove_file(&file).unwrap();
        // Another player, in another process it might be, knows the answer.
        let mut board = gomoku::Board::new(gomoku::Size::FIFTEEN, gomoku::Rule::Freestyle);
        for (column, row) in [(7, 7), (8, 8), (7, 8), (8, 7), (6, 7)] {
            board.push(gomoku::Point::new(column, row));
        }
        let think = || {
            let spec = Spec::read(&text, &Access::local()).unwrap();
            let control = gomoku::SearchControl::detached();
            let mut player = spec.build();
            player
                .think(&board, &gomoku::Limits::default(), &control)
                .unwrap()
        };
        let (first, second) = (think(), think());
        assert!(first.nodes > 0 && second.nodes == 0);
        assert_eq!(
            (first.best_move, first.score),
            (second.best_move, second.score)
        );
    }

    #[test]
    fn memory_beyond_the_budget_is_refused_before_it_is_allocated() {
        let access = Access::shipped().with_memory(64 << 20);
        let error = |text| Spec::read(text, &access).unwrap_err().to_string();
        assert_eq!(
            error("tengen:hash=65536"),
            "tengen needs 65536 MB of memory (hash=65536), and 64 MB are allowed"
        );
        assert!(error("new-heuristic:memory=4096").contains("memory=4096"));
        assert!(error("uct:memory=65536,memory=65").contains("memory=65"));
        assert!(Spec::read("uct:memory=65536,memory=64", &access).is_ok());
        // Defaults are not requests: the table shrinks to what is allowed.
        assert!(Spec::read("uct", &access).is_ok());
        let access = Access::shipped().with_memory(1 << 20);
        let error = Spec::read("tengen", &access).unwrap_err().to_string();
        assert!(error.ends_with("and 1 MB are allowed"), "{error}");
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in ".{0,60}", tail in "[a-z\",=\\\\ ]{0,30}") {
            let _ = read(&text);
            let _ = read(&format!("random:{tail}"));
            let _ = read(&format!("pbrain:cmd={tail}"));
        }

        #[test]
        fn every_command_round_trips(cmd in ".{0,40}") {
            prop_assume!(!cmd.trim().is_empty());
            let spec = Spec {
                values: ParamValues { pairs: vec![("cmd".into(), cmd.clone())], seed: 3 },
                has_seed: true,
                ..read(&format!("pbrain:cmd={}", Quoted("x"))).unwrap()
            };
            prop_assert_eq!(&values(&spec.to_string())[0].1, &cmd);
        }
    }
}

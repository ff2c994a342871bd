//! The settings that a program has been told, so that each is sent once and again only when it changes.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use gomoku::{Limits, Rule};

/// Said in place of a time when there is no clock; the pair is Yixin's, and to others it is merely long.
const UNLIMITED_TURN: u64 = 2_000_000;
const UNLIMITED_MATCH: u64 = 100_000_000;
/// Said in place of the time left when the match has no limit.
const UNLIMITED_LEFT: u64 = 2_147_483_647;

/// What has been said since `START`.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    values: Vec<(String, String)>,
}

impl Told {
    /// The `INFO` lines that bring the program up to date. The time left is always among them.
    pub(super) fn news(&mut self, rule: Rule, limits: &Limits, options: &str) -> String {
        let mut text = String::new();
        let turn = limits.turn_time.or(limits.time_left);
        let total = match limits.time_left {
            Some(left) => milliseconds(left),
            None if limits.turn_time.is_some() => 0,
            None => UNLIMITED_MATCH,
        };
        self.tell(&mut text, "rule", rule.gomocup_code());
        self.tell(&mut text, "game_type", 1);
        self.tell(
            &mut text,
            "timeout_turn",
            turn.map_or(UNLIMITED_TURN, milliseconds),
        );
        // What is left of the match changes with every move; its whole length was said at its beginning.
        if !self.knows("timeout_match") {
            self.tell(&mut text, "timeout_match", total);
        }
        self.tell(&mut text, "max_memory", limits.memory.unwrap_or(0));
        let nodes = limits.nodes.or(limits.iterations);
        self.tell_limit(&mut text, "max_node", nodes);
        self.tell_limit(&mut text, "max_depth", limits.depth.map(u64::from));
        if limits.threads > 0 {
            self.tell(&mut text, "thread_num", limits.threads);
        }
        for (key, value) in options.split(';').filter_map(|part| part.split_once('=')) {
            self.tell(&mut text, key.trim(), value.trim());
        }
        let left = limits.time_left.map_or(UNLIMITED_LEFT, milliseconds);
        let _ = writeln!(text, "INFO time_left {left}");
        text
    }

    fn knows(&self, key: &str) -> bool {
        self.values.iter().any(|(known, _)| known == key)
    }

    /// A limit of Yixin's extension. Some programs protest at words they do not know, so they hear of it only when
    /// there is one, or was.
    fn tell_limit(&mut self, text: &mut String, key: &str, limit: Option<u64>) {
        match limit {
            Some(limit) => self.tell(text, key, limit),
            None if self.knows(key) => self.tell(text, key, -1),
            None => {}
        }
    }

    fn tell(&mut self, text: &mut String, key: &str, value: impl Display) {
        let value = value.to_string();
        match self.values.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) if *known == value => return,
            Some((_, known)) => known.clone_from(&value),
            None => self.values.push((key.to_owned(), value.clone())),
        }
        let _ = writeln!(text, "INFO {key} {value}");
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_news_is_sent() {
        let mut told = Told::default();
        let mut limits = Limits::with_turn_time(Duration::from_millis(500));
        limits.nodes = Some(1000);
        assert_eq!(
            told.news(Rule::Renju, &limits, "hash_size=9; x = y"),
            "INFO rule 4\nINFO game_type 1\nINFO timeout_turn 500\nINFO timeout_match 0\nINFO max_memory 0\n\
             INFO max_node 1000\nINFO hash_size 9\nINFO x y\nINFO time_left 2147483647\n"
        );
        limits.nodes = None;
        limits.time_left = Some(Duration::from_secs(9));
        assert_eq!(
            told.news(Rule::Renju, &limits, ""),
            "INFO max_node -1\nINFO time_left 9000\n"
        );
    }

    #[test]
    fn no_clock_at_all() {
        let news = Told::default().news(Rule::Freestyle, &Limits::default(), "");
        assert!(news.contains("timeout_turn 2000000\nINFO timeout_match 100000000\n"));
    }
}

//! The `INFO` settings that a brain already has, so that each is sent once and again only when it changes.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use gomoku::{Limits, Rule};

/// Sent as the times when there is no clock. Yixin reads this pair as "unlimited"; to others it is merely long.
const UNLIMITED_TURN: u64 = 2_000_000;
const UNLIMITED_MATCH: u64 = 100_000_000;
/// Sent as the time left when the match has no limit.
const UNLIMITED_LEFT: u64 = 2_147_483_647;

/// The settings sent since `START`.
#[derive(Clone, Debug, Default)]
pub(super) struct SentSettings {
    values: Vec<(String, String)>,
}

impl SentSettings {
    /// The `INFO` lines for every setting that changed since the last call. `time_left` is always among them.
    pub(super) fn diff(&mut self, rule: Rule, limits: &Limits, options: &str) -> String {
        let mut text = String::new();
        let turn = limits.turn_time.or(limits.time_left);
        let total = match limits.time_left {
            Some(left) => milliseconds(left),
            None if limits.turn_time.is_some() => 0,
            None => UNLIMITED_MATCH,
        };
        self.update(&mut text, "rule", rule.gomocup_code());
        self.update(&mut text, "game_type", 1);
        self.update(
            &mut text,
            "timeout_turn",
            turn.map_or(UNLIMITED_TURN, milliseconds),
        );
        // `total` shrinks with every move; `timeout_match` is the length of the whole match, known at its start only.
        if !self.contains("timeout_match") {
            self.update(&mut text, "timeout_match", total);
        }
        self.update(&mut text, "max_memory", limits.memory.unwrap_or(0));
        let nodes = limits.nodes.or(limits.iterations);
        self.update_limit(&mut text, "max_node", nodes);
        self.update_limit(&mut text, "max_depth", limits.depth.map(u64::from));
        if limits.threads > 0 {
            self.update(&mut text, "thread_num", limits.threads);
        }
        for (key, value) in options.split(';').filter_map(|part| part.split_once('=')) {
            self.update(&mut text, key.trim(), value.trim());
        }
        let left = limits.time_left.map_or(UNLIMITED_LEFT, milliseconds);
        let _ = writeln!(text, "INFO time_left {left}");
        text
    }

    fn contains(&self, key: &str) -> bool {
        self.values.iter().any(|(sent, _)| sent == key)
    }

    /// A limit of Yixin's extension. Some brains complain about unknown keys, so it is sent only if it is set, or was.
    fn update_limit(&mut self, text: &mut String, key: &str, limit: Option<u64>) {
        match limit {
            Some(limit) => self.update(text, key, limit),
            None if self.contains(key) => self.update(text, key, -1),
            None => {}
        }
    }

    fn update(&mut self, text: &mut String, key: &str, value: impl Display) {
        let value = value.to_string();
        match self.values.iter_mut().find(|(sent, _)| sent == key) {
            Some((_, sent)) if *sent == value => return,
            Some((_, sent)) => sent.clone_from(&value),
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
    fn only_changes_are_sent() {
        let mut sent = SentSettings::default();
        let mut limits = Limits::with_turn_time(Duration::from_millis(500));
        limits.nodes = Some(1000);
        assert_eq!(
            sent.diff(Rule::Renju, &limits, "hash_size=9; x = y"),
            "INFO rule 4\nINFO game_type 1\nINFO timeout_turn 500\nINFO timeout_match 0\nINFO max_memory 0\n\
             INFO max_node 1000\nINFO hash_size 9\nINFO x y\nINFO time_left 2147483647\n"
        );
        limits.nodes = None;
        limits.time_left = Some(Duration::from_secs(9));
        assert_eq!(
            sent.diff(Rule::Renju, &limits, ""),
            "INFO max_node -1\nINFO time_left 9000\n"
        );
    }

    #[test]
    fn no_clock_is_sent_as_yixins_unlimited_pair() {
        let text = SentSettings::default().diff(Rule::Freestyle, &Limits::default(), "");
        assert!(text.contains("timeout_turn 2000000\nINFO timeout_match 100000000\n"));
    }
}

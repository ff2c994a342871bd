//! The settings of `INFO` commands, and the search limits that follow from them.
//!
//! `INFO` is never answered. Invalid settings become warnings, printed as `DEBUG` with the next answer. Managers disagree
//! on how to say "no limit"; all known ways are supported.

use std::time::Duration;

use gomoku::{Limits, Rule};

use super::command::parse_number;

/// Time per move if the manager sets no limit at all.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// Together, Yixin-Board's way to say that there is no clock.
const YIXIN_UNLIMITED_TURN: i64 = 2_000_000;
const YIXIN_UNLIMITED_MATCH: i64 = 100_000_000;
/// Piskvork's way to say that the match time is unlimited.
const PISKVORK_UNLIMITED: i64 = 2_147_483_647;
/// The program itself: code, stacks, and the tables of the rules. `max_memory` includes it, a player's limit does not.
pub(super) const PROCESS_MEMORY: u64 = 6 << 20;
/// Further warnings are dropped, so that a stream of nonsense costs no memory.
const MAX_WARNINGS: usize = 8;

/// The settings of a session. They persist across games.
#[derive(Clone, Debug, Default)]
pub struct InfoSettings {
    /// The rule; freestyle by default.
    pub rule: Rule,
    /// Print live reports (`show_detail` bit 0).
    pub realtime: bool,
    /// Print statistics of each PV (`show_detail` bit 1).
    pub detail: bool,
    /// Search during the opponent's turn.
    pub pondering: bool,
    timeout_turn: Option<i64>,
    timeout_match: Option<i64>,
    time_left: Option<i64>,
    increment: i64,
    max_memory: i64,
    hash_size: i64,
    max_depth: i64,
    max_node: i64,
    threads: i64,
    warnings: Vec<String>,
}

impl InfoSettings {
    /// Stores a setting. `key` is in lower case.
    pub fn set(&mut self, key: &str, value: &str) {
        let Some(number) = parse_number(value.trim()) else {
            if !matches!(key, "folder" | "evaluate") {
                self.warn(format!("INFO {key}: expected a number, got {value:?}"));
            }
            return;
        };
        match key {
            "timeout_turn" => self.timeout_turn = Some(number),
            "timeout_match" => self.timeout_match = Some(number),
            "time_left" => self.time_left = Some(number),
            "time_increment" => self.increment = number.max(0),
            "max_memory" => self.max_memory = number,
            "hash_size" => self.hash_size = number,
            "max_depth" => self.max_depth = number,
            "max_node" => self.max_node = number,
            "thread_num" => self.threads = number,
            "rule" => match Rule::from_gomocup_code(number) {
                Some(rule) => self.rule = rule,
                None => self.warn(format!("INFO rule: unknown rule {number}")),
            },
            "pondering" => self.pondering = number != 0,
            "show_detail" => {
                self.realtime = number & 1 != 0;
                self.detail = number & 2 != 0;
            }
            // Known but not used.
            "game_type" | "folder" | "evaluate" | "thread_split_depth" | "caution_factor"
            | "vcthread" | "checkmate" | "nbestsym" | "usedatabase" | "start_depth"
            | "strength" | "swapable" | "max_moves" | "draw_result" | "search_type"
            | "database_readonly" => {}
            _ => self.warn(format!("INFO {key}: unknown setting")),
        }
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning.chars().take(120).collect());
        }
    }

    /// The warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// The limits of the next move. `time_used` is the match time used so far.
    pub fn limits(&self, time_used: Duration) -> Limits {
        let is_unlimited = self.timeout_turn == Some(YIXIN_UNLIMITED_TURN)
            && self.timeout_match == Some(YIXIN_UNLIMITED_MATCH);
        let turn = self
            .timeout_turn
            .filter(|&time| time >= 0 && !is_unlimited)
            .map(milliseconds);
        let left = if is_unlimited {
            None
        } else {
            self.time_left(time_used)
        };
        let positive = |number: i64| (number > 0).then_some(number.cast_unsigned());
        let nodes = positive(self.max_node);
        let depth = positive(self.max_depth).map(|depth| depth.try_into().unwrap_or(u32::MAX));
        let has_no_clock_setting = self.timeout_turn.is_none() && left.is_none();
        Limits {
            turn_time: if has_no_clock_setting && nodes.is_none() && depth.is_none() {
                Some(DEFAULT_TURN)
            } else {
                turn
            },
            time_left: left,
            increment: milliseconds(self.increment),
            nodes,
            depth,
            threads: usize::try_from(self.threads).unwrap_or(0),
            memory: match (
                self.max_memory()
                    .map(|bytes| bytes.saturating_sub(PROCESS_MEMORY)),
                positive(self.hash_size.saturating_mul(1024)),
            ) {
                (Some(memory), Some(hash)) => Some(memory.min(hash)),
                (memory, hash) => memory.or(hash),
            },
            ..Limits::default()
        }
    }

    /// The memory limit of the process in bytes, `None` if there is none.
    pub fn max_memory(&self) -> Option<u64> {
        (self.max_memory > 0).then_some(self.max_memory.cast_unsigned())
    }

    fn time_left(&self, time_used: Duration) -> Option<Duration> {
        let no_match_limit = self.timeout_match.is_some_and(|time| time <= 0);
        match self.time_left {
            Some(left) if left >= PISKVORK_UNLIMITED => None,
            // Some managers repeat their "no limit" here. It means "no time left" only if the match has a limit.
            Some(left) if left <= 0 && no_match_limit => None,
            Some(left) => Some(milliseconds(left)),
            None => self
                .timeout_match
                .filter(|&time| time > 0 && time < PISKVORK_UNLIMITED)
                .map(|time| milliseconds(time).saturating_sub(time_used)),
        }
    }
}

fn milliseconds(count: i64) -> Duration {
    Duration::from_millis(count.max(0).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(settings: &[(&str, &str)]) -> Limits {
        let mut all = InfoSettings::default();
        for (key, value) in settings {
            all.set(key, value);
        }
        all.limits(Duration::from_secs(1))
    }

    const MS: fn(u64) -> Option<Duration> = |ms| Some(Duration::from_millis(ms));

    #[test]
    fn turn_and_match_times_become_limits() {
        assert_eq!(limits(&[]).turn_time, Some(DEFAULT_TURN));
        assert_eq!(limits(&[("max_node", "100")]).turn_time, None);
        let both = limits(&[("timeout_turn", "5000"), ("timeout_match", "120000")]);
        assert_eq!((both.turn_time, both.time_left), (MS(5000), MS(119_000)));
        let left = limits(&[("timeout_match", "120000"), ("time_left", "7000")]);
        assert_eq!(left.time_left, MS(7000));
        assert_eq!(limits(&[("timeout_turn", "0")]).turn_time, MS(0));
        assert_eq!(limits(&[("time_left", "-5")]).time_left, MS(0));
    }

    #[test]
    fn every_way_to_say_unlimited_is_understood() {
        for settings in [
            &[
                ("timeout_turn", "-1"),
                ("timeout_match", "-1"),
                ("time_left", "-1"),
            ][..],
            &[("timeout_turn", "2000000"), ("timeout_match", "100000000")],
            &[
                ("timeout_turn", "-1"),
                ("timeout_match", "0"),
                ("time_left", "2147483647"),
            ],
        ] {
            assert_eq!(limits(settings).hard_limit(), None, "{settings:?}");
        }
        assert_eq!(limits(&[("max_memory", "0")]).memory, None);
        assert_eq!(limits(&[("max_memory", "-1")]).memory, None);
        assert_eq!(limits(&[("max_memory", "1")]).memory, Some(0));
        assert_eq!(
            limits(&[("max_node", "-1"), ("max_depth", "0")]).nodes,
            None
        );
    }

    #[test]
    fn invalid_settings_give_a_warning_and_change_nothing() {
        let mut settings = InfoSettings::default();
        settings.set("rule", "4");
        for (key, value) in [
            ("rule", "3"),
            ("rule", "x"),
            ("nonsense", "1"),
            ("max_node", ""),
        ] {
            settings.set(key, value);
        }
        assert_eq!(settings.rule, Rule::Renju);
        assert_eq!(settings.take_warnings().len(), 4);
        assert!(settings.take_warnings().is_empty());
    }
}

//! What `INFO` has told us, and the limits that follow from it.
//!
//! `INFO` is never answered. What cannot be used is kept as a note, to be printed as `DEBUG` with the next answer.
//! Managers disagree on how to say "no limit", so each way that is in use is understood here.

use std::time::Duration;

use gomoku::{Limits, Rule};

use super::command::number;

/// The time of a move when nobody has set any limit.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// Yixin-Board's way of saying that there is no clock.
const YIXIN_UNLIMITED_TURN: i64 = 2_000_000;
const YIXIN_UNLIMITED_MATCH: i64 = 100_000_000;
/// Piskvork's way of saying that there is no end to the match time.
const PISKVORK_UNLIMITED: i64 = 2_147_483_647;
/// Notes kept at most, so that a stream of nonsense costs nothing.
const MOST_NOTES: usize = 8;

/// The settings of a session. They outlive games.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The rule, if one was named.
    pub rule: Rule,
    /// Show live reports.
    pub realtime: bool,
    /// Show whole lines with their statistics.
    pub detail: bool,
    /// Think while the other side does.
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
    notes: Vec<String>,
}

impl Settings {
    /// Stores a setting. `key` is in lower case.
    pub fn set(&mut self, key: &str, value: &str) {
        let Some(number) = number(value.trim()) else {
            if !matches!(key, "folder" | "evaluate") {
                self.note(format!("INFO {key}: no number in {value:?}"));
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
                None => self.note(format!("INFO rule: no rule {number}")),
            },
            "pondering" => self.pondering = number != 0,
            "show_detail" => {
                self.realtime = number & 1 != 0;
                self.detail = number & 2 != 0;
            }
            // Known, and of no use to us.
            "game_type" | "folder" | "evaluate" | "thread_split_depth" | "caution_factor"
            | "vcthread" | "checkmate" | "nbestsym" | "usedatabase" | "start_depth"
            | "strength" | "swapable" | "max_moves" | "draw_result" | "search_type"
            | "database_readonly" => {}
            _ => self.note(format!("INFO {key}: unknown")),
        }
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES {
            self.notes.push(note.chars().take(120).collect());
        }
    }

    /// The notes since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// The limits of a move, when this much of the match time has been used already.
    pub fn limits(&self, used: Duration) -> Limits {
        let is_unlimited = self.timeout_turn == Some(YIXIN_UNLIMITED_TURN)
            && self.timeout_match == Some(YIXIN_UNLIMITED_MATCH);
        let turn = self
            .timeout_turn
            .filter(|&time| time >= 0 && !is_unlimited)
            .map(milliseconds);
        let left = if is_unlimited { None } else { self.left(used) };
        let positive = |number: i64| (number > 0).then_some(number.cast_unsigned());
        let nodes = positive(self.max_node);
        let depth = positive(self.max_depth).map(|depth| depth.try_into().unwrap_or(u32::MAX));
        let nothing_said = self.timeout_turn.is_none() && left.is_none();
        Limits {
            turn_time: if nothing_said && nodes.is_none() && depth.is_none() {
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
                positive(self.max_memory),
                positive(self.hash_size.saturating_mul(1024)),
            ) {
                (Some(memory), Some(hash)) => Some(memory.min(hash)),
                (memory, hash) => memory.or(hash),
            },
            ..Limits::default()
        }
    }

    fn left(&self, used: Duration) -> Option<Duration> {
        let no_match_limit = self.timeout_match.is_some_and(|time| time <= 0);
        match self.time_left {
            Some(left) if left >= PISKVORK_UNLIMITED => None,
            // Some managers repeat their "no limit" here; only with a limit does it mean "no time left".
            Some(left) if left <= 0 && no_match_limit => None,
            Some(left) => Some(milliseconds(left)),
            None => self
                .timeout_match
                .filter(|&time| time > 0 && time < PISKVORK_UNLIMITED)
                .map(|time| milliseconds(time).saturating_sub(used)),
        }
    }
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(settings: &[(&str, &str)]) -> Limits {
        let mut all = Settings::default();
        for (key, value) in settings {
            all.set(key, value);
        }
        all.limits(Duration::from_secs(1))
    }

    const MS: fn(u64) -> Option<Duration> = |ms| Some(Duration::from_millis(ms));

    #[test]
    fn clocks() {
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
    fn every_way_to_say_unlimited() {
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
        assert_eq!(
            limits(&[("max_node", "-1"), ("max_depth", "0")]).nodes,
            None
        );
    }

    #[test]
    fn nonsense_leaves_a_note_and_changes_nothing() {
        let mut settings = Settings::default();
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
        assert_eq!(settings.take_notes().len(), 4);
        assert!(settings.take_notes().is_empty());
    }
}

//! Time, node and memory limits of a player, and their form in files.

use std::time::Duration;

use gomoku::{Clock, Limits, TimeControl};
use serde::{Deserialize, Serialize};

use crate::duration;

/// A player's limits for a whole game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerLimits {
    /// Time control.
    pub time: TimeControl,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Iterations of the main loop per move, playouts for instance.
    pub iterations: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Search threads; 0 leaves the number to the player.
    pub threads: usize,
    /// Memory in bytes.
    pub memory: Option<u64>,
}

impl PlayerLimits {
    /// The limits of the next move, given the clock.
    pub fn for_move(&self, clock: &Clock) -> Limits {
        Limits {
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            threads: self.threads,
            memory: self.memory,
            ..clock.limits()
        }
    }

    /// Whether games depend on the speed of the machine.
    pub fn has_clock(&self) -> bool {
        self.time.turn_time.is_some() || self.time.game_time.is_some()
    }
}

/// [`PlayerLimits`] as written in TOML and JSON. A missing key means no limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of limits")]
pub struct LimitsEntry {
    /// Time per move, such as `250ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Time per game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_time: Option<String>,
    /// Time added after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<String>,
    /// Nodes per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Iterations per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Search threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Memory in MB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl LimitsEntry {
    /// These limits, with missing ones taken from `defaults`.
    #[must_use]
    pub fn or(&self, defaults: &LimitsEntry) -> LimitsEntry {
        LimitsEntry {
            time: self.time.clone().or_else(|| defaults.time.clone()),
            match_time: self
                .match_time
                .clone()
                .or_else(|| defaults.match_time.clone()),
            increment: self
                .increment
                .clone()
                .or_else(|| defaults.increment.clone()),
            nodes: self.nodes.or(defaults.nodes),
            iterations: self.iterations.or(defaults.iterations),
            depth: self.depth.or(defaults.depth),
            threads: self.threads.or(defaults.threads),
            memory: self.memory.or(defaults.memory),
        }
    }

    /// Parses the durations.
    ///
    /// # Errors
    /// The first value that is not a duration.
    pub fn parse(&self) -> Result<PlayerLimits, String> {
        let read = |text: &Option<String>| text.as_deref().map(duration::parse).transpose();
        Ok(PlayerLimits {
            time: TimeControl {
                turn_time: read(&self.time)?,
                game_time: read(&self.match_time)?,
                increment: read(&self.increment)?.unwrap_or(Duration::ZERO),
            },
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            threads: self.threads.unwrap_or(0),
            memory: self.memory.map(|megabytes| megabytes << 20),
        })
    }
}

impl From<&PlayerLimits> for LimitsEntry {
    fn from(limits: &PlayerLimits) -> LimitsEntry {
        let increment = limits.time.increment;
        LimitsEntry {
            time: limits.time.turn_time.map(duration::write),
            match_time: limits.time.game_time.map(duration::write),
            increment: (!increment.is_zero()).then(|| duration::write(increment)),
            nodes: limits.nodes,
            iterations: limits.iterations,
            depth: limits.depth,
            threads: (limits.threads > 0).then_some(limits.threads),
            memory: limits.memory.map(|bytes| bytes >> 20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_round_trip() {
        let limits = PlayerLimits {
            time: TimeControl {
                turn_time: Some(Duration::from_millis(250)),
                game_time: Some(Duration::from_secs(60)),
                increment: Duration::from_millis(100),
            },
            nodes: Some(5),
            threads: 2,
            memory: Some(350 << 20),
            ..PlayerLimits::default()
        };
        assert_eq!(LimitsEntry::from(&limits).parse(), Ok(limits));
        let bad = LimitsEntry {
            time: Some("5".into()),
            ..LimitsEntry::default()
        };
        assert!(bad.parse().unwrap_err().contains("\"5\""));
    }
}

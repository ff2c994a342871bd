//! Time, node and memory limits of a player, and their form in files.

use std::time::Duration;

use gomoku::{Clock, Limits, TimeControl};
use wire::GameLimits;

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

impl TryFrom<&GameLimits> for PlayerLimits {
    type Error = String;

    /// Parses the durations; the error names the first text that is not one, or the first number that is absurd.
    fn try_from(limits: &GameLimits) -> Result<PlayerLimits, String> {
        limits.check().map_err(|error| error.to_string())?;
        let read = |text: &Option<String>| text.as_deref().map(read_time).transpose();
        Ok(PlayerLimits {
            time: TimeControl {
                turn_time: read(&limits.time)?,
                game_time: read(&limits.match_time)?,
                increment: read(&limits.increment)?.unwrap_or(Duration::ZERO),
            },
            nodes: limits.nodes,
            iterations: limits.iterations,
            depth: limits.depth,
            threads: limits.threads.unwrap_or(0),
            memory: limits
                .memory
                .map(|megabytes| megabytes.saturating_mul(1 << 20)),
        })
    }
}

/// No clock is longer.
const MAX_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

fn read_time(text: &str) -> Result<Duration, String> {
    match duration::parse(text)? {
        time if time > MAX_TIME => Err(format!("{text:?} is longer than a year")),
        time => Ok(time),
    }
}

impl From<&PlayerLimits> for GameLimits {
    fn from(limits: &PlayerLimits) -> GameLimits {
        let increment = limits.time.increment;
        GameLimits {
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
    fn absurd_limits_are_refused_by_name() {
        let read = |json: &str| PlayerLimits::try_from(&serde_json::from_str(json).unwrap());
        // Shifted by twenty bits, this many megabytes would be none.
        let memory = read(r#"{ "memory": 17592186044416 }"#).unwrap_err();
        assert_eq!(memory, "memory: 17592186044416 is more than 16777216");
        for (json, name) in [
            (r#"{ "threads": 1025 }"#, "threads"),
            (r#"{ "depth": 4000000000 }"#, "depth"),
            (r#"{ "nodes": 18446744073709551615 }"#, "nodes"),
            (r#"{ "iterations": 18446744073709551615 }"#, "iterations"),
            (r#"{ "time": "18446744073709551615s" }"#, "year"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(name), "{json}: {error}");
        }
        let largest = read(r#"{ "memory": 16777216, "time": "8760h" }"#).unwrap();
        assert_eq!(largest.memory, Some(1 << 44));
    }

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
        let written = GameLimits::from(&limits);
        assert_eq!(PlayerLimits::try_from(&written), Ok(limits));
        let bad = GameLimits {
            time: Some("5".into()),
            ..GameLimits::default()
        };
        let error = PlayerLimits::try_from(&bad).unwrap_err();
        assert!(error.contains("\"5\""));
    }
}

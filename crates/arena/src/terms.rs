//! What a contestant may use: time, nodes, memory, and how all that is written in files.

use std::time::Duration;

use gomoku::{Clock, Limits, TimeControl};
use serde::{Deserialize, Serialize};

use crate::duration;

/// A contestant's limits for a whole game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// The clock.
    pub time: TimeControl,
    /// Positions to visit for each move.
    pub nodes: Option<u64>,
    /// Rounds of the main loop for each move.
    pub iterations: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Threads; 0 leaves it to the player.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

impl Terms {
    /// What the next move may use.
    pub fn limits(&self, clock: &Clock) -> Limits {
        Limits {
            nodes: self.nodes,
            iterations: self.iterations,
            depth: self.depth,
            threads: self.threads,
            memory: self.memory,
            ..clock.limits()
        }
    }

    /// Do games under these terms depend on the speed of the machine?
    pub fn has_clock(&self) -> bool {
        self.time.turn_time.is_some() || self.time.game_time.is_some()
    }
}

/// [`Terms`] in a TOML or JSON file; what is left out is not limited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsFile {
    /// Time for each move, such as `250ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Time for the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_time: Option<String>,
    /// Time added after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<String>,
    /// Positions for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Rounds of the main loop for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u64>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Megabytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl TermsFile {
    /// What is written here, and where nothing is, what is written there.
    #[must_use]
    pub fn or(&self, other: &TermsFile) -> TermsFile {
        TermsFile {
            time: self.time.clone().or_else(|| other.time.clone()),
            match_time: self.match_time.clone().or_else(|| other.match_time.clone()),
            increment: self.increment.clone().or_else(|| other.increment.clone()),
            nodes: self.nodes.or(other.nodes),
            iterations: self.iterations.or(other.iterations),
            depth: self.depth.or(other.depth),
            threads: self.threads.or(other.threads),
            memory: self.memory.or(other.memory),
        }
    }

    /// The meaning of the texts.
    ///
    /// # Errors
    /// The first text that is not a duration.
    pub fn terms(&self) -> Result<Terms, String> {
        let read = |text: &Option<String>| text.as_deref().map(duration::parse).transpose();
        Ok(Terms {
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

impl From<&Terms> for TermsFile {
    fn from(terms: &Terms) -> TermsFile {
        let increment = terms.time.increment;
        TermsFile {
            time: terms.time.turn_time.map(duration::write),
            match_time: terms.time.game_time.map(duration::write),
            increment: (!increment.is_zero()).then(|| duration::write(increment)),
            nodes: terms.nodes,
            iterations: terms.iterations,
            depth: terms.depth,
            threads: (terms.threads > 0).then_some(terms.threads),
            memory: terms.memory.map(|bytes| bytes >> 20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_read_back() {
        let terms = Terms {
            time: TimeControl {
                turn_time: Some(Duration::from_millis(250)),
                game_time: Some(Duration::from_secs(60)),
                increment: Duration::from_millis(100),
            },
            nodes: Some(5),
            threads: 2,
            memory: Some(350 << 20),
            ..Terms::default()
        };
        assert_eq!(TermsFile::from(&terms).terms(), Ok(terms));
        let bad = TermsFile {
            time: Some("5".into()),
            ..TermsFile::default()
        };
        assert!(bad.terms().unwrap_err().contains("\"5\""));
    }
}

//! An SPRT on a running match.

use std::collections::BTreeMap;

use super::Scoreboard;
use crate::game_record::GameSummary;
use crate::match_config::MatchConfig;
use crate::statistics::{Hypothesis, Sprt};

/// A running test. Pairs are tested in the order of their numbers, not in that of their completion, so the decision is
/// the same on any number of threads. Games after the decision do not count.
#[derive(Clone, Debug)]
pub struct SprtState {
    sprt: Sprt,
    /// Games tested so far.
    scoreboard: Scoreboard,
    /// Games that wait for one with a lower number; `None` is a game to skip.
    waiting: BTreeMap<u64, Option<GameSummary>>,
    /// The number of the game to test next.
    next: u64,
    decision: Option<Hypothesis>,
}

impl SprtState {
    /// A test on a match between two players.
    pub fn new(sprt: Sprt, config: &MatchConfig) -> SprtState {
        SprtState {
            sprt,
            scoreboard: Scoreboard::new(config),
            waiting: BTreeMap::new(),
            next: 0,
            decision: None,
        }
    }

    /// Adds a game. Returns the decision once there is one.
    pub fn add(&mut self, game: &GameSummary) -> Option<Hypothesis> {
        self.waiting.insert(game.number, Some(*game));
        self.advance()
    }

    /// Tests the games after this one without it.
    pub fn skip(&mut self, number: u64) -> Option<Hypothesis> {
        self.waiting.insert(number, None);
        self.advance()
    }

    fn advance(&mut self) -> Option<Hypothesis> {
        while self.decision.is_none()
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            if let Some(game) = game {
                self.scoreboard.add(&game);
            }
            if self.next.is_multiple_of(2) {
                self.decision = self.sprt.decide(&self.scoreboard.first().pentanomial);
            }
        }
        self.decision
    }

    /// The decision, if there is one.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.decision
    }

    /// Score of the games up to the decision.
    pub fn scoreboard(&self) -> &Scoreboard {
        &self.scoreboard
    }

    /// Log-likelihood ratio of the games tested so far.
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.scoreboard.first().pentanomial)
    }

    /// The parameters of the test.
    pub fn parameters(&self) -> &Sprt {
        &self.sprt
    }
}

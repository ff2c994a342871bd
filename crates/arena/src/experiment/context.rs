//! What a running experiment has at hand.

use std::path::Path;

use gomoku::StopFlag;
use players::Access;

use super::reached::{self, ReachedByPlayer};
use super::{Definition, ExperimentError, RunEvent};
use crate::format;
use crate::game_record::GameRecord;
use crate::match_config::{MatchConfig, PlayerConfig};
use crate::runner::{Callbacks, MatchError, MatchReport, MatchRunner};
use crate::store::{Store, StoreError};
use crate::tournament_file::ConfigError;

pub(super) struct Context<'a> {
    pub(super) definition: &'a Definition,
    pub(super) base: &'a Path,
    pub(super) access: &'a Access,
    pub(super) store: Store,
    pub(super) concurrency: usize,
    pub(super) stop: &'a StopFlag,
    pub(super) on_event: &'a mut dyn FnMut(RunEvent<'_>),
    pub(super) tally: WorkTally,
}

/// The games and searches of a run.
#[derive(Debug, Default)]
pub(super) struct WorkTally {
    /// Games and searches of the whole experiment.
    pub(super) total: u64,
    pub(super) games: u64,
    pub(super) searches: u64,
    /// Games that cannot be played here.
    pub(super) skipped_games: u64,
    /// What was left out, and why.
    pub(super) skipped: Vec<String>,
}

impl WorkTally {
    pub(super) fn done(&self) -> u64 {
        self.games + self.searches + self.skipped_games
    }
}

/// A complete match, and what its searches reached.
pub(super) struct PlayedMatch {
    pub(super) report: MatchReport,
    pub(super) reached: ReachedByPlayer,
}

impl Context<'_> {
    /// The players with parsed specs and limits.
    pub(super) fn player_configs(&self) -> Result<Vec<PlayerConfig>, ConfigError> {
        Ok(self.definition.player_configs(self.access)?.0)
    }

    /// A match between these players, with the definition's rule, size and openings.
    pub(super) fn match_config(
        &self,
        players: Vec<PlayerConfig>,
        games: u64,
    ) -> Result<MatchConfig, ConfigError> {
        self.definition.match_config(self.base, players, games)
    }

    /// Plays a match to its end, or completes it if the store has part of it.
    pub(super) fn play(
        &mut self,
        config: &MatchConfig,
        title: &str,
    ) -> Result<PlayedMatch, ExperimentError> {
        let runner = MatchRunner {
            store: Some(&mut self.store),
            concurrency: self.concurrency,
            sprt: None,
        };
        let (on_event, tally) = (&mut *self.on_event, &self.tally);
        let mut on_progress = |report: &MatchReport| {
            on_event(RunEvent::Progress {
                message: &format!("{title}: {}", format::progress_line(config, report)),
                done: tally.done() + report.games.len() as u64,
                total: tally.total,
            });
        };
        let mut reached = reached::new_counters(&config.players);
        let mut on_game = |game: &GameRecord| {
            reached::count_game(&mut reached, game);
            Ok(())
        };
        let callbacks = Callbacks {
            on_progress: Some(&mut on_progress),
            on_game: Some(&mut on_game),
            ..Callbacks::default()
        };
        let report = runner.run(config, self.stop, callbacks)?;
        // A published result must not rest on part of the games.
        if let Some(bad) = report.damaged.first() {
            return Err(StoreError::BadRow(bad.clone()).into());
        }
        if self.stop.is_raised() && (report.games.len() as u64) < config.game_count() {
            return Err(ExperimentError::Stopped);
        }
        self.tally.games += report.games.len() as u64;
        Ok(PlayedMatch { report, reached })
    }

    /// [`Context::play`], or `None` with a note if a program that it needs is not installed.
    pub(super) fn play_if_installed(
        &mut self,
        config: &MatchConfig,
        title: &str,
    ) -> Result<Option<PlayedMatch>, ExperimentError> {
        match self.play(config, title) {
            Err(ExperimentError::Match(MatchError::Program { player, reason })) => {
                self.skip(config.game_count(), title, &format!("{player}: {reason}"));
                Ok(None)
            }
            played => played.map(Some),
        }
    }

    /// Leaves a match out, visibly.
    pub(super) fn skip(&mut self, games: u64, title: &str, reason: &str) {
        let note = format!("{title} skipped: {reason}");
        (self.on_event)(RunEvent::Note(&note));
        self.tally.skipped_games += games;
        self.tally.skipped.push(note);
    }

    pub(super) fn check_stop(&self) -> Result<(), ExperimentError> {
        if self.stop.is_raised() {
            Err(ExperimentError::Stopped)
        } else {
            Ok(())
        }
    }
}

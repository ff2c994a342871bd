//! What a running experiment has at hand.

use std::path::Path;

use gomoku::StopFlag;
use players::Access;

use super::{Definition, ExperimentError};
use crate::format;
use crate::match_config::{MatchConfig, PlayerConfig};
use crate::runner::{Callbacks, MatchReport, MatchRunner};
use crate::store::{Store, StoreError};
use crate::tournament_file::ConfigError;

pub(super) struct Context<'a> {
    pub(super) definition: &'a Definition,
    pub(super) base: &'a Path,
    pub(super) access: &'a Access,
    pub(super) store: Store,
    pub(super) concurrency: usize,
    pub(super) stop: &'a StopFlag,
    pub(super) on_progress: &'a mut dyn FnMut(&str),
}

impl Context<'_> {
    /// The players with parsed specs and limits.
    pub(super) fn player_configs(&self) -> Result<Vec<PlayerConfig>, ConfigError> {
        self.definition.player_configs(self.access)
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
    ) -> Result<MatchReport, ExperimentError> {
        let runner = MatchRunner {
            store: Some(&mut self.store),
            concurrency: self.concurrency,
            sprt: None,
        };
        let progress = &mut *self.on_progress;
        let mut on_progress = |report: &MatchReport| {
            progress(&format!(
                "{title}: {}",
                format::progress_line(config, report)
            ));
        };
        let callbacks = Callbacks {
            on_progress: Some(&mut on_progress),
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
        Ok(report)
    }

    pub(super) fn check_stop(&self) -> Result<(), ExperimentError> {
        if self.stop.is_raised() {
            Err(ExperimentError::Stopped)
        } else {
            Ok(())
        }
    }
}

//! Independent searches of one position, in parallel. Each result is stored as it arrives.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use gomoku::{Board, Limits, PlayerError, SearchControl, SearchResult, StopFlag};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::context::Context;
use super::{ExperimentError, RunEvent};
use crate::match_config::PlayerConfig;
use crate::match_player::MatchPlayer;
use crate::seed;

/// Searches a position. Returns everything the player reported on the way, and its answer last.
pub(super) fn search_reports(
    player: &PlayerConfig,
    seed: u64,
    board: &Board,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Vec<SearchResult>, PlayerError> {
    let reports = Mutex::new(Vec::new());
    let listener = |result: &SearchResult| {
        let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
        // There may be thousands of reports; candidates and lines would fill the memory.
        reports.push(SearchResult {
            candidates: Vec::new(),
            pv: Vec::new(),
            ..result.clone()
        });
    };
    let control = SearchControl::new(stop.clone(), Instant::now()).with_listener(&listener);
    let mut player = MatchPlayer::new(&player.spec, seed);
    let (mut answer, time) = player.think(board, limits, &control)?;
    answer.time = time;
    let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    reports.push(answer);
    Ok(reports)
}

impl Context<'_> {
    /// Runs `search` with `count` different seeds, except where the store has the result. `name` must identify
    /// everything that affects the result.
    pub(super) fn searches<T>(
        &mut self,
        name: &str,
        count: u64,
        search: impl Fn(u64) -> Result<T, PlayerError> + Sync,
    ) -> Result<Vec<T>, ExperimentError>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        let mut results = Vec::new();
        for number in 0..count {
            let stored = self.store.trial(name, number)?;
            results.push(stored.and_then(|data| serde_json::from_value(data).ok()));
        }
        let missing: Vec<u64> = (0..count)
            .zip(&results)
            .filter_map(|(number, result)| result.is_none().then_some(number))
            .collect();
        let next = AtomicU64::new(0);
        let (stop, base_seed) = (self.stop, self.definition.seed);
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, finished) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                let (next, missing, search) = (&next, &missing, &search);
                scope.spawn(move || {
                    while !stop.is_raised()
                        && let Some(&number) =
                            missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    {
                        let result = search(seed::derive([base_seed, number]));
                        let is_failure = result.is_err();
                        if sender.send((number, result)).is_err() || is_failure {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut done = count - missing.len() as u64;
            for (number, result) in finished {
                match result {
                    // The result of an interrupted search is meaningless.
                    _ if stop.is_raised() => {}
                    Ok(result) => {
                        if let Err(error) = self.insert_result(name, number, &result) {
                            failure.get_or_insert(error);
                        }
                        results[number as usize] = Some(result);
                        done += 1;
                        (self.on_event)(RunEvent::Progress {
                            message: &format!("{name}: {done}/{count}"),
                            done: self.tally.done() + done,
                            total: self.tally.total,
                        });
                    }
                    Err(error) => {
                        let player = name.to_owned();
                        failure.get_or_insert(ExperimentError::Player { player, error });
                    }
                }
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None => {
                self.check_stop()?;
                self.tally.searches += count;
                Ok(results.into_iter().flatten().collect())
            }
        }
    }

    fn insert_result(
        &mut self,
        name: &str,
        number: u64,
        result: &impl Serialize,
    ) -> Result<(), ExperimentError> {
        let data = serde_json::to_value(result).unwrap_or_default();
        Ok(self.store.insert_trial(name, number, &data)?)
    }
}

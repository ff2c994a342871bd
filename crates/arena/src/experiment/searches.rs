//! Many independent searches of one position, several at once, kept in the store one by one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use gomoku::{Board, Limits, PlayerError, SearchControl, SearchResult, StopFlag};
use serde_json::Value;

use super::{Context, ExperimentError};
use crate::match_config::PlayerConfig;
use crate::match_player::MatchPlayer;
use crate::seed;

/// What was seen of one search: each report, and the answer last.
pub(super) fn listen(
    player: &PlayerConfig,
    seed: u64,
    board: &Board,
    limits: &Limits,
    stop: &StopFlag,
) -> Result<Vec<SearchResult>, PlayerError> {
    let reports = Mutex::new(Vec::new());
    let listener = |result: &SearchResult| {
        let mut reports = reports.lock().unwrap_or_else(PoisonError::into_inner);
        // Candidates and lines of thousands of reports would fill the memory.
        reports.push(SearchResult {
            candidates: Vec::new(),
            pv: Vec::new(),
            ..result.clone()
        });
    };
    let control = SearchControl::new(stop.clone(), Instant::now()).with_listener(&listener);
    let mut seat = MatchPlayer::new(&player.spec, seed);
    let (mut answer, time) = seat.think(board, limits, &control)?;
    answer.time = time;
    let mut thoughts = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
    thoughts.push(answer);
    Ok(thoughts)
}

impl Context<'_> {
    /// Runs `search` for numbers 0 to `count` with a seed for each, and hands back what it found, from the store where
    /// it is there already. The name says what is searched and how, so that another question gets other answers.
    pub(super) fn searches(
        &mut self,
        name: &str,
        count: u64,
        search: impl Fn(u64, u64) -> Result<Value, PlayerError> + Sync,
    ) -> Result<Vec<Value>, ExperimentError> {
        let mut found: Vec<Option<Value>> = Vec::new();
        for number in 0..count {
            found.push(self.store.trial(name, number)?);
        }
        let missing: Vec<u64> = (0..count)
            .filter(|&number| found[number as usize].is_none())
            .collect();
        let next = AtomicU64::new(0);
        let (stop, base) = (self.stop, self.definition.seed);
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for _ in 0..self.concurrency.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                let (next, missing, search) = (&next, &missing, &search);
                scope.spawn(move || {
                    while !stop.is_raised()
                        && let Some(&number) =
                            missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    {
                        let result = search(number, seed::derive([base, number]));
                        let is_failure = result.is_err();
                        if sender.send((number, result)).is_err() || is_failure {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut done = count - missing.len() as u64;
            for (number, result) in results {
                match result {
                    // What a stopped search answers says nothing.
                    _ if stop.is_raised() => {}
                    Ok(value) => {
                        if let Err(error) = self.store.insert_trial(name, number, &value) {
                            failure.get_or_insert(ExperimentError::from(error));
                        }
                        found[number as usize] = Some(value);
                        done += 1;
                        (self.progress)(&format!("{name}: {done}/{count}"));
                    }
                    Err(fault) => {
                        failure.get_or_insert(ExperimentError::Player {
                            player: name.to_owned(),
                            fault,
                        });
                    }
                }
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None => {
                self.check_stop()?;
                Ok(found.into_iter().flatten().collect())
            }
        }
    }
}

//! Plays a match, scores and stores its games, and resumes an interrupted match from the store.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gomoku::{ByColor, StopFlag};

use crate::faults::FaultCounter;
use crate::game_record::{GameRecord, GameSummary};
use crate::match_config::{MatchConfig, MatchConfigError};
use crate::scoreboard::{Scoreboard, SprtState};
use crate::statistics::Sprt;
use crate::store::{BadRow, MatchLock, Store, StoreError, StoredMatch};
use crate::workers::{self, OnPosition};

/// Why a match failed.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The match cannot be played.
    #[error(transparent)]
    Config(#[from] MatchConfigError),
    /// A game could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The program of a player cannot be started.
    #[error("{player}: {reason}")]
    Program {
        /// The player.
        player: String,
        /// Why not; names the program.
        reason: String,
    },
    /// A player failed in so many games in a row that more would tell nothing.
    #[error("{player} failed in {games} games in a row; the last time: {detail}")]
    Faults {
        /// The player.
        player: String,
        /// Games in a row.
        games: u32,
        /// What it did in the last of them.
        detail: String,
    },
    /// [`Callbacks::on_game`] failed.
    #[error("cannot write a game: {0}")]
    Write(#[from] io::Error),
}

/// How to run a match.
#[derive(Debug, Default)]
pub struct MatchRunner<'a> {
    /// Where games are stored; without a store they are only scored.
    pub store: Option<&'a mut Store>,
    /// Games played in parallel.
    pub concurrency: usize,
    /// Test that may end a match of two players early.
    pub sprt: Option<Sprt>,
}

/// Receives a finished game. An error stops the match.
pub type OnGame<'a> = &'a mut dyn FnMut(&GameRecord) -> io::Result<()>;

/// Called while a match runs. All are optional.
#[derive(Default)]
pub struct Callbacks<'a> {
    /// Every position that is reached, with the game's number.
    pub on_position: Option<OnPosition<'a>>,
    /// Progress: at the start, about every 200 ms, and at the end.
    pub on_progress: Option<&'a mut dyn FnMut(&MatchReport)>,
    /// Every game, once: first those found in the store, then those played now, as they end.
    pub on_game: Option<OnGame<'a>>,
}

impl Callbacks<'_> {
    fn progress(&mut self, report: &MatchReport) {
        if let Some(on_progress) = &mut self.on_progress {
            on_progress(report);
        }
    }

    fn game(&mut self, game: &GameRecord) -> io::Result<()> {
        match &mut self.on_game {
            Some(on_game) => on_game(game),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Callbacks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks").finish_non_exhaustive()
    }
}

/// The state of a match.
#[derive(Debug)]
pub struct MatchReport {
    /// Games in the order in which they ended.
    pub games: Vec<GameSummary>,
    /// Score of all of them.
    pub scoreboard: Scoreboard,
    /// The test, if there is one.
    pub sprt: Option<SprtState>,
    /// Games found in the store.
    pub restored: u64,
    /// Bad rows found in the store. They do not count and are not played again.
    pub damaged: Vec<BadRow>,
    /// Time since the start of this run.
    pub elapsed: Duration,
}

impl MatchReport {
    fn new(config: &MatchConfig, sprt: Option<Sprt>) -> MatchReport {
        MatchReport {
            games: Vec::new(),
            scoreboard: Scoreboard::new(config),
            sprt: sprt.map(|sprt| SprtState::new(sprt, config)),
            restored: 0,
            damaged: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    /// Speed of this run.
    pub fn games_per_second(&self) -> f64 {
        let played = self.games.len() as u64 - self.restored.min(self.games.len() as u64);
        played as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The score that counts: with a decided test, only the games up to the decision.
    pub fn final_scoreboard(&self) -> &Scoreboard {
        match &self.sprt {
            Some(sprt) if sprt.decision().is_some() => sprt.scoreboard(),
            _ => &self.scoreboard,
        }
    }

    /// Adds a game; whether the test is decided now.
    fn add(&mut self, game: &GameSummary) -> bool {
        self.games.push(*game);
        self.scoreboard.add(game);
        match &mut self.sprt {
            Some(sprt) => sprt.add(game).is_some(),
            None => false,
        }
    }
}

impl MatchReport {
    /// Leaves out a bad row; whether the test is decided now.
    fn skip(&mut self, bad: BadRow) -> bool {
        let number = bad.number;
        self.damaged.push(bad);
        match (&mut self.sprt, number) {
            (Some(sprt), Some(number)) => sprt.skip(number).is_some(),
            _ => false,
        }
    }
}

const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

impl MatchRunner<'_> {
    /// Plays all games that are not in the store yet.
    ///
    /// # Errors
    /// If the match cannot be played, a game cannot be stored, or a player fails again and again.
    pub fn run(
        self,
        config: &MatchConfig,
        stop: &StopFlag,
        mut callbacks: Callbacks<'_>,
    ) -> Result<MatchReport, MatchError> {
        config.check()?;
        let mut storage = Storage::open(self.store, config)?;
        let mut report = MatchReport::new(config, self.sprt);
        let start = Instant::now();
        let (done, is_decided) = storage.restore(config, &mut report, &mut callbacks)?;
        callbacks.progress(&report);
        let mut last_progress = Instant::now();
        let mut failure = None;
        let mut faults = FaultCounter::new(config);
        let on_position = callbacks.on_position;
        let on_game = |game: GameRecord| {
            let is_decided = report.add(&game.summary());
            let counted = faults.add(&game);
            let written = callbacks
                .game(&game)
                .map_err(MatchError::from)
                .and_then(|()| storage.insert(game).map_err(MatchError::from))
                .and(counted);
            if let Err(error) = written {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            report.elapsed = start.elapsed();
            if last_progress.elapsed() >= PROGRESS_INTERVAL {
                last_progress = Instant::now();
                callbacks.progress(&report);
            }
            if is_decided {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        if !is_decided {
            workers::play_games(config, &done, self.concurrency, stop, on_position, on_game)?;
        }
        report.elapsed = start.elapsed();
        callbacks.progress(&report);
        match failure {
            Some(error) => Err(error),
            None => Ok(report),
        }
    }
}

/// The match in the store, if there is a store. Each game is a transaction of its own.
struct Storage<'a> {
    store: Option<(&'a mut Store, StoredMatch)>,
    /// No other process may play the match meanwhile.
    _lock: Option<MatchLock>,
}

impl<'a> Storage<'a> {
    fn open(store: Option<&'a mut Store>, config: &MatchConfig) -> Result<Storage<'a>, StoreError> {
        let Some(store) = store else {
            let (store, _lock) = (None, None);
            return Ok(Storage { store, _lock });
        };
        let id = store.match_id(config)?;
        let lock = store.lock_match(id)?;
        let stored_match = store.stored_match(id)?.ok_or(StoreError::NotAStore)?;
        Ok(Storage {
            store: Some((store, stored_match)),
            _lock: lock,
        })
    }

    /// Adds the stored games to the report. Returns their numbers, and whether the test is decided. A bad row neither
    /// counts nor stops the match; its number stays taken.
    fn restore(
        &self,
        config: &MatchConfig,
        report: &mut MatchReport,
        callbacks: &mut Callbacks<'_>,
    ) -> Result<(HashSet<u64>, bool), MatchError> {
        let mut done = HashSet::new();
        let mut is_decided = false;
        let Some((store, stored_match)) = &self.store else {
            return Ok((done, is_decided));
        };
        store.for_each_game(stored_match, |game| {
            let number = game
                .as_ref()
                .map_or_else(|bad| bad.number, |game| Some(game.number));
            // The stored match may have been longer.
            if number.is_some_and(|number| config.is_scheduled(number)) {
                done.extend(number);
                match game.and_then(|game| check_schedule(game, config)) {
                    Ok(game) => {
                        report.restored += 1;
                        is_decided |= report.add(&game.summary());
                        callbacks.game(&game)?;
                    }
                    Err(bad) => is_decided |= report.skip(bad),
                }
            } else if let Err(bad) = game {
                report.damaged.push(bad);
            }
            Ok::<(), MatchError>(())
        })?;
        Ok((done, is_decided))
    }

    fn insert(&mut self, game: GameRecord) -> Result<(), StoreError> {
        match &mut self.store {
            Some((store, stored_match)) => {
                store.insert_games(stored_match.id, stored_match.size(), &[game])
            }
            None => Ok(()),
        }
    }
}

/// Refuses a stored game whose players are not those of the schedule.
fn check_schedule(game: GameRecord, config: &MatchConfig) -> Result<GameRecord, BadRow> {
    let seats = config.scheduled_seats(game.number);
    let ByColor { black, white } = game.players;
    if seats == [black, white] || seats == [white, black] {
        return Ok(game);
    }
    Err(BadRow {
        table: "games",
        key: format!("number {}", game.number),
        number: Some(game.number),
        problem: format!(
            "players {black} and {white} instead of {} and {}",
            seats[0], seats[1]
        ),
    })
}

//! Plays a match, scores and stores its games, and resumes an interrupted match from the store.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gomoku::{Size, StopFlag};

use crate::faults::FaultCounter;
use crate::game_record::{GameRecord, GameSummary};
use crate::match_config::{MatchConfig, MatchConfigError};
use crate::scoreboard::{Scoreboard, SprtState};
use crate::statistics::Sprt;
use crate::store::{MatchId, Store, StoreError};
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
    store: Option<(&'a mut Store, MatchId)>,
    size: Size,
}

impl<'a> Storage<'a> {
    fn open(store: Option<&'a mut Store>, config: &MatchConfig) -> Result<Storage<'a>, StoreError> {
        let store = match store {
            Some(store) => {
                let id = store.match_id(config)?;
                Some((store, id))
            }
            None => None,
        };
        let size = config.size;
        Ok(Storage { store, size })
    }

    /// Adds the stored games to the report. Returns their numbers, and whether the test is decided.
    fn restore(
        &self,
        config: &MatchConfig,
        report: &mut MatchReport,
        callbacks: &mut Callbacks<'_>,
    ) -> Result<(HashSet<u64>, bool), MatchError> {
        let mut done = HashSet::new();
        let mut is_decided = false;
        let Some((store, id)) = &self.store else {
            return Ok((done, is_decided));
        };
        // The stored match may have been longer.
        let scheduled: HashSet<u64> = config.game_numbers().collect();
        store.for_each_game(*id, self.size, |game| {
            if scheduled.contains(&game.number) {
                done.insert(game.number);
                report.restored += 1;
                is_decided |= report.add(&game.summary());
                callbacks.game(&game)?;
            }
            Ok::<(), MatchError>(())
        })?;
        Ok((done, is_decided))
    }

    fn insert(&mut self, game: GameRecord) -> Result<(), StoreError> {
        match &mut self.store {
            Some((store, id)) => store.insert_games(*id, self.size, &[game]),
            None => Ok(()),
        }
    }
}

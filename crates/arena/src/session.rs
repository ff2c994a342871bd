//! A contest that is played, counted and stored at once, and goes on where it was stopped.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gomoku::StopFlag;

use crate::contest::Contest;
use crate::finished::{Finished, Summary};
use crate::runner::{self, ContestError};
use crate::scoreboard::{Scoreboard, Test};
use crate::statistics::Sprt;
use crate::store::{ContestId, Store, StoreError};

/// Why a session ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The contest cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// A game could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody who wanted to see each game could not.
    #[error("a game could not be written: {0}")]
    Record(#[from] std::io::Error),
}

/// How a contest is played.
#[derive(Debug, Default)]
pub struct Session<'a> {
    /// Where the games are kept; without a store they are only counted.
    pub store: Option<&'a mut Store>,
    /// How many games at once.
    pub concurrency: usize,
    /// The test that may end a match between two early.
    pub sprt: Option<Sprt>,
}

/// What is there so far.
#[derive(Debug)]
pub struct Report {
    /// The games in short, in the order in which they ended.
    pub games: Vec<Summary>,
    /// The standing; with a test, that of the games up to the decision.
    pub scoreboard: Scoreboard,
    /// The test.
    pub test: Option<Test>,
    /// Games that were in the store already.
    pub restored: u64,
    /// Time since the session began.
    pub elapsed: Duration,
}

impl Report {
    /// Games that were played now, for each second.
    pub fn games_per_second(&self) -> f64 {
        let played = self.games.len() as u64 - self.restored.min(self.games.len() as u64);
        played as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The standing that counts.
    pub fn standing(&self) -> &Scoreboard {
        match &self.test {
            Some(test) if test.decision().is_some() => test.scoreboard(),
            _ => &self.scoreboard,
        }
    }
}

/// How often the listener hears of progress.
const PERIOD: Duration = Duration::from_millis(200);

impl Session<'_> {
    /// Plays what is missing. `listen` hears of the progress, and `each` of every game: first of those that the
    /// store has, then of those that are played now, as they end.
    ///
    /// # Errors
    /// When the contest cannot be played or a game cannot be kept.
    pub fn run(
        self,
        contest: &Contest,
        stop: &StopFlag,
        listen: impl FnMut(&Report),
        each: impl FnMut(&Finished) -> std::io::Result<()>,
    ) -> Result<Report, SessionError> {
        self.run_shown(contest, stop, &|_, _| {}, listen, each)
    }

    /// [`Session::run`] before a spectator.
    ///
    /// # Errors
    /// When the contest cannot be played or a game cannot be kept.
    pub fn run_shown(
        self,
        contest: &Contest,
        stop: &StopFlag,
        show: runner::Spectator<'_>,
        mut listen: impl FnMut(&Report),
        mut each: impl FnMut(&Finished) -> std::io::Result<()>,
    ) -> Result<Report, SessionError> {
        let mut keeper = Keeper::new(self.store, contest)?;
        let mut report = Report {
            games: Vec::new(),
            scoreboard: Scoreboard::new(contest),
            test: self.sprt.map(|sprt| Test::new(sprt, contest)),
            restored: 0,
            elapsed: Duration::ZERO,
        };
        let begin = Instant::now();
        let wanted: std::collections::HashSet<u64> = match &keeper.store {
            // Without a store nothing can be there already.
            None => std::collections::HashSet::new(),
            Some(_) => contest.numbers().collect(),
        };
        let mut done = std::collections::HashSet::new();
        let mut is_decided = false;
        keeper.restore(|game| {
            // A longer contest may have been played before.
            if wanted.contains(&game.number) {
                done.insert(game.number);
                report.restored += 1;
                is_decided |= report.count(&game.summary());
                each(&game)?;
            }
            Ok(())
        })?;
        listen(&report);
        let mut heard = Instant::now();
        let mut failure = None;
        let take = |game: Finished| {
            let is_decided = report.count(&game.summary());
            let kept = each(&game)
                .map_err(SessionError::from)
                .and_then(|()| keeper.keep(game).map_err(SessionError::from));
            if let Err(error) = kept {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            report.elapsed = begin.elapsed();
            if heard.elapsed() >= PERIOD {
                heard = Instant::now();
                listen(&report);
            }
            if is_decided {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        if !is_decided {
            runner::run_shown(contest, &done, self.concurrency, stop, show, take)?;
        }
        report.elapsed = begin.elapsed();
        listen(&report);
        match failure {
            Some(error) => Err(error),
            None => Ok(report),
        }
    }
}

impl Report {
    /// True when the test has decided.
    fn count(&mut self, game: &Summary) -> bool {
        self.games.push(*game);
        self.scoreboard.add(game);
        match &mut self.test {
            Some(test) => test.add(game).is_some(),
            None => false,
        }
    }
}

/// Writes each game to the store, if there is one, in a transaction of its own.
struct Keeper<'a> {
    store: Option<(&'a mut Store, ContestId)>,
    size: gomoku::Size,
}

impl<'a> Keeper<'a> {
    fn new(store: Option<&'a mut Store>, contest: &Contest) -> Result<Keeper<'a>, StoreError> {
        let store = match store {
            Some(store) => {
                let id = store.contest(contest)?;
                Some((store, id))
            }
            None => None,
        };
        let size = contest.size;
        Ok(Keeper { store, size })
    }

    fn restore(
        &self,
        take: impl FnMut(Finished) -> Result<(), SessionError>,
    ) -> Result<(), SessionError> {
        match &self.store {
            Some((store, id)) => store.for_each_game(*id, self.size, take),
            None => Ok(()),
        }
    }

    fn keep(&mut self, game: Finished) -> Result<(), StoreError> {
        match &mut self.store {
            Some((store, id)) => store.add(*id, self.size, &[game]),
            None => Ok(()),
        }
    }
}

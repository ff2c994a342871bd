//! The training loop: self-play, training, checkpoints and ratings.
//!
//! ```text
//! iteration 0   play 0                     untrained network
//! iteration 1   play 1   train on 0        untrained network
//! iteration 2   play 2   train on 0, 1     network trained on 0
//! ```
//!
//! Self-play and training run concurrently on all cores; neither waits for the other within an iteration. The configuration
//! alone determines which network plays which game and which samples each step draws. So a killed run resumes to the same
//! result: finished games are in the log, unfinished ones are played again identically, and the learner restarts from the
//! last complete iteration.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use gomoku::StopFlag;
use nets::Residual;

use super::config::TrainConfig;
use super::folder::{Checkpoint, RunError, RunFolder, damaged, file_error};
use super::game::SelfPlayGame;
use super::learner::{Learner, Loss};
use super::metrics::{self, IterationMetrics};
use super::rating::{RatingConfig, RatingLog};
use super::replay_buffer::ReplayBuffer;
use super::self_play::SelfPlayBatch;
use crate::journal::Journal;

/// A training run: configuration, folder and limits.
#[derive(Clone, Debug)]
pub struct ZeroRun {
    /// How to train.
    pub config: TrainConfig,
    /// The folder of the run.
    pub out: PathBuf,
    /// Self-play threads.
    pub threads: usize,
    /// Games after which the run ends.
    pub games: u64,
    /// Hours after which the run ends, including those before interruptions.
    pub hours: f64,
    /// How the networks are rated.
    pub rating: RatingConfig,
}

impl ZeroRun {
    /// Trains until the limits are reached or the flag is raised, resuming the run in the folder if there is one.
    /// `progress` gets the messages. Returns the games of all complete iterations.
    ///
    /// # Errors
    /// If a file cannot be read or written, or belongs to another run.
    pub fn run<L: Learner>(
        &self,
        learner: &mut L,
        stop: &StopFlag,
        mut progress: impl FnMut(&str),
    ) -> Result<u64, RunError> {
        let folder = RunFolder::open(&self.out, &self.config.to_string())?;
        let mut training = TrainingLoop::open(self, folder, learner)?;
        let mut report = |folder: &RunFolder, line: &str| {
            progress(line);
            folder.log(line)
        };
        loop {
            let games = training.games();
            let is_over = games >= self.games || training.seconds >= self.hours * 3600.0;
            // The newest iteration has not been trained on yet.
            let trained_games = games.saturating_sub(self.config.games_per_iteration);
            let is_due = is_over || trained_games.is_multiple_of(self.rating.every.max(1));
            if is_due && !training.ratings.contains(trained_games) && !stop.is_raised() {
                let line = training.rate(trained_games, stop)?;
                report(&training.folder, &line)?;
            }
            if is_over || stop.is_raised() {
                return Ok(games);
            }
            if let Some(metrics) = training.iterate(stop)? {
                let elo = training.latest_elo();
                let line = format!("{}  rating {elo:.0}", metrics.message());
                report(&training.folder, &line)?;
            }
        }
    }
}

/// A run in progress.
struct TrainingLoop<'a, L> {
    run: &'a ZeroRun,
    folder: RunFolder,
    learner: &'a mut L,
    journal: Journal,
    /// Games of the current iteration that finished before an interruption.
    finished: BTreeMap<u64, SelfPlayGame>,
    replay_buffer: ReplayBuffer,
    iteration: u64,
    seconds: f64,
    ratings: RatingLog,
    metrics: Vec<IterationMetrics>,
}

impl<'a, L: Learner> TrainingLoop<'a, L> {
    fn open(
        run: &'a ZeroRun,
        folder: RunFolder,
        learner: &'a mut L,
    ) -> Result<TrainingLoop<'a, L>, RunError> {
        let config = &run.config;
        let (mut iteration, mut seconds) = (0, 0.0);
        match folder.load_checkpoint()? {
            Some(checkpoint) => {
                let path = folder.file("checkpoint.bin");
                let load = learner.load(&checkpoint.learner);
                load.map_err(|error| RunError::Learner { path, error })?;
                (iteration, seconds) = (checkpoint.iteration, checkpoint.seconds);
            }
            None => folder.save_network(0, &learner.network(), "untrained")?,
        }
        let (journal, mut games) = read_games(&folder, config, iteration)?;
        let complete = iteration * config.games_per_iteration;
        let finished = games.split_off(&complete);
        if games.len() as u64 != complete {
            let reason = format!("{} games in {iteration} iterations", games.len());
            return Err(damaged(&folder.file("games.log"), reason));
        }
        let mut replay_buffer = ReplayBuffer::default();
        for game in games.values() {
            replay_buffer.add(game, config);
        }
        let ratings = RatingLog::open(&folder)?;
        let metrics = metrics::read(&folder, complete);
        Ok(TrainingLoop {
            run,
            folder,
            learner,
            journal,
            finished,
            replay_buffer,
            iteration,
            seconds,
            ratings,
            metrics,
        })
    }

    /// Games of all complete iterations.
    fn games(&self) -> u64 {
        self.iteration * self.run.config.games_per_iteration
    }

    /// One iteration of self-play and training. `None` if the flag was raised; finished games are kept.
    fn iterate(&mut self, stop: &StopFlag) -> Result<Option<IterationMetrics>, RunError> {
        let start = Instant::now();
        let config = &self.run.config;
        let trained_games = self.games();
        let (played, loss) = self.play_and_train(stop)?;
        if stop.is_raised() {
            return Ok(None);
        }
        let games = std::mem::take(&mut self.finished);
        let seconds = start.elapsed().as_secs_f64();
        self.seconds += seconds;
        for game in games.values() {
            self.replay_buffer.add(game, config);
        }
        self.iteration += 1;
        let metrics = IterationMetrics {
            games: self.games(),
            positions: self.replay_buffer.total(),
            steps: self.learner.steps(),
            loss,
            seconds: self.seconds,
            games_per_second: played as f64 / seconds.max(1e-9),
            ..IterationMetrics::of_games(&games)
        };
        self.save(trained_games, &metrics)?;
        Ok(Some(metrics))
    }

    /// Plays the missing games of the iteration and trains on the replay buffer at the same time. Returns the number of
    /// games played and the mean loss.
    fn play_and_train(&mut self, stop: &StopFlag) -> Result<(usize, Loss), RunError> {
        let config = &self.run.config;
        let network = Arc::new(self.self_play_network()?);
        let first = self.games();
        let numbers = first..first + config.games_per_iteration;
        let missing = numbers.filter(|number| !self.finished.contains_key(number));
        let batch = SelfPlayBatch {
            config,
            iteration: self.iteration,
            network: &network,
            game_numbers: missing.collect(),
        };
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel::<SelfPlayGame>();
        let (journal, finished) = (&mut self.journal, &mut self.finished);
        let (learner, replay_buffer) = (&mut *self.learner, &self.replay_buffer);
        let (written, loss) = thread::scope(|scope| {
            for _ in 0..self.run.threads.max(1) {
                let (sender, batch, next) = (sender.clone(), &batch, &next);
                scope.spawn(move || batch.play(next, &sender, stop));
            }
            drop(sender);
            let writer = scope.spawn(move || {
                for game in receiver {
                    journal.append(&game.write())?;
                    finished.insert(game.number, game);
                }
                journal.sync()
            });
            let loss = train(learner, replay_buffer, config, stop);
            (writer.join().expect("the writer does not panic"), loss)
        });
        written.map_err(|error| file_error(&self.folder.file("games.log"), error))?;
        Ok((batch.game_numbers.len(), loss))
    }

    /// The network that plays the next iteration: the newest, or with gating the best.
    fn self_play_network(&self) -> Result<Residual, RunError> {
        if self.run.config.gated {
            let path = self.folder.network(self.ratings.best());
            return self.folder.load_network(&path);
        }
        Ok(self.learner.network())
    }

    /// Saves the iteration. The checkpoint comes last: it commits the iteration, and everything before may be rewritten.
    fn save(&mut self, trained_games: u64, metrics: &IterationMetrics) -> Result<(), RunError> {
        self.metrics.push(*metrics);
        metrics::write(&self.folder, &self.metrics)?;
        if trained_games > 0 {
            let note = format!("{} steps, {}", metrics.steps, self.run.config.shape);
            self.folder
                .save_network(trained_games, &self.learner.network(), &note)?;
        }
        self.folder.save_checkpoint(&Checkpoint {
            iteration: self.iteration,
            seconds: self.seconds,
            learner: self.learner.save(),
        })
    }

    /// Rates the network trained on this many games. Returns the progress message.
    fn rate(&mut self, games: u64, stop: &StopFlag) -> Result<String, RunError> {
        let start = Instant::now();
        let run = self.run;
        self.ratings
            .rate(games, &run.rating, &run.config, &self.folder, stop)?;
        self.seconds += start.elapsed().as_secs_f64();
        self.ratings.write_curve(&self.folder)?;
        let best = self.folder.network(self.ratings.best());
        let bytes = std::fs::read(&best).map_err(|error| file_error(&best, error))?;
        self.folder.replace("best.net", &bytes)?;
        let mut line = format!(
            "{games:>7} games rated in {:.0} s:",
            start.elapsed().as_secs_f64()
        );
        let matches = self.ratings.matches().iter();
        for result in matches.filter(|result| result.games == games) {
            let score = 100.0 * result.tally.score().unwrap_or(f64::NAN);
            let _ = write!(line, "  {score:.0} % against {}", result.opponent);
        }
        let (elo, best) = (self.latest_elo(), self.ratings.best());
        let _ = write!(line, "  rating {elo:.0}, best ={best}");
        Ok(line)
    }

    fn latest_elo(&self) -> f64 {
        self.ratings
            .ratings()
            .last()
            .map_or(0.0, |rating| rating.elo)
    }
}

/// Opens the game log and reads the games by number. Games up to and including `iteration` may be there.
fn read_games(
    folder: &RunFolder,
    config: &TrainConfig,
    iteration: u64,
) -> Result<(Journal, BTreeMap<u64, SelfPlayGame>), RunError> {
    let path = folder.file("games.log");
    let mut games = BTreeMap::new();
    let journal = Journal::open(&path, |line| {
        let game = SelfPlayGame::read(line)?;
        let number = game.number;
        if number / config.games_per_iteration.max(1) != game.iteration
            || game.iteration > iteration
        {
            return Err(format!("game {number} is in the wrong iteration"));
        }
        match games.insert(number, game) {
            Some(_) => Err(format!("duplicate game {number}")),
            None => Ok(()),
        }
    })
    .map_err(|error| file_error(&path, error))?;
    Ok((journal, games))
}

/// Trains until the replay ratio is reached. Returns the mean loss.
fn train(
    learner: &mut impl Learner,
    replay_buffer: &ReplayBuffer,
    config: &TrainConfig,
    stop: &StopFlag,
) -> Loss {
    let max_steps = config.max_steps(replay_buffer.total());
    let (mut sum, mut count) = (Loss::default(), 0_u16);
    while learner.steps() < max_steps && !replay_buffer.is_empty() && !stop.is_raised() {
        let loss = learner.step(&replay_buffer.batch(config, learner.steps()));
        sum.policy += loss.policy;
        sum.value += loss.value;
        count = count.saturating_add(1);
    }
    let count = f32::from(count.max(1));
    Loss {
        policy: sum.policy / count,
        value: sum.value / count,
    }
}

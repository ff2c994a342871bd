//! A training run: self-play with checkpoints, ratings and a learning curve.
//!
//! `FILE` is both the critic and the checkpoint; its notes say how many games it was trained on. `FILE.csv` and `FILE.svg`
//! are the learning curve, `FILE.txt` is the record of the run.

mod report;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arena::{MatchConfig, atomic_file, bounded_file};
use gomoku::{Rule, Size, StopFlag};
use nets::Critic;
use nets::WeightsError;

use super::config::AdpConfig;
use super::td_learner::TdErrors;
use super::trainer::Trainer;
use crate::rating_match::{self, RatingMatch, UnknownPlayer};

/// What to train, and how to follow it.
#[derive(Clone, Debug)]
pub struct TrainingRun {
    /// How the critic learns.
    pub config: AdpConfig,
    /// Board size.
    pub size: Size,
    /// Total games.
    pub games: u64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// The critic's file.
    pub out: PathBuf,
    /// Games between two checkpoints.
    pub every: u64,
    /// Spec strings of the players that the critic is rated against at each checkpoint.
    pub opponents: Vec<String>,
    /// Rating games against each opponent.
    pub rating_games: u64,
    /// Resume from the file if it exists?
    pub resume: bool,
    /// The command line, for the record.
    pub command: String,
}

/// Metrics at a checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// Games so far.
    pub games: u64,
    /// Self-play games per second since the last checkpoint.
    pub games_per_second: f64,
    /// Mean length of these games in stones.
    pub mean_length: f64,
    /// Root mean square of their TD errors.
    pub td_error: f64,
    /// Score against each opponent, from 0 to 1.
    pub scores: Vec<f64>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct TrainingSummary {
    /// Total games.
    pub games: u64,
    /// Time of this run's self-play, without ratings.
    pub training_time: Duration,
    /// Games of this run.
    pub played: u64,
    /// The last metrics.
    pub last: Option<Metrics>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The checkpoint is not a critic.
    #[error("{path}: {error}")]
    Weights {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: WeightsError,
    },
    /// The checkpoint belongs to another run.
    #[error("{path} belongs to another run: {found:?}, expected {expected:?}")]
    Mismatch {
        /// The file.
        path: PathBuf,
        /// Its configuration.
        found: String,
        /// This run's configuration.
        expected: String,
    },
    /// The file exists already.
    #[error("{0} exists; continue it with --resume, or choose another file")]
    Exists(PathBuf),
    /// An opponent does not exist.
    #[error(transparent)]
    Opponent(#[from] UnknownPlayer),
}

impl TrainingRun {
    /// Trains until the games are played or the flag is raised. `progress` gets the metrics of every checkpoint.
    ///
    /// # Errors
    /// If a file cannot be read or written, or belongs to another run.
    pub fn run(
        &self,
        stop: &StopFlag,
        mut progress: impl FnMut(&Metrics),
    ) -> Result<TrainingSummary, TrainingError> {
        let (mut trainer, mut curve) = self.begin()?;
        if trainer.games() >= self.games && self.beside("txt").exists() {
            // The record of a finished run says how it was made. Another run has nothing to add to it.
            return Ok(TrainingSummary {
                games: trainer.games(),
                training_time: Duration::ZERO,
                played: 0,
                last: curve.last().cloned(),
            });
        }
        // Fails before the training if an opponent does not exist.
        self.matches()?;
        let first_game = trainer.games();
        let mut training_time = Duration::ZERO;
        while trainer.games() < self.games && !stop.is_raised() {
            let start = Instant::now();
            let interval = self.train(&mut trainer, stop);
            let elapsed = start.elapsed();
            training_time += elapsed;
            self.save(&trainer)?;
            let matches = self.matches()?;
            let metrics = Metrics {
                games_per_second: interval.games as f64 / elapsed.as_secs_f64().max(1e-9),
                scores: matches.iter().map(|one| score(one, stop)).collect(),
                ..interval.metrics(trainer.games())
            };
            if stop.is_raised() {
                // Interrupted ratings mean nothing.
                break;
            }
            progress(&metrics);
            curve.push(metrics);
            self.write("csv", &report::csv(&curve, &self.opponents))?;
            self.write("svg", &report::plot(self, &curve).to_svg())?;
        }
        let summary = TrainingSummary {
            games: trainer.games(),
            training_time,
            played: trainer.games() - first_game,
            last: curve.last().cloned(),
        };
        self.write("txt", &report::record(self, &summary))?;
        Ok(summary)
    }

    /// Plays up to the next checkpoint.
    fn train(&self, trainer: &mut Trainer, stop: &StopFlag) -> Interval {
        let every = self.every.max(1);
        let end = (trainer.games() / every + 1) * every;
        let mut interval = Interval::default();
        while trainer.games() < end.min(self.games) && !stop.is_raised() {
            let game = trainer.play();
            interval.games += 1;
            interval.stones += game.length;
            interval.errors.squares += game.errors.squares;
            interval.errors.count += game.errors.count;
        }
        interval
    }

    /// An untrained critic, or the one of the file with its curve so far.
    fn begin(&self) -> Result<(Trainer, Vec<Metrics>), TrainingError> {
        let path = &self.out;
        let config = self.config.clone();
        if !path.exists() {
            return Ok((Trainer::new(config, self.size, self.seed), Vec::new()));
        }
        if !self.resume {
            return Err(TrainingError::Exists(path.clone()));
        }
        let bytes = bounded_file::read(path, bounded_file::MAX_WEIGHTS)
            .map_err(|error| file_error(path, error))?;
        let (critic, notes) =
            Critic::with_notes(&bytes).map_err(|error| TrainingError::Weights {
                path: path.clone(),
                error,
            })?;
        let found = notes.get(1).cloned().unwrap_or_default();
        let expected = self.identity();
        let games = notes
            .first()
            .and_then(|note| note.strip_suffix(" games")?.parse().ok());
        match games {
            Some(games) if found == expected => {
                let trainer = Trainer::resume(config, self.size, self.seed, critic, games);
                let text = fs::read_to_string(self.beside("csv")).unwrap_or_default();
                let mut curve = report::parse_csv(&text, self.opponents.len());
                curve.retain(|metrics| metrics.games <= games);
                Ok((trainer, curve))
            }
            _ => Err(TrainingError::Mismatch {
                path: path.clone(),
                found,
                expected,
            }),
        }
    }

    /// What a checkpoint must agree in to be resumed.
    fn identity(&self) -> String {
        format!("{} size={} seed={}", self.config, self.size, self.seed)
    }

    fn save(&self, trainer: &Trainer) -> Result<(), TrainingError> {
        let notes = [format!("{} games", trainer.games()), self.identity()];
        // Replaced as a whole, so that a kill never leaves a partial checkpoint.
        atomic_file::write(&self.out, trainer.critic().to_bytes(&notes))
            .map_err(|error| file_error(&self.out, error))
    }

    /// The critic's file name with another extension appended.
    fn beside(&self, extension: &str) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(".");
        name.push(extension);
        name.into()
    }

    fn write(&self, extension: &str, text: &str) -> Result<(), TrainingError> {
        let path = self.beside(extension);
        atomic_file::write(&path, text).map_err(|error| file_error(&path, error))
    }

    /// A match of the critic in the file against each opponent. A spec keeps the weights that it was read with.
    fn matches(&self) -> Result<Vec<MatchConfig>, TrainingError> {
        let critic = format!("adp:net={}", rating_match::quoted(&self.out));
        // Reading the spec reads the file, so it must exist.
        if !self.out.exists() {
            let (trainer, _) = self.begin()?;
            self.save(&trainer)?;
        }
        let settings = RatingMatch {
            size: self.size,
            rule: Rule::Freestyle,
            games: self.rating_games,
            seed: self.seed,
        };
        let config = |opponent| rating_match::config(&critic, opponent, settings);
        let matches = self.opponents.iter().map(|opponent| config(opponent));
        Ok(matches.collect::<Result<_, _>>()?)
    }
}

/// Totals of the games between two checkpoints.
#[derive(Default)]
struct Interval {
    games: u64,
    stones: usize,
    errors: TdErrors,
}

impl Interval {
    fn metrics(&self, total_games: u64) -> Metrics {
        let mean_square = self.errors.squares / self.errors.count.max(1) as f64;
        Metrics {
            games: total_games,
            games_per_second: 0.0,
            mean_length: self.stones as f64 / self.games.max(1) as f64,
            td_error: mean_square.sqrt(),
            scores: Vec::new(),
        }
    }
}

fn file_error(path: &Path, error: io::Error) -> TrainingError {
    TrainingError::File {
        path: path.to_owned(),
        error,
    }
}

/// The critic's score.
fn score(config: &MatchConfig, stop: &StopFlag) -> f64 {
    let tally = rating_match::play(config, 1, stop);
    tally.and_then(|tally| tally.score()).unwrap_or(f64::NAN)
}

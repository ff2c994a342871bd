//! A training from beginning to end: checkpoints, ratings, learning curve and record, all beside the critic's file.
//!
//! `FILE` is the critic and the checkpoint at once: its notes say how many games it has seen. `FILE.csv` and `FILE.svg` are the
//! learning curve, `FILE.txt` is the record of what was done.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use arena::Contest;
use arena::plot::{Plot, Series};
use gomoku::{Rule, Size, StopFlag};
use nets::Critic;
use nets::weights::WeightsError;

use super::config::AdpConfig;
use super::td_learner::TdErrors;
use super::trainer::Trainer;
use crate::rating_match::{self, RatingMatch, UnknownPlayer};

/// What is to be trained, and how it is followed.
#[derive(Clone, Debug)]
pub struct TrainingRun {
    /// How the critic learns.
    pub config: AdpConfig,
    /// Points on a side.
    pub size: Size,
    /// Games in all.
    pub games: u64,
    /// Where all random numbers begin.
    pub seed: u64,
    /// The critic's file.
    pub out: PathBuf,
    /// Games between two checkpoints.
    pub every: u64,
    /// Who the critic is measured against at each checkpoint: spec strings.
    pub opponents: Vec<String>,
    /// Games against each of them.
    pub rating_games: u64,
    /// Go on from the file if it is there.
    pub resume: bool,
    /// The command that asked for it, for the record.
    pub command: String,
}

/// How it stands at a checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Metrics {
    /// Games so far.
    pub games: u64,
    /// Self-play games a second since the last mark.
    pub games_per_second: f64,
    /// Mean stones of these games.
    pub mean_length: f64,
    /// Root of the mean square of the temporal differences.
    pub error: f64,
    /// Share of the points against each opponent.
    pub scores: Vec<f64>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct TrainingSummary {
    /// Games in all.
    pub games: u64,
    /// Time spent on self-play now, ratings not counted.
    pub training_time: Duration,
    /// Games that were played now.
    pub played: u64,
    /// The last mark.
    pub last: Option<Metrics>,
}

/// Why a training could not go on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The checkpoint is no critic.
    #[error("{path}: {error}")]
    Weights {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: WeightsError,
    },
    /// The checkpoint belongs to another training.
    #[error("{path} was made by another training: it notes {found:?}, this one is {wanted:?}")]
    Other {
        /// Which file.
        path: PathBuf,
        /// What it says.
        found: String,
        /// What it should say.
        wanted: String,
    },
    /// The file is there already.
    #[error("{0} exists; go on from it with --resume, or name another file")]
    Exists(PathBuf),
    /// An opponent is nobody.
    #[error(transparent)]
    Opponent(#[from] UnknownPlayer),
}

impl TrainingRun {
    /// Trains until the games are played or the flag is raised; `listen` hears of every checkpoint.
    ///
    /// # Errors
    /// When a file cannot be read or written, or belongs to another training.
    pub fn run(
        &self,
        stop: &StopFlag,
        mut listen: impl FnMut(&Metrics),
    ) -> Result<TrainingSummary, TrainingError> {
        let (mut trainer, mut marks) = self.begin()?;
        let contests = self.contests()?;
        let before = trainer.games();
        let mut training_time = Duration::ZERO;
        while trainer.games() < self.games && !stop.is_raised() {
            let start = Instant::now();
            let end = (trainer.games() / self.every.max(1) + 1) * self.every.max(1);
            let (mut games, mut stones) = (0_u64, 0);
            let mut errors = TdErrors::default();
            while trainer.games() < end.min(self.games) && !stop.is_raised() {
                let game = trainer.play();
                games += 1;
                stones += game.length;
                errors.squares += game.errors.squares;
                errors.count += game.errors.count;
            }
            let took = start.elapsed();
            training_time += took;
            self.save(&trainer)?;
            let mark = Metrics {
                games: trainer.games(),
                games_per_second: games as f64 / took.as_secs_f64().max(1e-9),
                mean_length: stones as f64 / games.max(1) as f64,
                error: (errors.squares / errors.count.max(1) as f64).sqrt(),
                scores: contests.iter().map(|one| score(one, stop)).collect(),
            };
            if stop.is_raised() {
                // Ratings that were broken off say nothing.
                break;
            }
            listen(&mark);
            marks.push(mark);
            self.write("csv", &self.csv(&marks))?;
            self.write("svg", &self.plot(&marks).to_svg())?;
        }
        let outcome = TrainingSummary {
            games: trainer.games(),
            training_time,
            played: trainer.games() - before,
            last: marks.last().cloned(),
        };
        self.write("txt", &self.record(&outcome))?;
        Ok(outcome)
    }

    /// A new critic, or the one of the file with its curve so far.
    fn begin(&self) -> Result<(Trainer, Vec<Metrics>), TrainingError> {
        let path = &self.out;
        let config = self.config.clone();
        if !path.exists() {
            return Ok((Trainer::new(config, self.size, self.seed), Vec::new()));
        }
        if !self.resume {
            return Err(TrainingError::Exists(path.clone()));
        }
        let bytes = fs::read(path).map_err(|error| file(path, error))?;
        let (critic, notes) =
            Critic::with_notes(&bytes).map_err(|error| TrainingError::Weights {
                path: path.clone(),
                error,
            })?;
        let found = notes.get(1).cloned().unwrap_or_default();
        let wanted = self.identity();
        let games = notes
            .first()
            .and_then(|note| note.strip_suffix(" games")?.parse().ok());
        match games {
            Some(games) if found == wanted => {
                let trainer = Trainer::resume(config, self.size, self.seed, critic, games);
                let text = fs::read_to_string(self.beside("csv")).unwrap_or_default();
                let mut marks = read_csv(&text, self.opponents.len());
                marks.retain(|mark| mark.games <= games);
                Ok((trainer, marks))
            }
            _ => Err(TrainingError::Other {
                path: path.clone(),
                found,
                wanted,
            }),
        }
    }

    /// What makes this training this training.
    fn identity(&self) -> String {
        let config = &self.config;
        let phases: Vec<_> = config
            .phases
            .iter()
            .map(|phase| {
                let beginning = if phase.random_beginning { "*" } else { "" };
                format!("epsilon={}{beginning}", phase.epsilon)
            })
            .collect();
        format!(
            "{} hidden={} size={} seed={} anneal={:?} {:?} {:?} {}",
            config.inputs.name,
            config.hidden,
            self.size,
            self.seed,
            config.anneal_over,
            config.step,
            config.extensions,
            phases.join(" ")
        )
    }

    fn save(&self, trainer: &Trainer) -> Result<(), TrainingError> {
        let notes = [format!("{} games", trainer.games()), self.identity()];
        // Written beside and renamed, so that a killed training leaves a whole checkpoint.
        let part = self.beside("part");
        fs::write(&part, trainer.critic().to_bytes(&notes)).map_err(|error| file(&part, error))?;
        fs::rename(&part, &self.out).map_err(|error| file(&self.out, error))
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(".");
        name.push(ending);
        name.into()
    }

    fn write(&self, ending: &str, text: &str) -> Result<(), TrainingError> {
        let path = self.beside(ending);
        fs::write(&path, text).map_err(|error| file(&path, error))
    }

    /// A match against each opponent.
    fn contests(&self) -> Result<Vec<Contest>, TrainingError> {
        let critic = format!("adp:net={}", rating_match::quoted(&self.out));
        // The file is looked for when the player is made, so there must be one.
        if !self.out.exists() {
            let (trainer, _) = self.begin()?;
            self.save(&trainer)?;
        }
        let terms = RatingMatch {
            size: self.size,
            rule: Rule::Freestyle,
            games: self.rating_games,
            seed: self.seed,
        };
        let contest = |opponent| rating_match::contest(&critic, opponent, terms);
        let contests = self.opponents.iter().map(|one| contest(one));
        Ok(contests.collect::<Result<_, _>>()?)
    }

    fn csv(&self, marks: &[Metrics]) -> String {
        let mut text = String::from("games,games per second,mean length,error");
        for opponent in &self.opponents {
            text += &format!(",against {}", opponent.replace(',', " "));
        }
        text += "\n";
        for mark in marks {
            text += &format!(
                "{},{:.1},{:.2},{:.5}",
                mark.games, mark.games_per_second, mark.mean_length, mark.error
            );
            for score in &mark.scores {
                text += &format!(",{score:.4}");
            }
            text += "\n";
        }
        text
    }

    fn plot(&self, marks: &[Metrics]) -> Plot {
        let series = |name: String, color, value: &dyn Fn(&Metrics) -> f64| Series {
            name,
            color,
            points: marks
                .iter()
                .map(|mark| (mark.games as f64, value(mark)))
                .collect(),
            ..Series::default()
        };
        let mut all = vec![
            series("error".to_owned(), 0, &|mark| mark.error),
            series("length / 100".to_owned(), 1, &|mark| {
                mark.mean_length / 100.0
            }),
        ];
        for (index, opponent) in self.opponents.iter().enumerate() {
            let name = format!("against {opponent}");
            all.push(series(name, 2 + index, &|mark| mark.scores[index]));
        }
        Plot {
            name: "learning".into(),
            title: format!("Learning curve of {}", self.config.inputs.name),
            x_label: "self-play games".into(),
            y_label: "share of points, error".into(),
            series: all,
            ..Plot::default()
        }
    }

    fn record(&self, outcome: &TrainingSummary) -> String {
        let seconds = outcome.training_time.as_secs_f64();
        let mut text = format!(
            "command   {}\ntraining  {}\ngames     {}\nself-play {} games in {seconds:.1} s, {:.0} a second\n",
            self.command,
            self.identity(),
            outcome.games,
            outcome.played,
            outcome.played as f64 / seconds.max(1e-9)
        );
        if let Some(mark) = &outcome.last {
            text += &format!(
                "at the end: mean length {:.1}, error {:.4}\n",
                mark.mean_length, mark.error
            );
            for (opponent, score) in self.opponents.iter().zip(&mark.scores) {
                text += &format!(
                    "{:.1} % of the points in {} games against {opponent}\n",
                    100.0 * score,
                    self.rating_games
                );
            }
        }
        text
    }
}

fn file(path: &Path, error: io::Error) -> TrainingError {
    TrainingError::File {
        path: path.to_owned(),
        error,
    }
}

/// The critic's share of the points.
fn score(contest: &Contest, stop: &StopFlag) -> f64 {
    let tally = rating_match::play(contest, 1, stop);
    tally.and_then(|tally| tally.score()).unwrap_or(f64::NAN)
}

/// The marks of a curve that was written earlier; lines that are none are left out.
fn read_csv(text: &str, opponents: usize) -> Vec<Metrics> {
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let mut fields = line.split(',');
            let games = fields.next()?.parse().ok()?;
            let numbers: Vec<f64> = fields.map_while(|field| field.parse().ok()).collect();
            let (first, scores) = numbers.split_at_checked(3)?;
            (scores.len() == opponents).then(|| Metrics {
                games,
                games_per_second: first[0],
                mean_length: first[1],
                error: first[2],
                scores: scores.to_vec(),
            })
        })
        .collect()
}

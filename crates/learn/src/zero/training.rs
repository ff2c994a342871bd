//! A run: play a round, learn from the rounds before, keep everything, measure now and then.
//!
//! ```text
//! round 0      play 0                      untrained network
//! round 1      play 1    learn from 0      while round 1 is played by the network of round 0
//! round 2      play 2    learn from 0, 1   while round 2 is played by the network that learned from 0
//! ```
//!
//! Playing and learning happen at the same time, on all cores, and neither waits for the other within a round. Which network
//! plays which game, and which positions a step learns from, follows from the plan alone. So a run that was killed and goes
//! on comes to the same end: the games that were finished are in the log, the others are played again as they would have
//! been, and the learner goes on from the last whole round.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use arena::plot::{Plot, Series};
use gomoku::StopFlag;
use nets::Residual;

use super::folder::{Checkpoint, Folder, RunError, damaged, file_error};
use super::learner::{Learner, Loss};
use super::plan::Plan;
use super::rating::{Matches, Measure};
use super::record::GameRecord;
use super::self_play::Round;
use super::window::Window;
use crate::journal::Journal;

/// What is to be trained, where, and for how long.
#[derive(Clone, Debug)]
pub struct Training {
    /// How.
    pub plan: Plan,
    /// The folder.
    pub out: PathBuf,
    /// Threads that play.
    pub threads: usize,
    /// Games after which the run ends.
    pub games: u64,
    /// Hours after which the run ends, those before an interruption included.
    pub hours: f64,
    /// How the networks are measured.
    pub measure: Measure,
}

/// How a round went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundReport {
    /// Games so far.
    pub games: u64,
    /// Positions so far.
    pub positions: u64,
    /// Steps so far.
    pub steps: u64,
    /// Mean loss of the round's steps.
    pub loss: Loss,
    /// Mean stones of the round's games.
    pub mean_length: f64,
    /// Share of the points that black got.
    pub black: f64,
    /// Seconds so far.
    pub seconds: f64,
    /// Games a second in this round.
    pub games_per_second: f64,
}

/// A run that is under way.
struct Run<'a, L> {
    training: &'a Training,
    folder: Folder,
    learner: &'a mut L,
    journal: Journal,
    /// Games of the round to be played that were finished before an interruption.
    finished: BTreeMap<u64, GameRecord>,
    window: Window,
    round: u64,
    seconds: f64,
    matches: Matches,
    reports: Vec<RoundReport>,
}

impl Training {
    /// Trains until the games are played, the time is over or the flag is raised; `listen` hears of every round. Goes on
    /// from the folder if there is a run in it. Returns the games of all whole rounds.
    ///
    /// # Errors
    /// When a file cannot be read or written, or belongs to another run.
    pub fn run<L: Learner>(
        &self,
        learner: &mut L,
        stop: &StopFlag,
        mut listen: impl FnMut(&str),
    ) -> Result<u64, RunError> {
        let folder = Folder::open(&self.out, &self.plan.to_string())?;
        let mut run = Run::open(self, folder, learner)?;
        let mut say = |folder: &Folder, line: &str| {
            listen(line);
            folder.note(line)
        };
        loop {
            let games = run.round * self.plan.round;
            let is_over = games >= self.games || run.seconds >= self.hours * 3600.0;
            // The last round has not been learned from yet.
            let learned_from = games.saturating_sub(self.plan.round);
            let is_due = is_over || learned_from.is_multiple_of(self.measure.every.max(1));
            if is_due && !run.matches.has(learned_from) && !stop.is_raised() {
                let line = run.measure(learned_from, stop)?;
                say(&run.folder, &line)?;
            }
            if is_over || stop.is_raised() {
                return Ok(games);
            }
            if let Some(report) = run.play_and_learn(stop)? {
                let elo = run.matches.marks().last().map_or(0.0, |mark| mark.elo);
                say(&run.folder, &format!("{}  rating {elo:.0}", report.line()))?;
            }
        }
    }
}

impl<'a, L: Learner> Run<'a, L> {
    fn open(
        training: &'a Training,
        folder: Folder,
        learner: &'a mut L,
    ) -> Result<Run<'a, L>, RunError> {
        let plan = &training.plan;
        let (mut round, mut seconds) = (0, 0.0);
        match folder.load()? {
            Some(checkpoint) => {
                let path = folder.file("learner.state");
                let load = learner.load(&checkpoint.learner);
                load.map_err(|error| RunError::Learner { path, error })?;
                (round, seconds) = (checkpoint.round, checkpoint.seconds);
            }
            None => folder.save_network(0, &learner.network(), "nothing learned")?,
        }
        let path = folder.file("games.log");
        let mut games = BTreeMap::new();
        let journal = Journal::open(&path, |line| {
            let game = GameRecord::read(line)?;
            let number = game.number;
            if number / plan.round.max(1) != game.round || game.round > round {
                return Err(format!("game {number} does not belong to its round"));
            }
            match games.insert(number, game) {
                Some(_) => Err(format!("game {number} is there twice")),
                None => Ok(()),
            }
        })
        .map_err(|error| file_error(&path, error))?;
        let finished = games.split_off(&(round * plan.round));
        if games.len() as u64 != round * plan.round {
            let why = format!("{} games of {round} rounds are there", games.len());
            return Err(damaged(&path, why));
        }
        let mut window = Window::default();
        for game in games.values() {
            window.add(game, plan);
        }
        let matches = Matches::open(&folder)?;
        let text = std::fs::read_to_string(folder.file("rounds.csv")).unwrap_or_default();
        let mut reports = read_reports(&text);
        reports.retain(|report| report.games <= round * plan.round);
        Ok(Run {
            training,
            folder,
            learner,
            journal,
            finished,
            window,
            round,
            seconds,
            matches,
            reports,
        })
    }

    /// One round. `None` when the flag was raised in it; the finished games are kept.
    fn play_and_learn(&mut self, stop: &StopFlag) -> Result<Option<RoundReport>, RunError> {
        let start = Instant::now();
        let plan = &self.training.plan;
        let network = Arc::new(self.player()?);
        let first = self.round * plan.round;
        let numbers = first..first + plan.round;
        let missing = numbers.filter(|number| !self.finished.contains_key(number));
        let round = Round {
            plan,
            round: self.round,
            network: &network,
            numbers: missing.collect(),
        };
        let played = round.numbers.len();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel::<GameRecord>();
        let (journal, finished) = (&mut self.journal, &mut self.finished);
        let (learner, window) = (&mut *self.learner, &self.window);
        let (written, losses) = thread::scope(|scope| {
            for _ in 0..self.training.threads.max(1) {
                let (sender, round, next) = (sender.clone(), &round, &next);
                scope.spawn(move || round.play(next, &sender, stop));
            }
            drop(sender);
            let writer = scope.spawn(move || {
                for game in receiver {
                    journal.append(&game.write())?;
                    finished.insert(game.number, game);
                }
                journal.sync()
            });
            let losses = learn(learner, window, plan, stop);
            (writer.join().expect("the writer does not panic"), losses)
        });
        written.map_err(|error| file_error(&self.folder.file("games.log"), error))?;
        if stop.is_raised() {
            return Ok(None);
        }
        let games = std::mem::take(&mut self.finished);
        let seconds = start.elapsed().as_secs_f64();
        self.seconds += seconds;
        for game in games.values() {
            self.window.add(game, plan);
        }
        let learned_from = self.round * plan.round;
        self.round += 1;
        let report = RoundReport {
            games: self.round * plan.round,
            positions: self.window.total(),
            steps: self.learner.steps(),
            loss: losses,
            seconds: self.seconds,
            games_per_second: played as f64 / seconds.max(1e-9),
            ..of_games(&games)
        };
        self.keep(learned_from, &report)?;
        Ok(Some(report))
    }

    /// Who plays the next round: the newest network, or the best one.
    fn player(&self) -> Result<Residual, RunError> {
        if self.training.plan.gated {
            let path = self.folder.network(self.matches.best());
            return self.folder.load_network(&path);
        }
        Ok(self.learner.network())
    }

    /// Keeps the round: first what may be written twice, last the checkpoint that makes it count.
    fn keep(&mut self, learned_from: u64, report: &RoundReport) -> Result<(), RunError> {
        self.reports.push(*report);
        self.write_reports()?;
        if learned_from > 0 {
            let note = format!("{} steps, {}", report.steps, self.training.plan.shape);
            self.folder
                .save_network(learned_from, &self.learner.network(), &note)?;
        }
        self.folder.save(&Checkpoint {
            round: self.round,
            seconds: self.seconds,
            learner: self.learner.save(),
        })
    }

    /// Measures the network that has learned from this many games.
    fn measure(&mut self, games: u64, stop: &StopFlag) -> Result<String, RunError> {
        let start = Instant::now();
        let training = self.training;
        self.matches
            .measure(games, &training.measure, &training.plan, &self.folder, stop)?;
        self.seconds += start.elapsed().as_secs_f64();
        self.matches.write_curve(&self.folder)?;
        let best = self.folder.network(self.matches.best());
        let bytes = std::fs::read(&best).map_err(|error| file_error(&best, error))?;
        self.folder.replace("best.net", &bytes)?;
        let mut line = format!(
            "{games:>7} games measured in {:.0} s:",
            start.elapsed().as_secs_f64()
        );
        let now = self
            .matches
            .played()
            .iter()
            .filter(|one| one.games == games);
        for one in now {
            let score = 100.0 * one.tally.score().unwrap_or(f64::NAN);
            let _ = write!(line, "  {score:.0} % against {}", one.opponent);
        }
        let elo = self.matches.marks().last().map_or(0.0, |mark| mark.elo);
        let _ = write!(line, "  rating {elo:.0}, best ={}", self.matches.best());
        Ok(line)
    }

    fn write_reports(&self) -> Result<(), RunError> {
        let mut text = String::from(HEADER);
        for report in &self.reports {
            text += &report.csv();
        }
        self.folder.replace("rounds.csv", text.as_bytes())?;
        let series = |name: &str, color, value: fn(&RoundReport) -> f64| Series {
            name: name.to_owned(),
            color,
            points: self
                .reports
                .iter()
                .filter(|report| report.steps > 0)
                .map(|report| (report.games as f64, value(report)))
                .collect(),
            ..Series::default()
        };
        let plot = Plot {
            name: "loss".into(),
            title: "Loss".into(),
            x_label: "games of self-play".into(),
            y_label: "loss".into(),
            series: vec![
                series("policy", 0, |report| f64::from(report.loss.policy)),
                series("value", 1, |report| f64::from(report.loss.value)),
            ],
            ..Plot::default()
        };
        self.folder.replace("loss.svg", plot.to_svg().as_bytes())
    }
}

/// Learns until there have been as many steps as the positions allow.
fn learn(learner: &mut impl Learner, window: &Window, plan: &Plan, stop: &StopFlag) -> Loss {
    let wanted = plan.steps_after(window.total());
    let (mut sum, mut count) = (Loss::default(), 0_u16);
    while learner.steps() < wanted && !window.is_empty() && !stop.is_raised() {
        let loss = learner.step(&window.batch(plan, learner.steps()));
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

fn of_games(games: &BTreeMap<u64, GameRecord>) -> RoundReport {
    let count = games.len().max(1) as f64;
    let stones: usize = games.values().map(|game| game.moves.len()).sum();
    let black: f64 = games
        .values()
        .map(|game| f64::from(game.result + 1) / 2.0)
        .sum();
    RoundReport {
        mean_length: stones as f64 / count,
        black: black / count,
        ..RoundReport::default()
    }
}

const HEADER: &str =
    "games,positions,steps,policy loss,value loss,mean length,black,seconds,games per second\n";

impl RoundReport {
    fn csv(&self) -> String {
        format!(
            "{},{},{},{:.4},{:.4},{:.2},{:.3},{:.0},{:.2}\n",
            self.games,
            self.positions,
            self.steps,
            self.loss.policy,
            self.loss.value,
            self.mean_length,
            self.black,
            self.seconds,
            self.games_per_second
        )
    }

    fn line(&self) -> String {
        format!(
            "{:>7} games  {:>5.1} a second  {:>7} positions  {:>6} steps  loss {:.3} + {:.3}  length {:>4.1}  black {:>3.0} %  {:>4.0} min",
            self.games,
            self.games_per_second,
            self.positions,
            self.steps,
            self.loss.policy,
            self.loss.value,
            self.mean_length,
            100.0 * self.black,
            self.seconds / 60.0
        )
    }
}

/// The rounds of a file that was written earlier; lines that are none are left out.
fn read_reports(text: &str) -> Vec<RoundReport> {
    let read = |line: &str| {
        let fields: Vec<f64> = line
            .split(',')
            .map_while(|field| field.parse().ok())
            .collect();
        let [
            games,
            positions,
            steps,
            policy,
            value,
            mean_length,
            black,
            seconds,
            speed,
        ] = fields[..]
        else {
            return None;
        };
        Some(RoundReport {
            games: games as u64,
            positions: positions as u64,
            steps: steps as u64,
            loss: Loss {
                policy: policy as f32,
                value: value as f32,
            },
            mean_length,
            black,
            seconds,
            games_per_second: speed,
        })
    };
    text.lines().skip(1).filter_map(read).collect()
}

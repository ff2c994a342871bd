//! Trains AlphaZero: `cargo run --release -p learn --features framework --bin train-zero -- --size 9 --out DIR`.
//!
//! It is a program of its own because the tensor framework takes ten minutes to compile.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use gomoku::{Rule, Size, StopFlag};
use learn::zero::folder::{Folder, RunError};
use learn::zero::rating::Measure;
use learn::zero::{BurnLearner, Plan, Training, picture};
use nets::Residual;
use nets::residual::Shape;

/// A residual network that learns the game from nothing. Stopped or killed, it goes on when it is called again.
#[derive(Debug, Parser)]
#[command(name = "train-zero", version)]
struct Args {
    /// The folder of the run.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Points on a side.
    #[arg(long, default_value = "9")]
    size: Size,
    /// The rule.
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Where all random numbers begin.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hours after which the run ends, those before an interruption included.
    #[arg(long, default_value_t = 3.0)]
    hours: f64,
    /// Games after which the run ends.
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Threads that play.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Threads that learn.
    #[arg(long, default_value_t = 1)]
    learner_threads: usize,
    /// The slides' choices instead of ours.
    #[arg(long)]
    slides: bool,
    /// Blocks and channels of the network.
    #[arg(long, value_name = "4x32")]
    net: Option<Shape>,
    /// Games of a round, all of one network.
    #[arg(long)]
    round: Option<u64>,
    /// Visits of a full search.
    #[arg(long)]
    visits: Option<usize>,
    /// Visits of a fast search.
    #[arg(long)]
    fast_visits: Option<usize>,
    /// How many of the searches are full.
    #[arg(long)]
    full_share: Option<f64>,
    /// Moves that sequential halving considers; 0 for PUCT.
    #[arg(long)]
    considered: Option<usize>,
    /// What a value counts beside a logit.
    #[arg(long)]
    scale: Option<f64>,
    /// c of PUCT.
    #[arg(long)]
    cpuct: Option<f64>,
    /// Positions that a solver of fours looks at for each leaf.
    #[arg(long)]
    vcf: Option<u64>,
    /// Up to this many first moves are drawn by lot.
    #[arg(long)]
    opening: Option<u64>,
    /// How much of the value is the search's and not the result's.
    #[arg(long)]
    search_share: Option<f32>,
    /// The fewest and the most positions that are remembered; between them it is half of all.
    #[arg(long, num_args = 2, value_names = ["FEWEST", "MOST"])]
    window: Option<Vec<usize>>,
    /// Positions of a step.
    #[arg(long)]
    batch: Option<usize>,
    /// How often each position is learned from in the mean.
    #[arg(long)]
    reuse: Option<f64>,
    /// The learning rate.
    #[arg(long)]
    rate: Option<f64>,
    /// After these steps the rate is divided by ten, or multiplied by --factor.
    #[arg(long, value_delimiter = ',')]
    drops: Option<Vec<u64>>,
    /// What the rate is multiplied by.
    #[arg(long)]
    factor: Option<f64>,
    /// Let only a network play that has beaten the best one.
    #[arg(long)]
    gated: bool,
    /// Games between two measurements.
    #[arg(long, default_value_t = 1000)]
    every: u64,
    /// Whom the networks are measured against.
    #[arg(long, value_name = "SPEC", default_values = ["random", "greedy", "minimax:depth=3", "mcts:iterations=1000"])]
    opponent: Vec<String>,
    /// Games against each of them; 0 for none.
    #[arg(long, default_value_t = 20)]
    rating_games: u64,
    /// Games against the best network so far.
    #[arg(long, default_value_t = 40)]
    gate_games: u64,
    /// Visits of the network in these matches.
    #[arg(long, default_value_t = 64)]
    rating_visits: u64,
    /// Train no further: draw the networks after these many games.
    #[arg(long, value_name = "0,800,4400", value_delimiter = ',')]
    pictures: Option<Vec<u64>>,
}

impl Args {
    fn plan(&self) -> Plan {
        let mut plan = Plan::new(self.size, self.seed);
        if self.slides {
            plan = Plan {
                size: self.size,
                ..Plan::slides(self.seed)
            };
        }
        plan.rule = self.rule;
        plan.gated |= self.gated;
        let schedule = plan.schedule.clone();
        Plan {
            shape: self.net.unwrap_or(plan.shape),
            round: self.round.unwrap_or(plan.round).max(1),
            visits: self.visits.unwrap_or(plan.visits).max(1),
            fast_visits: self.fast_visits.unwrap_or(plan.fast_visits).max(1),
            full_share: self.full_share.unwrap_or(plan.full_share).clamp(0.0, 1.0),
            considered: self.considered.unwrap_or(plan.considered),
            scale: self.scale.unwrap_or(plan.scale),
            cpuct: self.cpuct.unwrap_or(plan.cpuct),
            solver: self.vcf.unwrap_or(plan.solver),
            opening: self.opening.unwrap_or(plan.opening),
            search_share: self.search_share.unwrap_or(plan.search_share),
            window: match self.window.as_deref() {
                Some(&[fewest, most]) => (fewest, most),
                _ => plan.window,
            },
            batch: self.batch.unwrap_or(plan.batch).max(1),
            reuse: self.reuse.unwrap_or(plan.reuse),
            schedule: learn::zero::Schedule {
                rate: self.rate.unwrap_or(schedule.rate),
                drops: self.drops.clone().unwrap_or(schedule.drops),
                factor: self.factor.unwrap_or(schedule.factor),
                ..schedule
            },
            ..plan
        }
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    let plan = args.plan();
    if let Some(games) = &args.pictures {
        let folder = Folder::open(&args.out, &plan.to_string());
        return match folder.and_then(|folder| picture::draw(&folder, &plan, games)) {
            Ok(files) => {
                files.iter().for_each(|file| println!("{}", file.display()));
                ExitCode::SUCCESS
            }
            Err(error) => fail(&error),
        };
    }
    let network = Residual::random(plan.shape, plan.seed);
    let mut learner = BurnLearner::new(&network, plan.schedule.clone(), args.learner_threads);
    let training = Training {
        plan,
        out: args.out,
        threads: args.threads,
        games: args.games,
        hours: args.hours,
        measure: Measure {
            every: args.every,
            opponents: args.opponent,
            games: args.rating_games,
            gate_games: args.gate_games,
            visits: args.rating_visits,
            threads: args.threads,
        },
    };
    let stop = StopFlag::new();
    let raised = stop.clone();
    // The first interrupt ends the round, the second the program.
    let _ = ctrlc::set_handler(move || {
        if raised.is_raised() {
            std::process::exit(130);
        }
        raised.raise();
    });
    match training.run(&mut learner, &stop, |line| eprintln!("{line}")) {
        Ok(games) => {
            println!("{} after {games} games", training.out.display());
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}

fn fail(error: &RunError) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}

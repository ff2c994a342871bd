//! Command-line arguments.

use std::path::PathBuf;

use clap::Parser;
use gomoku::{Rule, Size};
use learn::zero::{Plan, Schedule};
use nets::residual::Shape;

/// A residual network that learns the game from nothing. Stopped or killed, it goes on when it is called again.
#[derive(Debug, Parser)]
#[command(name = "train-zero", version)]
pub(crate) struct Args {
    /// The folder of the run.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Points on a side.
    #[arg(long, default_value = "9")]
    pub(crate) size: Size,
    /// The rule.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Where all random numbers begin.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Hours after which the run ends, those before an interruption included.
    #[arg(long, default_value_t = 3.0)]
    pub(crate) hours: f64,
    /// Games after which the run ends.
    #[arg(long, default_value_t = 1_000_000)]
    pub(crate) games: u64,
    /// Threads that play.
    #[arg(long, default_value_t = 2)]
    pub(crate) threads: usize,
    /// Threads that learn.
    #[arg(long, default_value_t = 1)]
    pub(crate) learner_threads: usize,
    /// The slides' choices instead of ours.
    #[arg(long)]
    pub(crate) slides: bool,
    /// Blocks and channels of the network.
    #[arg(long, value_name = "4x32")]
    pub(crate) net: Option<Shape>,
    /// Games of a round, all of one network.
    #[arg(long)]
    pub(crate) round: Option<u64>,
    /// Visits of a full search.
    #[arg(long)]
    pub(crate) visits: Option<usize>,
    /// Visits of a fast search.
    #[arg(long)]
    pub(crate) fast_visits: Option<usize>,
    /// How many of the searches are full.
    #[arg(long)]
    pub(crate) full_share: Option<f64>,
    /// Moves that sequential halving considers; 0 for PUCT.
    #[arg(long)]
    pub(crate) considered: Option<usize>,
    /// What a value counts beside a logit.
    #[arg(long)]
    pub(crate) scale: Option<f64>,
    /// c of PUCT.
    #[arg(long)]
    pub(crate) cpuct: Option<f64>,
    /// Positions that a solver of fours looks at for each leaf.
    #[arg(long)]
    pub(crate) vcf: Option<u64>,
    /// Up to this many first moves are drawn by lot.
    #[arg(long)]
    pub(crate) opening: Option<u64>,
    /// How much of the value is the search's and not the result's.
    #[arg(long)]
    pub(crate) search_share: Option<f32>,
    /// The fewest and the most positions that are remembered; between them it is half of all.
    #[arg(long, num_args = 2, value_names = ["FEWEST", "MOST"])]
    pub(crate) window: Option<Vec<usize>>,
    /// Positions of a step.
    #[arg(long)]
    pub(crate) batch: Option<usize>,
    /// How often each position is learned from in the mean.
    #[arg(long)]
    pub(crate) reuse: Option<f64>,
    /// The learning rate.
    #[arg(long)]
    pub(crate) rate: Option<f64>,
    /// After these steps the rate is divided by ten, or multiplied by --factor.
    #[arg(long, value_delimiter = ',')]
    pub(crate) drops: Option<Vec<u64>>,
    /// What the rate is multiplied by.
    #[arg(long)]
    pub(crate) factor: Option<f64>,
    /// Let only a network play that has beaten the best one.
    #[arg(long)]
    pub(crate) gated: bool,
    /// Games between two measurements.
    #[arg(long, default_value_t = 1000)]
    pub(crate) every: u64,
    /// Whom the networks are measured against.
    #[arg(long, value_name = "SPEC", default_values = ["random", "greedy", "minimax:depth=3", "mcts:iterations=1000"])]
    pub(crate) opponent: Vec<String>,
    /// Games against each of them; 0 for none.
    #[arg(long, default_value_t = 20)]
    pub(crate) rating_games: u64,
    /// Games against the best network so far.
    #[arg(long, default_value_t = 40)]
    pub(crate) gate_games: u64,
    /// Visits of the network in these matches.
    #[arg(long, default_value_t = 64)]
    pub(crate) rating_visits: u64,
    /// Train no further: draw the networks after these many games.
    #[arg(long, value_name = "0,800,4400", value_delimiter = ',')]
    pub(crate) pictures: Option<Vec<u64>>,
}

impl Args {
    /// The training configuration: the defaults with what was given.
    pub(crate) fn plan(&self) -> Plan {
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
            schedule: Schedule {
                rate: self.rate.unwrap_or(schedule.rate),
                drops: self.drops.clone().unwrap_or(schedule.drops),
                factor: self.factor.unwrap_or(schedule.factor),
                ..schedule
            },
            ..plan
        }
    }
}

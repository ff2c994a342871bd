//! Command-line arguments.

use std::path::PathBuf;

use clap::Parser;
use gomoku::{Rule, Size};
use learn::zero::rating::RatingConfig;
use learn::zero::{OptimizerConfig, TrainConfig};
use nets::residual::Shape;

/// Train an AlphaZero network by self-play. A run that was stopped or killed resumes when the same command is given again.
#[derive(Debug, Parser)]
#[command(name = "train-zero", version)]
pub(crate) struct Args {
    /// Folder of the run
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Board size
    #[arg(long, default_value = "9")]
    size: Size,
    /// Game rule
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hours after which the run ends, including those before interruptions
    #[arg(long, default_value_t = 3.0)]
    pub(crate) hours: f64,
    /// Games after which the run ends
    #[arg(long, default_value_t = 1_000_000)]
    pub(crate) games: u64,
    /// Self-play threads
    #[arg(long, default_value_t = 2)]
    pub(crate) threads: usize,
    /// Training threads
    #[arg(long, default_value_t = 1)]
    pub(crate) learner_threads: usize,
    /// Start from the settings of Zhong's slides instead of the defaults
    #[arg(long)]
    slides: bool,
    /// Blocks and channels of the network
    #[arg(long, value_name = "4x32")]
    net: Option<Shape>,
    /// Self-play games per iteration; one network plays all of them
    #[arg(long)]
    games_per_iteration: Option<u64>,
    /// Visits of a full search
    #[arg(long)]
    visits: Option<usize>,
    /// Visits of a fast search
    #[arg(long)]
    fast_visits: Option<usize>,
    /// Fraction of searches that are full
    #[arg(long)]
    full_search_fraction: Option<f64>,
    /// Moves considered by sequential halving at the root; 0 for PUCT
    #[arg(long)]
    considered_moves: Option<usize>,
    /// Scale of the value relative to the logits in Gumbel's score
    #[arg(long)]
    value_scale: Option<f64>,
    /// Exploration constant of PUCT
    #[arg(long)]
    cpuct: Option<f64>,
    /// Nodes of the VCF solver at each leaf; 0 for no solver
    #[arg(long)]
    vcf_nodes: Option<u64>,
    /// Each game starts with 0 to this many random plies
    #[arg(long)]
    max_opening_plies: Option<u64>,
    /// Weight of the search value in the value target; the game result has the rest
    #[arg(long)]
    search_value_weight: Option<f32>,
    /// Minimum and maximum size of the replay buffer; in between it holds half of all positions
    #[arg(long, num_args = 2, value_names = ["MIN", "MAX"])]
    window: Option<Vec<usize>>,
    /// Samples per training step
    #[arg(long)]
    batch_size: Option<usize>,
    /// How often each position is trained on, on average
    #[arg(long)]
    replay_ratio: Option<f64>,
    /// Initial learning rate
    #[arg(long)]
    learning_rate: Option<f64>,
    /// Steps at which the learning rate is multiplied by --gamma
    #[arg(long, value_delimiter = ',')]
    milestones: Option<Vec<u64>>,
    /// Factor of the learning rate at each milestone
    #[arg(long)]
    gamma: Option<f64>,
    /// Let only networks play that won their gate match
    #[arg(long)]
    gated: bool,
    /// Self-play games between two ratings
    #[arg(long, default_value_t = 1000)]
    rating_every: u64,
    /// Fixed player to rate against; may be repeated
    #[arg(long, value_name = "SPEC", default_values = ["random", "greedy", "minimax:depth=3", "mcts:iterations=1000"])]
    opponent: Vec<String>,
    /// Rating games against each fixed player; 0 for none
    #[arg(long, default_value_t = 20)]
    rating_games: u64,
    /// Rating games against the best network so far
    #[arg(long, default_value_t = 40)]
    gate_games: u64,
    /// Visits per move in rating games
    #[arg(long, default_value_t = 64)]
    rating_visits: u64,
    /// Do not train: render the networks trained on these numbers of games as SVG
    #[arg(long, value_name = "0,800,4400", value_delimiter = ',')]
    pub(crate) pictures: Option<Vec<u64>>,
}

impl Args {
    /// The training configuration: the defaults, or the slides' settings, with the given options.
    pub(crate) fn config(&self) -> TrainConfig {
        let defaults = if self.slides {
            TrainConfig {
                size: self.size,
                ..TrainConfig::slides(self.seed)
            }
        } else {
            TrainConfig::new(self.size, self.seed)
        };
        let optimizer = defaults.optimizer.clone();
        TrainConfig {
            rule: self.rule,
            gated: defaults.gated || self.gated,
            shape: self.net.unwrap_or(defaults.shape),
            games_per_iteration: self
                .games_per_iteration
                .unwrap_or(defaults.games_per_iteration)
                .max(1),
            visits: self.visits.unwrap_or(defaults.visits).max(1),
            fast_visits: self.fast_visits.unwrap_or(defaults.fast_visits).max(1),
            full_search_fraction: self
                .full_search_fraction
                .unwrap_or(defaults.full_search_fraction)
                .clamp(0.0, 1.0),
            considered_moves: self.considered_moves.unwrap_or(defaults.considered_moves),
            value_scale: self.value_scale.unwrap_or(defaults.value_scale),
            cpuct: self.cpuct.unwrap_or(defaults.cpuct),
            vcf_nodes: self.vcf_nodes.unwrap_or(defaults.vcf_nodes),
            max_opening_plies: self.max_opening_plies.unwrap_or(defaults.max_opening_plies),
            search_value_weight: self
                .search_value_weight
                .unwrap_or(defaults.search_value_weight),
            window: match self.window.as_deref() {
                Some(&[min, max]) => (min, max),
                _ => defaults.window,
            },
            batch_size: self.batch_size.unwrap_or(defaults.batch_size).max(1),
            replay_ratio: self.replay_ratio.unwrap_or(defaults.replay_ratio),
            optimizer: OptimizerConfig {
                learning_rate: self.learning_rate.unwrap_or(optimizer.learning_rate),
                milestones: self.milestones.clone().unwrap_or(optimizer.milestones),
                gamma: self.gamma.unwrap_or(optimizer.gamma),
                ..optimizer
            },
            ..defaults
        }
    }

    /// How the networks are rated.
    pub(crate) fn rating(&self) -> RatingConfig {
        RatingConfig {
            every: self.rating_every,
            opponents: self.opponent.clone(),
            games: self.rating_games,
            gate_games: self.gate_games,
            visits: self.rating_visits,
            threads: self.threads,
        }
    }
}

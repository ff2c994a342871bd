//! Arguments of `tengen train`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use gomoku::Size;

use super::range;

#[derive(Debug, Subcommand)]
pub(crate) enum TrainCommand {
    /// Train a critic of the ADP papers by self-play (TD learning).
    Adp(Box<TrainAdpArgs>),
    /// Train the engine's line network on labeled positions; the same command resumes an interrupted run.
    Network(TrainNetworkArgs),
    /// Train a residual network from scratch (AlphaZero); runs the separate program `train-zero`.
    #[command(disable_help_flag = true)]
    Zero(TrainZeroArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NetName {
    /// 20 patterns, 274 inputs (Zhao, Zhang and Dai 2012).
    Zhao,
    /// 32 patterns, 322 inputs (Cao and Lin 2019).
    Cao,
    /// 29 patterns, 292 inputs (Chen and Zhang).
    Chen,
    /// Cao and Lin's patterns plus counts of crossing threats, 842 inputs; not from a paper.
    Threats,
}

impl NetName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            NetName::Zhao => "zhao",
            NetName::Cao => "cao",
            NetName::Chen => "chen",
            NetName::Threats => "threats",
        }
    }
}

/// The input encodings that Zhao's table 2 compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ablation {
    /// Raw counts: 122 inputs, 60 hidden units.
    Counts,
    /// Side to move as two inputs: 196 inputs, 60 hidden units.
    Turn,
    /// Without the side to move: 194 inputs, 60 hidden units.
    NoTurn,
    /// Raw stones of the board: 452 inputs, 100 hidden units.
    Board,
}

impl Ablation {
    /// The name of the inputs and the number of hidden units.
    pub(crate) fn network(self) -> (&'static str, usize) {
        match self {
            Ablation::Counts => ("zhao-counts", 60),
            Ablation::Turn => ("zhao-turn", 60),
            Ablation::NoTurn => ("zhao-no-turn", 60),
            Ablation::Board => ("zhao-board", 100),
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen train adp --net cao --games 60000 --seed 1 --out my.critic
  tengen match adp:net=my.critic greedy")]
pub(crate) struct TrainAdpArgs {
    /// Critic and training schedule of this paper.
    #[arg(long, value_enum)]
    pub(crate) net: NetName,
    /// Total self-play games, including those of a resumed run.
    #[arg(long, value_name = "N", value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) games: u64,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Output file of the critic; FILE.csv, FILE.svg and FILE.txt are written next to it.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Continue from the output file if it exists.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Board size, 5 to 22.
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) size: Size,
    /// Input encoding of zhao's table 2.
    #[arg(long, value_enum)]
    pub(crate) ablation: Option<Ablation>,
    /// Games between checkpoints; by default a tenth of all.
    #[arg(long, value_name = "GAMES", value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) every: Option<u64>,
    /// Rating opponent at each checkpoint; repeatable.
    #[arg(long, value_name = "SPEC", default_values = ["greedy", "minimax:depth=2"])]
    pub(crate) opponent: Vec<String>,
    /// Rating games per opponent; 0 disables ratings.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = range::within::<u64>(range::OPTIONAL_COUNT))]
    pub(crate) rating_games: u64,
    /// Number of hidden units; by default the paper's.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=nets::kernel::HIDDEN as i64))]
    pub(crate) hidden: Option<u16>,
    /// Learning rate of both layers; by default the paper's.
    #[arg(long, value_parser = range::fraction)]
    pub(crate) learning_rate: Option<f64>,
    /// Probability of a random move; by default the paper's schedule.
    #[arg(long, value_parser = range::fraction)]
    pub(crate) epsilon: Option<f64>,
    /// Anneal learning rate and epsilon to a tenth over the second half of the games.
    #[arg(long)]
    pub(crate) anneal: bool,
    /// Random first moves on the whole board in every game, as in Zhao's first phase.
    #[arg(long)]
    pub(crate) random_first_moves: bool,
    /// TD(lambda) instead of TD(0).
    #[arg(long, default_value_t = 0.0, value_parser = range::fraction)]
    pub(crate) lambda: f64,
    /// Capacity of the replay buffer in transitions; 0 disables it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = range::within::<u32>(0..=10_000_000))]
    pub(crate) replay_capacity: u32,
    /// Replayed transitions per game.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = range::within::<u32>(0..=1_000_000))]
    pub(crate) replays_per_game: u32,
    /// Also learn from each game with the colors swapped.
    #[arg(long)]
    pub(crate) swap_players: bool,
    /// VCF nodes per move to label won positions; 0 disables it.
    #[arg(long, value_name = "NODES", default_value_t = 0, value_parser = range::within::<u64>(range::OPTIONAL_NODES))]
    pub(crate) vcf_nodes: u64,
    /// Games per weight update; 0 updates at once.
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = range::within::<u32>(0..=1_000_000))]
    pub(crate) batch_games: u32,
    /// Do not learn from random moves.
    #[arg(long)]
    pub(crate) cut_traces: bool,
    /// Maximum random opening stones near the center; each game draws 1 to this many. 0 disables them.
    #[arg(long, value_name = "STONES", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=12))]
    pub(crate) max_opening_stones: u8,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen data generate --games 100000 --out freestyle.positions
  tengen train network --out net freestyle.positions
  tengen match tengen:weights=net/network.weights tengen --openings balanced")]
pub(crate) struct TrainNetworkArgs {
    /// Files that `tengen data generate` wrote, of one rule.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Output folder: network.weights, checkpoint, curve.csv, curve.svg and record.txt.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Passes over the positions.
    #[arg(long, default_value_t = 5, value_parser = range::within::<u64>(1..=1_000))]
    pub(crate) epochs: u64,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = range::within::<usize>(1..=65_536))]
    pub(crate) batch_size: usize,
    /// Peak learning rate; it decays along a cosine.
    #[arg(long, default_value_t = 0.002, value_parser = range::fraction)]
    pub(crate) learning_rate: f64,
    /// Weight decay of AdamW.
    #[arg(long, default_value_t = 0.1, value_parser = range::fraction)]
    pub(crate) weight_decay: f64,
    /// Weight of the policy's loss.
    #[arg(long, default_value_t = 0.1, value_parser = range::fraction)]
    pub(crate) policy_share: f64,
    /// Weight of the result, beside the search, in the target of positions of the game itself.
    #[arg(long, default_value_t = 0.3, value_parser = range::fraction)]
    pub(crate) result_share: f64,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TrainZeroArgs {
    /// Arguments for `train-zero`, such as `--size 9 --out DIR`.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    pub(crate) rest: Vec<OsString>,
}

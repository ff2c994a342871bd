//! What can be typed after `tengen train`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use gomoku::Size;

#[derive(Debug, Subcommand)]
pub(crate) enum TrainCommand {
    /// Let a critic of the ADP papers teach itself by playing.
    Adp(Box<TrainAdpArgs>),
    /// Let a residual network learn the game from nothing. A program of its own does it: `train-zero`.
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
    /// Cao and Lin's patterns and the points in which threats cross, 842 inputs; no paper's.
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

/// The encodings that Zhao's table 2 compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ablation {
    /// Counts as they are: 122 inputs, 60 hidden units.
    Counts,
    /// The turn as two inputs: 196 inputs, 60 hidden units.
    Turn,
    /// No turn: 194 inputs, 60 hidden units.
    NoTurn,
    /// The stones of the board: 452 inputs, 100 hidden units.
    Board,
}

impl Ablation {
    /// The inputs and the hidden units.
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
pub(crate) struct TrainAdpArgs {
    /// Whose critic, with its training.
    #[arg(long, value_enum)]
    pub(crate) net: NetName,
    /// Self-play games in all.
    #[arg(long)]
    pub(crate) games: u64,
    /// Where all random numbers begin.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// The critic's file; FILE.csv, FILE.svg and FILE.txt are written beside it.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Go on from the file if it is there.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Points on a side, 5 to 22.
    #[arg(long, default_value = "15")]
    pub(crate) size: Size,
    /// Other inputs for zhao, as in the paper's table 2.
    #[arg(long, value_enum)]
    pub(crate) ablation: Option<Ablation>,
    /// Games between two checkpoints; a tenth of all when nothing is said.
    #[arg(long)]
    pub(crate) every: Option<u64>,
    /// Who the critic is measured against at each checkpoint; may be given several times.
    #[arg(long, value_name = "SPEC", default_values = ["greedy", "minimax:depth=2"])]
    pub(crate) opponent: Vec<String>,
    /// Games against each opponent; 0 for no ratings.
    #[arg(long, default_value_t = 40)]
    pub(crate) rating_games: u64,
    /// Hidden units, instead of the paper's.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=nets::kernel::HIDDEN as i64))]
    pub(crate) hidden: Option<u16>,
    /// Learning rate of both layers, instead of the paper's.
    #[arg(long, value_parser = fraction)]
    pub(crate) rate: Option<f64>,
    /// How often a move is drawn by lot, instead of the paper's schedule.
    #[arg(long, value_parser = fraction)]
    pub(crate) epsilon: Option<f64>,
    /// Divides the learning rate and epsilon by ten over the last half of the games.
    #[arg(long)]
    pub(crate) anneal: bool,
    /// Draws the second stone from the whole board in all games, as Zhao does at first.
    #[arg(long)]
    pub(crate) random_beginning: bool,
    /// TD(lambda) instead of TD(0).
    #[arg(long, default_value_t = 0.0, value_parser = fraction)]
    pub(crate) lambda: f64,
    /// Transitions to remember and learn from again.
    #[arg(long, default_value_t = 0)]
    pub(crate) replay: u32,
    /// How many of them after each game.
    #[arg(long, default_value_t = 32)]
    pub(crate) replayed: u32,
    /// Learn from each game also with the players exchanged.
    #[arg(long)]
    pub(crate) swap: bool,
    /// Positions that a solver may look at after each move, to teach that fours win them.
    #[arg(long, default_value_t = 0)]
    pub(crate) solver: u64,
    /// Games whose steps are summed before the weights change.
    #[arg(long, default_value_t = 0)]
    pub(crate) batch: u32,
    /// Do not learn from moves that were drawn by lot.
    #[arg(long)]
    pub(crate) cut: bool,
    /// Most stones that are put near the center by lot before a game; each game draws how many, from one on.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=12))]
    pub(crate) opening: u8,
}

fn fraction(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| format!("{text:?} is not a number from 0 to 1"))
}

#[derive(Debug, clap::Args)]
pub(crate) struct TrainZeroArgs {
    /// What is handed to `train-zero`, such as `--size 9 --out DIR`.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGS"
    )]
    pub(crate) rest: Vec<OsString>,
}

//! Arguments of `tengen data`.

use std::path::PathBuf;

use clap::Subcommand;
use gomoku::Rule;

use super::range;

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Generate labeled positions for training a network; the same command resumes an interrupted run.
    #[command(
        after_help = "Example:\n  tengen data generate --rule renju --games 100000 --out renju-15.positions"
    )]
    Generate(DataGenerateArgs),
    /// Summarize files of labeled positions.
    Info(DataInfoArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct DataGenerateArgs {
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Points on a side of the board, 8 to 22.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(8..=22))]
    pub(crate) size: u8,
    /// Total games, including those already in the file.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    pub(crate) games: u64,
    /// Nodes per move of a game.
    #[arg(long, default_value_t = 1_000, value_parser = range::within::<u64>(range::NODES))]
    pub(crate) nodes: u64,
    /// Nodes of the search that labels a position off the game.
    #[arg(long, default_value_t = 1_000, value_parser = range::within::<u64>(range::NODES))]
    pub(crate) label_nodes: u64,
    /// Positions of each game itself, at most.
    #[arg(long, default_value_t = 10, value_parser = range::within::<u32>(0..=400))]
    pub(crate) on_path: u32,
    /// Positions a few random moves off each game, at most.
    #[arg(long, default_value_t = 20, value_parser = range::within::<u32>(0..=10_000))]
    pub(crate) off_path: u32,
    /// Weights to play and label with; the shipped ones by default.
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Threads; one per core by default.
    #[arg(long, value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) threads: Option<usize>,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// The file to write or to continue.
    #[arg(long)]
    pub(crate) out: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DataInfoArgs {
    /// Files that `tengen data generate` wrote, of one rule.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

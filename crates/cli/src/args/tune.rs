//! Arguments of `tengen tune`.

use std::path::PathBuf;

use clap::Subcommand;
use gomoku::Rule;

use super::range;

#[derive(Debug, Subcommand)]
pub(crate) enum TuneCommand {
    /// Fit evaluation and move ordering to self-play games; resumes after an interruption.
    Eval(TuneEvalArgs),
    /// Tune search parameters by SPSA over game pairs; resumes after an interruption.
    Search(TuneSearchArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneSearchArgs {
    /// Rule: freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Total game pairs, including those of earlier runs.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) pairs: u64,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = range::within::<u64>(range::NODES))]
    pub(crate) nodes: u64,
    /// File with the state of the run.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Threads; by default one per core.
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) threads: Option<usize>,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneEvalArgs {
    /// Rule: freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Total self-play games, including those of earlier runs.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) games: u64,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = range::within::<u64>(range::NODES))]
    pub(crate) nodes: u64,
    /// Training positions sampled from the games.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = range::within::<u64>(range::COUNT))]
    pub(crate) positions: u64,
    /// Nodes of the search that labels each position.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = range::within::<u64>(range::NODES))]
    pub(crate) label_nodes: u64,
    /// Directory for games, positions and weights.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Weights for playing and labeling; by default the shipped ones.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Threads; by default one per core.
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) threads: Option<usize>,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

//! What can be typed after `tengen tune`.

use std::path::PathBuf;

use clap::Subcommand;
use gomoku::Rule;

#[derive(Debug, Subcommand)]
pub(crate) enum TuneCommand {
    /// Play games and fit evaluation and move order to them; goes on where it was stopped.
    Eval(TuneEvalArgs),
    /// Tune the numbers of the search by pairs of games; goes on where it was stopped.
    Search(TuneSearchArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneSearchArgs {
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Pairs of games, those of earlier runs included.
    #[arg(long, default_value_t = 5_000)]
    pub(crate) pairs: u64,
    /// Positions for each move of a game.
    #[arg(long, default_value_t = 2_000)]
    pub(crate) nodes: u64,
    /// The file that keeps the state.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// Threads; one for each core when it is left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneEvalArgs {
    /// freestyle, standard, renju, caro or caro-exact.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
    /// Games to start from, those of earlier runs included.
    #[arg(long, default_value_t = 5_000)]
    pub(crate) games: u64,
    /// Positions for each move of a game.
    #[arg(long, default_value_t = 2_000)]
    pub(crate) nodes: u64,
    /// Positions near these games to learn from.
    #[arg(long, default_value_t = 200_000)]
    pub(crate) positions: u64,
    /// What the search that labels each of them may visit.
    #[arg(long, default_value_t = 3_000)]
    pub(crate) label_nodes: u64,
    /// Where games, positions and weights are written.
    #[arg(long)]
    pub(crate) out: PathBuf,
    /// Weights to play and label with; the shipped ones when left out.
    #[arg(long)]
    pub(crate) weights: Option<PathBuf>,
    /// Threads; one for each core when it is left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Where the random numbers begin.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
}

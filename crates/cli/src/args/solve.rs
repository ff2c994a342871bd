//! Arguments of the solver commands: `solve`, `verify` and `forbidden`.

use std::path::PathBuf;
use std::time::Duration;

use arena::duration;
use gomoku::{Limits, Rule};
use threats::SolverKind;

use super::{MovesArgs, PositionArgs, range};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen solve --kind vcf --moves h8a1i8a2j8a15
  tengen solve --kind vct --moves h8a1i9a2h10a15 --time 10s --proof win.sgf")]
pub(crate) struct SolveArgs {
    /// Solver: vcf (continuous fours), vct (continuous threats), or the papers' andor, tss and vcx.
    #[arg(long)]
    pub(crate) kind: SolverKind,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Time limit, such as 250ms, 5s or 2m.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    pub(crate) time: Option<Duration>,
    /// Node limit.
    #[arg(long, value_name = "N", value_parser = range::within::<u64>(range::NODES))]
    pub(crate) nodes: Option<u64>,
    /// Memory limit in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub(crate) memory: u64,
    /// Write the proof tree of a win to this SGF file.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            turn_time: self.time,
            nodes: self.nodes,
            memory: Some(self.memory << 20),
            ..Limits::default()
        }
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// Proof written by `tengen solve --proof`.
    pub(crate) file: PathBuf,
    /// Rule, if the file does not contain it.
    #[arg(long, default_value = "freestyle")]
    pub(crate) rule: Rule,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  tengen forbidden --moves h10a1h9a2g8a3i8a4")]
pub(crate) struct ForbiddenArgs {
    #[command(flatten)]
    pub(crate) position: MovesArgs,
    /// Print JSON: a sorted list of points.
    #[arg(long)]
    pub(crate) json: bool,
}

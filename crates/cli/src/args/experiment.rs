//! The arguments of `tengen experiment`.

use std::path::PathBuf;

use clap::Subcommand;

use super::range;

#[derive(Debug, Subcommand)]
pub(crate) enum ExperimentCommand {
    /// List the experiments.
    List,
    /// Run an experiment, or resume it; prints its tables, ours beside the paper's.
    Run(ExperimentArgs),
    /// Copy the results of a full run to a folder that can be committed: tables, plots and summary.json.
    Publish(PublishArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExperimentArgs {
    /// Name from the list, or a TOML file.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub(crate) name: Option<String>,
    /// Run every experiment of the list; goes on after a failure.
    #[arg(long)]
    pub(crate) all: bool,
    /// Few games, as a smoke test; beside the results of a full run, those go to DIR/NAME-quick.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Output folder; the results go to DIR/NAME. Results of another version of the experiment or of the program are
    /// kept in DIR/NAME.1, DIR/NAME.2 and so on.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) out: PathBuf,
    /// Games played in parallel [default: one per core].
    #[arg(long, value_name = "N", value_parser = range::within::<usize>(range::CONCURRENCY))]
    pub(crate) concurrency: Option<usize>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PublishArgs {
    /// Name of the experiment.
    pub(crate) name: String,
    /// Output folder of the run.
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(crate) out: PathBuf,
    /// Where the files go, in a folder NAME.
    #[arg(long, value_name = "DIR", default_value = "docs/papers/results")]
    pub(crate) to: PathBuf,
    /// Replace a result that rests on more games.
    #[arg(long)]
    pub(crate) replace: bool,
}

//! `tengen experiment`: the experiments of the laboratory.

use crate::args::ExperimentCommand;

pub(crate) fn run(_: &ExperimentCommand) -> anyhow::Result<()> {
    anyhow::bail!("not built yet")
}

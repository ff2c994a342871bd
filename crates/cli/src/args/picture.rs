//! Arguments of `tengen picture`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen picture                                          list the pictures
  tengen picture liao-2019-figure-4-4 --out 4-4.svg
  tengen picture --all --out pictures/")]
pub(crate) struct PictureArgs {
    /// The picture; without it, the pictures are listed.
    #[arg(conflicts_with = "all")]
    pub(crate) name: Option<String>,
    /// Draw all pictures.
    #[arg(long, requires = "out")]
    pub(crate) all: bool,
    /// File to write, or the folder with `--all`; by default the standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

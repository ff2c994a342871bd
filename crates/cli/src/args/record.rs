//! Arguments of the commands that read game records: `show` and `convert`.

use std::path::PathBuf;

use clap::ValueEnum;
use gomoku::notation::RowOrigin;

use gomoku::{Rule, Size};
use records::FileFormat;

use super::PositionArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen show --moves h8i9g7
  tengen show game.sgf")]
pub(crate) struct ShowArgs {
    /// Game record (psq, sgf, lib, pos or a move list); `-` reads standard input.
    #[arg(conflicts_with = "moves")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tengen convert game.psq game.sgf
  tengen convert library.lib - --to sgf")]
pub(crate) struct ConvertArgs {
    /// Record to read; `-` reads standard input.
    pub(crate) input: PathBuf,
    /// Record to write; `-` writes to standard output.
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Output format; by default from the file extension.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Option<FormatArg>,
    /// Rule, if the input does not contain it.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// Board size, if the input does not contain it.
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) size: Size,
}

/// How to read a record file.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Input format; by default detected from file extension and content.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<FormatArg>,
    /// Where row 1 is in move lists.
    #[arg(long, value_enum, default_value = "bottom")]
    pub(crate) rows: Rows,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Rows {
    Bottom,
    Top,
}

impl From<Rows> for RowOrigin {
    fn from(rows: Rows) -> RowOrigin {
        match rows {
            Rows::Bottom => RowOrigin::Bottom,
            Rows::Top => RowOrigin::Top,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatArg {
    /// Piskvork.
    Psq,
    /// Smart Game Format.
    Sgf,
    /// RenLib.
    Lib,
    /// Binary move list, 15 x 15.
    Pos,
    /// Move lists such as h8i9g7, one game per line.
    Moves,
    /// Gomocup openings: offsets from the center, one opening per line.
    Openings,
}

impl From<FormatArg> for FileFormat {
    fn from(format: FormatArg) -> FileFormat {
        match format {
            FormatArg::Psq => FileFormat::Psq,
            FormatArg::Sgf => FileFormat::Sgf,
            FormatArg::Lib => FileFormat::Renlib,
            FormatArg::Pos => FileFormat::BinaryPos,
            FormatArg::Moves => FileFormat::Moves,
            FormatArg::Openings => FileFormat::Openings,
        }
    }
}

//! `tengen convert`: converts a game record to another format.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Context;
use arena::atomic_file;
use records::FileFormat;

use crate::args::ConvertArgs;
use crate::record_file::{self, STDIO};
use crate::usage_error::UsageError;

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let records = record_file::read(&args.input, &args.reading, args.size, args.rule)?;
    let format = match args.to {
        Some(name) => name.into(),
        None => record_file::extension(&args.output)
            .and_then(FileFormat::from_extension)
            .ok_or_else(|| {
                UsageError::new(format!(
                    "{}: unknown format; specify it with --to",
                    args.output.display()
                ))
            })?,
    };
    let bytes = records::write(&records, format)
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    let keeps_trees = matches!(format, FileFormat::Sgf | FileFormat::Renlib);
    if !keeps_trees && records.iter().any(records::Record::has_variations) {
        eprintln!(
            "tengen: the format does not support variations; only the main lines were written"
        );
    }
    if args.output == Path::new(STDIO) {
        stdout().write_all(&bytes)?;
        return Ok(());
    }
    atomic_file::write(&args.output, &bytes)
        .with_context(|| format!("cannot write {}", args.output.display()))
}

//! `tengen convert`: a game record in another format.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::{Context, anyhow};
use records::Format;

use crate::args::ConvertArgs;
use crate::record_file::{self, STANDARD};

pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<()> {
    let records = record_file::read(&args.input, &args.reading, args.size, args.rule)?;
    let format = match args.to {
        Some(name) => name.into(),
        None => record_file::extension(&args.output)
            .and_then(Format::from_extension)
            .ok_or_else(|| {
                anyhow!(
                    "{}: unknown format; name it with --to",
                    args.output.display()
                )
            })?,
    };
    let bytes = records::write(&records, format)
        .with_context(|| format!("cannot write {}", args.output.display()))?;
    let keeps_trees = matches!(format, Format::Sgf | Format::Renlib);
    if !keeps_trees && records.iter().any(records::Record::has_variations) {
        eprintln!("tengen: the format has no variations: only the main lines were written");
    }
    if args.output == Path::new(STANDARD) {
        stdout().write_all(&bytes)?;
        return Ok(());
    }
    // Written beside the target first, so that a failure leaves an older file whole.
    let mut beside = args.output.clone().into_os_string();
    beside.push(".part");
    fs::write(&beside, &bytes)
        .and_then(|()| fs::rename(&beside, &args.output))
        .with_context(|| format!("cannot write {}", args.output.display()))
}

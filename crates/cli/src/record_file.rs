//! Reads game records from files, detecting their format.

use std::io::stdin;
use std::path::Path;

use anyhow::{Context, anyhow};
use arena::bounded_file;
use gomoku::{Rule, Size};
use records::{FileFormat, ReadDefaults, Record};

use crate::args::ReadingArgs;

/// The file name that stands for standard input or output.
pub(crate) const STDIO: &str = "-";

/// Reads every game of a file.
pub(crate) fn read(
    path: &Path,
    reading: &ReadingArgs,
    size: Size,
    rule: Option<Rule>,
) -> anyhow::Result<Vec<Record>> {
    let bytes = if path == Path::new(STDIO) {
        bounded_file::read_from(stdin().lock(), bounded_file::MAX_RECORD)
    } else {
        bounded_file::read(path, bounded_file::MAX_RECORD)
    }
    .with_context(|| format!("cannot read {}", path.display()))?;
    let format = match reading.from {
        Some(name) => name.into(),
        None => FileFormat::detect(extension(path), &bytes)
            .ok_or_else(|| anyhow!("{}: unknown format; specify it with --from", path.display()))?,
    };
    let defaults = ReadDefaults {
        size,
        rule,
        rows: reading.rows.into(),
        ..ReadDefaults::default()
    };
    records::read(&bytes, format, defaults).with_context(|| path.display().to_string())
}

pub(crate) fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

//! The weights file of the engine that an option names.

use std::path::Path;

use anyhow::{Context as _, bail};
use arena::bounded_file;
use engine::Evaluation;
use gomoku::Rule;

/// Reads the evaluation of a rule; without a file the shipped one.
pub(crate) fn read(rule: Rule, path: Option<&Path>) -> anyhow::Result<Evaluation> {
    let Some(path) = path else {
        return Ok(Evaluation::of(rule));
    };
    let name = || path.display().to_string();
    let bytes = bounded_file::read(path, bounded_file::MAX_WEIGHTS).with_context(name)?;
    let (found, evaluation) = Evaluation::from_bytes(&bytes).with_context(name)?;
    if found != rule {
        bail!(
            "{}: weights of {}, not of {}",
            name(),
            found.name(),
            rule.name()
        );
    }
    Ok(evaluation)
}

//! The weights file of the engine that an option names.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use arena::bounded_file;
use gomoku::Rule;
use nets::pattern_net::{self, Weights};

/// Reads the weights of a rule; without a file the shipped ones.
pub(crate) fn read(rule: Rule, path: Option<&Path>) -> anyhow::Result<Arc<Weights>> {
    let Some(path) = path else {
        return Ok(Weights::of(rule));
    };
    let name = || path.display().to_string();
    let bytes = bounded_file::read(path, bounded_file::MAX_WEIGHTS).with_context(name)?;
    let sides = pattern_net::from_bytes(rule, &bytes).with_context(name)?;
    Ok(Arc::new(Weights::new(&sides)))
}

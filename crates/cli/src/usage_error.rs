//! Errors in the command line that only the command itself can find; clap finds the others.

/// The exit code of a wrong command line, as clap has it.
pub(crate) const EXIT_CODE: u8 = 2;

/// A wrong command line.
#[derive(Debug)]
pub(crate) struct UsageError(String);

impl UsageError {
    pub(crate) fn new(text: impl Into<String>) -> UsageError {
        UsageError(text.into())
    }
}

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

//! Numbers within a range. Anything else is a usage error that names the range.

use std::error::Error;
use std::ops::RangeInclusive;

use clap::builder::RangedU64ValueParser;

/// Games, pairs or positions of a run.
pub(crate) const COUNT: RangeInclusive<u64> = 1..=1_000_000_000;
/// The same, where 0 switches something off.
pub(crate) const OPTIONAL_COUNT: RangeInclusive<u64> = 0..=1_000_000_000;
/// Nodes or iterations of a search.
pub(crate) const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000_000;
/// Nodes of a search that 0 switches off.
pub(crate) const OPTIONAL_NODES: RangeInclusive<u64> = 0..=1_000_000_000_000_000;
/// Search depth in plies.
pub(crate) const DEPTH: RangeInclusive<u64> = 1..=1_000;
/// Games or searches in parallel.
pub(crate) const CONCURRENCY: RangeInclusive<u64> = 1..=1_024;
/// Search threads; 0 lets the player decide.
pub(crate) const THREADS: RangeInclusive<u64> = 0..=1_024;
/// Memory in megabytes.
pub(crate) const MEGABYTES: RangeInclusive<u64> = 1..=1_048_576;
/// Stones on a board of up to 22 x 22 points.
pub(crate) const STONES: RangeInclusive<u64> = 1..=484;

/// Parses a whole number within the range.
pub(crate) fn within<T>(range: RangeInclusive<u64>) -> RangedU64ValueParser<T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
    T::Error: Error + Send + Sync + 'static,
{
    RangedU64ValueParser::new().range(range)
}

/// Parses a number from 0 to 1.
pub(crate) fn fraction(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| format!("{text:?} is not a number from 0 to 1"))
}

/// Parses the error probability of a test.
pub(crate) fn error_probability(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..0.5).contains(number) && *number > 0.0)
        .ok_or_else(|| format!("{text:?} is not a number between 0 and 0.5"))
}

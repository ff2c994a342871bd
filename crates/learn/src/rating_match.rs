//! Matches that rate a network at a checkpoint.

use std::path::Path;

use arena::openings::OpeningBook;
use arena::statistics::Tally;
use arena::{Access, Callbacks, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits, Spec};
use gomoku::{Rule, Size, StopFlag};

/// A spec string that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("opponent {spec:?}: {error}")]
pub struct UnknownPlayer {
    /// The spec string.
    pub spec: String,
    /// Why it was rejected.
    pub error: String,
}

/// The settings that all rating matches of a run share.
#[derive(Clone, Copy, Debug)]
pub struct RatingMatch {
    /// Board size.
    pub size: Size,
    /// Game rule.
    pub rule: Rule,
    /// Games per match.
    pub games: u64,
    /// Seed of the openings and players.
    pub seed: u64,
}

/// A match between two spec strings, from openings of four random stones.
///
/// # Errors
/// If a spec string names no player.
pub fn config(
    ours: &str,
    opponent: &str,
    settings: RatingMatch,
) -> Result<MatchConfig, UnknownPlayer> {
    let player = |name: &str, spec: &str| {
        Spec::read(spec, &Access::local())
            .map(|spec| PlayerConfig {
                name: name.to_owned(),
                spec,
                limits: PlayerLimits::default(),
            })
            .map_err(|error| UnknownPlayer {
                spec: spec.to_owned(),
                error: format!("{error}"),
            })
    };
    let (first, second) = (player("ours", ours)?, player("opponent", opponent)?);
    let mut config = MatchConfig::new(first, second);
    config.games = settings.games;
    config.size = settings.size;
    config.rule = settings.rule;
    config.book = OpeningBook::Random(4);
    config.seed = settings.seed;
    Ok(config)
}

/// The first player's result; `None` if the match was interrupted.
pub fn play(config: &MatchConfig, threads: usize, stop: &StopFlag) -> Option<Tally> {
    let runner = MatchRunner {
        concurrency: threads.max(1),
        ..MatchRunner::default()
    };
    let report = runner.run(config, stop, Callbacks::default()).ok()?;
    let tally = report.final_scoreboard().first().tally;
    (!stop.is_raised()).then_some(tally)
}

/// A path as a quoted parameter value of a spec string.
pub fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

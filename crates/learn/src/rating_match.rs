//! Matches that rate a network at a checkpoint.

use std::path::Path;

use arena::openings::Book;
use arena::statistics::Tally;
use arena::{Contest, Contestant, Session, Terms};
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
pub fn contest(
    ours: &str,
    opponent: &str,
    settings: RatingMatch,
) -> Result<Contest, UnknownPlayer> {
    let contestant = |name: &str, spec: &str| {
        spec.parse()
            .map(|spec| Contestant {
                name: name.to_owned(),
                spec,
                terms: Terms::default(),
            })
            .map_err(|error| UnknownPlayer {
                spec: spec.to_owned(),
                error: format!("{error}"),
            })
    };
    let (first, second) = (contestant("ours", ours)?, contestant("opponent", opponent)?);
    let mut contest = Contest::of_two(first, second);
    contest.games = settings.games;
    contest.size = settings.size;
    contest.rule = settings.rule;
    contest.book = Book::Random(4);
    contest.seed = settings.seed;
    Ok(contest)
}

/// The first player's result; `None` if the match was interrupted.
pub fn play(contest: &Contest, threads: usize, stop: &StopFlag) -> Option<Tally> {
    let session = Session {
        concurrency: threads.max(1),
        ..Session::default()
    };
    let report = session.run(contest, stop, |_| {}, |_| Ok(())).ok()?;
    let tally = report.standing().first().tally;
    (!stop.is_raised()).then_some(tally)
}

/// A path as a quoted parameter value of a spec string.
pub fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

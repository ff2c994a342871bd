//! Matches that say how strong a network is at a checkpoint.

use std::path::Path;

use arena::openings::Book;
use arena::statistics::Tally;
use arena::{Contest, Contestant, Session, Terms};
use gomoku::{Rule, Size, StopFlag};

/// A spec string that names nobody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("opponent {spec:?}: {error}")]
pub struct NobodyError {
    /// What was given.
    pub spec: String,
    /// Why not.
    pub error: String,
}

/// What all matches of a training share.
#[derive(Clone, Copy, Debug)]
pub struct MatchTerms {
    /// Points on a side.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// Games of a match.
    pub games: u64,
    /// Where their random numbers begin.
    pub seed: u64,
}

/// A match between two spec strings, from openings of four stones drawn by lot.
///
/// # Errors
/// When a spec string names nobody.
pub fn contest(ours: &str, opponent: &str, terms: MatchTerms) -> Result<Contest, NobodyError> {
    let contestant = |name: &str, spec: &str| {
        spec.parse()
            .map(|spec| Contestant {
                name: name.to_owned(),
                spec,
                terms: Terms::default(),
            })
            .map_err(|error| NobodyError {
                spec: spec.to_owned(),
                error: format!("{error}"),
            })
    };
    let (first, second) = (contestant("ours", ours)?, contestant("opponent", opponent)?);
    let mut contest = Contest::of_two(first, second);
    contest.games = terms.games;
    contest.size = terms.size;
    contest.rule = terms.rule;
    contest.book = Book::Random(4);
    contest.seed = terms.seed;
    Ok(contest)
}

/// What the first contestant got; `None` when the match could not be played to its end.
pub fn play(contest: &Contest, threads: usize, stop: &StopFlag) -> Option<Tally> {
    let session = Session {
        concurrency: threads.max(1),
        ..Session::default()
    };
    let report = session.run(contest, stop, |_| {}, |_| Ok(())).ok()?;
    let tally = report.standing().first().tally;
    (!stop.is_raised()).then_some(tally)
}

/// A path as the value of a spec string's parameter.
pub fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

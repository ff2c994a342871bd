//! Balanced openings: stones drawn by lot that a player finds even.
//!
//! Candidates are numbered, and the seed and the number decide the stones; the player thinks about each with a seed of
//! its own. So the list does not depend on how many threads look for it. An opening is kept when the player's win rate
//! for the side to move, and again for the other side after the best move, lies near one half, and when a longer look
//! agrees: of openings that a short look finds even, every second is not. Two glances at a sixteenth and a quarter of the
//! cost come first, because most candidates are plainly one-sided. What passes all looks may have to prove itself in
//! games (`playout.rs`). Of symmetric openings only the first is kept. Candidates may also come from a list, which is how old
//! openings are looked at again by a stronger player.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use gomoku::{Board, Clock, PlayerError, Point, Rule, SearchControl, Size, StopFlag};
use players::{Spec, balance};

use super::{draw, playout};
use crate::limits::PlayerLimits;
use crate::match_player::MatchPlayer;
use crate::seed;

/// What openings are options.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// How many.
    pub count: usize,
    /// Stones of each.
    pub stones: usize,
    /// Points on a side.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// Who judges.
    pub judge: Spec,
    /// What the judge may use for each look.
    pub limits: PlayerLimits,
    /// How far from one half the win rate may lie.
    pub tolerance: f64,
    /// How many times as long the last look is; 0 for none.
    pub recheck: u32,
    /// Games of the judge against itself that neither color may win too often; 0 for none.
    pub games: u32,
    /// Where the drawing begins.
    pub seed: u64,
    /// How many look at once.
    pub concurrency: usize,
    /// Candidates to look at instead of drawing them.
    pub candidates: Option<Vec<Vec<Point>>>,
}

/// Why no openings were made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The judge reports neither a win rate nor a score.
    #[error("{0} has no opinion on positions, so it cannot tell which are even")]
    NoOpinion(String),
    /// The judge failed.
    #[error("the judge failed: {0}")]
    Judge(#[from] PlayerError),
    /// Too many candidates in a row were refused.
    #[error(
        "none of {tried} candidates is even enough after {found} openings; allow more tolerance"
    )]
    Exhausted {
        /// Candidates looked at since the last one that was kept.
        tried: u64,
        /// Openings found so far.
        found: usize,
    },
}

/// Progress of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateProgress {
    /// Openings found so far.
    pub openings: usize,
    /// Candidates looked at.
    pub candidates: u64,
}

/// After so many refusals in a row the tolerance is too small.
const PATIENCE: u64 = 20_000;

/// Looks for openings until there are enough, or the flag is raised; then what there is.
///
/// # Errors
/// When the judge fails or has no opinion, or nothing is even enough.
pub fn generate(
    options: &GenerateOptions,
    stop: &StopFlag,
    mut progress: impl FnMut(GenerateProgress),
) -> Result<Vec<Vec<Point>>, GenerateError> {
    let next = AtomicU64::new(0);
    let enough = StopFlag::new();
    thread::scope(|scope| {
        let (sender, verdicts) = mpsc::sync_channel(1024);
        for _ in 0..options.concurrency.max(1) {
            let sender = sender.clone();
            let (next, enough) = (&next, &enough);
            scope.spawn(move || {
                while !enough.is_raised() && !stop.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(stones) = candidate(options, number) else {
                        break;
                    };
                    let format = look_at(options, number, stones, stop);
                    if sender.send((number, format)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = collect(options, &verdicts, stop, &mut progress);
        enough.raise();
        // Whoever waits to be heard must not wait for ever.
        drop(verdicts);
        result
    })
}

type Verdict = Result<Option<Vec<Point>>, GenerateError>;

/// Takes verdicts in the order of their numbers, whoever comes first.
fn collect(
    options: &GenerateOptions,
    verdicts: &mpsc::Receiver<(u64, Verdict)>,
    stop: &StopFlag,
    progress: &mut impl FnMut(GenerateProgress),
) -> Result<Vec<Vec<Point>>, GenerateError> {
    let mut early = std::collections::BTreeMap::new();
    let mut seen = HashSet::new();
    let mut openings: Vec<Vec<Point>> = Vec::new();
    let (mut candidates, mut refused) = (0, 0);
    for (number, format) in verdicts {
        early.insert(number, format);
        while let Some(format) = early.remove(&candidates) {
            candidates += 1;
            refused += 1;
            if stop.is_raised() {
                return Ok(openings);
            }
            if let Some(stones) = format?
                && let Ok(board) = Board::with_moves(options.size, options.rule, &stones)
                && seen.insert(board.canonical_key().0)
            {
                openings.push(stones);
                refused = 0;
            }
            progress(GenerateProgress {
                openings: openings.len(),
                candidates,
            });
            if openings.len() >= options.count {
                return Ok(openings);
            }
            if refused >= PATIENCE {
                return Err(GenerateError::Exhausted {
                    tried: refused,
                    found: openings.len(),
                });
            }
        }
    }
    Ok(openings)
}

/// The stones of the candidate with this number; nothing at the end of a list.
fn candidate(options: &GenerateOptions, number: u64) -> Option<Vec<Point>> {
    match &options.candidates {
        Some(list) => list.get(usize::try_from(number).ok()?).cloned(),
        None => Some(draw(
            options.stones,
            seed::derive([options.seed, number]),
            options.size,
            options.rule,
        )),
    }
}

/// The stones of a candidate if both sides find them even.
fn look_at(options: &GenerateOptions, number: u64, stones: Vec<Point>, stop: &StopFlag) -> Verdict {
    let Ok(opening) = Board::with_moves(options.size, options.rule, &stones) else {
        return Ok(None);
    };
    let mut board = opening.clone();
    let mut judge = MatchPlayer::new(
        &options.judge,
        seed::derive([options.seed, number, options.judge.seed()]),
    );
    for look in looks(options) {
        if board.winner().is_some() || board.legal_moves().is_empty() {
            return Ok(None);
        }
        let limits = scaled(&options.limits, look.scale);
        let control = SearchControl::new(stop.clone(), Instant::now());
        let (result, _) = judge.think(&board, &limits, &control)?;
        let win_rate = balance::win_rate(&result)
            .ok_or_else(|| GenerateError::NoOpinion(options.judge.to_string()))?;
        if (win_rate - 0.5).abs() > options.tolerance * look.tolerance {
            return Ok(None);
        }
        if look.goes_on && board.play(result.best_move).is_err() {
            return Ok(None);
        }
    }
    let is_fair = options.games == 0 || playout::is_fair(options, &mut judge, &opening, stop)?;
    Ok(is_fair.then_some(stones))
}

/// One look at a candidate: its cost and tolerance as parts of what is options, and whether the judge's move is played after
/// it.
struct Look {
    scale: f64,
    tolerance: f64,
    goes_on: bool,
}

fn looks(options: &GenerateOptions) -> impl Iterator<Item = Look> + use<> {
    let look = |scale, tolerance, goes_on| Look {
        scale,
        tolerance,
        goes_on,
    };
    let recheck = (options.recheck > 0).then(|| look(f64::from(options.recheck), 1.0, true));
    [
        look(1.0 / 16.0, 2.5, false),
        look(1.0 / 4.0, 1.6, false),
        look(1.0, 1.0, recheck.is_none()),
    ]
    .into_iter()
    .chain(recheck)
    .chain([look(1.0, 1.2, false)])
}

/// The judge's limits for a look that costs so many times as much as one of these limits.
pub(super) fn scaled(limits: &PlayerLimits, scale: f64) -> gomoku::Limits {
    let mut limits = limits.for_move(&Clock::new(limits.time));
    let times = |count: u64| (count as f64 * scale).max(1.0) as u64;
    limits.nodes = limits.nodes.map(times);
    limits.iterations = limits.iterations.map(times);
    limits.turn_time = limits.turn_time.map(|turn| turn.mul_f64(scale));
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(judge: &str, concurrency: usize) -> GenerateOptions {
        GenerateOptions {
            count: 12,
            stones: 5,
            size: Size::FIFTEEN,
            rule: Rule::Renju,
            judge: judge.parse().unwrap(),
            limits: PlayerLimits::default(),
            tolerance: 0.2,
            recheck: 4,
            games: 0,
            seed: 4,
            concurrency,
            candidates: None,
        }
    }

    #[test]
    fn the_list_does_not_depend_on_the_threads() {
        let stop = StopFlag::new();
        let one = generate(&options("greedy", 1), &stop, |_| {}).unwrap();
        let three = generate(&options("greedy", 3), &stop, |_| {}).unwrap();
        assert_eq!(one.len(), 12);
        assert_eq!(one, three);
        let keys: HashSet<_> = one
            .iter()
            .map(|stones| {
                Board::with_moves(Size::FIFTEEN, Rule::Renju, stones)
                    .unwrap()
                    .canonical_key()
                    .0
            })
            .collect();
        assert_eq!(keys.len(), 12);
    }

    #[test]
    fn openings_prove_themselves_in_games() {
        let play = |games| {
            let options = GenerateOptions {
                games,
                count: 4,
                rule: Rule::Freestyle,
                limits: PlayerLimits {
                    nodes: Some(8_000),
                    ..PlayerLimits::default()
                },
                ..options("tengen", 2)
            };
            let mut candidates = 0;
            let openings = generate(&options, &StopFlag::new(), |found| {
                candidates = found.candidates;
            });
            (openings.unwrap(), candidates)
        };
        let (looked_at, few) = play(0);
        let (played, more) = play(4);
        assert_eq!((looked_at.len(), played.len()), (4, 4));
        // The games refuse some that the looks let pass, and add none.
        assert!(more > few, "{more} candidates with games, {few} without");
    }

    #[test]
    fn of_a_list_the_even_ones_are_kept_in_their_order() {
        let stop = StopFlag::new();
        let good = generate(&options("greedy", 1), &stop, |_| {}).unwrap();
        let four_in_a_row = [(1, 1), (9, 9), (2, 1), (9, 1), (3, 1), (12, 9), (4, 1)];
        let bad: Vec<Point> = four_in_a_row.map(|(x, y)| Point::new(x, y)).to_vec();
        let mut list = good.clone();
        list.insert(5, bad);
        let look = |concurrency| {
            let again = GenerateOptions {
                count: 100,
                candidates: Some(list.clone()),
                ..options("greedy", concurrency)
            };
            let mut candidates = 0;
            let kept = generate(&again, &stop, |found| candidates = found.candidates).unwrap();
            assert_eq!(candidates, 13);
            kept
        };
        let kept = look(1);
        assert_eq!(kept, look(3));
        // The judge draws among equals, so it may change its mind, but not about four in a row.
        let mut rest = good.iter();
        assert!(kept.iter().all(|stones| rest.any(|one| one == stones)));
        assert!(kept.len() >= 4, "{kept:?}");
    }

    #[test]
    fn a_player_without_opinion_cannot_judge() {
        let error = generate(&options("random", 2), &StopFlag::new(), |_| {}).unwrap_err();
        assert_eq!(error, GenerateError::NoOpinion("random".into()));
    }
}

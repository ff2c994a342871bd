//! Generates balanced openings: random stones that a player evaluates as even.
//!
//! A candidate's stones and the player's seed follow from the base seed and the candidate's number, so the list does not
//! depend on the number of threads. A candidate passes if the win rate of the side to move is near one half in searches
//! of growing cost: 1/16, 1/4 and 1 of the limits, then `recheck` times the limits, then again after the best move.
//! The cheap searches come first because most candidates are clearly one-sided; the expensive one is needed because
//! half of the candidates that pass a short search are not even. Optionally a candidate must also be fair in self-play
//! games (`playout.rs`). Only the first of several symmetric openings is kept. Candidates may come from a list, to filter
//! existing openings with a stronger player.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use gomoku::{Board, Clock, PlayerError, Point, Rule, SearchControl, Size, StopFlag};
use players::{Spec, balance};

use super::{playout, random_stones};
use crate::limits::PlayerLimits;
use crate::match_player::MatchPlayer;
use crate::seed;

/// Options of the generator.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// Number of openings.
    pub count: usize,
    /// Stones per opening.
    pub stones: usize,
    /// Board size.
    pub size: Size,
    /// Game rule.
    pub rule: Rule,
    /// The player that evaluates candidates.
    pub judge: Spec,
    /// Limits of one evaluation.
    pub limits: PlayerLimits,
    /// Maximum distance of the win rate from one half.
    pub tolerance: f64,
    /// Cost of the last evaluation, in multiples of the limits; 0 skips it.
    pub recheck: u32,
    /// Self-play games per candidate; 0 skips them.
    pub games: u32,
    /// Random seed.
    pub seed: u64,
    /// Candidates evaluated in parallel.
    pub concurrency: usize,
    /// Candidates to filter, instead of random stones.
    pub candidates: Option<Vec<Vec<Point>>>,
}

/// Why the generator failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The player reports neither a win rate nor a score.
    #[error("{0} does not evaluate positions, so it cannot select balanced openings")]
    NoEvaluation(String),
    /// The player failed.
    #[error("the evaluating player failed: {0}")]
    Judge(#[from] PlayerError),
    /// Too many candidates in a row were rejected.
    #[error(
        "{tried} candidates in a row were rejected after {found} openings; increase the tolerance"
    )]
    Exhausted {
        /// Candidates rejected in a row.
        tried: u64,
        /// Openings found before.
        found: usize,
    },
}

/// Progress of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateProgress {
    /// Openings found so far.
    pub openings: usize,
    /// Candidates evaluated.
    pub candidates: u64,
}

/// Rejections in a row after which the generator gives up.
const MAX_REJECTIONS: u64 = 20_000;

/// Generates openings. If the stop flag is raised, returns those found so far.
///
/// # Errors
/// If the player fails or does not evaluate positions, or too many candidates are rejected.
pub fn generate(
    options: &GenerateOptions,
    stop: &StopFlag,
    mut on_progress: impl FnMut(GenerateProgress),
) -> Result<Vec<Vec<Point>>, GenerateError> {
    let next = AtomicU64::new(0);
    let halt = StopFlag::new();
    thread::scope(|scope| {
        let (sender, evaluated) = mpsc::sync_channel(1024);
        for _ in 0..options.concurrency.max(1) {
            let sender = sender.clone();
            let (next, halt) = (&next, &halt);
            scope.spawn(move || {
                while !halt.is_raised() && !stop.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(stones) = candidate(options, number) else {
                        break;
                    };
                    let result = evaluate(options, number, stones, stop);
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = collect(options, &evaluated, stop, &mut on_progress);
        halt.raise();
        // Unblocks workers that wait for room in the channel.
        drop(evaluated);
        result
    })
}

/// The stones of a candidate, if it passed.
type Evaluated = Result<Option<Vec<Point>>, GenerateError>;

/// Collects evaluated candidates in the order of their numbers.
fn collect(
    options: &GenerateOptions,
    evaluated: &mpsc::Receiver<(u64, Evaluated)>,
    stop: &StopFlag,
    on_progress: &mut impl FnMut(GenerateProgress),
) -> Result<Vec<Vec<Point>>, GenerateError> {
    let mut pending = std::collections::BTreeMap::new();
    let mut seen = HashSet::new();
    let mut openings: Vec<Vec<Point>> = Vec::new();
    let (mut candidates, mut rejected) = (0, 0);
    for (number, result) in evaluated {
        pending.insert(number, result);
        while let Some(result) = pending.remove(&candidates) {
            candidates += 1;
            rejected += 1;
            if stop.is_raised() {
                return Ok(openings);
            }
            if let Some(stones) = result?
                && let Ok(board) = Board::with_moves(options.size, options.rule, &stones)
                && seen.insert(board.canonical_key().0)
            {
                openings.push(stones);
                rejected = 0;
            }
            on_progress(GenerateProgress {
                openings: openings.len(),
                candidates,
            });
            if openings.len() >= options.count {
                return Ok(openings);
            }
            if rejected >= MAX_REJECTIONS {
                return Err(GenerateError::Exhausted {
                    tried: rejected,
                    found: openings.len(),
                });
            }
        }
    }
    Ok(openings)
}

/// The stones of a candidate; `None` at the end of a list.
fn candidate(options: &GenerateOptions, number: u64) -> Option<Vec<Point>> {
    match &options.candidates {
        Some(list) => list.get(usize::try_from(number).ok()?).cloned(),
        None => Some(random_stones(
            options.stones,
            seed::derive([options.seed, number]),
            options.size,
            options.rule,
        )),
    }
}

/// Evaluates a candidate.
fn evaluate(
    options: &GenerateOptions,
    number: u64,
    stones: Vec<Point>,
    stop: &StopFlag,
) -> Evaluated {
    let Ok(opening) = Board::with_moves(options.size, options.rule, &stones) else {
        return Ok(None);
    };
    let mut board = opening.clone();
    let mut judge = MatchPlayer::new(
        &options.judge,
        seed::derive([options.seed, number, options.judge.seed()]),
    );
    for stage in stages(options) {
        if board.winner().is_some() || board.legal_moves().is_empty() {
            return Ok(None);
        }
        let limits = scaled(&options.limits, stage.cost);
        let control = SearchControl::new(stop.clone(), Instant::now());
        let (result, _) = judge.think(&board, &limits, &control)?;
        let win_rate = balance::win_rate(&result)
            .ok_or_else(|| GenerateError::NoEvaluation(options.judge.to_string()))?;
        if (win_rate - 0.5).abs() > options.tolerance * stage.tolerance {
            return Ok(None);
        }
        if stage.plays_move && board.play(result.best_move).is_err() {
            return Ok(None);
        }
    }
    let is_fair = options.games == 0 || playout::is_fair(options, &mut judge, &opening, stop)?;
    Ok(is_fair.then_some(stones))
}

/// One search of a candidate.
struct Stage {
    /// Factor of the limits.
    cost: f64,
    /// Factor of the tolerance.
    tolerance: f64,
    /// Whether the best move is played afterwards.
    plays_move: bool,
}

fn stages(options: &GenerateOptions) -> impl Iterator<Item = Stage> + use<> {
    let stage = |cost, tolerance, plays_move| Stage {
        cost,
        tolerance,
        plays_move,
    };
    let recheck = (options.recheck > 0).then(|| stage(f64::from(options.recheck), 1.0, true));
    [
        stage(1.0 / 16.0, 2.5, false),
        stage(1.0 / 4.0, 1.6, false),
        stage(1.0, 1.0, recheck.is_none()),
    ]
    .into_iter()
    .chain(recheck)
    .chain([stage(1.0, 1.2, false)])
}

/// The limits of one search, with nodes, iterations and time multiplied by `factor`.
pub(super) fn scaled(limits: &PlayerLimits, factor: f64) -> gomoku::Limits {
    let mut limits = limits.for_move(&Clock::new(limits.time));
    let times = |count: u64| (count as f64 * factor).max(1.0) as u64;
    limits.nodes = limits.nodes.map(times);
    limits.iterations = limits.iterations.map(times);
    limits.turn_time = limits.turn_time.map(|turn| turn.mul_f64(factor));
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
            judge: Spec::read(judge, &players::Access::shipped()).unwrap(),
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
    fn openings_do_not_depend_on_the_number_of_threads() {
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
    fn self_play_rejects_more_candidates() {
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
        let (evaluated, few) = play(0);
        let (played, more) = play(4);
        assert_eq!((evaluated.len(), played.len()), (4, 4));
        // Games reject some openings that pass the evaluation, and accept no others.
        assert!(more > few, "{more} candidates with games, {few} without");
    }

    #[test]
    fn filters_a_list_in_order() {
        let stop = StopFlag::new();
        let good = generate(&options("greedy", 1), &stop, |_| {}).unwrap();
        let four_in_a_row = [(1, 1), (9, 9), (2, 1), (9, 1), (3, 1), (12, 9), (4, 1)];
        let bad: Vec<Point> = four_in_a_row.map(|(x, y)| Point::new(x, y)).to_vec();
        let mut list = good.clone();
        list.insert(5, bad);
        let filter = |concurrency| {
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
        let kept = filter(1);
        assert_eq!(kept, filter(3));
        // The player breaks ties at random, so it may reject others, but never accepts four in a row.
        let mut rest = good.iter();
        assert!(kept.iter().all(|stones| rest.any(|one| one == stones)));
        assert!(kept.len() >= 4, "{kept:?}");
    }

    #[test]
    fn a_player_without_evaluation_is_an_error() {
        let error = generate(&options("random", 2), &StopFlag::new(), |_| {}).unwrap_err();
        assert_eq!(error, GenerateError::NoEvaluation("random".into()));
    }
}

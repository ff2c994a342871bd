//! The numbers of the engine's search, tuned by games: simultaneous perturbation (SPSA).
//!
//! All numbers are moved at once, each up or down by lot, and the engine with these numbers plays a pair of games against the
//! engine with the opposite ones. Whoever wins pulls all numbers a little his way. What a single pair says is mostly noise;
//! thousands add up. The games begin with the program's balanced openings: where one color wins anyhow, nothing is learned.
//!
//! The state is a text file that is written after every few pairs: the number of pairs, then one line for each number.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::thread;

use arena::openings::OpeningBook;
use engine::EngineParams;
use gomoku::notation::RowOrigin;
use gomoku::params::{ParamKind, Params};
use gomoku::{Board, Rule, Size, StopFlag};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::games::EnginePair;

/// What the tuning is to do.
#[derive(Clone, Debug)]
pub struct SpsaConfig {
    /// Pairs of games in all, those of earlier runs included.
    pub pairs: u64,
    /// The rule.
    pub rule: Rule,
    /// Nodes for each move.
    pub nodes: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A number under tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// The parameter.
    pub name: &'static str,
    /// Where it stands; rounded for play.
    pub value: f64,
    min: f64,
    max: f64,
    step: f64,
}

/// Where a tuning stands.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaState {
    /// Pairs played.
    pub pairs: u64,
    /// Every number.
    pub numbers: Vec<Tunable>,
}

/// Parameters that are no numbers of the search, and one whose worth at equal nodes is not that by the clock: positions of the
/// look for fours are cheap.
const LEFT_OUT: [&str; 3] = ["level", "hash", "leaf_vcf_nodes"];
/// How the perturbation shrinks, and how far a pair moves the numbers at first, in perturbations.
const SHRINK: f64 = 0.101;
const GAIN: f64 = 0.05;
const GAIN_SHRINK: f64 = 0.602;
/// Pairs after which the gain has halved or so.
const WARM_UP: f64 = 200.0;
/// Pairs between two writings of the state.
const BATCH: u64 = 16;

impl SpsaState {
    /// The defaults.
    pub fn new() -> SpsaState {
        let numbers = EngineParams::TABLE
            .iter()
            .filter(|param| !LEFT_OUT.contains(&param.name))
            .filter_map(|param| match param.kind {
                ParamKind::Int {
                    default,
                    min,
                    max,
                    step,
                } => Some(Tunable {
                    name: param.name,
                    value: default as f64,
                    min: min as f64,
                    max: max as f64,
                    step: step as f64,
                }),
                _ => None,
            })
            .collect();
        SpsaState { pairs: 0, numbers }
    }

    /// The state as text.
    pub fn write(&self) -> String {
        let mut text = format!("{} pairs\n", self.pairs);
        for number in &self.numbers {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {:.3}", number.name, number.value);
        }
        text
    }

    /// Reads what [`SpsaState::write`] wrote. Numbers that are not named keep their defaults.
    ///
    /// # Errors
    /// The first line that means nothing.
    pub fn read(text: &str) -> Result<SpsaState, String> {
        let mut state = SpsaState::new();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or("");
        state.pairs = first
            .strip_suffix(" pairs")
            .and_then(|count| count.parse().ok())
            .ok_or_else(|| first.to_owned())?;
        for line in lines {
            let (name, value) = line.split_once(' ').ok_or_else(|| line.to_owned())?;
            let number = state.numbers.iter_mut().find(|number| number.name == name);
            let number = number.ok_or_else(|| line.to_owned())?;
            number.value = value
                .parse()
                .ok()
                .filter(|value| (number.min..=number.max).contains(value))
                .ok_or_else(|| line.to_owned())?;
        }
        Ok(state)
    }

    /// The engine's parameters with every number moved by its part of the perturbation.
    fn params(&self, signs: &[f64], scale: f64) -> EngineParams {
        let mut params = EngineParams {
            hash: 8,
            ..EngineParams::default()
        };
        for (number, sign) in self.numbers.iter().zip(signs) {
            let value = number.value + sign * number.step * scale;
            let value = value.clamp(number.min, number.max).round() as i64;
            params
                .set(number.name, &value.to_string())
                .expect("a value within its range");
        }
        params
    }

    fn pull(&mut self, signs: &[f64], score: f64) {
        let pairs = self.pairs as f64;
        let gain = GAIN * (WARM_UP / (WARM_UP + pairs)).powf(GAIN_SHRINK);
        for (number, sign) in self.numbers.iter_mut().zip(signs) {
            let moved = number.value + gain * score * sign * number.step * perturbation(self.pairs);
            number.value = moved.clamp(number.min, number.max);
        }
        self.pairs += 1;
    }
}

impl Default for SpsaState {
    fn default() -> SpsaState {
        SpsaState::new()
    }
}

/// How far the numbers are moved for a pair, in steps of the table.
fn perturbation(pairs: u64) -> f64 {
    3.0 / (pairs as f64 / 100.0 + 1.0).powf(SHRINK)
}

/// Plays pairs until there are enough or the flag is raised, writing the state to the file.
///
/// # Errors
/// When the file cannot be read or written, or is no state.
pub fn tune(
    tuning: &SpsaConfig,
    file: &Path,
    stop: &StopFlag,
    mut progress: impl FnMut(&SpsaState),
) -> io::Result<SpsaState> {
    let mut state = match fs::read_to_string(file) {
        Ok(text) => SpsaState::read(&text).map_err(|line| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("{line:?} means nothing"),
            )
        })?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => SpsaState::new(),
        Err(error) => return Err(error),
    };
    let book = OpeningBook::open(
        "balanced",
        Path::new(""),
        Size::FIFTEEN,
        tuning.rule,
        RowOrigin::Bottom,
    )
    .expect("every rule has balanced openings on 15x15");
    while state.pairs < tuning.pairs && !stop.is_raised() {
        // All pairs of a batch start from the same numbers, so the result does not depend on the threads.
        let batch: Vec<u64> = (state.pairs..tuning.pairs).take(BATCH as usize).collect();
        let results = thread::scope(|scope| {
            let workers: Vec<_> = (0..tuning.threads.max(1))
                .map(|worker| {
                    let (state, batch, book) = (&state, &batch, &book);
                    scope.spawn(move || {
                        let own = batch.iter().skip(worker).step_by(tuning.threads.max(1));
                        own.map(|&pair| (pair, play_pair(tuning, state, book, pair)))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            let mut results: Vec<_> = workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("a worker does not panic"))
                .collect();
            results.sort_by_key(|&(pair, _)| pair);
            results
        });
        for (_, (signs, score)) in results {
            state.pull(&signs, score);
        }
        let new = file.with_extension("new");
        fs::write(&new, state.write())?;
        fs::rename(&new, file)?;
        progress(&state);
    }
    Ok(state)
}

/// The perturbation of a pair, and by how many points the engine that moved with it won.
fn play_pair(
    tuning: &SpsaConfig,
    state: &SpsaState,
    book: &OpeningBook,
    pair: u64,
) -> (Vec<f64>, f64) {
    let mut rng =
        Xoshiro256PlusPlus::seed_from_u64(tuning.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a));
    let signs: Vec<f64> = state
        .numbers
        .iter()
        .map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 })
        .collect();
    let scale = perturbation(state.pairs);
    let plus = state.params(&signs, scale);
    let minus = state.params(&signs, -scale);
    let mut engines = EnginePair::new(tuning.nodes, [plus, minus]);
    let (_, stones) = book.opening(pair, tuning.seed, Size::FIFTEEN, tuning.rule);
    let opening = Board::with_moves(Size::FIFTEEN, tuning.rule, &stones)
        .expect("the openings of a book are legal");
    let score = engines.play(opening.clone(), [0, 1]) - engines.play(opening, [1, 0]);
    (signs, f64::from(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let mut state = SpsaState::new();
        state.pull(&vec![1.0; state.numbers.len()], 2.0);
        let again = SpsaState::read(&state.write()).unwrap();
        assert_eq!(again.write(), state.write());
        assert_eq!(SpsaState::read("x"), Err("x".to_owned()));
        assert_eq!(
            SpsaState::read("3 pairs\nmagic 1"),
            Err("magic 1".to_owned())
        );
    }

    #[test]
    fn the_winner_pulls_the_numbers_his_way() {
        let mut state = SpsaState::new();
        let before: Vec<f64> = state.numbers.iter().map(|number| number.value).collect();
        let signs: Vec<f64> = (0..before.len())
            .map(|place| if place % 2 == 0 { 1.0 } else { -1.0 })
            .collect();
        state.pull(&signs, 2.0);
        for ((number, before), sign) in state.numbers.iter().zip(before).zip(signs) {
            assert!((number.value - before) * sign > 0.0, "{}", number.name);
        }
    }

    #[test]
    fn it_goes_on_where_it_was_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let tuning = |pairs| SpsaConfig {
            pairs,
            rule: Rule::Freestyle,
            nodes: 60,
            seed: 3,
            threads: 2,
        };
        let stop = StopFlag::new();
        let whole = tune(&tuning(32), &folder.path().join("a"), &stop, |_| {}).unwrap();
        let file = folder.path().join("b");
        tune(&tuning(16), &file, &stop, |_| {}).unwrap();
        let resumed = tune(&tuning(32), &file, &stop, |_| {}).unwrap();
        // The file keeps three digits.
        for (one, other) in whole.numbers.iter().zip(&resumed.numbers) {
            assert!((one.value - other.value).abs() < 0.01, "{}", one.name);
        }
    }
}

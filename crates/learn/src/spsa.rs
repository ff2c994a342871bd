//! Tuning of the engine's search parameters by SPSA (simultaneous perturbation stochastic approximation).
//!
//! Each iteration perturbs all parameters at once, each up or down at random, and plays a pair of games between the engine
//! with the perturbation and the engine with the opposite one. All parameters then move a little towards the winner. A
//! single pair is mostly noise; thousands add up. The games start from the shipped balanced openings, since unbalanced
//! ones carry no information.
//!
//! The state is a text file that is replaced after every batch: the number of pairs, then one line per parameter.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::thread;

use arena::openings::OpeningBook;
use arena::{atomic_file, bounded_file};
use engine::EngineParams;
use gomoku::notation::RowOrigin;
use gomoku::params::{ParamKind, Params};
use gomoku::{Board, Rule, Size, StopFlag};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::fixed_nodes::EnginePair;

/// How to tune.
#[derive(Clone, Debug)]
pub struct SpsaConfig {
    /// Total pairs of games, including those of earlier runs.
    pub pairs: u64,
    /// Game rule.
    pub rule: Rule,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of perturbations and openings.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// A parameter under tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// Name of the parameter.
    pub name: &'static str,
    /// Current value; rounded for play.
    pub value: f64,
    min: f64,
    max: f64,
    step: f64,
}

/// The state of a tuning run.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaState {
    /// Pairs played.
    pub pairs: u64,
    /// All parameters.
    pub params: Vec<Tunable>,
}

/// Parameters that do not belong to the search, and `leaf_vcf_nodes`: node-limited games misprice it, since VCF nodes are
/// cheap.
const EXCLUDED: [&str; 3] = ["level", "hash", "leaf_vcf_nodes"];
/// Initial perturbation in steps of the parameter table, and the exponent of its decay (Spall's c and gamma).
const C: f64 = 3.0;
const GAMMA: f64 = 0.101;
/// Initial gain in perturbations, the exponent of its decay, and the stability constant in pairs (Spall's a, alpha and A).
const GAIN: f64 = 0.05;
const ALPHA: f64 = 0.602;
const STABILITY: f64 = 200.0;
/// Pairs between two updates of the state.
const BATCH_SIZE: u64 = 16;

impl SpsaState {
    /// The default parameters.
    pub fn new() -> SpsaState {
        let params = EngineParams::TABLE
            .iter()
            .filter(|param| !EXCLUDED.contains(&param.name))
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
        SpsaState { pairs: 0, params }
    }

    /// Formats the state as text.
    pub fn write(&self) -> String {
        let mut text = format!("{} pairs\n", self.pairs);
        for param in &self.params {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {:.3}", param.name, param.value);
        }
        text
    }

    /// Parses what [`SpsaState::write`] wrote. Parameters without a line keep their defaults.
    ///
    /// # Errors
    /// The first invalid line.
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
            let param = state.params.iter_mut().find(|param| param.name == name);
            let param = param.ok_or_else(|| line.to_owned())?;
            param.value = value
                .parse()
                .ok()
                .filter(|value| (param.min..=param.max).contains(value))
                .ok_or_else(|| line.to_owned())?;
        }
        Ok(state)
    }

    /// The engine's parameters after this perturbation.
    fn perturbed(&self, signs: &[f64], scale: f64) -> EngineParams {
        let mut params = EngineParams {
            hash: 8,
            ..EngineParams::default()
        };
        for (param, sign) in self.params.iter().zip(signs) {
            let value = param.value + sign * param.step * scale;
            let value = value.clamp(param.min, param.max).round() as i64;
            params
                .set(param.name, &value.to_string())
                .expect("a value within its range");
        }
        params
    }

    /// Moves all parameters by the result of a pair.
    fn update(&mut self, signs: &[f64], score: f64) {
        let pairs = self.pairs as f64;
        let gain = GAIN * (STABILITY / (STABILITY + pairs)).powf(ALPHA);
        for (param, sign) in self.params.iter_mut().zip(signs) {
            let value = param.value + gain * score * sign * param.step * perturbation(self.pairs);
            param.value = value.clamp(param.min, param.max);
        }
        self.pairs += 1;
    }
}

impl Default for SpsaState {
    fn default() -> SpsaState {
        SpsaState::new()
    }
}

/// The perturbation after this many pairs, in steps of the parameter table.
fn perturbation(pairs: u64) -> f64 {
    C / (pairs as f64 / 100.0 + 1.0).powf(GAMMA)
}

/// Plays pairs until all are played or the flag is raised, and saves the state to the file.
///
/// # Errors
/// When the file cannot be read or written, or is not a state.
pub fn tune(
    config: &SpsaConfig,
    file: &Path,
    stop: &StopFlag,
    mut progress: impl FnMut(&SpsaState),
) -> io::Result<SpsaState> {
    let mut state = load(file)?;
    let book = OpeningBook::open(
        "balanced",
        Path::new(""),
        Size::FIFTEEN,
        config.rule,
        RowOrigin::Bottom,
    )
    .expect("every rule has balanced openings on 15x15");
    while state.pairs < config.pairs && !stop.is_raised() {
        for (signs, score) in play_batch(config, &state, &book) {
            state.update(&signs, score);
        }
        atomic_file::write_durably(file, state.write())?;
        progress(&state);
    }
    Ok(state)
}

/// The saved state, or the default one if there is no file.
fn load(file: &Path) -> io::Result<SpsaState> {
    match bounded_file::read_to_string(file, bounded_file::MAX_CONFIG) {
        Ok(text) => SpsaState::read(&text).map_err(|line| {
            let text = format!("invalid line {line:?}");
            io::Error::new(io::ErrorKind::InvalidData, text)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SpsaState::new()),
        Err(error) => Err(error),
    }
}

/// Plays the next batch. All its pairs perturb the same parameters, so the results do not depend on the number of threads.
fn play_batch(config: &SpsaConfig, state: &SpsaState, book: &OpeningBook) -> Vec<(Vec<f64>, f64)> {
    let end = config.pairs.min(state.pairs + BATCH_SIZE);
    let threads = config.threads.max(1);
    let mut results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (state.pairs..end)
            .take(threads)
            .map(|first| {
                scope.spawn(move || {
                    (first..end)
                        .step_by(threads)
                        .map(|pair| (pair, play_pair(config, state, book, pair)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a worker does not panic"))
            .collect()
    });
    results.sort_by_key(|&(pair, _)| pair);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Plays a pair. Returns the signs of its perturbation, and the points by which the engine with the perturbation won.
fn play_pair(
    config: &SpsaConfig,
    state: &SpsaState,
    book: &OpeningBook,
    pair: u64,
) -> (Vec<f64>, f64) {
    let mut rng =
        Xoshiro256PlusPlus::seed_from_u64(config.seed ^ pair.wrapping_mul(0x9e37_79b9_7f4a));
    let signs: Vec<f64> = state
        .params
        .iter()
        .map(|_| if rng.random_bool(0.5) { 1.0 } else { -1.0 })
        .collect();
    let scale = perturbation(state.pairs);
    let plus = state.perturbed(&signs, scale);
    let minus = state.perturbed(&signs, -scale);
    let mut engines = EnginePair::new(config.nodes, [plus, minus]);
    let (_, stones) = book.opening(pair, config.seed, Size::FIFTEEN, config.rule);
    let opening = Board::with_moves(Size::FIFTEEN, config.rule, &stones)
        .expect("the openings of a book are legal");
    let score = engines.play(opening.clone(), [0, 1]) - engines.play(opening, [1, 0]);
    (signs, f64::from(score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_round_trip() {
        let mut state = SpsaState::new();
        state.update(&vec![1.0; state.params.len()], 2.0);
        let again = SpsaState::read(&state.write()).unwrap();
        assert_eq!(again.write(), state.write());
        assert_eq!(SpsaState::read("x"), Err("x".to_owned()));
        assert_eq!(
            SpsaState::read("3 pairs\nmagic 1"),
            Err("magic 1".to_owned())
        );
    }

    #[test]
    fn parameters_move_towards_the_winner() {
        let mut state = SpsaState::new();
        let before: Vec<f64> = state.params.iter().map(|param| param.value).collect();
        let signs: Vec<f64> = (0..before.len())
            .map(|index| if index % 2 == 0 { 1.0 } else { -1.0 })
            .collect();
        state.update(&signs, 2.0);
        for ((param, before), sign) in state.params.iter().zip(before).zip(signs) {
            assert!((param.value - before) * sign > 0.0, "{}", param.name);
        }
    }

    #[test]
    fn a_resumed_run_equals_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let config = |pairs| SpsaConfig {
            pairs,
            rule: Rule::Freestyle,
            nodes: 60,
            seed: 3,
            threads: 2,
        };
        let stop = StopFlag::new();
        let whole = tune(&config(32), &folder.path().join("a"), &stop, |_| {}).unwrap();
        let file = folder.path().join("b");
        tune(&config(16), &file, &stop, |_| {}).unwrap();
        let resumed = tune(&config(32), &file, &stop, |_| {}).unwrap();
        // The file keeps three digits.
        for (one, other) in whole.params.iter().zip(&resumed.params) {
            assert!((one.value - other.value).abs() < 0.01, "{}", one.name);
        }
    }
}

//! Fits the engine's weights to a file of labeled positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use gomoku::{Color, Rule};
use nets::pattern_net::SideWeights;

use crate::evaluation::games::{self, ParseLineError, TuningGame};
use crate::evaluation::policy::{self, FittedPolicy};
use crate::evaluation::positions;
use crate::evaluation::samples::{PolicySample, ValueSample, sample};
use crate::evaluation::value::{self, FittedValue, ValueFitConfig};

/// Why a file of games or positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It has a bad line.
    #[error("line {line}: {error}")]
    Line {
        /// Line number, from 1.
        line: usize,
        /// What is wrong.
        error: ParseLineError,
    },
    /// It has no games or no samples.
    #[error("the file has no samples")]
    Empty,
}

/// Training data of both fits.
#[derive(Debug, Default)]
pub struct Dataset {
    /// Samples for the evaluation.
    pub values: Vec<ValueSample>,
    /// Samples for the move ordering.
    pub policies: Vec<PolicySample>,
}

/// Reads a file of games.
///
/// # Errors
/// When the file cannot be read, is empty, or has a bad line.
pub fn read_games(file: &Path) -> Result<Vec<TuningGame>, FitError> {
    let mut games = Vec::new();
    for_each_line(file, |line| {
        games.push(games::read_line(line)?);
        Ok(())
    })?;
    if games.is_empty() {
        return Err(FitError::Empty);
    }
    Ok(games)
}

/// Reads the samples of a file of positions.
///
/// # Errors
/// When the file cannot be read, has no samples, or has a bad line.
pub fn read_dataset(file: &Path, rule: Rule) -> Result<Dataset, FitError> {
    let mut dataset = Dataset::default();
    for_each_line(file, |line| {
        let (value, policy) = sample(&positions::read_line(line)?, rule);
        dataset.values.push(value);
        dataset.policies.extend(policy);
        Ok(())
    })?;
    if dataset.values.is_empty() || dataset.policies.is_empty() {
        return Err(FitError::Empty);
    }
    Ok(dataset)
}

fn for_each_line(
    file: &Path,
    mut read: impl FnMut(&str) -> Result<(), ParseLineError>,
) -> Result<(), FitError> {
    for (index, line) in BufReader::new(File::open(file)?).lines().enumerate() {
        read(&line?).map_err(|error| FitError::Line {
            line: index + 1,
            error,
        })?;
    }
    Ok(())
}

/// The result of both fits.
#[derive(Debug)]
pub struct FitResult {
    /// The engine's weights, black's and white's.
    pub sides: [SideWeights; 2],
    /// The evaluation.
    pub value: FittedValue,
    /// The move ordering.
    pub policy: FittedPolicy,
}

const POLICY_EPOCHS: usize = 12;

/// Fits evaluation and move ordering. `progress` gets the name of the fit, the epoch and its validation loss.
pub fn fit_weights(
    dataset: &Dataset,
    rule: Rule,
    config: &ValueFitConfig,
    mut progress: impl FnMut(&str, usize, f64),
) -> FitResult {
    // Forbidden points make the game asymmetric, so each color gets its own weights.
    let colors = if rule.forbids(Color::Black) { 2 } else { 1 };
    let value = value::fit(&dataset.values, colors, config, |epoch, loss| {
        progress("evaluation", epoch, loss);
    });
    let policy = policy::fit(&dataset.policies, colors, POLICY_EPOCHS, |epoch, loss| {
        progress("move ordering", epoch, loss);
    });
    let side = |index: usize| {
        let (value, policy) = (&value.sides[index % colors], &policy.sides[index % colors]);
        SideWeights {
            embeddings: value.embeddings.clone(),
            head: value.head.clone(),
            threats: value.threats.clone(),
            attack: quantize(&policy.attack),
            defense: quantize(&policy.defense),
        }
    };
    FitResult {
        sides: [side(0), side(1)],
        value,
        policy,
    }
}

fn quantize(values: &[f64]) -> Vec<i16> {
    values
        .iter()
        .map(|value| value.round().clamp(-9_999.0, 9_999.0) as i16)
        .collect()
}

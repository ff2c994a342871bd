//! From a file of positions to the weights of the engine.

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

/// Why weights could not be fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line of it is not what it should be.
    #[error("line {line}: {error}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: ParseLineError,
    },
    /// The file is empty.
    #[error("there is nothing to learn from")]
    Nothing,
}

/// What the positions teach.
#[derive(Debug, Default)]
pub struct Dataset {
    /// For the evaluation.
    pub values: Vec<ValueSample>,
    /// For the order of moves.
    pub policies: Vec<PolicySample>,
}

/// Reads a file of games.
///
/// # Errors
/// When the file cannot be read, is empty, or has a line that is no game.
pub fn read_games(file: &Path) -> Result<Vec<TuningGame>, FitError> {
    let mut all = Vec::new();
    each_line(file, |line| {
        all.push(games::read_line(line)?);
        Ok(())
    })?;
    if all.is_empty() {
        return Err(FitError::Nothing);
    }
    Ok(all)
}

/// Reads what a file of positions teaches.
///
/// # Errors
/// When the file cannot be read, teaches nothing, or has a line that is no position.
pub fn read_dataset(file: &Path, rule: Rule) -> Result<Dataset, FitError> {
    let mut dataset = Dataset::default();
    each_line(file, |line| {
        let (value, policy) = sample(&positions::read_line(line)?, rule);
        dataset.values.push(value);
        dataset.policies.extend(policy);
        Ok(())
    })?;
    if dataset.values.is_empty() || dataset.policies.is_empty() {
        return Err(FitError::Nothing);
    }
    Ok(dataset)
}

fn each_line(
    file: &Path,
    mut read: impl FnMut(&str) -> Result<(), ParseLineError>,
) -> Result<(), FitError> {
    for (number, line) in BufReader::new(File::open(file)?).lines().enumerate() {
        read(&line?).map_err(|error| FitError::Line {
            line: number + 1,
            error,
        })?;
    }
    Ok(())
}

/// What was fitted.
#[derive(Debug)]
pub struct FitResult {
    /// For the engine, black and white.
    pub sides: [SideWeights; 2],
    /// The evaluation.
    pub values: FittedValue,
    /// The order of moves.
    pub policy: FittedPolicy,
}

/// Passes over the positions in the fit of the move order.
const POLICY_EPOCHS: usize = 12;

/// Fits evaluation and move order.
pub fn fit_weights(
    dataset: &Dataset,
    rule: Rule,
    settings: &ValueFitConfig,
    mut progress: impl FnMut(&str, usize, f64),
) -> FitResult {
    // Where black has forbidden points the colors play different games.
    let colors = if rule.forbids(Color::Black) { 2 } else { 1 };
    let values = value::fit(&dataset.values, colors, settings, |epoch, loss| {
        progress("evaluation", epoch, loss);
    });
    let policy = policy::fit(&dataset.policies, colors, POLICY_EPOCHS, |epoch, loss| {
        progress("move order", epoch, loss);
    });
    let side = |place: usize| {
        let place = place % colors;
        let (value, moves) = (&values.sides[place], &policy.sides[place]);
        SideWeights {
            embeddings: value.embeddings.clone(),
            head: value.head.clone(),
            threats: value.threats.clone(),
            attack: round(&moves.attack),
            defense: round(&moves.defense),
        }
    };
    FitResult {
        sides: [side(0), side(1)],
        values,
        policy,
    }
}

fn round(values: &[f64]) -> Vec<i16> {
    values
        .iter()
        .map(|value| value.round().clamp(-9_999.0, 9_999.0) as i16)
        .collect()
}

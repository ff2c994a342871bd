//! From a file of games to a file of weights.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use engine::weights::SideWeights;
use gomoku::{Color, Rule};

use crate::evaluation::games::{ReadGameError, read_line};
use crate::evaluation::policy::{self, FittedPolicy};
use crate::evaluation::samples::{PolicySample, ValueSample, samples};
use crate::evaluation::value::{self, FittedValues, ValueFit};

/// Why weights could not be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The file of games cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line of it is no game.
    #[error("line {line}: {error}")]
    Game {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: ReadGameError,
    },
    /// There are no games.
    #[error("there are no positions to learn from")]
    Nothing,
}

/// The positions of all games.
#[derive(Debug, Default)]
pub struct Lessons {
    /// Games read.
    pub games: usize,
    /// For the evaluation.
    pub values: Vec<ValueSample>,
    /// For the order of moves.
    pub policies: Vec<PolicySample>,
}

/// Reads the positions of a file of games.
///
/// # Errors
/// When the file cannot be read, or has a line that is no game.
pub fn lessons(file: &Path, rule: Rule) -> Result<Lessons, TuneError> {
    let mut lessons = Lessons::default();
    for (number, line) in BufReader::new(File::open(file)?).lines().enumerate() {
        let game = read_line(&line?).map_err(|error| TuneError::Game {
            line: number + 1,
            error,
        })?;
        let (values, policies) = samples(&game, rule);
        lessons.games += 1;
        lessons.values.extend(values);
        lessons.policies.extend(policies);
    }
    if lessons.values.is_empty() || lessons.policies.is_empty() {
        return Err(TuneError::Nothing);
    }
    Ok(lessons)
}

/// What was fitted.
#[derive(Debug)]
pub struct Tuned {
    /// For the engine, black and white.
    pub sides: [SideWeights; 2],
    /// The evaluation.
    pub values: FittedValues,
    /// The order of moves.
    pub policy: FittedPolicy,
}

/// Passes over the positions in the fit of the move order.
const POLICY_EPOCHS: usize = 12;

/// Fits evaluation and move order.
pub fn tune(
    lessons: &Lessons,
    rule: Rule,
    settings: &ValueFit,
    mut progress: impl FnMut(&str, usize, f64),
) -> Tuned {
    // Where black has forbidden points the colors play different games.
    let colors = if rule.forbids(Color::Black) { 2 } else { 1 };
    let values = value::fit(&lessons.values, colors, settings, |epoch, loss| {
        progress("evaluation", epoch, loss);
    });
    let policy = policy::fit(&lessons.policies, colors, POLICY_EPOCHS, |epoch, loss| {
        progress("move order", epoch, loss);
    });
    let side = |place: usize| {
        let place = place % colors;
        let (value, moves) = (&values.sides[place], &policy.sides[place]);
        SideWeights {
            points: round(&value.points),
            threats: round(&value.threats),
            attack: round(&moves.attack),
            defense: round(&moves.defense),
        }
    };
    Tuned {
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

//! The engine as a player, with weights from a file if one is named.

use std::path::Path;
use std::sync::Arc;

use engine::{Engine, EngineParams};
use gomoku::params::ParamError;
use gomoku::{Player, Rule};
use nets::WeightsError;
use nets::pattern_net::{self, Weights};

use crate::model_file;

/// Checks the text parameters and the weights file.
pub(crate) fn check(params: &EngineParams) -> Result<(), ParamError> {
    params.check()?;
    read_weights(params).map(|_| ())
}

/// Builds the engine. A weights file is for one rule; other rules use the shipped weights.
pub(crate) fn build(params: EngineParams, seed: u64) -> Result<Box<dyn Player>, ParamError> {
    Ok(match read_weights(&params)? {
        Some((rule, weights)) => Box::new(Engine::with_weights(params, rule, weights)),
        None => Box::new(Engine::new(params, seed)),
    })
}

/// The weights in the named file and their rule; `None` if no file is named.
fn read_weights(params: &EngineParams) -> Result<Option<(Rule, Arc<Weights>)>, ParamError> {
    if params.weights.is_empty() {
        return Ok(None);
    }
    let error = |reason: String| ParamError::Value {
        name: "weights",
        value: params.weights.clone(),
        expected: format!("a file of weights: {reason}"),
    };
    let bytes = model_file::read(Path::new(&params.weights)).map_err(error)?;
    let mut reason = String::new();
    for rule in Rule::ALL {
        match pattern_net::from_bytes(rule, &bytes) {
            Ok(sides) => return Ok(Some((rule, Arc::new(Weights::new(&sides))))),
            Err(WeightsError::Title { .. }) if rule != Rule::Freestyle => {}
            Err(error) => reason = error.to_string(),
        }
    }
    Err(error(reason))
}

//! The engine as a player, with weights from a file where one is named.

use std::path::Path;
use std::sync::Arc;

use engine::{Engine, EngineParams};
use gomoku::params::ParamError;
use gomoku::{Player, Rule};
use nets::WeightsError;
use nets::pattern_net::{self, Weights};

use crate::model_file;

/// Do the texts among the parameters mean anything, and can the file be used?
pub(crate) fn check(params: &EngineParams) -> Result<(), ParamError> {
    params.check()?;
    read_weights(params).map(|_| ())
}

/// Makes the engine. The file of its weights says which rule they are for; other rules are played with the shipped ones.
pub(crate) fn build(params: EngineParams, seed: u64) -> Result<Box<dyn Player>, ParamError> {
    Ok(match read_weights(&params)? {
        Some((rule, weights)) => Box::new(Engine::with_weights(params, rule, weights)),
        None => Box::new(Engine::new(params, seed)),
    })
}

/// The weights of the named file and their rule; `None` where no file is named.
fn read_weights(params: &EngineParams) -> Result<Option<(Rule, Arc<Weights>)>, ParamError> {
    if params.weights.is_empty() {
        return Ok(None);
    }
    let refuse = |reason: String| ParamError::Value {
        name: "weights",
        value: params.weights.clone(),
        expected: format!("a file of weights: {reason}"),
    };
    let bytes = model_file::read(Path::new(&params.weights)).map_err(refuse)?;
    let mut last = String::new();
    for rule in Rule::ALL {
        match pattern_net::from_bytes(rule, &bytes) {
            Ok(sides) => return Ok(Some((rule, Arc::new(Weights::new(&sides))))),
            Err(WeightsError::Title { .. }) if rule != Rule::Freestyle => {}
            Err(error) => last = error.to_string(),
        }
    }
    Err(refuse(last))
}

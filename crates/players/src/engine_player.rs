//! The engine as a player, with weights from a file where one is named.

use std::fs;
use std::sync::Arc;

use engine::weights::{self, Weights};
use engine::{Engine, EngineParams};
use gomoku::params::ParamError;
use gomoku::{Player, Rule};

/// Makes the engine. The file of its weights says which rule they are for; other rules are played with the shipped ones.
pub(crate) fn build(params: EngineParams, seed: u64) -> Result<Box<dyn Player>, ParamError> {
    if params.weights.is_empty() {
        return Ok(Box::new(Engine::new(params, seed)));
    }
    let refuse = |reason: String| ParamError::Value {
        name: "weights",
        value: params.weights.clone(),
        expected: format!("a file of weights: {reason}"),
    };
    let bytes = fs::read(&params.weights).map_err(|error| refuse(error.to_string()))?;
    let mut last = String::new();
    for rule in Rule::ALL {
        match weights::from_bytes(rule, &bytes) {
            Ok(sides) => {
                let weights = Arc::new(Weights::new(&sides));
                return Ok(Box::new(Engine::with_weights(params, rule, weights)));
            }
            Err(weights::WeightsError::Header { .. }) if rule != Rule::Freestyle => {}
            Err(error) => last = error.to_string(),
        }
    }
    Err(refuse(last))
}

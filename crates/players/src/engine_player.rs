//! The engine as a player, with weights from a file where one is named.

use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;

use engine::weights::{self, Weights};
use engine::{Engine, EngineParams};
use gomoku::params::ParamError;
use gomoku::{Player, Rule};

/// Do the values mean anything? A file of weights is read, so that a wrong one is refused before a game begins.
pub(crate) fn check(params: &EngineParams) -> Result<(), ParamError> {
    params.check()?;
    read(params).map(|_| ())
}

/// Makes the engine. The file of its weights says which rule they are for; other rules are played with the shipped ones.
pub(crate) fn build(params: EngineParams, seed: u64) -> Result<Box<dyn Player>, ParamError> {
    Ok(match read(&params)? {
        Some((rule, weights)) => Box::new(Engine::with_weights(params, rule, weights)),
        None => Box::new(Engine::new(params, seed)),
    })
}

/// No file of weights is as long as this.
const MOST_BYTES: u64 = 1 << 20;

/// The weights that the parameters name, if they name any.
fn read(params: &EngineParams) -> Result<Option<(Rule, Arc<Weights>)>, ParamError> {
    if params.weights.is_empty() {
        return Ok(None);
    }
    let refuse = |reason: String| ParamError::Value {
        name: "weights",
        value: params.weights.clone(),
        expected: format!("a file of weights: {reason}"),
    };
    let file = File::open(&params.weights).map_err(|error| refuse(error.to_string()))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES)
        .read_to_end(&mut bytes)
        .map_err(|error| refuse(error.to_string()))?;
    let mut last = String::new();
    for rule in Rule::ALL {
        match weights::from_bytes(rule, &bytes) {
            Ok(sides) => return Ok(Some((rule, Arc::new(Weights::new(&sides))))),
            Err(weights::WeightsError::Header { .. }) if rule != Rule::Freestyle => {}
            Err(error) => last = error.to_string(),
        }
    }
    Err(refuse(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_file_is_refused_before_a_game_begins() {
        for file in ["nowhere", "/dev/null", "/dev/zero"] {
            let params = EngineParams {
                weights: file.into(),
                ..EngineParams::default()
            };
            let error = check(&params).unwrap_err().to_string();
            assert!(
                error.contains(file) && error.contains("a file of weights"),
                "{error}"
            );
        }
        assert!("tengen:weights=nowhere".parse::<crate::Spec>().is_err());
    }
}

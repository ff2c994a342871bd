//! The engine as a player, with weights from a file if one is named.

use engine::{Engine, EngineParams};
use gomoku::params::ParamError;

use crate::access::Access;
use crate::model_file;
use crate::prepared::{ParamValues, Prepared};

/// Checks the text parameters and reads the weights. A weights file is for one rule; other rules use the shipped
/// weights.
pub(crate) fn prepare(values: &ParamValues, access: &Access) -> Result<Prepared, ParamError> {
    let params: EngineParams = values.read()?;
    params.check()?;
    let evaluation = model_file::engine_evaluation(&params, access)?;
    values.prepare(move |params, seed| match &evaluation {
        Some((rule, evaluation)) => Engine::with_evaluation(params, *rule, evaluation.clone()),
        None => Engine::new(params, seed),
    })
}

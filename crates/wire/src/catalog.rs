//! Players with their parameters, and the state of the server.

use gomoku::params::{Param, ParamKind};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use crate::names::{ProcedureName, RuleName, SolverName};

/// Everything a client can choose from.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Catalog {
    /// The version of the program.
    pub version: String,
    /// The name of the player to start with.
    pub default_player: String,
    /// The players.
    pub players: Vec<PlayerInfo>,
    /// The rules.
    pub rules: Vec<RuleName>,
    /// The opening procedures.
    pub procedures: Vec<ProcedureName>,
    /// The solvers.
    pub solvers: Vec<SolverName>,
    /// Searches that may run at once.
    pub max_searches: usize,
}

/// A player.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerInfo {
    /// The name, with which spec strings begin.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The paper or program it comes from.
    pub source: String,
    /// Its parameters.
    pub params: Vec<ParamInfo>,
}

impl PlayerInfo {
    /// An entry of the registry.
    pub fn new(
        name: &str,
        summary: &str,
        source: &str,
        params: impl Iterator<Item = Param>,
    ) -> PlayerInfo {
        PlayerInfo {
            name: name.to_owned(),
            summary: summary.to_owned(),
            source: source.to_owned(),
            params: params.map(|param| ParamInfo::from(&param)).collect(),
        }
    }
}

/// A parameter of a player, as spec strings set it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ParamInfo {
    /// The name.
    pub name: String,
    /// One sentence.
    pub doc: String,
    /// The type.
    pub kind: ParamType,
    /// The default value.
    pub default: ParamValue,
    /// The smallest value of a number, otherwise null.
    #[schema(value_type = Option<f64>, required = true)]
    pub min: Option<Number>,
    /// The largest value of a number, otherwise null.
    #[schema(value_type = Option<f64>, required = true)]
    pub max: Option<Number>,
    /// A sensible step for a slider, for numbers.
    #[schema(value_type = Option<f64>, required = true)]
    pub step: Option<Number>,
    /// The values of a choice, otherwise null.
    #[schema(required = true)]
    pub options: Option<Vec<String>>,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParamType {
    /// An integer.
    Int,
    /// A real number.
    Real,
    /// A boolean.
    Flag,
    /// One of several words.
    Choice,
    /// Any text.
    Text,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ParamValue {
    /// A flag.
    Flag(bool),
    /// A number.
    #[schema(value_type = f64)]
    Number(Number),
    /// A choice or a text.
    Text(String),
}

/// The largest integer that JavaScript represents exactly.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

impl From<&Param> for ParamInfo {
    fn from(param: &Param) -> ParamInfo {
        let mut info = ParamInfo {
            name: param.name.to_owned(),
            doc: param.doc.to_owned(),
            kind: ParamType::Text,
            default: ParamValue::Flag(false),
            min: None,
            max: None,
            step: None,
            options: None,
        };
        match param.kind {
            ParamKind::Int {
                default,
                min,
                max,
                step,
            } => {
                info.kind = ParamType::Int;
                info.default = ParamValue::Number(default.into());
                info.min = Some(min.max(-MAX_SAFE_INTEGER).into());
                info.max = Some(max.min(MAX_SAFE_INTEGER).into());
                info.step = Some(step.into());
            }
            ParamKind::Real {
                default,
                min,
                max,
                step,
            } => {
                let number = |value: f64| Number::from_f64(value).unwrap_or_else(|| 0.into());
                info.kind = ParamType::Real;
                info.default = ParamValue::Number(number(default));
                info.min = Some(number(min));
                info.max = Some(number(max));
                info.step = Some(number(step));
            }
            ParamKind::Flag { default } => {
                info.kind = ParamType::Flag;
                info.default = ParamValue::Flag(default);
            }
            ParamKind::Choice { default, options } => {
                info.kind = ParamType::Choice;
                info.default = ParamValue::Text(default.to_owned());
                info.options = Some(options.iter().map(|&option| option.to_owned()).collect());
            }
            ParamKind::Text { default } => {
                info.default = ParamValue::Text(default.to_owned());
            }
        }
        info
    }
}

/// The state of the server.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Health {
    /// The version of the program.
    pub version: String,
    /// Searches that are running.
    pub active_searches: usize,
    /// Searches that may run at once.
    pub max_searches: usize,
}

//! What there is to choose from: players with their parameters, rules, procedures, solvers. The page's forms are made
//! from this, so a new player shows up by being in the registry.

use std::sync::Arc;

use axum::extract::State;
use gomoku::params::{Param, ParamKind};
use gomoku::{Procedure, Rule};
use players::{DEFAULT_PLAYER, PLAYERS, PlayerFactory};
use serde_json::{Value, json};
use threats::Kind;

use crate::server::Shared;

/// The largest whole number that JavaScript keeps exactly.
const LARGEST: i64 = (1 << 53) - 1;

/// `GET /api/catalog`
pub(crate) async fn describe(State(shared): State<Arc<Shared>>) -> axum::Json<Value> {
    let players: Vec<Value> = PLAYERS
        .iter()
        .filter(|entry| shared.allows_programs || !is_program(entry))
        .map(player)
        .collect();
    axum::Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "default_player": DEFAULT_PLAYER,
        "players": players,
        "rules": Rule::ALL.map(Rule::name),
        "procedures": Procedure::NAMED.each_ref().map(Procedure::name),
        "solvers": Kind::ALL.map(Kind::name),
        "max_searches": shared.limits.searches,
    }))
}

/// Is it a program of its own, named by the one who asks?
pub(crate) fn is_program(entry: &PlayerFactory) -> bool {
    entry.name == "pbrain"
}

fn player(entry: &PlayerFactory) -> Value {
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "source": entry.source,
        "params": entry.params().map(|param| parameter(&param)).collect::<Vec<_>>(),
    })
}

fn parameter(param: &Param) -> Value {
    let mut json = json!({ "name": param.name, "doc": param.doc });
    let kind = match param.kind {
        ParamKind::Int {
            default,
            min,
            max,
            step,
        } => json!({
            "kind": "int",
            "default": default,
            "min": min.max(-LARGEST),
            "max": max.min(LARGEST),
            "step": step,
        }),
        ParamKind::Real {
            default,
            min,
            max,
            step,
        } => json!({ "kind": "real", "default": default, "min": min, "max": max, "step": step }),
        ParamKind::Flag { default } => json!({ "kind": "flag", "default": default }),
        ParamKind::Choice { default, options } => {
            json!({ "kind": "choice", "default": default, "options": options })
        }
        ParamKind::Text { default } => json!({ "kind": "text", "default": default }),
    };
    if let (Value::Object(json), Value::Object(kind)) = (&mut json, kind) {
        json.extend(kind);
    }
    json
}

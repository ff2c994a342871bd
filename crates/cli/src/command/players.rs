//! `tengen players`: the registry, for people and for programs.

use std::io::{Write, stdout};

use gomoku::params::{Param, ParamKind};
use players::{PLAYERS, PlayerFactory};
use serde_json::{Value, json};

use crate::args::PlayersArgs;

pub(crate) fn run(args: &PlayersArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    if args.json {
        let players: Vec<Value> = PLAYERS.iter().map(player_json).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&players)?)?;
        return Ok(());
    }
    for entry in PLAYERS {
        writeln!(
            out,
            "{} ({})\n    {}",
            entry.name, entry.source, entry.summary
        )?;
        for param in entry.params() {
            writeln!(
                out,
                "    {}={}  {}{}",
                param.name,
                param.default_text(),
                param.doc,
                range(&param)
            )?;
        }
    }
    Ok(())
}

fn range(param: &Param) -> String {
    match param.kind {
        ParamKind::Int { min, max, .. } if max < i64::MAX => format!(" [{min} to {max}]"),
        ParamKind::Real { min, max, .. } => format!(" [{min} to {max}]"),
        ParamKind::Choice { options, .. } => format!(" [{}]", options.join(" | ")),
        _ => String::new(),
    }
}

fn player_json(entry: &PlayerFactory) -> Value {
    json!({
        "name": entry.name,
        "summary": entry.summary,
        "source": entry.source,
        "params": entry.params().map(|param| param_json(&param)).collect::<Vec<_>>(),
    })
}

fn param_json(param: &Param) -> Value {
    let (kind, default, min, max, step, options) = match param.kind {
        ParamKind::Int {
            default,
            min,
            max,
            step,
        } => (
            "int",
            json!(default),
            json!(min),
            json!(max),
            json!(step),
            Value::Null,
        ),
        ParamKind::Real {
            default,
            min,
            max,
            step,
        } => (
            "real",
            json!(default),
            json!(min),
            json!(max),
            json!(step),
            Value::Null,
        ),
        ParamKind::Flag { default } => (
            "flag",
            json!(default),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
        ),
        ParamKind::Choice { default, options } => (
            "choice",
            json!(default),
            Value::Null,
            Value::Null,
            Value::Null,
            json!(options),
        ),
        ParamKind::Text { default } => (
            "text",
            json!(default),
            Value::Null,
            Value::Null,
            Value::Null,
            Value::Null,
        ),
    };
    json!({
        "name": param.name,
        "doc": param.doc,
        "kind": kind,
        "default": default,
        "min": min,
        "max": max,
        "step": step,
        "options": options,
    })
}

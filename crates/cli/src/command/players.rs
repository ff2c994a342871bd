//! `tengen players`: lists the registry as text or JSON.

use std::io::{Write, stdout};

use gomoku::params::{Param, ParamKind};
use players::{PLAYERS, PlayerFactory};
use wire::PlayerInfo;

use crate::args::PlayersArgs;

pub(crate) fn run(args: &PlayersArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    if args.json {
        let players: Vec<PlayerInfo> = PLAYERS.iter().map(player_info).collect();
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

fn player_info(factory: &PlayerFactory) -> PlayerInfo {
    PlayerInfo::new(
        factory.name,
        factory.summary,
        factory.source,
        factory.params(),
    )
}

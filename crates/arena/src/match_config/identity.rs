//! The identity of a match: JSON by which the store finds a match again.

use serde_json::{Value, json};
use wire::GameLimits;

use super::{Colors, MatchConfig, TournamentFormat};
use crate::duration;
use crate::openings::OpeningBook;

/// Version of the identity format.
const VERSION: u32 = 2;

pub(super) fn to_json(config: &MatchConfig) -> Value {
    let players = config.players.iter().map(|player| {
        json!({
            "name": player.name,
            "spec": player.spec.to_string(),
            "limits": GameLimits::from(&player.limits),
        })
    });
    json!({
        "version": VERSION,
        "players": players.collect::<Vec<Value>>(),
        "format": match config.format {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Gauntlet => "gauntlet",
            TournamentFormat::SelfPlay => "self-play",
        },
        "colors": match config.colors {
            Colors::Both => "both",
            Colors::Fixed => "fixed",
        },
        "size": config.size.get(),
        "rule": config.rule.name(),
        "book": book_json(config),
        "procedure": config.procedure.to_string(),
        "move_limit": config.adjudication.move_limit,
        "margin": duration::write(config.adjudication.margin),
        "seed": config.seed,
    })
}

fn book_json(config: &MatchConfig) -> Value {
    match &config.book {
        OpeningBook::Empty => json!("empty"),
        OpeningBook::Random(stones) => json!({ "random": stones }),
        OpeningBook::List {
            openings,
            use_symmetries,
        } => {
            let moves = |stones: &Vec<gomoku::Point>| -> String {
                let names = stones.iter().map(|point| point.name(config.size));
                names.map(|name| name.to_string()).collect()
            };
            let openings: Vec<String> = openings.iter().map(moves).collect();
            json!({ "list": openings, "symmetries": use_symmetries })
        }
    }
}

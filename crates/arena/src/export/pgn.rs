//! PGN for rating tools: names and results, with two chess moves as placeholder.
//!
//! The player that moves first after the opening is `White`, so that what tools report as white's advantage is that of
//! the first move. `FirstMover` has its real color and `Moves` the real moves.

use std::fmt::Write as _;

use gomoku::Color;

use super::{EventInfo, date};
use crate::game_record::{GameRecord, Termination};

/// Writes one game.
pub fn write_pgn(game: &GameRecord, event: &EventInfo) -> String {
    let first = if game.opening_plies.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    let result = match game.result.outcome.winner {
        None => "1/2-1/2",
        Some(winner) if winner == first => "1-0",
        Some(_) => "0-1",
    };
    let moves: Vec<String> = game
        .result
        .moves
        .iter()
        .map(|point| point.name(event.size).to_string())
        .collect();
    let mut text = String::new();
    for (tag, value) in [
        ("Event", event.name.as_str()),
        ("Site", "tengen"),
        ("Date", &date(game.started).replace('-', ".")),
        ("Round", &(game.number + 1).to_string()),
        ("White", event.player_name(game.players[first])),
        ("Black", event.player_name(game.players[!first])),
        ("Result", result),
        ("FirstMover", &first.to_string()),
        ("Rule", event.rule.name()),
        ("Size", &event.size.to_string()),
        (
            "Termination",
            Termination::of(&game.result.outcome.reason).name(),
        ),
        ("PlyCount", &game.result.moves.len().to_string()),
        ("Moves", &moves.join(" ")),
    ] {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    let _ = write!(text, "\n1. d4 d5 {result}\n\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mover_is_white() {
        let (games, event) = super::super::tests::some_games();
        let text = write_pgn(&games[0], &event);
        // After three stones of the opening, the white stones move first.
        assert!(text.contains("[FirstMover \"white\"]"));
        assert!(text.contains("[White \"the \\\"random\\\"\"]"), "{text}");
        assert!(text.contains("[Result \"0-1\"]"));
        assert!(text.ends_with("1. d4 d5 0-1\n\n"));
    }
}

//! PGN as rating tools want it: names and results, and moves that any chess program can follow.
//!
//! The player who moves first after the opening is `White`, because what tools call the advantage of white is the
//! advantage of the turn. Which stones it has is told in `FirstMover`, and the real moves in `Moves`.

use std::fmt::Write as _;

use gomoku::Color;

use super::{EventInfo, date};
use crate::game_record::{GameRecord, Termination};

/// One game.
pub fn write_pgn(game: &GameRecord, context: &EventInfo) -> String {
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
        .map(|point| point.name(context.size).to_string())
        .collect();
    let mut text = String::new();
    for (tag, value) in [
        ("Event", context.event.as_str()),
        ("Site", "tengen"),
        ("Date", &date(game.started).replace('-', ".")),
        ("Round", &(game.number + 1).to_string()),
        ("White", context.name(game.players[first])),
        ("Black", context.name(game.players[!first])),
        ("Result", result),
        ("FirstMover", &first.to_string()),
        ("Rule", context.rule.name()),
        ("Size", &context.size.to_string()),
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
        let (games, context) = super::super::tests::some_games();
        let text = write_pgn(&games[0], &context);
        // Three stones were there, so the stones called white move first.
        assert!(text.contains("[FirstMover \"white\"]"));
        assert!(text.contains("[White \"the \\\"random\\\"\"]"), "{text}");
        assert!(text.contains("[Result \"0-1\"]"));
        assert!(text.ends_with("1. d4 d5 0-1\n\n"));
    }
}

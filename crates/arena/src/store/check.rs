//! Checks rows as they are read, so that a damaged one is named instead of spoiling a result.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, ByColor, Color, Point, Rule, Size};
use rusqlite::Row;
use rusqlite::types::FromSql;
use serde_json::Value;

use super::StoredMatch;
use crate::game_record::Termination;

/// The columns of a game that every reader needs.
pub(super) struct GameColumns {
    pub(super) number: u64,
    pub(super) pair: u64,
    pub(super) opening_plies: usize,
    pub(super) players: ByColor<usize>,
    pub(super) winner: Option<Color>,
    pub(super) termination: Termination,
    pub(super) moves: Vec<Point>,
    pub(super) started: u64,
}

/// A column with its type checked.
pub(super) fn column<T: FromSql>(row: &Row<'_>, name: &str) -> Result<T, String> {
    row.get(name).map_err(|error| format!("{name}: {error}"))
}

/// Reads and checks a game. The error says what is wrong.
pub(super) fn game(row: &Row<'_>, stored_match: &StoredMatch) -> Result<GameColumns, String> {
    let winner: Option<String> = column(row, "winner")?;
    let termination: String = column(row, "termination")?;
    let game = GameColumns {
        number: column(row, "number")?,
        pair: column(row, "pair")?,
        opening_plies: column(row, "opening_plies")?,
        players: ByColor {
            black: column(row, "black")?,
            white: column(row, "white")?,
        },
        winner: match winner.as_deref() {
            None => None,
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            Some(other) => return Err(format!("winner: {} is no color", quote(other))),
        },
        termination: Termination::from_name(&termination)
            .ok_or_else(|| format!("termination: {} is unknown", quote(&termination)))?,
        moves: moves(&column::<String>(row, "moves")?, stored_match.size())?,
        started: column(row, "started")?,
    };
    check_players(&game, stored_match)?;
    check_result(&game, &replay(&game, stored_match)?)?;
    Ok(game)
}

fn moves(text: &str, size: Size) -> Result<Vec<Point>, String> {
    let points = notation::parse_moves(text, size, RowOrigin::Bottom)
        .map_err(|error| format!("moves: {error}"))?;
    let points: Option<Vec<Point>> = points.into_iter().collect();
    points.ok_or_else(|| "moves: contains a pass".to_owned())
}

fn check_players(game: &GameColumns, stored_match: &StoredMatch) -> Result<(), String> {
    let ByColor { black, white } = game.players;
    let count = stored_match.names().len();
    if black >= count || white >= count {
        let index = black.max(white);
        return Err(format!(
            "player {index} is unknown: the match has {count} players"
        ));
    }
    let identity = &stored_match.identity;
    if (black == white) != (identity["format"] == "self-play") {
        return Err(format!("player {black} has black and player {white} white"));
    }
    let expected = if identity["colors"] == "both" {
        game.number / 2
    } else {
        game.number
    };
    if game.pair != expected {
        return Err(format!("pair: {} instead of {expected}", game.pair));
    }
    Ok(())
}

/// The final board. Forbidden points are not checked: openings may contain them, and no reader depends on it.
fn replay(game: &GameColumns, stored_match: &StoredMatch) -> Result<Board, String> {
    let (size, stones) = (stored_match.size(), game.moves.len());
    if game.opening_plies > stones {
        let plies = game.opening_plies;
        return Err(format!("opening_plies: {plies} of {stones} stones"));
    }
    let mut board = Board::new(size, stored_match.rule());
    for (index, &point) in game.moves.iter().enumerate() {
        let problem = if !board.is_empty(point) {
            "is occupied"
        } else if index > game.opening_plies && board.winner().is_some() {
            "comes after the end of the game"
        } else {
            board.push(point);
            continue;
        };
        return Err(format!(
            "move {} ({}) {problem}",
            index + 1,
            point.name(size)
        ));
    }
    Ok(board)
}

fn check_result(game: &GameColumns, board: &Board) -> Result<(), String> {
    let termination = game.termination;
    let is_consistent = match termination {
        Termination::Five => game.winner.is_some() && board.any_winner() == game.winner,
        Termination::FullBoard => game.winner.is_none() && board.is_full(),
        Termination::MoveLimit | Termination::NoLegalMove => game.winner.is_none(),
        _ => game.winner.is_some(),
    };
    let winner = game
        .winner
        .map_or("nobody".to_owned(), |color| color.to_string());
    if !is_consistent {
        return Err(format!(
            "the stones contradict the result, which is that {winner} won by {}",
            termination.name()
        ));
    }
    if termination != Termination::Five && board.winner().is_some() {
        return Err(format!(
            "the stones make a five, but the game ended by {}",
            termination.name()
        ));
    }
    Ok(())
}

/// The players, size and rule in the identity of a match. The error says what is wrong.
pub(super) fn identity(text: &str) -> Result<(Value, Vec<String>, Size, Rule), String> {
    let identity: Value =
        serde_json::from_str(text).map_err(|error| format!("identity: not JSON: {error}"))?;
    let players = identity["players"].as_array();
    let players = players.filter(|players| !players.is_empty());
    let names = players
        .ok_or("identity: no players")?
        .iter()
        .map(|player| player["name"].as_str().map(str::to_owned));
    let names: Option<Vec<String>> = names.collect();
    let names = names.ok_or("identity: a player without a name")?;
    let size = identity["size"].as_u64();
    let size = size.and_then(|size| Size::new(u8::try_from(size).ok()?));
    let size = size.ok_or_else(|| format!("identity: size {}", identity["size"]))?;
    let rule = identity["rule"].as_str().and_then(|rule| rule.parse().ok());
    let rule = rule.ok_or_else(|| format!("identity: rule {}", identity["rule"]))?;
    Ok((identity, names, size, rule))
}

/// A text from the file, shortened and in quotes.
pub(super) fn quote(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    format!("{short:?}")
}

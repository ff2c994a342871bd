//! Positions and points in an experiment file.

use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Color, Point, Rule, Size};

use super::definition::PositionEntry;
use crate::tournament_file::ConfigError;

pub(super) fn points(names: &[String], size: Size) -> Result<Vec<Point>, ConfigError> {
    names
        .iter()
        .map(|name| {
            notation::parse_point(name, size, RowOrigin::Bottom)
                .map_err(|error| ConfigError::value("point", name, error))
        })
        .collect()
}

impl PositionEntry {
    /// The board. Stones are placed alternately; a side without stones left passes.
    pub(super) fn board(&self, size: Size, rule: Rule) -> Result<Board, ConfigError> {
        let mut board = Board::new(size, rule);
        let plies = notation::parse_moves(&self.moves, size, RowOrigin::Bottom)
            .map_err(|error| ConfigError::value("moves", &self.moves, error))?;
        for ply in plies {
            match ply {
                Some(point) => board
                    .play(point)
                    .map_err(|error| ConfigError::value("moves", &self.moves, error))?,
                None => board.pass(),
            }
        }
        let mut black = points(&self.black, size)?.into_iter();
        let mut white = points(&self.white, size)?.into_iter();
        while black.len() + white.len() > 0 {
            let next = match board.side_to_move() {
                Color::Black => black.next(),
                Color::White => white.next(),
            };
            match next {
                Some(point) if board.is_empty(point) => board.push(point),
                Some(point) => {
                    let name = point.name(size);
                    return Err(ConfigError::value("position", name, "occupied twice"));
                }
                None => board.pass(),
            }
        }
        match self.to_move.as_deref() {
            None => {}
            Some(side) if side == board.side_to_move().to_string() => {}
            Some("black" | "white") => board.pass(),
            Some(other) => {
                return Err(ConfigError::value(
                    "to_move",
                    other,
                    "expected black or white",
                ));
            }
        }
        if board.any_winner().is_some() || board.legal_moves().is_empty() {
            return Err(ConfigError::value(
                "position",
                &self.moves,
                "the game is over",
            ));
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_from_stones_and_from_moves() {
        let entry = PositionEntry {
            black: vec!["h8".into(), "i8".into(), "j8".into()],
            white: vec!["a1".into()],
            to_move: Some("black".into()),
            ..PositionEntry::default()
        };
        let board = entry.board(Size::FIFTEEN, Rule::Freestyle).unwrap();
        assert_eq!(
            (board.stone_count(), board.side_to_move()),
            (4, Color::Black)
        );
        let moves = PositionEntry {
            moves: "h8i9".into(),
            to_move: Some("white".into()),
            ..PositionEntry::default()
        };
        let board = moves.board(Size::FIFTEEN, Rule::Freestyle).unwrap();
        assert_eq!(board.side_to_move(), Color::White);
    }
}

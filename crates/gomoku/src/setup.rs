//! Positions that were not reached move by move: a diagram, or the set-up stones of a game record.
//!
//! A board's history alternates between black and white, so set-up stones become a made-up history in which the
//! sides take turns and the side with nothing left to place passes.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::Point;

/// Who is to move when nobody says: black moves first, so black unless black has more stones.
pub fn side_by_count(black: usize, white: usize) -> Color {
    if black > white {
        Color::White
    } else {
        Color::Black
    }
}

/// Puts stones on a board that has none, each color in the order given, and leaves `side` to move.
/// The points must be empty and different.
pub fn place_stones(board: &mut Board, stones: &ByColor<Vec<Point>>, side: Color) {
    let mut left = ByColor {
        black: stones.black.iter(),
        white: stones.white.iter(),
    };
    while left.black.len() + left.white.len() > 0 {
        match left[board.side_to_move()].next() {
            Some(&point) => board.push(point),
            None => board.pass(),
        }
    }
    if board.side_to_move() != side {
        board.pass();
    }
}

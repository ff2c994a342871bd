//! Set-up positions: diagrams, and the set-up stones of game records.
//!
//! Black and white alternate in a board's history. Set-up stones get an artificial history in which the sides take turns
//! and a side without stones left passes.

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::Point;

/// The default side to move: black, unless black has more stones.
pub fn side_by_count(black: usize, white: usize) -> Color {
    if black > white {
        Color::White
    } else {
        Color::Black
    }
}

/// Places stones on an empty board, each color in the given order, and leaves `side` to move.
/// The points must be empty and distinct.
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

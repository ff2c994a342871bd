//! Which fifth moves are different: the rule says that none may be symmetrical to another.
//!
//! Two of them are the same where the five stones are: turned, mirrored or shifted. The edges of the board are too
//! far away to make a difference of it.

use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::symmetry::Symmetry;

/// The empty points that are different moves from all that were offered.
pub(super) fn different(board: &Board, offered: &[Point]) -> PointSet {
    let taken: Vec<Shape> = offered.iter().map(|&point| shape(board, point)).collect();
    let new = |point: &Point| !taken.contains(&shape(board, *point));
    board.empty().iter().filter(new).collect()
}

/// Stones as they lie to each other: columns and rows from the corner of their rectangle, in the smallest of the eight
/// ways to look at them.
type Shape = Vec<(u8, u8, bool)>;

/// The stones of the board with one more of the side to move.
fn shape(board: &Board, more: Point) -> Shape {
    let mut stones = vec![(more, board.side_to_move() == Color::Black)];
    for color in Color::BOTH {
        stones.extend(
            board
                .stones(color)
                .map(|point| (point, color == Color::Black)),
        );
    }
    let seen = |symmetry: &Symmetry| look(&stones, *symmetry, board.size());
    Symmetry::ALL.iter().map(seen).min().unwrap_or_default()
}

fn look(stones: &[(Point, bool)], symmetry: Symmetry, size: Size) -> Shape {
    let turned = || {
        let turn =
            move |&(point, is_black): &(Point, bool)| (symmetry.apply(point, size), is_black);
        stones.iter().map(turn)
    };
    let left = turned().map(|(point, _)| point.column()).min().unwrap_or(0);
    let top = turned().map(|(point, _)| point.row()).min().unwrap_or(0);
    let mut shape: Shape = turned()
        .map(|(point, is_black)| (point.column() - left, point.row() - top, is_black))
        .collect();
    shape.sort_unstable();
    shape
}

//! Equivalence of fifth moves: no offer may be symmetrical to another.
//!
//! Two fifth moves are equivalent if the resulting five stones are the same up to rotation, reflection and translation.
//! The distance to the edges is ignored.

use crate::board::Board;
use crate::color::Color;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::symmetry::Symmetry;

/// The empty points that are not equivalent to an offered move.
pub(super) fn distinct(board: &Board, offered: &[Point]) -> PointSet {
    let taken: Vec<CanonicalStones> = offered
        .iter()
        .map(|&point| canonical(board, point))
        .collect();
    let new = |point: &Point| !taken.contains(&canonical(board, *point));
    board.empty().iter().filter(new).collect()
}

/// Canonical form of a group of stones: coordinates relative to the bounding box, and whether black; the smallest of the
/// eight symmetric lists.
type CanonicalStones = Vec<(u8, u8, bool)>;

/// The canonical form of the board with one more stone of the side to move.
fn canonical(board: &Board, fifth: Point) -> CanonicalStones {
    let mut stones = vec![(fifth, board.side_to_move() == Color::Black)];
    for color in Color::BOTH {
        stones.extend(
            board
                .stones(color)
                .map(|point| (point, color == Color::Black)),
        );
    }
    let transformed = |symmetry: &Symmetry| transform(&stones, *symmetry, board.size());
    Symmetry::ALL
        .iter()
        .map(transformed)
        .min()
        .unwrap_or_default()
}

fn transform(stones: &[(Point, bool)], symmetry: Symmetry, size: Size) -> CanonicalStones {
    let points = || {
        let apply =
            move |&(point, is_black): &(Point, bool)| (symmetry.apply(point, size), is_black);
        stones.iter().map(apply)
    };
    let left = points().map(|(point, _)| point.column()).min().unwrap_or(0);
    let top = points().map(|(point, _)| point.row()).min().unwrap_or(0);
    let mut relative: CanonicalStones = points()
        .map(|(point, is_black)| (point.column() - left, point.row() - top, is_black))
        .collect();
    relative.sort_unstable();
    relative
}

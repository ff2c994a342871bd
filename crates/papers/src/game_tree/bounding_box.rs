//! The bounding box of the stones: where the textbook searches generate moves (Liao 2019, section 3.1, figure 3.1).
//!
//! Candidate moves are the empty points of the box, enlarged by a margin of two points on each side.

use gomoku::player::candidate_moves;
use gomoku::{Board, Limits, Neighborhood, Point, PointSet};

/// The smallest box around some points, bounds included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundingBox {
    left: u8,
    right: u8,
    top: u8,
    bottom: u8,
}

impl BoundingBox {
    /// The bounding box of one point.
    pub fn of_point(point: Point) -> BoundingBox {
        BoundingBox {
            left: point.column(),
            right: point.column(),
            top: point.row(),
            bottom: point.row(),
        }
    }

    /// The bounding box of all stones; `None` on an empty board.
    pub fn of_stones(board: &Board) -> Option<BoundingBox> {
        let mut stones = board.moves();
        let first = stones.next()?;
        Some(stones.fold(BoundingBox::of_point(first), BoundingBox::with))
    }

    /// The bounding box with one more stone.
    #[inline]
    #[must_use]
    pub fn with(self, point: Point) -> BoundingBox {
        BoundingBox {
            left: self.left.min(point.column()),
            right: self.right.max(point.column()),
            top: self.top.min(point.row()),
            bottom: self.bottom.max(point.row()),
        }
    }

    /// The empty points of the box enlarged by `margin` on each side, row by row.
    pub fn empty_points(self, board: &Board, margin: u8) -> impl Iterator<Item = Point> + '_ {
        let last = board.size().get() - 1;
        let columns = self.left.saturating_sub(margin)..=(self.right + margin).min(last);
        let rows = self.top.saturating_sub(margin)..=(self.bottom + margin).min(last);
        rows.flat_map(move |row| columns.clone().map(move |column| Point::new(column, row)))
            .filter(|&point| board.is_empty(point))
    }

    /// The legal moves among [`BoundingBox::empty_points`].
    pub(crate) fn legal_moves(self, board: &Board, margin: u8) -> Vec<Point> {
        let points = self.empty_points(board, margin);
        if board.rule().forbids(board.side_to_move()) {
            points
                .filter(|&point| board.forbidden_reason(point).is_none())
                .collect()
        } else {
            points.collect()
        }
    }
}

/// The root moves and the bounding box. On an empty board the center is the only move.
pub(crate) fn root_moves(board: &Board, limits: &Limits, margin: u8) -> (Vec<Point>, BoundingBox) {
    let allowed = candidate_moves(board, limits, Neighborhood::Full);
    let Some(bounding_box) = BoundingBox::of_stones(board) else {
        let center = candidate_moves(board, limits, Neighborhood::Square1);
        let first = center.first().unwrap_or_else(|| board.size().center());
        return (vec![first], BoundingBox::of_point(first));
    };
    let nearby: PointSet = bounding_box.empty_points(board, margin).collect();
    let moves = if (nearby & allowed).is_empty() {
        allowed
    } else {
        nearby & allowed
    };
    (moves.iter().collect(), bounding_box)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn the_box_of_figure_3_1() {
        // Stones from column 5 to 10 and row 4 to 9 give 3 <= x <= 12 and 2 <= y <= 11.
        let moves = [Point::new(5, 9), Point::new(10, 4)];
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let points: Vec<_> = BoundingBox::of_stones(&board)
            .unwrap()
            .empty_points(&board, 2)
            .collect();
        assert_eq!(points.len(), 10 * 10 - 2);
        assert_eq!(points[0], Point::new(3, 2));
        assert_eq!(points[97], Point::new(12, 11));
    }

    #[test]
    fn the_edge_clips_the_box() {
        let size = Size::new(5).unwrap();
        let board = Board::with_moves(size, Rule::Freestyle, &[Point::new(0, 4)]).unwrap();
        let bounding_box = BoundingBox::of_stones(&board).unwrap();
        assert_eq!(bounding_box.empty_points(&board, 2).count(), 9 - 1);
    }
}

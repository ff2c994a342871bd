//! The bounding box of the stones, enlarged: where the textbook players look for moves.

use gomoku::{Board, Point};

/// A rectangle of the board, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    left: u8,
    right: u8,
    top: u8,
    bottom: u8,
}

impl Rectangle {
    /// The smallest rectangle around all stones; `None` on an empty board.
    pub fn of_stones(board: &Board) -> Option<Rectangle> {
        let mut stones = board.moves();
        let first = stones.next()?;
        let start = Rectangle {
            left: first.column(),
            right: first.column(),
            top: first.row(),
            bottom: first.row(),
        };
        Some(stones.fold(start, Rectangle::with))
    }

    /// The rectangle with one more stone.
    #[inline]
    #[must_use]
    pub fn with(self, point: Point) -> Rectangle {
        Rectangle {
            left: self.left.min(point.column()),
            right: self.right.max(point.column()),
            top: self.top.min(point.row()),
            bottom: self.bottom.max(point.row()),
        }
    }

    /// The empty points of the rectangle enlarged by `margin` on each side, row by row.
    pub fn empty_points(self, board: &Board, margin: u8) -> impl Iterator<Item = Point> + '_ {
        let last = board.size().get() - 1;
        let columns = self.left.saturating_sub(margin)..=(self.right + margin).min(last);
        let rows = self.top.saturating_sub(margin)..=(self.bottom + margin).min(last);
        rows.flat_map(move |row| columns.clone().map(move |column| Point::new(column, row)))
            .filter(|&point| board.is_empty(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn the_printed_example_is_reproduced() {
        // Stones from column 5 to 10 and row 4 to 9 give 3 <= x <= 12 and 2 <= y <= 11.
        let moves = [Point::new(5, 9), Point::new(10, 4)];
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let points: Vec<_> = Rectangle::of_stones(&board)
            .unwrap()
            .empty_points(&board, 2)
            .collect();
        assert_eq!(points.len(), 10 * 10 - 2);
        assert_eq!(points[0], Point::new(3, 2));
        assert_eq!(points[97], Point::new(12, 11));
    }

    #[test]
    fn the_board_cuts_it_off() {
        let size = Size::new(5).unwrap();
        let board = Board::with_moves(size, Rule::Freestyle, &[Point::new(0, 4)]).unwrap();
        let rectangle = Rectangle::of_stones(&board).unwrap();
        assert_eq!(rectangle.empty_points(&board, 2).count(), 9 - 1);
    }
}

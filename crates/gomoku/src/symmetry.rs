//! The eight symmetries of the square.

use crate::point::Point;
use crate::size::Size;

/// A rotation or reflection of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Leaves every point where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// Applies the symmetry: bit 0 mirrors columns, bit 1 mirrors rows, bit 2 then transposes.
    pub fn apply(self, point: Point, size: Size) -> Point {
        let last = size.get() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if self.0 & 1 != 0 {
            column = last - column;
        }
        if self.0 & 2 != 0 {
            row = last - row;
        }
        if self.0 & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::new(column, row)
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        match self.0 {
            // The two quarter turns are inverses of each other; every other symmetry is its own inverse.
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => self,
        }
    }
}

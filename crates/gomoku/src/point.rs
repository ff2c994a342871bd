//! Points, and the four directions of a line.
//!
//! A point is an index into a grid of 32 × 32 cells whose cell (5, 5) is the upper left corner of the board. The margin of
//! five wall cells on each side makes bounds checks unnecessary up to five steps from any point, for every board size.

use std::fmt;

use crate::size::Size;

/// A point of the grid. Column 0 is left, row 0 is at the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Cells in a row of the grid.
    pub const STRIDE: usize = 32;
    /// Wall cells on each side of the board.
    pub const MARGIN: u8 = 5;
    /// Cells of the grid.
    pub const CELLS: usize = Point::STRIDE * Point::STRIDE;

    /// The point in this column and row, counted from 0 at the top left.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Point {
        debug_assert!(column < Size::MAX && row < Size::MAX);
        Point((row as u16 + Point::MARGIN as u16) * 32 + column as u16 + Point::MARGIN as u16)
    }

    /// The point of a grid index. Indices wrap at [`Point::CELLS`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point((index % Point::CELLS) as u16)
    }

    /// The index of the grid cell, always below [`Point::CELLS`].
    #[inline]
    pub const fn index(self) -> usize {
        // The mask does not change the value but lets the compiler drop bounds checks.
        (self.0 & (Point::CELLS as u16 - 1)) as usize
    }

    /// The column, from 0 at the left. Wraps to a large number in the left margin.
    #[inline]
    pub const fn column(self) -> u8 {
        ((self.0 & 31) as u8).wrapping_sub(Point::MARGIN)
    }

    /// The row, from 0 at the top. Wraps to a large number in the upper margin.
    #[inline]
    pub const fn row(self) -> u8 {
        ((self.0 >> 5) as u8).wrapping_sub(Point::MARGIN)
    }

    /// The cell `steps` along a direction. It must be at most five cells off the board.
    #[inline]
    pub const fn step(self, direction: Direction, steps: i16) -> Point {
        Point(self.0.wrapping_add_signed(direction.offset() * steps))
    }

    /// The larger of the column and row distances.
    pub const fn distance(self, other: Point) -> u8 {
        let columns = self.column().abs_diff(other.column());
        let rows = self.row().abs_diff(other.row());
        if columns > rows { columns } else { rows }
    }

    /// The name on a board of this size, such as `h8`: column letter, row counted from the bottom.
    pub fn name(self, size: Size) -> PointName {
        PointName { point: self, size }
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "({},{})",
            self.column().cast_signed(),
            self.row().cast_signed()
        )
    }
}

/// Displays a point as `h8`.
#[derive(Clone, Copy, Debug)]
pub struct PointName {
    point: Point,
    size: Size,
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = (b'a' + self.point.column()) as char;
        write!(f, "{column}{}", self.size.get() - self.point.row())
    }
}

/// One of the four directions in which stones line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row, to the right.
    East,
    /// Along a column, downwards.
    South,
    /// Down and to the right.
    SouthEast,
    /// Down and to the left.
    SouthWest,
}

impl Direction {
    /// The four directions.
    pub const ALL: [Direction; 4] = [
        Direction::East,
        Direction::South,
        Direction::SouthEast,
        Direction::SouthWest,
    ];

    /// The index, 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The grid index offset of one step.
    #[inline]
    pub const fn offset(self) -> i16 {
        match self {
            Direction::East => 1,
            Direction::South => 32,
            Direction::SouthEast => 33,
            Direction::SouthWest => 31,
        }
    }
}

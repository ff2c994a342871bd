//! The size of a square board.

use std::fmt;
use std::str::FromStr;

use crate::point::Point;

/// The side length of a board in points: 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The smallest board with room for five.
    pub const MIN: u8 = 5;
    /// The largest board of common match runners; with two margins of five it fills the 32 columns of [`Point`].
    pub const MAX: u8 = 22;
    /// The usual board.
    pub const FIFTEEN: Size = Size(15);
    /// Gomocup's large board.
    pub const TWENTY: Size = Size(20);

    /// A size from [`Size::MIN`] to [`Size::MAX`]; `None` otherwise.
    pub const fn new(points: u8) -> Option<Size> {
        if points >= Size::MIN && points <= Size::MAX {
            Some(Size(points))
        } else {
            None
        }
    }

    /// The side length.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points.
    #[inline]
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// The center; on an even board the lower right of the four middle points, as in opening files.
    pub const fn center(self) -> Point {
        Point::new(self.0 / 2, self.0 / 2)
    }

    /// Is the point on a board of this size?
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        // Coordinates in the margin wrap to large numbers.
        point.column() < self.0 && point.row() < self.0
    }

    /// The point with these coordinates, if it is on the board.
    pub fn point(self, column: i64, row: i64) -> Option<Point> {
        let on = 0..i64::from(self.0);
        (on.contains(&column) && on.contains(&row)).then(|| Point::new(column as u8, row as u8))
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.0).flat_map(move |row| (0..self.0).map(move |column| Point::new(column, row)))
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::FIFTEEN
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bad board size {0:?}: expected a number from 5 to 22")]
pub struct ParseSizeError(pub String);

impl FromStr for Size {
    type Err = ParseSizeError;

    fn from_str(text: &str) -> Result<Size, ParseSizeError> {
        text.trim()
            .parse()
            .ok()
            .and_then(Size::new)
            .ok_or_else(|| ParseSizeError(text.to_owned()))
    }
}

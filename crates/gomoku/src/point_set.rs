//! Sets of grid points as bitboards of 1,024 bits, two rows per word.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

use crate::point::Point;
use crate::size::Size;

const WORDS: usize = Point::CELLS / 64;

/// A set of points. A shift moves all members at once, so a neighborhood costs the same for any number of stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PointSet {
    words: [u64; WORDS],
}

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet { words: [0; WORDS] };

    /// Every point of a board of this size.
    pub fn board(size: Size) -> PointSet {
        size.points().collect()
    }

    /// Is the point a member?
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.words[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.words[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.words[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Adds the point if it is absent, removes it if it is present.
    #[inline]
    pub const fn toggle(&mut self, point: Point) {
        self.words[point.index() / 64] ^= 1 << (point.index() % 64);
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Is the set empty?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The first point, row by row from the top left.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// All points, row by row from the top left.
    #[inline]
    pub fn iter(&self) -> Points {
        Points {
            words: self.words,
            index: 0,
        }
    }

    /// Adds the neighbors in the same row, up to `reach` columns away. The margin of five columns separates the rows, so no
    /// bit crosses a word boundary.
    #[inline]
    pub(crate) fn widened(&self, reach: u32) -> PointSet {
        debug_assert!(reach <= 5);
        PointSet {
            words: self.words.map(|word| {
                (1..=reach).fold(word, |wide, step| wide | word << step | word >> step)
            }),
        }
    }

    /// Moves every member by a signed grid offset and drops those that leave the grid. The margin prevents points of a board
    /// from wrapping into the next row by moves of up to five columns.
    pub fn shifted(&self, offset: i32) -> PointSet {
        let distance = (offset.unsigned_abs() as usize).min(Point::CELLS);
        let (jump, bits) = (distance / 64, distance % 64);
        // The bits that cross a word boundary; none when whole words move.
        let carry = |word: u64, left: bool| match (bits, left) {
            (0, _) => 0,
            (_, true) => word >> (64 - bits),
            (_, false) => word << (64 - bits),
        };
        let mut words = [0; WORDS];
        if offset >= 0 {
            for (out, word) in words.iter_mut().skip(jump).zip(self.words) {
                *out = word << bits;
            }
            for (out, word) in words.iter_mut().skip(jump + 1).zip(self.words) {
                *out |= carry(word, true);
            }
        } else {
            for (out, word) in words.iter_mut().zip(self.words.into_iter().skip(jump)) {
                *out = word >> bits;
            }
            for (out, word) in words.iter_mut().zip(self.words.into_iter().skip(jump + 1)) {
                *out |= carry(word, false);
            }
        }
        PointSet { words }
    }
}

/// The points of a set, in order.
#[derive(Clone, Debug)]
pub struct Points {
    words: [u64; WORDS],
    index: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while let Some(word) = self.words.get_mut(self.index) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_index(self.index * 64 + bit));
            }
            self.index += 1;
        }
        None
    }

    /// Skips whole words.
    fn nth(&mut self, mut skipped: usize) -> Option<Point> {
        while let Some(word) = self.words.get_mut(self.index) {
            let count = word.count_ones() as usize;
            if skipped < count {
                for _ in 0..skipped {
                    *word &= *word - 1;
                }
                return self.next();
            }
            skipped -= count;
            self.index += 1;
        }
        None
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        for (word, other) in self.words.iter_mut().zip(other.words) {
            *word |= other;
        }
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        for (word, other) in self.words.iter_mut().zip(other.words) {
            *word &= other;
        }
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(mut self, other: PointSet) -> PointSet {
        self |= other;
        self
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(mut self, other: PointSet) -> PointSet {
        self &= other;
        self
    }
}

impl Not for PointSet {
    type Output = PointSet;

    #[inline]
    fn not(self) -> PointSet {
        PointSet {
            words: self.words.map(|word| !word),
        }
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    /// Set difference.
    #[inline]
    fn sub(self, other: PointSet) -> PointSet {
        self & !other
    }
}

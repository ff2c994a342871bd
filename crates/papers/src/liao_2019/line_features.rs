//! Incremental feature counts over the lines of the board, for both sides.
//!
//! A stone changes the four lines through its point, so an update subtracts the old counts of those lines and adds the new
//! ones. The counts of a line for one side depend only on its stones and the empty points. A search meets the same lines
//! again and again, so a hash table caches them.
//!
//! The feature function is given at construction: Liao's stone shapes, or the runs of the program he played against.
//! Counts are packed, at most ten of twelve bits each, so that one addition adds all of them.

use gomoku::{Board, ByColor, Cell, Color, Direction, Observer, Point};

/// Up to ten counts of twelve bits. A line of 22 points has at most 22 features of a kind, and a board at most 126 lines,
/// so no count overflows.
pub type FeatureCounts = u128;

const COUNT_BITS: usize = 12;

/// The count of one feature.
#[inline]
pub fn feature_count(counts: FeatureCounts, index: usize) -> i32 {
    (counts >> (COUNT_BITS * index)) as i32 & ((1 << COUNT_BITS) - 1)
}

/// Counts with a single feature.
#[inline]
pub const fn feature(index: usize) -> FeatureCounts {
    1 << (COUNT_BITS * index)
}

/// A line as one side sees it, as bitboards. Cells in neither set are blocked: an opponent stone or the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineBits {
    /// Own stones.
    pub own: u32,
    /// Empty cells.
    pub empty: u32,
}

impl LineBits {
    /// Opponent stones, walls and everything beyond the edge.
    #[inline]
    pub fn blocked(self) -> u32 {
        !(self.own | self.empty)
    }

    /// A line from edge to edge, as `X` sees it.
    #[cfg(test)]
    pub(crate) fn from_text(text: &str) -> LineBits {
        let mut line = LineBits::default();
        for (index, cell) in text.bytes().enumerate() {
            match cell {
                b'X' => line.own |= 1 << (index + 1),
                b'.' => line.empty |= 1 << (index + 1),
                _ => {}
            }
        }
        line
    }
}

/// The index of the line through a point in a direction, and the bit of the point on it. Neighbors on the line are
/// neighboring bits. The margin of the grid keeps lines off the first and the last bit.
#[inline]
fn line_and_bit(direction: Direction, point: Point) -> (usize, u32) {
    let (x, y) = (point.index() % 32, point.index() / 32);
    match direction {
        Direction::East => (y, x as u32),
        Direction::South => (x, y as u32),
        Direction::SouthEast => (x + 31 - y, x as u32),
        Direction::SouthWest => (x + y, y as u32),
    }
}

/// The feature counts of all lines of a board.
#[derive(Clone, Debug)]
pub struct LineFeatures {
    count: fn(LineBits) -> FeatureCounts,
    /// Black stones, white stones and empty cells of each direction and line.
    lines: [[[u32; 3]; 64]; 4],
    totals: ByColor<FeatureCounts>,
    cache: Vec<(u64, FeatureCounts)>,
}

/// Index of the empty cells, after the two colors.
const EMPTY: usize = 2;

/// A power of two. The cache takes 512 KiB, which fits the second-level cache.
const CACHE_ENTRIES: usize = 1 << 14;

impl LineFeatures {
    /// Counts the features of a board.
    pub fn new(board: &Board, count: fn(LineBits) -> FeatureCounts) -> LineFeatures {
        let mut features = LineFeatures {
            count,
            lines: [[[0; 3]; 64]; 4],
            totals: ByColor::default(),
            // Key 0 marks an unused entry: lines without own stones are never looked up.
            cache: vec![(0, 0); CACHE_ENTRIES],
        };
        for point in board.size().points() {
            let cell = match board.cell(point) {
                Cell::Stone(color) => color.index(),
                Cell::Empty => EMPTY,
                Cell::Wall => continue,
            };
            for direction in Direction::ALL {
                let (line, bit) = line_and_bit(direction, point);
                features.lines[direction.index()][line][cell] |= 1 << bit;
            }
        }
        for direction in Direction::ALL {
            for line in 0..64 {
                for color in Color::BOTH {
                    features.totals[color] += features.line_counts(direction, line, color);
                }
            }
        }
        features
    }

    /// The counts of one side on the whole board.
    #[inline]
    pub fn totals(&self, color: Color) -> FeatureCounts {
        self.totals[color]
    }

    #[inline]
    fn line_counts(&mut self, direction: Direction, line: usize, color: Color) -> FeatureCounts {
        let cells = &self.lines[direction.index()][line];
        let line = LineBits {
            own: cells[color.index()],
            empty: cells[EMPTY],
        };
        if line.own == 0 {
            return 0;
        }
        let key = u64::from(line.own) << 32 | u64::from(line.empty);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize % CACHE_ENTRIES;
        if self.cache[slot].0 == key {
            return self.cache[slot].1;
        }
        let counts = (self.count)(line);
        self.cache[slot] = (key, counts);
        counts
    }

    /// Changes a cell of the four lines through a point.
    #[inline]
    fn update(&mut self, point: Point, from: usize, to: usize) {
        for direction in Direction::ALL {
            let (line, bit) = line_and_bit(direction, point);
            let old = Color::BOTH.map(|color| self.line_counts(direction, line, color));
            let cells = &mut self.lines[direction.index()][line];
            cells[from] ^= 1 << bit;
            cells[to] ^= 1 << bit;
            for color in Color::BOTH {
                let new = self.line_counts(direction, line, color);
                let total = &mut self.totals[color];
                // A total is at least the count of its lines, so no subtraction borrows from the next count.
                *total = *total - old[color.index()] + new;
            }
        }
    }
}

impl Observer for LineFeatures {
    #[inline]
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        self.update(point, EMPTY, color.index());
    }

    #[inline]
    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        self.update(point, color.index(), EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    /// The line through a point, read from the board.
    fn line_through(board: &Board, color: Color, point: Point, direction: Direction) -> LineBits {
        let mut line = LineBits::default();
        let mut first = point;
        while board.size().contains(first.step(direction, -1)) {
            first = first.step(direction, -1);
        }
        let mut at = first;
        while board.size().contains(at) {
            let bit = 1 << line_and_bit(direction, at).1;
            match board.cell(at) {
                Cell::Empty => line.empty |= bit,
                Cell::Stone(stone) if stone == color => line.own |= bit,
                _ => {}
            }
            at = at.step(direction, 1);
        }
        line
    }

    /// Counts stones followed by an empty cell.
    fn free_stones(line: LineBits) -> FeatureCounts {
        feature(3) * FeatureCounts::from((line.own & line.empty >> 1).count_ones())
    }

    #[test]
    fn incremental_counts_equal_recounted_ones() {
        for size in [5, 6, 15, 22] {
            let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
            board.block(Point::new(1, 1));
            let mut features = LineFeatures::new(&board, free_stones);
            let mut step = 2;
            while let Some(point) = Neighborhood::Square2
                .candidates(&board)
                .iter()
                .nth(step % 4)
            {
                step += 5;
                let before = features.totals;
                board.push_observed(point, &mut features);
                assert_eq!(
                    features.totals,
                    LineFeatures::new(&board, free_stones).totals
                );
                board.pop_observed(&mut features);
                assert_eq!(features.totals, before);
                board.push_observed(point, &mut features);
            }
        }
    }

    #[test]
    fn lines_match_the_board() {
        let mut board = Board::new(Size::new(9).unwrap(), Rule::Freestyle);
        for (column, row) in [(4, 4), (5, 4), (3, 3), (0, 8)] {
            board.push(Point::new(column, row));
        }
        let features = LineFeatures::new(&board, free_stones);
        for point in board.size().points() {
            for direction in Direction::ALL {
                for color in Color::BOTH {
                    let (line, _) = line_and_bit(direction, point);
                    let cells = features.lines[direction.index()][line];
                    let read = line_through(&board, color, point, direction);
                    assert_eq!((read.own, read.empty), (cells[color.index()], cells[EMPTY]));
                }
            }
        }
    }
}

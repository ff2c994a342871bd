//! Incremental pattern counts of a board.
//!
//! A stone changes only the patterns on the four lines through its point, and on each line only six cells to either side
//! matter. The same surroundings recur, so a cache maps them to the counters that the stone changes.

use gomoku::{Board, Cell, Color, Direction, Observer, Point};

use crate::automaton::{Automaton, COUNTERS, EMPTY, REACH, WALL, stone};
use crate::pattern_set::PatternSet;

/// How often each pattern occurs: black's from 0, white's from [`PatternSet::MAX_PATTERNS`].
pub type Counts = [i16; COUNTERS];

/// Maximum number of counters that one stone changes on one line.
pub(crate) const MAX_CHANGES: usize = 28;

/// Cache entry: the counters that a stone changes on one line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct LineChange {
    /// Surroundings and color; 0 in an empty entry.
    key: u32,
    length: u8,
    counters: [(u8, i8); MAX_CHANGES],
}

const EMPTY_ENTRY: LineChange = LineChange {
    key: 0,
    length: 0,
    counters: [(0, 0); MAX_CHANGES],
};

impl LineChange {
    #[inline]
    fn counters(&self) -> &[(u8, i8)] {
        &self.counters[..usize::from(self.length).min(MAX_CHANGES)]
    }
}

/// Cache entries, a power of two. 1 MiB fits the L2 cache.
const CACHE_SIZE: usize = 1 << 14;

/// Bits of a line: 32 cells, margins included.
const LINE_BITS: u32 = 64;

/// Incremental pattern counts of a board.
#[derive(Clone, Debug)]
pub struct PatternCounts {
    automaton: &'static Automaton,
    set: &'static PatternSet,
    /// Two bits per cell, by direction and line.
    lines: Box<[[u64; 64]; 4]>,
    counts: Counts,
    cache: Vec<LineChange>,
}

impl PatternCounts {
    /// The counts of this set on a board.
    pub fn new(set: &'static PatternSet, board: &Board) -> PatternCounts {
        let mut counts = PatternCounts {
            automaton: Automaton::of(set),
            set,
            lines: Box::new([[0; 64]; 4]),
            counts: [0; COUNTERS],
            cache: vec![EMPTY_ENTRY; CACHE_SIZE],
        };
        counts.begin(board);
        counts
    }

    /// Recounts from another board. The cache stays valid.
    pub fn begin(&mut self, board: &Board) {
        *self.lines = [[WALL; 64]; 4];
        self.counts = [0; COUNTERS];
        for point in board.size().points() {
            if board.cell(point) != Cell::Wall {
                self.set_cell(point, EMPTY);
            }
        }
        for point in &board.occupied() {
            if let Cell::Stone(color) = board.cell(point) {
                self.on_place(board, point, color);
            }
        }
    }

    /// The counted set.
    pub fn set(&self) -> &'static PatternSet {
        self.set
    }

    /// All counts.
    #[inline]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The count of one pattern of a side.
    #[inline]
    pub fn of(&self, color: Color, pattern: usize) -> i16 {
        self.counts[color.index() * PatternSet::MAX_PATTERNS + pattern]
    }

    /// Calls `change` with each counter and its difference for a stone on this point, placed or not. A counter may occur
    /// more than once.
    #[inline]
    pub fn for_each_change(
        &mut self,
        point: Point,
        color: Color,
        mut change: impl FnMut(usize, i16),
    ) {
        for direction in Direction::ALL {
            let slot = self.cached_change(direction, point, color);
            for &(counter, difference) in self.cache[slot].counters() {
                change(usize::from(counter) % COUNTERS, i16::from(difference));
            }
        }
    }

    /// The cache slot of the change on one line, computed when it is missing.
    #[inline]
    fn cached_change(&mut self, direction: Direction, point: Point, color: Color) -> usize {
        let (line, index) = line_and_index(direction, point);
        let cells = self.lines[direction.index()][line];
        // The margins are walls, so bits that wrap around the ends of the word read as walls.
        let first = (2 * index + LINE_BITS - 2 * REACH as u32) % LINE_BITS;
        let window = cells.rotate_right(first) as u32 & ((1 << (4 * REACH + 2)) - 1);
        let others = window & !(3 << (2 * REACH));
        let key = others | (1 + color.index() as u32) << (4 * REACH + 2);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let slot = (key.wrapping_mul(0x9e37_79b9) >> 18) as usize % CACHE_SIZE;
        if self.cache[slot].key != key {
            self.cache[slot] = self.compute_change(key, window, color);
        }
        slot
    }

    #[cold]
    fn compute_change(&self, key: u32, window: u32, color: Color) -> LineChange {
        let mut counts = [0_i8; COUNTERS];
        self.automaton.changes(window, color, &mut counts);
        let mut change = LineChange { key, ..EMPTY_ENTRY };
        for (counter, &difference) in counts.iter().enumerate().filter(|(_, d)| **d != 0) {
            // A test over all surroundings shows that MAX_CHANGES suffices.
            change.counters[usize::from(change.length)] = (counter as u8, difference);
            change.length += 1;
        }
        change
    }

    #[inline]
    fn set_cell(&mut self, point: Point, cell: u64) {
        for direction in Direction::ALL {
            let (line, index) = line_and_index(direction, point);
            let word = &mut self.lines[direction.index()][line];
            *word = *word & !(3 << (2 * index)) | cell << (2 * index);
        }
    }
}

impl Observer for PatternCounts {
    #[inline]
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        let mut counts = self.counts;
        self.for_each_change(point, color, |counter, difference| {
            counts[counter] += difference;
        });
        self.counts = counts;
        self.set_cell(point, stone(color));
    }

    #[inline]
    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        let mut counts = self.counts;
        self.for_each_change(point, color, |counter, difference| {
            counts[counter] -= difference;
        });
        self.counts = counts;
        self.set_cell(point, EMPTY);
    }
}

/// The line of a direction through a point, and the point's index on it. Lines include the margin of the grid, so the
/// cells at either end of a word are walls.
#[inline]
fn line_and_index(direction: Direction, point: Point) -> (usize, u32) {
    let (x, y) = (point.index() % 32, point.index() / 32);
    match direction {
        Direction::East => (y, x as u32),
        Direction::South => (x, y as u32),
        Direction::SouthEast => (x + 31 - y, x as u32),
        Direction::SouthWest => (x + y, y as u32),
    }
}

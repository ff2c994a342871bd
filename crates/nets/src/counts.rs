//! The pattern counts of a whole board, kept in step with it.
//!
//! A stone changes only the patterns on the four lines through its point, and of each line only the six cells to either
//! side matter. The same surroundings come up again and again, so what a stone changes among them is remembered.

use gomoku::{Board, Cell, Color, Direction, Observer, Point};

use crate::automaton::{Automaton, COUNTERS, EMPTY, REACH, WALL, stone};
use crate::pattern_set::PatternSet;

/// How often each pattern occurs: black's from 0 on, white's from [`PatternSet::MOST`].
pub type Counts = [i16; COUNTERS];

/// The most counters that one stone changes on one line.
pub(crate) const MOST_CHANGES: usize = 28;

/// What a stone changes on one line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct LineChange {
    /// The surroundings and the color; 0 where nothing is remembered.
    key: u32,
    length: u8,
    counters: [(u8, i8); MOST_CHANGES],
}

const NOTHING: LineChange = LineChange {
    key: 0,
    length: 0,
    counters: [(0, 0); MOST_CHANGES],
};

impl LineChange {
    #[inline]
    fn counters(&self) -> &[(u8, i8)] {
        &self.counters[..usize::from(self.length).min(MOST_CHANGES)]
    }
}

/// Surroundings to remember, a power of two. 1 MiB: the second-level cache holds it.
const REMEMBERED: usize = 1 << 14;

/// Cells of a line that are kept in one word, margins included.
const LINE_BITS: u32 = 64;

/// The counts of a board.
#[derive(Clone, Debug)]
pub struct PatternCounts {
    automaton: &'static Automaton,
    set: &'static PatternSet,
    /// Two bits a cell, for each direction and line.
    lines: Box<[[u64; 64]; 4]>,
    counts: Counts,
    remembered: Vec<LineChange>,
}

impl PatternCounts {
    /// The counts of this set on a board.
    pub fn new(set: &'static PatternSet, board: &Board) -> PatternCounts {
        let mut counts = PatternCounts {
            automaton: Automaton::of(set),
            set,
            lines: Box::new([[0; 64]; 4]),
            counts: [0; COUNTERS],
            remembered: vec![NOTHING; REMEMBERED],
        };
        counts.begin(board);
        counts
    }

    /// Counts another board; what is remembered stays true.
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

    /// The set that is counted.
    pub fn set(&self) -> &'static PatternSet {
        self.set
    }

    /// All counts.
    #[inline]
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How often a side has a pattern.
    #[inline]
    pub fn of(&self, color: Color, pattern: usize) -> i16 {
        self.counts[color.index() * PatternSet::MOST + pattern]
    }

    /// What a stone on this point changes, or has changed: every counter with its difference, some more than once.
    #[inline]
    pub fn for_each_change(
        &mut self,
        point: Point,
        color: Color,
        mut change: impl FnMut(usize, i16),
    ) {
        for direction in Direction::ALL {
            let slot = self.recall(direction, point, color);
            for &(counter, difference) in self.remembered[slot].counters() {
                change(usize::from(counter) % COUNTERS, i16::from(difference));
            }
        }
    }

    /// Where the change on one line is remembered.
    #[inline]
    fn recall(&mut self, direction: Direction, point: Point, color: Color) -> usize {
        let (line, place) = place_on(direction, point);
        let cells = self.lines[direction.index()][line];
        // The margins are walls, so what wraps around the ends of the word is what lies beyond it.
        let first = (2 * place + LINE_BITS - 2 * REACH as u32) % LINE_BITS;
        let window = cells.rotate_right(first) as u32 & ((1 << (4 * REACH + 2)) - 1);
        let others = window & !(3 << (2 * REACH));
        let key = others | (1 + color.index() as u32) << (4 * REACH + 2);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let slot = (key.wrapping_mul(0x9e37_79b9) >> 18) as usize % REMEMBERED;
        if self.remembered[slot].key != key {
            self.remembered[slot] = self.work_out(key, window, color);
        }
        slot
    }

    #[cold]
    fn work_out(&self, key: u32, window: u32, color: Color) -> LineChange {
        let mut counts = [0_i8; COUNTERS];
        self.automaton.changes(window, color, &mut counts);
        let mut change = LineChange { key, ..NOTHING };
        for (counter, &difference) in counts.iter().enumerate().filter(|(_, d)| **d != 0) {
            // A test goes through all surroundings to see that there is room.
            change.counters[usize::from(change.length)] = (counter as u8, difference);
            change.length += 1;
        }
        change
    }

    #[inline]
    fn set_cell(&mut self, point: Point, cell: u64) {
        for direction in Direction::ALL {
            let (line, place) = place_on(direction, point);
            let word = &mut self.lines[direction.index()][line];
            *word = *word & !(3 << (2 * place)) | cell << (2 * place);
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

/// Which line of a direction a point lies on, and where on it. The margin of the grid counts too, so the cells next to
/// either end of the word are walls.
#[inline]
fn place_on(direction: Direction, point: Point) -> (usize, u32) {
    let (x, y) = (point.index() % 32, point.index() / 32);
    match direction {
        Direction::East => (y, x as u32),
        Direction::South => (x, y as u32),
        Direction::SouthEast => (x + 31 - y, x as u32),
        Direction::SouthWest => (x + y, y as u32),
    }
}

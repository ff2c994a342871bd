//! The patterns of a whole board, updated incrementally.
//!
//! A stone changes the classes of the empty points on its four lines and nothing else: at most 32 points in freestyle, 40
//! under the other rules. The overwritten entries go on a stack, so that undoing a move is a copy.
//!
//! Nearly all of these points change a line class, about one in four its threat, one in sixteen a listed threat. The update
//! loop therefore handles the first two without a branch and branches only for the third.

use crate::board::{Board, Cell, Observer};
use crate::color::Color;
use crate::pattern::line_class::{LineClass, REACH};
use crate::pattern::tables::{Tables, cell_bits};
use crate::pattern::threat::Threat;
use crate::pattern::threat_index::{ThreatCounts, ThreatSets};
use crate::point::{Direction, Point};
use crate::point_set::PointSet;

/// The patterns of one empty point, eight bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(8))]
struct PointPattern {
    /// Four line classes of four bits for black, then four for white.
    lines: u32,
    /// Black's and white's threat as [bytes](Threat::byte).
    threats: [u8; 2],
    /// The grid index of the point, so that a saved entry can be restored.
    index: u16,
}

/// Maximum number of points that one stone changes.
const MAX_CHANGED: usize = 8 * REACH;

/// The entries that one stone has overwritten.
#[derive(Clone, Debug)]
struct Undo {
    counts: [ThreatCounts; 2],
    points: [PointPattern; MAX_CHANGED],
    /// The number of changed points.
    changed: usize,
    /// Indices of those whose listed threat has changed.
    list_changes: [u8; MAX_CHANGED],
    /// The number of such indices.
    list_change_count: usize,
}

impl Default for Undo {
    fn default() -> Self {
        Undo {
            counts: Default::default(),
            points: [PointPattern::default(); MAX_CHANGED],
            changed: 0,
            list_changes: [0; MAX_CHANGED],
            list_change_count: 0,
        }
    }
}

/// Line classes and threats of every empty point, for both sides.
#[derive(Clone)]
pub struct Patterns {
    tables: &'static Tables,
    /// The lines of the four directions, two bits per cell; see [`line_of`].
    lines: [[u64; 64]; 4],
    points: [PointPattern; Point::CELLS],
    counts: [ThreatCounts; 2],
    threat_sets: [ThreatSets; 2],
    /// One entry per stone placed since [`Patterns::new`]. Entries above `depth` are kept for reuse.
    undo_stack: Vec<Undo>,
    depth: usize,
}

/// The line of a point in a direction, and the cell on that line.
#[inline]
fn line_of(direction: Direction, point: Point) -> (usize, u32) {
    let (x, y) = (point.index() % 32, point.index() / 32);
    match direction {
        Direction::East => (y, x as u32),
        Direction::South => (x, y as u32),
        Direction::SouthEast => (x + 31 - y, x as u32),
        Direction::SouthWest => (x + y, y as u32),
    }
}

/// The low bit of each cell of a line.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// Black and white as indices.
const SIDES: [usize; 2] = [0, 1];

impl Patterns {
    /// The patterns of a board, computed from scratch.
    pub fn new(board: &Board) -> Patterns {
        let mut patterns = Patterns {
            tables: Tables::of(board.rule()),
            lines: [[0; 64]; 4],
            points: [PointPattern::default(); Point::CELLS],
            counts: Default::default(),
            threat_sets: [const { ThreatSets([PointSet::EMPTY; ThreatSets::LEN]) }; 2],
            undo_stack: Vec::new(),
            depth: 0,
        };
        for point in board.size().points() {
            for direction in Direction::ALL {
                let (line, cell) = line_of(direction, point);
                patterns.lines[direction.index()][line] |=
                    cell_bits(board.cell(point)) << (2 * cell);
            }
        }
        for point in board.size().points() {
            if board.is_empty(point) {
                patterns.compute(point);
            }
        }
        patterns
    }

    fn compute(&mut self, point: Point) {
        let mut lines = 0;
        for direction in Direction::ALL {
            let (line, cell) = line_of(direction, point);
            let key = self.lines[direction.index()][line];
            let classes = self
                .tables
                .classify(key >> (2 * cell - 10), key >> (2 * cell + 2));
            lines |= classes << (4 * direction.index());
        }
        let threats = self.tables.threats_of(lines);
        let index = point.index() as u16;
        self.points[point.index()] = PointPattern {
            lines,
            threats,
            index,
        };
        for side in SIDES {
            let threat = threats[side];
            self.counts[side].add(threat);
            self.threat_sets[side].toggle(index, threat);
        }
    }

    /// What a stone of this color makes in one direction on this empty point.
    /// For an occupied point: the class at the time its stone was placed.
    #[inline]
    pub fn line_class(&self, color: Color, point: Point, direction: Direction) -> LineClass {
        let class = self.packed_lines(color, point) >> (4 * direction.index()) & 0xf;
        LineClass::ALL[class as usize % LineClass::COUNT]
    }

    /// The four line classes of a point in four bits each, the first direction lowest, as a table index.
    #[inline]
    pub fn packed_lines(&self, color: Color, point: Point) -> u16 {
        (self.points[point.index()].lines >> (16 * color.index())) as u16
    }

    /// What a stone of this color makes on this empty point.
    /// For an occupied point: the threat at the time its stone was placed.
    #[inline]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        let byte = self.points[point.index()].threats[color.index()];
        Threat::ALL[(byte & 0xf) as usize % Threat::COUNT]
    }

    /// The number of empty points on which this side makes exactly this threat.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        self.counts[color.index()].get(threat)
    }

    /// The empty points on which this side makes exactly this threat, from [`Threat::Three`] up.
    ///
    /// # Panics
    /// For a lower threat: those are only counted.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &PointSet {
        assert!(
            threat as usize >= Threat::FIRST_LISTED,
            "the points of {threat:?} are not listed"
        );
        &self.threat_sets[color.index()].0[ThreatSets::index(threat.byte())]
    }

    /// The first point of this threat, if there is one; from [`Threat::Three`] up.
    ///
    /// # Panics
    /// For a lower threat that occurs.
    #[inline]
    pub fn find(&self, color: Color, threat: Threat) -> Option<Point> {
        if self.count(color, threat) == 0 {
            None
        } else {
            self.points(color, threat).first()
        }
    }

    /// The empty points on which this side makes at least this threat, from [`Threat::Three`] up, without those that look
    /// forbidden.
    ///
    /// # Panics
    /// For a lower threat that occurs.
    pub fn at_least(&self, color: Color, threat: Threat) -> PointSet {
        Threat::ALL[threat as usize..]
            .iter()
            .filter(|&&threat| threat != Threat::Forbidden && self.count(color, threat) > 0)
            .fold(PointSet::EMPTY, |set, &threat| {
                set | *self.points(color, threat)
            })
    }

    /// The [packed lines](Patterns::packed_lines) of both sides; black in the low half.
    #[inline]
    pub fn both_lines(&self, point: Point) -> u32 {
        self.points[point.index()].lines
    }

    /// The cells of the line through a point, two bits each (3 empty, 2 black, 1 white, 0 wall), and the lowest bit of the
    /// point's own cell. At least five cells lie on either side of it.
    #[inline]
    pub fn line_key(&self, point: Point, direction: Direction) -> (u64, u32) {
        let (line, cell) = line_of(direction, point);
        (self.lines[direction.index()][line % 64], 2 * cell)
    }

    /// How many cells away a stone changes the line classes of a point.
    #[inline]
    pub fn reach(&self) -> u32 {
        self.tables.reach as u32
    }

    /// The changes of the last stone: [`both_lines`](Patterns::both_lines) of each changed point, before and after. Excludes
    /// the stone's own point. Empty if no stone was placed since [`Patterns::new`].
    #[inline]
    pub fn changes(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let last = self
            .depth
            .checked_sub(1)
            .map(|depth| &self.undo_stack[depth]);
        let points = last.map_or(&[][..], |last| &last.points[..last.changed]);
        points.iter().map(|old| {
            (
                old.lines,
                self.points[old.index as usize % Point::CELLS].lines,
            )
        })
    }

    /// Are these patterns equal to others of the same board? Ignores the undo stack.
    pub fn agrees_with(&self, other: &Patterns, board: &Board) -> bool {
        self.lines == other.lines
            && self.counts == other.counts
            && self.threat_sets == other.threat_sets
            && board
                .size()
                .points()
                .filter(|&point| board.is_empty(point))
                .all(|point| self.points[point.index()] == other.points[point.index()])
    }
}

/// The state of an update while a stone is placed.
struct Update<'a> {
    tables: &'static Tables,
    lines: &'a mut [[u64; 64]; 4],
    points: &'a mut [PointPattern; Point::CELLS],
    undo: &'a mut Undo,
    stone: Point,
    /// The bit that the stone clears in its lines: an empty cell has both bits, a stone one.
    cleared: u64,
}

/// Counters that change with every point, passed by value to stay in registers.
#[derive(Clone, Copy)]
struct UpdateCounters {
    changed: usize,
    list_change_count: usize,
    black: u64,
    white: u64,
}

impl Update<'_> {
    /// Reclassifies the empty points of one line around the stone.
    #[inline]
    fn update_line<const DIRECTION: usize>(
        &mut self,
        mut counters: UpdateCounters,
    ) -> UpdateCounters {
        let direction = Direction::ALL[DIRECTION];
        let (line, cell) = line_of(direction, self.stone);
        let key = self.lines[DIRECTION][line] ^ self.cleared << (2 * cell);
        self.lines[DIRECTION][line] = key;

        let reach = self.tables.reach as u32;
        let window = ((1u64 << (4 * reach + 2)) - 1) << (2 * (cell - reach));
        let mut empty = key & key >> 1 & LOW_BITS & window;
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let point = self.stone.step(direction, (bit / 2) as i16 - cell as i16);
            let classes = self.tables.classify(key >> (bit - 10), key >> (bit + 2));
            let old = self.points[point.index()];
            self.undo.points[counters.changed] = old;

            let lines = old.lines & !(0x000f_000f << (4 * DIRECTION)) | classes << (4 * DIRECTION);
            let threats = self.tables.threats_of(lines);
            self.points[point.index()] = PointPattern {
                lines,
                threats,
                index: old.index,
            };
            counters.black = update_counts(counters.black, old.threats[0], threats[0]);
            counters.white = update_counts(counters.white, old.threats[1], threats[1]);
            // Set changes are unpredictable: record them without a branch and apply them later.
            self.undo.list_changes[counters.list_change_count] = counters.changed as u8;
            counters.list_change_count += usize::from(changes_list(old.threats, threats));
            counters.changed += 1;
        }
        counters
    }
}

/// Does a point move from one set to another, for either side?
#[inline]
fn changes_list(old: [u8; 2], new: [u8; 2]) -> bool {
    (u16::from_le_bytes(old) ^ u16::from_le_bytes(new)) & 0xf0f0 != 0
}

/// Updates the packed counts for one changed threat.
#[inline]
fn update_counts(unlisted: u64, old: u8, new: u8) -> u64 {
    unlisted
        .wrapping_add(ThreatCounts::UNLISTED_UNIT[new as usize])
        .wrapping_sub(ThreatCounts::UNLISTED_UNIT[old as usize])
}

impl Observer for Patterns {
    #[inline(never)]
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        if self.depth == self.undo_stack.len() {
            self.undo_stack.push(Undo::default());
        }
        let undo = &mut self.undo_stack[self.depth];
        self.depth += 1;
        undo.counts = self.counts;

        // The stone's own point leaves the counts but keeps its classes, which now describe what the stone made.
        let own = self.points[point.index()];
        let mut counts = self.counts;
        for side in SIDES {
            counts[side].subtract(own.threats[side]);
            self.threat_sets[side].toggle(own.index, own.threats[side]);
        }
        let mut update = Update {
            tables: self.tables,
            lines: &mut self.lines,
            points: &mut self.points,
            undo,
            stone: point,
            cleared: cell_bits(Cell::Stone(!color)),
        };
        let counters = UpdateCounters {
            changed: 0,
            list_change_count: 0,
            black: counts[0].unlisted,
            white: counts[1].unlisted,
        };
        let counters = update.update_line::<0>(counters);
        let counters = update.update_line::<1>(counters);
        let counters = update.update_line::<2>(counters);
        let counters = update.update_line::<3>(counters);
        counts[0].unlisted = counters.black;
        counts[1].unlisted = counters.white;
        for &index in &undo.list_changes[..counters.list_change_count] {
            let old = undo.points[index as usize % MAX_CHANGED];
            let new = self.points[old.index as usize % Point::CELLS];
            for side in SIDES {
                let (from, to) = (old.threats[side], new.threats[side]);
                self.threat_sets[side].toggle(old.index, from);
                self.threat_sets[side].toggle(old.index, to);
                counts[side].listed += ThreatCounts::LISTED_UNIT[ThreatSets::index(to)];
                counts[side].listed -= ThreatCounts::LISTED_UNIT[ThreatSets::index(from)];
            }
        }
        undo.changed = counters.changed;
        undo.list_change_count = counters.list_change_count;
        self.counts = counts;
    }

    #[inline(never)]
    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        self.depth -= 1;
        let undo = &self.undo_stack[self.depth];
        for direction in Direction::ALL {
            let (line, cell) = line_of(direction, point);
            self.lines[direction.index()][line] ^= cell_bits(Cell::Stone(!color)) << (2 * cell);
        }
        for &index in &undo.list_changes[..undo.list_change_count] {
            let old = undo.points[index as usize % MAX_CHANGED];
            let new = self.points[old.index as usize % Point::CELLS];
            for side in SIDES {
                self.threat_sets[side].toggle(old.index, new.threats[side]);
                self.threat_sets[side].toggle(old.index, old.threats[side]);
            }
        }
        for &old in &undo.points[..undo.changed] {
            self.points[old.index as usize % Point::CELLS] = old;
        }
        self.counts = undo.counts;
        let own = self.points[point.index()];
        for side in SIDES {
            self.threat_sets[side].toggle(own.index, own.threats[side]);
        }
    }
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns")
            .field("threat_sets", &self.threat_sets)
            .finish_non_exhaustive()
    }
}

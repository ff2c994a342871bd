//! The patterns of a whole board, kept in step with it.
//!
//! A stone changes the classes of the empty points on its four lines and nothing else: at most 32 points in freestyle,
//! 40 under the other rules. What is overwritten goes onto a stack, so that taking the stone back is a copy.

use crate::board::{Board, Observer};
use crate::color::Color;
use crate::pattern::line_class::LineClass;
use crate::pattern::tables::{Tables, cell_bits};
use crate::pattern::threat::Threat;
use crate::point::{Direction, Point};
use crate::point_set::PointSet;

/// The patterns of one empty point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PointPattern {
    /// Four line classes of four bits for black, then four for white.
    lines: u32,
    /// Black's and white's threat.
    threats: [u8; 2],
    /// The point itself, so that an entry of the undo stack knows where it belongs.
    index: u16,
}

/// How many points of each threat each side has.
type Counts = [[u16; Threat::COUNT]; 2];

/// Where the stack stood, and what the counts were, before a stone.
#[derive(Clone, Copy, Debug)]
struct Mark {
    overwritten: usize,
    counts: Counts,
}

/// The lowest threat whose points are kept as a set: from here on a side has to react.
const LISTED: usize = Threat::Three as usize;

/// Line classes and threats of every empty point, for both sides.
#[derive(Clone)]
pub struct Patterns {
    tables: &'static Tables,
    /// The lines of the four directions, two bits a cell; see [`line_of`].
    lines: [[u64; 64]; 4],
    points: [PointPattern; Point::CELLS],
    counts: Counts,
    /// The points of each listed threat.
    sets: [[PointSet; Threat::COUNT - LISTED]; 2],
    overwritten: Vec<PointPattern>,
    marks: Vec<Mark>,
}

/// Which line of a direction a point lies on, and where on it.
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

impl Patterns {
    /// The patterns of a board, computed from scratch.
    pub fn new(board: &Board) -> Patterns {
        let mut patterns = Patterns {
            tables: Tables::of(board.rule()),
            lines: [[0; 64]; 4],
            points: [PointPattern::default(); Point::CELLS],
            counts: [[0; Threat::COUNT]; 2],
            sets: [[PointSet::EMPTY; Threat::COUNT - LISTED]; 2],
            overwritten: Vec::with_capacity(40 * board.size().area()),
            marks: Vec::with_capacity(board.size().area()),
        };
        for point in board.size().points() {
            for direction in Direction::ALL {
                let (line, place) = line_of(direction, point);
                patterns.lines[direction.index()][line] |=
                    cell_bits(board.cell(point)) << (2 * place);
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
            let (line, place) = line_of(direction, point);
            let key = self.lines[direction.index()][line];
            let classes = self
                .tables
                .classify(key >> (2 * place - 10), key >> (2 * place + 2));
            lines |= classes << (4 * direction.index());
        }
        let threats = self.threats_of(lines);
        self.points[point.index()] = PointPattern {
            lines,
            threats,
            index: point.index() as u16,
        };
        for color in [0, 1] {
            self.counts[color][threats[color] as usize] += 1;
            self.enlist(color, threats[color], point);
        }
    }

    #[inline]
    fn threats_of(&self, lines: u32) -> [u8; 2] {
        [
            self.tables.threats[0][(lines & 0xffff) as usize],
            self.tables.threats[1][(lines >> 16) as usize],
        ]
    }

    #[inline]
    fn enlist(&mut self, color: usize, threat: u8, point: Point) {
        if let Some(set) = self.sets[color].get_mut((threat as usize).wrapping_sub(LISTED)) {
            set.insert(point);
        }
    }

    #[inline]
    fn strike(&mut self, color: usize, threat: u8, point: Point) {
        if let Some(set) = self.sets[color].get_mut((threat as usize).wrapping_sub(LISTED)) {
            set.remove(point);
        }
    }

    /// What a stone of this color on this empty point would make in one direction.
    /// For an occupied point: what the stone would have made when it was placed.
    #[inline]
    pub fn line_class(&self, color: Color, point: Point, direction: Direction) -> LineClass {
        let lines = self.points[point.index()].lines;
        LineClass::ALL[(lines >> (16 * color.index() + 4 * direction.index()) & 0xf) as usize
            % LineClass::COUNT]
    }

    /// The four line classes of a point in four bits each, the first direction lowest: an index for tables.
    #[inline]
    pub fn packed_lines(&self, color: Color, point: Point) -> u16 {
        (self.points[point.index()].lines >> (16 * color.index())) as u16
    }

    /// What a stone of this color on this empty point would be.
    /// For an occupied point: what it would have been when the stone was placed.
    #[inline]
    pub fn threat(&self, color: Color, point: Point) -> Threat {
        Threat::ALL[self.points[point.index()].threats[color.index()] as usize % Threat::COUNT]
    }

    /// On how many empty points this side would make exactly this threat.
    #[inline]
    pub fn count(&self, color: Color, threat: Threat) -> usize {
        self.counts[color.index()][threat as usize] as usize
    }

    /// The empty points on which this side would make exactly this threat, for threats from [`Threat::Three`] on.
    ///
    /// # Panics
    /// For a lower threat; those are only counted.
    #[inline]
    pub fn points(&self, color: Color, threat: Threat) -> &PointSet {
        &self.sets[color.index()][threat as usize - LISTED]
    }

    /// A point of this threat, if there is one; for threats from [`Threat::Three`] on.
    #[inline]
    pub fn find(&self, color: Color, threat: Threat) -> Option<Point> {
        if self.count(color, threat) == 0 {
            None
        } else {
            self.points(color, threat).first()
        }
    }

    /// The empty points on which this side makes at least this threat, for threats from [`Threat::Three`] on.
    /// Forbidden points are left out.
    pub fn at_least(&self, color: Color, threat: Threat) -> PointSet {
        Threat::ALL[threat as usize..]
            .iter()
            .filter(|&&threat| threat != Threat::Forbidden && self.count(color, threat) > 0)
            .fold(PointSet::EMPTY, |set, &threat| {
                set | *self.points(color, threat)
            })
    }

    /// Do these patterns say the same as those? The undo stacks are not compared.
    pub fn agrees_with(&self, other: &Patterns, board: &Board) -> bool {
        self.lines == other.lines
            && self.counts == other.counts
            && self.sets == other.sets
            && board
                .size()
                .points()
                .filter(|&point| board.is_empty(point))
                .all(|point| self.points[point.index()] == other.points[point.index()])
    }

    /// A point's threat changes: the counts and the sets follow.
    #[inline]
    fn reclass(&mut self, color: usize, point: Point, old: u8, new: u8) {
        self.counts[color][old as usize % Threat::COUNT] -= 1;
        self.counts[color][new as usize % Threat::COUNT] += 1;
        self.strike(color, old, point);
        self.enlist(color, new, point);
    }

    /// Reclassifies the empty points of one line around a new stone.
    #[inline]
    fn update_line<const DIRECTION: usize>(&mut self, stone: Point, color: Color) {
        let direction = Direction::ALL[DIRECTION];
        let (line, place) = line_of(direction, stone);
        // Empty has both bits set, so a stone clears the bit of the other color.
        let key =
            self.lines[DIRECTION][line] ^ cell_bits(crate::Cell::Stone(!color)) << (2 * place);
        self.lines[DIRECTION][line] = key;

        let reach = self.tables.reach as u32;
        let window = ((1u64 << (4 * reach + 2)) - 1) << (2 * (place - reach));
        let mut empty = key & key >> 1 & LOW_BITS & window;
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let steps = (bit / 2) as i16 - place as i16;
            let point = stone.step(direction, steps);
            let classes = self.tables.classify(key >> (bit - 10), key >> (bit + 2));
            let pattern = self.points[point.index()];
            let lines =
                pattern.lines & !(0x000f_000f << (4 * DIRECTION)) | classes << (4 * DIRECTION);
            if lines == pattern.lines {
                continue;
            }
            self.overwritten.push(pattern);
            let threats = self.threats_of(lines);
            let changed = &mut self.points[point.index()];
            changed.lines = lines;
            changed.threats = threats;
            for color in [0, 1] {
                if pattern.threats[color] != threats[color] {
                    self.reclass(color, point, pattern.threats[color], threats[color]);
                }
            }
        }
    }
}

impl Observer for Patterns {
    #[inline]
    fn placed(&mut self, _: &Board, point: Point, color: Color) {
        self.marks.push(Mark {
            overwritten: self.overwritten.len(),
            counts: self.counts,
        });
        // The stone's own point is no longer empty: it leaves the counts but keeps its classes, which now say what
        // the stone has made.
        let threats = self.points[point.index()].threats;
        for color in [0, 1] {
            self.counts[color][threats[color] as usize % Threat::COUNT] -= 1;
            self.strike(color, threats[color], point);
        }
        self.update_line::<0>(point, color);
        self.update_line::<1>(point, color);
        self.update_line::<2>(point, color);
        self.update_line::<3>(point, color);
    }

    #[inline]
    fn removed(&mut self, _: &Board, point: Point, color: Color) {
        let mark = self.marks.pop().expect("a stone was placed before");
        for direction in Direction::ALL {
            let (line, place) = line_of(direction, point);
            self.lines[direction.index()][line] ^=
                cell_bits(crate::Cell::Stone(!color)) << (2 * place);
        }
        while self.overwritten.len() > mark.overwritten {
            let pattern = self.overwritten.pop().expect("longer than the mark");
            let at = Point::from_index(pattern.index as usize);
            let present = self.points[at.index()].threats;
            self.points[at.index()] = pattern;
            for color in [0, 1] {
                if present[color] != pattern.threats[color] {
                    self.strike(color, present[color], at);
                    self.enlist(color, pattern.threats[color], at);
                }
            }
        }
        self.counts = mark.counts;
        let threats = self.points[point.index()].threats;
        for color in [0, 1] {
            self.enlist(color, threats[color], point);
        }
    }
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Patterns")
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

//! Pattern tables, one set per rule, built when the rule is first used.
//!
//! A line is 32 cells of two bits: 3 empty, 2 black, 1 white, 0 wall. The five cells on one side of a point form a key of
//! ten bits. One look-up maps it to the half-line codes of both colors; two codes give a [`LineClass`], four classes give a
//! [`Threat`]. The largest table has 64 KiB.

use std::sync::LazyLock;

use crate::board::{Board, Cell};
use crate::color::Color;
use crate::pattern::line_class::{self, HalfLine, LineClass, REACH};
use crate::pattern::threat::Threat;
use crate::point::{Direction, Point};
use crate::rule::Rule;

/// The number of keys for the cells on one side of a point.
const HALF_KEYS: usize = 1 << (2 * REACH);
/// The mask of one half key.
pub(crate) const HALF_MASK: u64 = HALF_KEYS as u64 - 1;
/// The number of pairs of half lines.
const PAIRS: usize = HalfLine::CODES * HalfLine::CODES;

/// The two bits of a cell in a line key.
pub(crate) const fn cell_bits(cell: Cell) -> u64 {
    match cell {
        Cell::Empty => 0b11,
        Cell::Stone(Color::Black) => 0b10,
        Cell::Stone(Color::White) => 0b01,
        Cell::Wall => 0b00,
    }
}

/// The classification tables of a rule.
pub(crate) struct Tables {
    /// How far a stone changes the classes of its line: four cells in freestyle, where overlines win; five under the other
    /// rules, where the cells at the ends of a five matter.
    pub(crate) reach: usize,
    /// The row offset in `classes` for the cells before a point; black in the low half, white in the high half.
    pub(crate) before: [u32; HALF_KEYS],
    /// The index within the row for the cells after a point; both colors likewise.
    pub(crate) after: [u32; HALF_KEYS],
    /// Line classes by pair of half lines, for black and for white.
    pub(crate) classes: [[u8; PAIRS]; 2],
    /// Threats as [bytes](Threat::byte), indexed by four line classes of four bits each, for black and for white.
    pub(crate) threats: [&'static [u8; 1 << 16]; 2],
}

impl Tables {
    /// The tables of a rule.
    pub(crate) fn of(rule: Rule) -> &'static Tables {
        static FREESTYLE: LazyLock<Tables> = LazyLock::new(|| Tables::new(Rule::Freestyle));
        static STANDARD: LazyLock<Tables> = LazyLock::new(|| Tables::new(Rule::Standard));
        static RENJU: LazyLock<Tables> = LazyLock::new(|| Tables::new(Rule::Renju));
        static CARO: LazyLock<Tables> = LazyLock::new(|| Tables::new(Rule::Caro));
        static CARO_EXACT: LazyLock<Tables> = LazyLock::new(|| Tables::new(Rule::CaroExact));
        match rule {
            Rule::Freestyle => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
            Rule::Caro => &CARO,
            Rule::CaroExact => &CARO_EXACT,
        }
    }

    fn new(rule: Rule) -> Tables {
        let mut before = [0; HALF_KEYS];
        let mut after = [0; HALF_KEYS];
        for key in 0..HALF_KEYS {
            let codes = |nearest_first: fn(usize, usize) -> usize| {
                Color::BOTH.map(|color| {
                    let bits = |distance| key >> (2 * nearest_first(distance, REACH)) & 0b11;
                    u32::from(half_line(rule, color, bits).code())
                })
            };
            // In the key of the cells before a point the nearest cell has the highest bits.
            let [black, white] = codes(|distance, reach| reach - 1 - distance);
            before[key] = (black | white << 16) * HalfLine::CODES as u32;
            let [black, white] = codes(|distance, _| distance);
            after[key] = black | white << 16;
        }
        Tables {
            reach: if rule == Rule::Freestyle {
                REACH - 1
            } else {
                REACH
            },
            before,
            after,
            classes: Color::BOTH.map(|color| *line_class::class_table(rule, color)),
            threats: Color::BOTH.map(|color| threat_table(rule.forbids(color))),
        }
    }

    /// The line classes of an empty point between two half keys; black in the low half, white in the high half.
    #[inline]
    pub(crate) fn classify(&self, before: u64, after: u64) -> u32 {
        let pair =
            self.before[(before & HALF_MASK) as usize] + self.after[(after & HALF_MASK) as usize];
        let black = self.classes[0][pair as usize % PAIRS];
        let white = self.classes[1][(pair >> 16) as usize % PAIRS];
        u32::from(black) | u32::from(white) << 16
    }

    /// The threats of both colors from packed line classes.
    #[inline]
    pub(crate) fn threats_of(&self, lines: u32) -> [u8; 2] {
        [
            self.threats[0][(lines & 0xffff) as usize],
            self.threats[1][(lines >> 16) as usize],
        ]
    }

    /// The line class of an empty point for one color, computed from cells.
    pub(crate) fn class_at(
        cells: &impl Fn(Point) -> Cell,
        rule: Rule,
        color: Color,
        point: Point,
        direction: Direction,
    ) -> LineClass {
        let half = |sign: i16| {
            let bits = |distance: usize| {
                cell_bits(cells(point.step(direction, sign * (distance as i16 + 1)))) as usize
            };
            half_line(rule, color, bits)
        };
        let class = Tables::of(rule).classes[color.index()][line_class::index(half(-1), half(1))];
        LineClass::ALL[class as usize]
    }
}

/// The half line of these cells for a color, nearest cell first.
fn half_line(rule: Rule, color: Color, cell_at: impl Fn(usize) -> usize) -> HalfLine {
    let own = cell_bits(Cell::Stone(color)) as usize;
    let empty = cell_bits(Cell::Empty) as usize;
    let opponent = cell_bits(Cell::Stone(!color)) as usize;
    let ends_matter = rule.is_caro();
    let mut stones = 0;
    for distance in 0..REACH {
        let cell = cell_at(distance);
        if cell == own {
            stones |= 1 << distance;
        } else if cell != empty {
            return HalfLine::new(distance, stones, ends_matter && cell == opponent);
        }
    }
    HalfLine::new(REACH, stones, false)
}

/// The threat table, with or without forbidden points.
fn threat_table(forbids: bool) -> &'static [u8; 1 << 16] {
    static PLAIN: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| make_threat_table(false));
    static FORBIDDING: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| make_threat_table(true));
    if forbids { &FORBIDDING } else { &PLAIN }
}

fn make_threat_table(forbids: bool) -> Box<[u8; 1 << 16]> {
    let mut table = vec![0; 1 << 16];
    for (lines, threat) in table.iter_mut().enumerate() {
        let class = |direction: usize| LineClass::ALL.get(lines >> (4 * direction) & 0xf);
        if let (Some(&a), Some(&b), Some(&c), Some(&d)) = (class(0), class(1), class(2), class(3)) {
            *threat = Threat::from_lines([a, b, c, d], forbids).byte();
        }
    }
    table.try_into().expect("the table has 65,536 entries")
}

/// The line class of an empty point of a board for one color.
pub fn class_at(board: &Board, color: Color, point: Point, direction: Direction) -> LineClass {
    Tables::class_at(&|at| board.cell(at), board.rule(), color, point, direction)
}

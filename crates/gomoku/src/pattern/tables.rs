//! The tables behind the patterns, one set for each rule, made when a rule is first used.
//!
//! A line is 32 cells of two bits: 3 empty, 2 black, 1 white, 0 wall. The five cells on one side of a point are thus
//! a key of ten bits, which one look-up turns into both colors' half-line codes at once;
//! two codes give a [`LineClass`], four classes give a [`Threat`]. The largest table has 64 KiB.

use std::sync::LazyLock;

use crate::board::{Board, Cell};
use crate::color::Color;
use crate::pattern::line_class::{self, HalfLine, LineClass, REACH};
use crate::pattern::threat::Threat;
use crate::point::{Direction, Point};
use crate::rule::Rule;

/// Keys of the cells on one side of a point.
const HALF_KEYS: usize = 1 << (2 * REACH);
/// The bits of one half key.
pub(crate) const HALF_MASK: u64 = HALF_KEYS as u64 - 1;
/// Pairs of half lines.
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

/// Everything that classifying needs to know of a rule.
pub(crate) struct Tables {
    /// How far a stone changes the classes of its line: no further than four points where an overline wins like a
    /// five, five points where the ends of a five matter.
    pub(crate) reach: usize,
    /// For the cells before a point: where the row of its class begins, black's in the low half, white's in the high.
    pub(crate) before: [u32; HALF_KEYS],
    /// For the cells after a point: the place in the row, both colors likewise.
    pub(crate) after: [u32; HALF_KEYS],
    /// Line classes by pair of half lines, for black and white.
    pub(crate) classes: [[u8; PAIRS]; 2],
    /// Threats as [bytes](Threat::byte) by four line classes of four bits, for black and white.
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

    /// Both colors' line classes of the empty point whose neighbors are these half keys, black's in the low half.
    #[inline]
    pub(crate) fn classify(&self, before: u64, after: u64) -> u32 {
        let pair =
            self.before[(before & HALF_MASK) as usize] + self.after[(after & HALF_MASK) as usize];
        let black = self.classes[0][pair as usize % PAIRS];
        let white = self.classes[1][(pair >> 16) as usize % PAIRS];
        u32::from(black) | u32::from(white) << 16
    }

    /// Black's and white's threat from their packed line classes.
    #[inline]
    pub(crate) fn threats_of(&self, lines: u32) -> [u8; 2] {
        [
            self.threats[0][(lines & 0xffff) as usize],
            self.threats[1][(lines >> 16) as usize],
        ]
    }

    /// One color's line class of an empty point, read from the board itself.
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

/// The half line that these cells make for a color, nearest cell first.
fn half_line(rule: Rule, color: Color, cell_at: impl Fn(usize) -> usize) -> HalfLine {
    let own = cell_bits(Cell::Stone(color)) as usize;
    let empty = cell_bits(Cell::Empty) as usize;
    let enemy = cell_bits(Cell::Stone(!color)) as usize;
    let cares_for_ends = matches!(rule, Rule::Caro | Rule::CaroExact);
    let mut stones = 0;
    for distance in 0..REACH {
        let cell = cell_at(distance);
        if cell == own {
            stones |= 1 << distance;
        } else if cell != empty {
            return HalfLine::new(distance, stones, cares_for_ends && cell == enemy);
        }
    }
    HalfLine::new(REACH, stones, false)
}

/// There are two tables of threats: with and without forbidden points.
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

/// One color's line class of an empty point of a board.
pub fn class_at(board: &Board, color: Color, point: Point, direction: Direction) -> LineClass {
    Tables::class_at(&|at| board.cell(at), board.rule(), color, point, direction)
}

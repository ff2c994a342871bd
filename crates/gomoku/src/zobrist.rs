//! Zobrist hashing.
//!
//! A key is the exclusive or of one random number for each stone, one for white to move, and one for the rule and size, so
//! that positions under different rules have different keys.

use crate::board::Cell;
use crate::color::Color;
use crate::point::Point;
use crate::rule::Rule;
use crate::size::Size;

/// Numbers for black stones, white stones and blocked cells, computed at compile time.
static STONES: [[u64; Point::CELLS]; 3] = stones();

/// Part of the key when white is to move.
pub(crate) const WHITE_TO_MOVE: u64 = mix(0x7e46_e217);

const fn stones() -> [[u64; Point::CELLS]; 3] {
    let mut table = [[0; Point::CELLS]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut cell = 0;
        while cell < Point::CELLS {
            table[kind][cell] = mix((1 + kind * Point::CELLS + cell) as u64);
            cell += 1;
        }
        kind += 1;
    }
    table
}

/// SplitMix64 of a counter.
const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a stone.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    STONES[color.index()][point.index()]
}

/// The number of a cell's content; 0 for an empty one.
pub(crate) fn content(cell: Cell, point: Point) -> u64 {
    match cell {
        Cell::Empty => 0,
        Cell::Stone(color) => stone(color, point),
        Cell::Wall => STONES[2][point.index()],
    }
}

/// The key of the empty board.
pub(crate) fn empty_board(rule: Rule, size: Size) -> u64 {
    mix(0x1000_0000 + u64::from(rule.gomocup_code()) * 256 + u64::from(size.get()))
}

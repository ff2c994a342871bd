//! Line shapes: the four cells on either side of an empty point, in one direction.
//!
//! Walls end a line, so each side is a string of empty cells and stones followed by walls: 1 + 3 + 9 + 27 + 81 = 121 half
//! lines. A shape is an unordered pair of them, since a line read backward is the same line. All shapes without a stone count
//! as one.

use std::sync::LazyLock;

/// Cells on either side of a point.
pub const REACH: u32 = 4;
/// Half lines.
const HALF_LINES: usize = 121;
/// Shapes, the first of which is the line without stones.
pub const SHAPES: usize = 7_367;
/// The line without stones.
pub const EMPTY_LINE: u16 = 0;
/// Values of the four cells on one side, two bits each.
const HALF_KEYS: usize = 1 << (2 * REACH);

/// Lookups from line keys to shapes.
pub struct ShapeTables {
    /// Half line of the cells before a point, the nearest in the highest bits, times the number of half lines.
    before: [u16; HALF_KEYS],
    /// Half line of the cells after a point, the nearest in the lowest bits.
    after: [u16; HALF_KEYS],
    /// Shape by two half lines.
    shapes: [u16; HALF_LINES * HALF_LINES],
    /// The shape with black and white exchanged.
    swapped: [u16; SHAPES],
}

impl std::fmt::Debug for ShapeTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShapeTables").finish_non_exhaustive()
    }
}

impl ShapeTables {
    /// The tables, made on first use.
    pub fn get() -> &'static ShapeTables {
        static TABLES: LazyLock<Box<ShapeTables>> = LazyLock::new(|| Box::new(ShapeTables::new()));
        &TABLES
    }

    /// The shape around the cell at a bit of a [line key](gomoku::Patterns::line_key).
    #[inline(always)]
    pub fn shape(&self, key: u64, bit: u32) -> u16 {
        let before = self.before[(key >> (bit - 2 * REACH)) as usize % HALF_KEYS];
        let after = self.after[(key >> (bit + 2)) as usize % HALF_KEYS];
        self.shapes[usize::from(before + after) % (HALF_LINES * HALF_LINES)]
    }

    /// The shape with black and white exchanged.
    #[inline]
    pub fn swapped(&self, shape: u16) -> u16 {
        self.swapped[usize::from(shape)]
    }

    fn new() -> ShapeTables {
        // Cells of a half line from the nearest on: 3 empty, 2 black, 1 white, as in a line key; the rest is wall.
        let mut half_lines: Vec<Vec<u8>> = vec![Vec::new()];
        for length in 0..REACH as usize {
            let longer: Vec<Vec<u8>> = half_lines
                .iter()
                .filter(|cells| cells.len() == length)
                .flat_map(|cells| [3, 2, 1].map(|cell| [&cells[..], &[cell]].concat()))
                .collect();
            half_lines.extend(longer);
        }
        debug_assert_eq!(half_lines.len(), HALF_LINES);
        let find = |cells: &[u8]| {
            let index = half_lines.iter().position(|half| half == cells);
            index.expect("every string of cells is a half line")
        };

        let mut before = [0; HALF_KEYS];
        let mut after = [0; HALF_KEYS];
        for key in 0..HALF_KEYS {
            let half_line = |nearest_first: [usize; 4]| {
                let cells = nearest_first.map(|cell| (key >> (2 * cell) & 3) as u8);
                let cells: Vec<u8> = cells.into_iter().take_while(|&cell| cell != 0).collect();
                find(&cells)
            };
            before[key] = (half_line([3, 2, 1, 0]) * HALF_LINES) as u16;
            after[key] = half_line([0, 1, 2, 3]) as u16;
        }

        let has_stone = |half: usize| half_lines[half].iter().any(|&cell| cell != 3);
        let mut shapes = [EMPTY_LINE; HALF_LINES * HALF_LINES];
        let mut pairs = vec![(0, 0)];
        for one in 0..HALF_LINES {
            for other in 0..=one {
                if has_stone(one) || has_stone(other) {
                    for (a, b) in [(one, other), (other, one)] {
                        shapes[a * HALF_LINES + b] = pairs.len() as u16;
                    }
                    pairs.push((one, other));
                }
            }
        }
        debug_assert_eq!(pairs.len(), SHAPES);

        let exchange = |half: usize| {
            let cells = half_lines[half].iter();
            let cells: Vec<u8> = cells
                .map(|&cell| if cell == 3 { 3 } else { 3 - cell })
                .collect();
            find(&cells)
        };
        let mut swapped = [0; SHAPES];
        for (swapped, &(one, other)) in swapped.iter_mut().zip(&pairs) {
            *swapped = shapes[exchange(one) * HALF_LINES + exchange(other)];
        }
        ShapeTables {
            before,
            after,
            shapes,
            swapped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    use gomoku::{Board, Cell, Color, Direction, Patterns, Point, Rule, Size};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The cells around a point as text, read in the direction that sorts first.
    fn text(board: &Board, point: Point, direction: Direction, swap: bool) -> String {
        let cells = |sign: i16| -> String {
            (1..=4)
                .map(|distance| board.cell(point.step(direction, sign * distance)))
                .take_while(|&cell| cell != Cell::Wall)
                .map(|cell| match cell {
                    Cell::Stone(color) if (color == Color::Black) != swap => 'x',
                    Cell::Stone(_) => 'o',
                    _ => '.',
                })
                .collect()
        };
        let (one, other) = (cells(-1), cells(1));
        if !(one.clone() + &other).contains(['x', 'o']) {
            return String::new();
        }
        format!("{}|{}", (&one).max(&other), (&one).min(&other))
    }

    #[test]
    fn shapes_tell_lines_apart_whatever_their_direction() {
        let tables = ShapeTables::get();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut shape_of: HashMap<String, u16> = HashMap::new();
        let mut text_of: HashMap<u16, String> = HashMap::new();
        for size in [5, 9, 15, 22] {
            for _ in 0..60 {
                let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
                for _ in 0..rng.random_range(0..board.size().area() * 2 / 3) {
                    let empty = board.empty();
                    let index = rng.random_range(0..empty.len());
                    board.push(empty.iter().nth(index).unwrap());
                }
                let patterns = Patterns::new(&board);
                for point in &board.empty() {
                    for direction in Direction::ALL {
                        let (key, bit) = patterns.line_key(point, direction);
                        let shape = tables.shape(key, bit);
                        let text = text(&board, point, direction, false);
                        assert_eq!(
                            *shape_of.entry(text.clone()).or_insert(shape),
                            shape,
                            "{text}"
                        );
                        assert_eq!(*text_of.entry(shape).or_insert(text.clone()), text);
                    }
                }
                // The swapped shape is that of the swapped board.
                for point in &board.empty() {
                    let direction = Direction::ALL[rng.random_range(0..4)];
                    let (key, bit) = patterns.line_key(point, direction);
                    let swapped = tables.swapped(tables.shape(key, bit));
                    assert_eq!(tables.swapped(swapped), tables.shape(key, bit));
                    if let Some(known) = text_of.get(&swapped) {
                        assert_eq!(*known, self::text(&board, point, direction, true));
                    }
                }
            }
        }
        assert_eq!(shape_of.get(""), Some(&EMPTY_LINE));
        assert!(shape_of.len() > SHAPES / 2, "{}", shape_of.len());
    }
}

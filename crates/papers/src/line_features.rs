//! Counts of something on every line of the board, for both sides, kept in step with it.
//!
//! A stone changes the four lines through its point, so the counts of the whole board are the old ones minus those of
//! four lines plus what the four lines hold now. What a line holds for a side depends only on its own stones and the
//! empty points; the same few lines come up again and again in a search, so their counts are remembered.
//!
//! What is counted is a function given at the start: the shapes of one paper, the runs of another. Counts are packed,
//! twelve bits each, ten at most, so that adding all of them is one addition.

use gomoku::{Board, ByColor, Cell, Color, Direction, Observer, Point};

/// Up to ten counts of twelve bits.
///
/// No line of 22 points holds more than 22 of anything and no board has more than 126 lines, so none overflows.
pub type Packed = u128;

/// Bits of one count.
pub const COUNT_BITS: usize = 12;

/// One count out of the ten.
#[inline]
pub fn unpack(packed: Packed, index: usize) -> i32 {
    (packed >> (COUNT_BITS * index)) as i32 & ((1 << COUNT_BITS) - 1)
}

/// One of the count with this index.
#[inline]
pub const fn one(index: usize) -> Packed {
    1 << (COUNT_BITS * index)
}

/// A line as one side sees it: bit sets of places. Whatever is in neither set stops it: an enemy stone or the edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Places of own stones.
    pub own: u32,
    /// Empty places.
    pub empty: u32,
}

impl Line {
    /// Places of enemy stones, walls and everything beyond the edge.
    #[inline]
    pub fn blocked(self) -> u32 {
        !(self.own | self.empty)
    }
}

/// Which line of a direction a point lies on, and where on it. Neighbors along the direction have neighboring places,
/// and since the margin of the grid counts too, no line touches the first or the last bit.
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

/// The counts of all lines of a board.
#[derive(Clone, Debug)]
pub struct LineCounts {
    count: fn(Line) -> Packed,
    /// Stones of black, stones of white, empty places; for each direction and line.
    places: [[[u32; 3]; 64]; 4],
    totals: ByColor<Packed>,
    remembered: Vec<(u64, Packed)>,
}

/// Lines to remember, a power of two. 512 KiB: the second-level cache holds it.
const REMEMBERED: usize = 1 << 14;

impl LineCounts {
    /// Counts everything on a board.
    pub fn new(board: &Board, count: fn(Line) -> Packed) -> LineCounts {
        let mut counts = LineCounts {
            count,
            places: [[[0; 3]; 64]; 4],
            totals: ByColor::default(),
            // A line without any place cannot be asked for, so it marks an unused entry.
            remembered: vec![(0, 0); REMEMBERED],
        };
        counts.begin(board);
        counts
    }

    /// Counts another board; what is remembered of lines stays true.
    pub fn begin(&mut self, board: &Board) {
        self.places = [[[0; 3]; 64]; 4];
        self.totals = ByColor::default();
        for point in board.size().points() {
            let kind = match board.cell(point) {
                Cell::Stone(color) => color.index(),
                Cell::Empty => EMPTY,
                Cell::Wall => continue,
            };
            for direction in Direction::ALL {
                let (line, place) = place_on(direction, point);
                self.places[direction.index()][line][kind] |= 1 << place;
            }
        }
        for direction in Direction::ALL {
            for line in 0..64 {
                for color in Color::BOTH {
                    self.totals[color] += self.of_line(direction, line, color);
                }
            }
        }
    }

    /// The counts of one side on the whole board.
    #[inline]
    pub fn of(&self, color: Color) -> Packed {
        self.totals[color]
    }

    #[inline]
    fn of_line(&mut self, direction: Direction, line: usize, color: Color) -> Packed {
        let places = &self.places[direction.index()][line];
        let line = Line {
            own: places[color.index()],
            empty: places[EMPTY],
        };
        if line.own == 0 {
            return 0;
        }
        let key = u64::from(line.own) << 32 | u64::from(line.empty);
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize % REMEMBERED;
        if self.remembered[slot].0 == key {
            return self.remembered[slot].1;
        }
        let counts = (self.count)(line);
        self.remembered[slot] = (key, counts);
        counts
    }

    /// Moves a place of the four lines through a point from one kind to another.
    #[inline]
    fn change(&mut self, point: Point, from: usize, to: usize) {
        for direction in Direction::ALL {
            let (line, place) = place_on(direction, point);
            let old = Color::BOTH.map(|color| self.of_line(direction, line, color));
            let places = &mut self.places[direction.index()][line];
            places[from] ^= 1 << place;
            places[to] ^= 1 << place;
            for color in Color::BOTH {
                let new = self.of_line(direction, line, color);
                let total = &mut self.totals[color];
                // Each total holds at least what its lines do, so no count borrows from its neighbor.
                *total = *total - old[color.index()] + new;
            }
        }
    }
}

/// The third kind of place, after the two colors.
const EMPTY: usize = 2;

impl Observer for LineCounts {
    #[inline]
    fn on_place(&mut self, _: &Board, point: Point, color: Color) {
        self.change(point, EMPTY, color.index());
    }

    #[inline]
    fn on_remove(&mut self, _: &Board, point: Point, color: Color) {
        self.change(point, color.index(), EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    /// The line through a point of a board, read from the board itself.
    fn line_through(board: &Board, color: Color, point: Point, direction: Direction) -> Line {
        let mut line = Line::default();
        let mut first = point;
        while board.size().contains(first.step(direction, -1)) {
            first = first.step(direction, -1);
        }
        let mut at = first;
        while board.size().contains(at) {
            let bit = 1 << place_on(direction, at).1;
            match board.cell(at) {
                Cell::Empty => line.empty |= bit,
                Cell::Stone(stone) if stone == color => line.own |= bit,
                _ => {}
            }
            at = at.step(direction, 1);
        }
        line
    }

    /// Counts stones that have an empty place after them.
    fn free_stones(line: Line) -> Packed {
        one(3) * Packed::from((line.own & line.empty >> 1).count_ones())
    }

    #[test]
    fn counting_in_step_is_counting_anew() {
        for size in [5, 6, 15, 22] {
            let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
            board.block(Point::new(1, 1));
            let mut counts = LineCounts::new(&board, free_stones);
            let mut step = 2;
            while let Some(point) = Neighborhood::Square2
                .candidates(&board)
                .iter()
                .nth(step % 4)
            {
                step += 5;
                let before = counts.totals;
                board.push_observed(point, &mut counts);
                assert_eq!(counts.totals, LineCounts::new(&board, free_stones).totals);
                board.pop_observed(&mut counts);
                assert_eq!(counts.totals, before);
                board.push_observed(point, &mut counts);
            }
        }
    }

    #[test]
    fn a_line_is_read_alike_from_the_board_and_from_the_counts() {
        let mut board = Board::new(Size::new(9).unwrap(), Rule::Freestyle);
        for (column, row) in [(4, 4), (5, 4), (3, 3), (0, 8)] {
            board.push(Point::new(column, row));
        }
        let counts = LineCounts::new(&board, free_stones);
        for point in board.size().points() {
            for direction in Direction::ALL {
                for color in Color::BOTH {
                    let (line, _) = place_on(direction, point);
                    let places = counts.places[direction.index()][line];
                    let read = line_through(&board, color, point, direction);
                    assert_eq!(
                        (read.own, read.empty),
                        (places[color.index()], places[EMPTY])
                    );
                }
            }
        }
    }
}

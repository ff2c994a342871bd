//! The 20 stone shapes of Liao's report (2019) and the board value he builds on them.
//!
//! The report names seven categories and shows the shapes in a picture; the list below is the classical one that has
//! exactly seven categories and twenty shapes. `X` is an own stone, `O` an enemy stone or the edge, `.` empty; every
//! shape also counts reversed.
//!
//! Where the report is silent, we chose: a stone belongs to one shape of a line, the best one (so `..XXX..` is one
//! live three and not two); a live two needs room to become a live three; the one-three gap is the "J" dead
//! four and the two-two gap the "C" one; shapes that the printed evaluation leaves out get a small value each.

use gomoku::{Board, Color, Observer, Point};

use crate::line_counts::{Line, LineCounts, Packed, one, unpack};

/// What a shape is called in the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Five in a row.
    FiveInRow,
    /// Four with both ends free.
    LiveFour,
    /// Four with one end free.
    DeadFour,
    /// Four with a gap after three.
    JDeadFour,
    /// Four with a gap in the middle.
    CDeadFour,
    /// Three that can become a live four.
    LiveThree,
    /// The same with a gap.
    JLiveThree,
    /// Three that can become a dead four.
    DeadThree,
    /// Two that can become a live three.
    LiveTwo,
    /// Two that can become a dead three.
    DeadTwo,
}

/// The twenty shapes, best category first: the first that fits takes the stones.
const SHAPES: [(Shape, &str); 20] = [
    (Shape::FiveInRow, "XXXXX"),
    (Shape::LiveFour, ".XXXX."),
    (Shape::DeadFour, "OXXXX."),
    (Shape::JDeadFour, "XXX.X"),
    (Shape::CDeadFour, "XX.XX"),
    (Shape::LiveThree, "..XXX."),
    (Shape::JLiveThree, ".XX.X."),
    (Shape::DeadThree, "OXXX.."),
    (Shape::DeadThree, "OXX.X."),
    (Shape::DeadThree, "OX.XX."),
    (Shape::DeadThree, "XX..X"),
    (Shape::DeadThree, "X.X.X"),
    (Shape::DeadThree, "O.XXX.O"),
    (Shape::LiveTwo, "..XX.."),
    (Shape::LiveTwo, "..X.X."),
    (Shape::LiveTwo, ".X..X."),
    (Shape::DeadTwo, "OXX..."),
    (Shape::DeadTwo, "OX.X.."),
    (Shape::DeadTwo, "OX..X."),
    (Shape::DeadTwo, "X...X"),
];

/// How many shapes of each kind a side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeCounts(Packed);

impl ShapeCounts {
    /// How many of this kind.
    #[inline]
    pub fn of(&self, shape: Shape) -> i32 {
        unpack(self.0, shape as usize)
    }

    /// The shapes of one side on the whole board.
    pub fn of_board(board: &Board, color: Color) -> ShapeCounts {
        ShapeCounts(LineCounts::new(board, count_shapes).of(color))
    }
}

/// The shapes of both sides, kept in step with a board.
#[derive(Clone, Debug)]
pub struct Shapes(LineCounts);

impl Shapes {
    /// Counts the shapes of a board.
    pub fn new(board: &Board) -> Shapes {
        Shapes(LineCounts::new(board, count_shapes))
    }

    /// Counts the shapes of another board.
    pub fn begin(&mut self, board: &Board) {
        self.0.begin(board);
    }

    /// The shapes of a side.
    #[inline]
    pub fn of(&self, color: Color) -> ShapeCounts {
        ShapeCounts(self.0.of(color))
    }

    /// The board's value for a side: its shapes against the other's.
    #[inline]
    pub fn balance(&self, color: Color) -> i32 {
        value(&self.of(color)) - value(&self.of(!color))
    }
}

impl Observer for Shapes {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_remove(board, point, color);
    }
}

/// A shape as bits, its first cell lowest.
#[derive(Clone, Copy, Debug)]
struct Mask {
    shape: usize,
    own: u32,
    empty: u32,
    blocked: u32,
}

/// The twenty shapes, each followed by its mirror image: the order in which they take stones.
static MASKS: [Mask; 40] = masks();

const fn masks() -> [Mask; 40] {
    let nothing = Mask {
        shape: 0,
        own: 0,
        empty: 0,
        blocked: 0,
    };
    let mut masks = [nothing; 40];
    let mut index = 0;
    while index < 40 {
        let (shape, pattern) = SHAPES[index / 2];
        let pattern = pattern.as_bytes();
        let mut mask = Mask {
            shape: shape as usize,
            ..nothing
        };
        let mut cell = 0;
        while cell < pattern.len() {
            let place = if index % 2 == 0 {
                cell
            } else {
                pattern.len() - 1 - cell
            };
            match pattern[cell] {
                b'X' => mask.own |= 1 << place,
                b'.' => mask.empty |= 1 << place,
                _ => mask.blocked |= 1 << place,
            }
            cell += 1;
        }
        masks[index] = mask;
        index += 1;
    }
    masks
}

/// Counts the shapes of a line, best first, all places at once. A stone that has been counted is crossed out: it is
/// neither an own stone any more nor something that blocks.
fn count_shapes(line: Line) -> Packed {
    let blocked = line.blocked();
    let mut own = line.own;
    let mut counts = 0;
    for mask in &MASKS {
        // Every shape has two stones at least.
        if own & own.wrapping_sub(1) == 0 {
            break;
        }
        loop {
            let starts = places_of(mask.own, own)
                & places_of(mask.empty, line.empty)
                & places_of(mask.blocked, blocked);
            if starts == 0 {
                break;
            }
            counts += one(mask.shape);
            own &= !(mask.own << starts.trailing_zeros());
        }
    }
    counts
}

/// The starts at which all cells of a pattern lie in a set.
#[inline]
fn places_of(mut pattern: u32, set: u32) -> u32 {
    let mut starts = !0;
    while pattern != 0 {
        starts &= set >> pattern.trailing_zeros();
        pattern &= pattern - 1;
    }
    starts
}

/// The value of a side's shapes: the report's Algorithm 3, every matching line adding.
pub fn value(counts: &ShapeCounts) -> i32 {
    let n = |shape| counts.of(shape);
    let mut value = 0;
    if n(Shape::FiveInRow) > 0 {
        value += 100_000;
    }
    // Printed as "equal to 1", under which two live fours would be worth nothing.
    if n(Shape::LiveFour) >= 1 {
        value += 15_000;
    }
    if n(Shape::LiveThree) >= 2
        || n(Shape::DeadFour) == 2
        || (n(Shape::DeadFour) == 1 && n(Shape::LiveThree) == 1)
    {
        value += 10_000;
    }
    if n(Shape::LiveThree) + n(Shape::JLiveThree) == 2 {
        value += 5_000;
    }
    if n(Shape::DeadFour) > 0 {
        value += 1_000;
    }
    if n(Shape::JDeadFour) > 0 {
        value += 300;
    }
    value += 50 * n(Shape::CDeadFour);
    // The printed list ends here; these are ours.
    value += 500 * n(Shape::LiveThree) + 300 * n(Shape::JLiveThree) + 20 * n(Shape::DeadThree);
    value + 50 * n(Shape::LiveTwo) + 5 * n(Shape::DeadTwo)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as text; before and after it the board ends.
    fn line(text: &str) -> Line {
        let mut line = Line::default();
        for (index, cell) in text.bytes().enumerate() {
            match cell {
                b'X' => line.own |= 1 << (index + 1),
                b'.' => line.empty |= 1 << (index + 1),
                _ => {}
            }
        }
        line
    }

    fn counts(text: &str) -> ShapeCounts {
        ShapeCounts(count_shapes(line(text)))
    }

    /// The same by plain comparison of strings: what the masks must agree with.
    fn counts_by_strings(text: &str) -> ShapeCounts {
        let mut cells = format!("O{text}O").into_bytes();
        let mut counts = 0;
        for (shape, pattern) in SHAPES {
            let reversed: String = pattern.chars().rev().collect();
            for pattern in [pattern, &reversed] {
                for start in 0..(cells.len() + 1).saturating_sub(pattern.len()) {
                    let place = &mut cells[start..start + pattern.len()];
                    if place == pattern.as_bytes() {
                        counts += one(shape as usize);
                        for cell in place {
                            if *cell == b'X' {
                                *cell = b'#';
                            }
                        }
                    }
                }
            }
        }
        ShapeCounts(counts)
    }

    #[test]
    fn masks_count_what_strings_do() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(20);
        for _ in 0..20_000 {
            let length = rng.random_range(5..=22);
            let text: String = (0..length)
                .map(|_| [".", ".", "X", "X", "O"][rng.random_range(0..5)])
                .collect();
            assert_eq!(counts(&text), counts_by_strings(&text), "{text}");
        }
    }

    #[test]
    fn there_are_twenty_shapes_in_seven_categories() {
        let sizes = [
            &[Shape::FiveInRow][..],
            &[Shape::LiveFour],
            &[Shape::DeadFour, Shape::JDeadFour, Shape::CDeadFour],
            &[Shape::LiveThree, Shape::JLiveThree],
            &[Shape::DeadThree],
            &[Shape::LiveTwo],
            &[Shape::DeadTwo],
        ]
        .map(|category| {
            SHAPES
                .iter()
                .filter(|(shape, _)| category.contains(shape))
                .count()
        });
        assert_eq!(sizes, [1, 1, 3, 2, 6, 3, 4]);
    }

    #[test]
    fn each_shape_is_found_once_both_ways_round() {
        for (shape, pattern) in SHAPES {
            // Enemy stones around it keep anything larger from being there.
            let line = format!("O{pattern}O");
            let reversed: String = line.chars().rev().collect();
            for line in [line, reversed] {
                assert_eq!(counts(&line).0, one(shape as usize), "{line}");
            }
        }
    }

    #[test]
    fn a_stone_belongs_to_one_shape_of_a_line() {
        let live_three = counts("O..XXX..O");
        assert_eq!(
            (
                live_three.of(Shape::LiveThree),
                live_three.of(Shape::DeadThree)
            ),
            (1, 0)
        );
        let six = counts("OXXXXXXO");
        assert_eq!((six.of(Shape::FiveInRow), six.of(Shape::DeadFour)), (1, 0));
        assert_eq!(counts("OXXXXO"), ShapeCounts::default());
    }

    #[test]
    fn values_follow_the_printed_table() {
        let value_of = |line: &str| value(&counts(line));
        assert_eq!(value_of("OXXXXXO"), 100_000);
        assert_eq!(value_of("O.XXXX.O"), 15_000);
        assert_eq!(value_of("OXXXX.O"), 1_000);
        assert_eq!(value_of("OXXX.XO"), 300);
        assert_eq!(value_of("OXX.XXO"), 50);
        let two_threes = ShapeCounts(2 * counts("O..XXX.O").0);
        assert_eq!(value(&two_threes), 10_000 + 5_000 + 2 * 500);
    }
}

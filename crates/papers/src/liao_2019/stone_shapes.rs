//! The stone shapes of Liao's board evaluation (2019, section 2.2.1): 20 shapes in 7 categories. [`board_eval`] scores them.
//!
//! The report names the categories and shows the shapes in figure 2.3. Ours is the classical list with seven categories and
//! twenty shapes. `X` is an own stone, `O` an opponent stone or the edge, `.` empty. Every shape counts in both directions.
//!
//! Our choices, where the report is silent: a stone belongs to one shape of a line, the best one, so `..XXX..` is one live
//! three and not two. A live two needs room to become a live three. A dead four with the gap after three stones is
//! JDeadFour, one with the gap in the middle CDeadFour.

use gomoku::{Board, Color, Observer, Point};

use crate::liao_2019::board_eval::board_eval;
use crate::liao_2019::line_features::{
    FeatureCounts, LineBits, LineFeatures, feature, feature_count,
};

/// The kinds of shapes that the evaluation distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoneShape {
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
    /// Three with a gap that can become a live four.
    JLiveThree,
    /// Three that can become a dead four.
    DeadThree,
    /// Two that can become a live three.
    LiveTwo,
    /// Two that can become a dead three.
    DeadTwo,
}

/// The twenty shapes, best category first. The first that matches takes the stones.
pub const SHAPES: [(StoneShape, &str); 20] = [
    (StoneShape::FiveInRow, "XXXXX"),
    (StoneShape::LiveFour, ".XXXX."),
    (StoneShape::DeadFour, "OXXXX."),
    (StoneShape::JDeadFour, "XXX.X"),
    (StoneShape::CDeadFour, "XX.XX"),
    (StoneShape::LiveThree, "..XXX."),
    (StoneShape::JLiveThree, ".XX.X."),
    (StoneShape::DeadThree, "OXXX.."),
    (StoneShape::DeadThree, "OXX.X."),
    (StoneShape::DeadThree, "OX.XX."),
    (StoneShape::DeadThree, "XX..X"),
    (StoneShape::DeadThree, "X.X.X"),
    (StoneShape::DeadThree, "O.XXX.O"),
    (StoneShape::LiveTwo, "..XX.."),
    (StoneShape::LiveTwo, "..X.X."),
    (StoneShape::LiveTwo, ".X..X."),
    (StoneShape::DeadTwo, "OXX..."),
    (StoneShape::DeadTwo, "OX.X.."),
    (StoneShape::DeadTwo, "OX..X."),
    (StoneShape::DeadTwo, "X...X"),
];

/// The number of shapes of each kind that one side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeCounts(pub(super) FeatureCounts);

impl ShapeCounts {
    /// The number of shapes of this kind.
    #[inline]
    pub fn count(&self, shape: StoneShape) -> i32 {
        feature_count(self.0, shape as usize)
    }

    /// The shapes of one side on the whole board.
    pub fn of_board(board: &Board, color: Color) -> ShapeCounts {
        StoneShapes::new(board).counts(color)
    }
}

/// The shapes of both sides, updated incrementally.
#[derive(Clone, Debug)]
pub struct StoneShapes(LineFeatures);

impl StoneShapes {
    /// Counts the shapes of a board.
    pub fn new(board: &Board) -> StoneShapes {
        StoneShapes(LineFeatures::new(board, count_shapes))
    }

    /// The shapes of a side.
    #[inline]
    pub fn counts(&self, color: Color) -> ShapeCounts {
        ShapeCounts(self.0.totals(color))
    }

    /// The evaluation of a side's shapes minus that of the other side's.
    #[inline]
    pub fn balance(&self, color: Color) -> i32 {
        board_eval(&self.counts(color)) - board_eval(&self.counts(!color))
    }
}

impl Observer for StoneShapes {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.0.on_remove(board, point, color);
    }
}

/// A shape as bitboards; bit 0 is its first cell.
#[derive(Clone, Copy, Debug)]
struct ShapeMask {
    shape: usize,
    own: u32,
    empty: u32,
    blocked: u32,
}

/// The twenty shapes, each followed by its mirror image, in the order in which they take stones.
static MASKS: [ShapeMask; 40] = masks();

const fn masks() -> [ShapeMask; 40] {
    let empty_mask = ShapeMask {
        shape: 0,
        own: 0,
        empty: 0,
        blocked: 0,
    };
    let mut masks = [empty_mask; 40];
    let mut index = 0;
    while index < 40 {
        let (shape, pattern) = SHAPES[index / 2];
        let pattern = pattern.as_bytes();
        let mut mask = ShapeMask {
            shape: shape as usize,
            ..empty_mask
        };
        let mut cell = 0;
        while cell < pattern.len() {
            let bit = if index % 2 == 0 {
                cell
            } else {
                pattern.len() - 1 - cell
            };
            match pattern[cell] {
                b'X' => mask.own |= 1 << bit,
                b'.' => mask.empty |= 1 << bit,
                _ => mask.blocked |= 1 << bit,
            }
            cell += 1;
        }
        masks[index] = mask;
        index += 1;
    }
    masks
}

/// Counts the shapes of a line by kind.
pub(super) fn count_shapes(line: LineBits) -> FeatureCounts {
    let mut counts = 0;
    find_shapes(line, |index| counts += feature(MASKS[index].shape));
    counts
}

/// Finds the shapes of a line, best first, matching each mask at all offsets at once. A stone of a shape is removed from the
/// own stones but does not become a blocker. `found` gets the index of the mask.
#[inline]
pub(super) fn find_shapes(line: LineBits, mut found: impl FnMut(usize)) {
    let blocked = line.blocked();
    let mut own = line.own;
    for (index, mask) in MASKS.iter().enumerate() {
        // Every shape has at least two stones.
        if own & own.wrapping_sub(1) == 0 {
            break;
        }
        loop {
            let matches = match_offsets(mask.own, own)
                & match_offsets(mask.empty, line.empty)
                & match_offsets(mask.blocked, blocked);
            if matches == 0 {
                break;
            }
            found(index);
            own &= !(mask.own << matches.trailing_zeros());
        }
    }
}

/// The offsets at which all bits of a mask lie in a set.
#[inline]
fn match_offsets(mut mask: u32, set: u32) -> u32 {
    let mut offsets = !0;
    while mask != 0 {
        offsets &= set >> mask.trailing_zeros();
        mask &= mask - 1;
    }
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> ShapeCounts {
        ShapeCounts(count_shapes(LineBits::from_text(text)))
    }

    /// The same by string comparison, as a reference for the masks.
    fn counts_by_strings(text: &str) -> ShapeCounts {
        let mut cells = format!("O{text}O").into_bytes();
        let mut counts = 0;
        for (shape, pattern) in SHAPES {
            let reversed: String = pattern.chars().rev().collect();
            for pattern in [pattern, &reversed] {
                for start in 0..(cells.len() + 1).saturating_sub(pattern.len()) {
                    let window = &mut cells[start..start + pattern.len()];
                    if window == pattern.as_bytes() {
                        counts += feature(shape as usize);
                        for cell in window {
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
    fn masks_match_string_comparison() {
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
            &[StoneShape::FiveInRow][..],
            &[StoneShape::LiveFour],
            &[
                StoneShape::DeadFour,
                StoneShape::JDeadFour,
                StoneShape::CDeadFour,
            ],
            &[StoneShape::LiveThree, StoneShape::JLiveThree],
            &[StoneShape::DeadThree],
            &[StoneShape::LiveTwo],
            &[StoneShape::DeadTwo],
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
    fn each_shape_is_found_once_in_both_directions() {
        for (shape, pattern) in SHAPES {
            // Blocked on both sides, so that no larger shape matches.
            let line = format!("O{pattern}O");
            let reversed: String = line.chars().rev().collect();
            for line in [line, reversed] {
                assert_eq!(counts(&line).0, feature(shape as usize), "{line}");
            }
        }
    }

    #[test]
    fn a_stone_belongs_to_one_shape_of_a_line() {
        let live_three = counts("O..XXX..O");
        assert_eq!(
            (
                live_three.count(StoneShape::LiveThree),
                live_three.count(StoneShape::DeadThree)
            ),
            (1, 0)
        );
        let six = counts("OXXXXXXO");
        assert_eq!(
            (
                six.count(StoneShape::FiveInRow),
                six.count(StoneShape::DeadFour)
            ),
            (1, 0)
        );
        assert_eq!(counts("OXXXXO"), ShapeCounts::default());
    }
}

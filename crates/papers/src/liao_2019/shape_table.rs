//! The table of section 2.2.1: "after analyzing all the stones, the program will generate a table containing the number of 20
//! stone shapes".
//!
//! The search counts by kind ([`StoneShapes`](super::stone_shapes::StoneShapes)); this table is for readers.

use gomoku::{Board, Color};

use super::line_features::{FeatureCounts, LineBits, LineFeatures, feature, feature_count};
use super::stone_shapes::{SHAPES, StoneShape, find_shapes};

/// How often a shape occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeRow {
    /// The kind that Algorithm 3 counts.
    pub kind: StoneShape,
    /// `X` is an own stone, `O` an opponent stone or the edge, `.` empty.
    pub pattern: &'static str,
    /// Black's, and white's.
    pub counts: [i32; 2],
}

/// The number of each of the twenty shapes, best first.
pub fn shape_table(board: &Board) -> [ShapeRow; 20] {
    // Ten counts fit into one word.
    let [first, second] =
        [count_first_ten, count_last_ten].map(|count| LineFeatures::new(board, count));
    std::array::from_fn(|index| {
        let (kind, pattern) = SHAPES[index];
        let features = if index < 10 { &first } else { &second };
        let count = |color| feature_count(features.totals(color), index % 10);
        ShapeRow {
            kind,
            pattern,
            counts: Color::BOTH.map(count),
        }
    })
}

fn count_first_ten(line: LineBits) -> FeatureCounts {
    let mut counts = 0;
    find_shapes(line, |mask| {
        if mask / 2 < 10 {
            counts += feature(mask / 2);
        }
    });
    counts
}

fn count_last_ten(line: LineBits) -> FeatureCounts {
    let mut counts = 0;
    find_shapes(line, |mask| {
        if mask / 2 >= 10 {
            counts += feature(mask / 2 - 10);
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liao_2019::stone_shapes::ShapeCounts;
    use gomoku::{Point, Rule, Size};

    #[test]
    fn the_table_adds_up_to_the_counts_of_the_search() {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..50 {
            let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
            for _ in 0..70 {
                let point = Point::new(rng.random_range(0..15), rng.random_range(0..15));
                if board.is_empty(point) {
                    board.push(point);
                }
            }
            let table = shape_table(&board);
            for (index, color) in Color::BOTH.into_iter().enumerate() {
                let counts = ShapeCounts::of_board(&board, color);
                for (kind, _) in SHAPES {
                    let rows = table.iter().filter(|row| row.kind == kind);
                    let sum: i32 = rows.map(|row| row.counts[index]).sum();
                    assert_eq!(sum, counts.count(kind), "{kind:?}");
                }
            }
        }
    }

    #[test]
    fn a_shape_is_counted_in_its_own_row() {
        let moves = [(3, 0), (0, 9), (5, 0), (4, 9), (7, 0), (9, 9)];
        let moves = moves.map(|(column, row)| Point::new(column, row));
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap();
        let table = shape_table(&board);
        let found: Vec<_> = table.iter().filter(|row| row.counts != [0, 0]).collect();
        // Black's X.X.X, and white's X...X at the edge.
        let patterns: Vec<_> = found.iter().map(|row| (row.pattern, row.counts)).collect();
        assert_eq!(patterns, [("X.X.X", [1, 0]), ("X...X", [0, 1])]);
    }
}

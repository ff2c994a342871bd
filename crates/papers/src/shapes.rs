//! The 20 stone shapes of Liao's report (2019) and the board value he builds on them.
//!
//! The report names seven categories and shows the shapes in a picture; the list below is the classical one that has
//! exactly seven categories and twenty shapes. `X` is an own stone, `O` an enemy stone or the edge, `.` empty; every
//! shape also counts reversed.
//!
//! Where the report is silent, we chose: a stone belongs to one shape of a line, the best one (so `..XXX..` is one
//! live three and not two); a live two needs room to become a live three; the one-three gap is the "J" dead
//! four and the two-two gap the "C" one; shapes that the printed evaluation leaves out get a small value each.

use gomoku::{Board, Cell, Color, Direction, Point};

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
pub struct ShapeCounts([i32; 10]);

impl ShapeCounts {
    /// How many of this kind.
    pub fn of(&self, shape: Shape) -> i32 {
        self.0[shape as usize]
    }

    /// The shapes of one side on the whole board.
    pub fn of_board(board: &Board, color: Color) -> ShapeCounts {
        let mut counts = ShapeCounts::default();
        for start in line_starts(board) {
            counts.add(&ShapeCounts::of_line(board, color, start), 1);
        }
        counts
    }

    /// The shapes on the four lines through a point.
    pub fn through(board: &Board, color: Color, point: Point) -> ShapeCounts {
        let mut counts = ShapeCounts::default();
        for direction in Direction::ALL {
            let mut first = point;
            while board.size().contains(first.step(direction, -1)) {
                first = first.step(direction, -1);
            }
            counts.add(&ShapeCounts::of_line(board, color, (first, direction)), 1);
        }
        counts
    }

    /// Adds or takes away other counts.
    pub fn add(&mut self, other: &ShapeCounts, sign: i32) {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            *count += sign * other;
        }
    }

    /// The shapes on one whole line.
    fn of_line(board: &Board, color: Color, (first, direction): (Point, Direction)) -> ShapeCounts {
        // The longest line has 22 points, and an edge at each end.
        let mut cells = [b'O'; 24];
        let mut length = 1;
        let mut stones = 0;
        let mut point = first;
        while board.size().contains(point) {
            cells[length] = match board.cell(point) {
                Cell::Empty => b'.',
                Cell::Stone(stone) if stone == color => b'X',
                _ => b'O',
            };
            stones += usize::from(cells[length] == b'X');
            length += 1;
            point = point.step(direction, 1);
        }
        let mut counts = ShapeCounts::default();
        // Every shape has two stones and, with the edges, five cells at least.
        if stones >= 2 && length >= 6 {
            count_shapes(&mut cells[..=length], &mut counts);
        }
        counts
    }
}

/// Counts the shapes of a line, best first. A stone that has been counted is crossed out as `#`.
fn count_shapes(line: &mut [u8], counts: &mut ShapeCounts) {
    for (shape, pattern) in SHAPES {
        let pattern = pattern.as_bytes();
        let reversed: Vec<u8> = pattern.iter().rev().copied().collect();
        for pattern in [pattern, &reversed] {
            for start in 0..=line.len().saturating_sub(pattern.len()) {
                let place = start..(start + pattern.len()).min(line.len());
                if line[place.clone()] == *pattern {
                    counts.0[shape as usize] += 1;
                    for cell in &mut line[place] {
                        if *cell == b'X' {
                            *cell = b'#';
                        }
                    }
                }
            }
        }
    }
}

/// The first point of every line of the board.
fn line_starts(board: &Board) -> impl Iterator<Item = (Point, Direction)> {
    let size = board.size();
    size.points().flat_map(move |point| {
        Direction::ALL
            .into_iter()
            .filter(move |&direction| !size.contains(point.step(direction, -1)))
            .map(move |direction| (point, direction))
    })
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

    fn counts(line: &str) -> ShapeCounts {
        let mut counts = ShapeCounts::default();
        count_shapes(&mut line.as_bytes().to_vec(), &mut counts);
        counts
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
                let mut expected = ShapeCounts::default();
                expected.0[shape as usize] = 1;
                assert_eq!(counts(&line), expected, "{line}");
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
        let mut two_threes = counts("O..XXX.O");
        two_threes.add(&counts("O..XXX.O"), 1);
        assert_eq!(value(&two_threes), 10_000 + 5_000 + 2 * 500);
    }

    #[test]
    fn the_lines_of_a_point_are_those_of_the_board_that_change() {
        use gomoku::{Neighborhood, Rule, Size};
        for size in [5, 9, 15, 22] {
            let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
            let mut step = 1;
            while let Some(point) = Neighborhood::Square2
                .candidates(&board)
                .iter()
                .nth(step % 5)
            {
                step += 3;
                for color in Color::BOTH {
                    let mut counts = ShapeCounts::of_board(&board, color);
                    counts.add(&ShapeCounts::through(&board, color, point), -1);
                    board.push(point);
                    counts.add(&ShapeCounts::through(&board, color, point), 1);
                    assert_eq!(counts, ShapeCounts::of_board(&board, color));
                    board.pop();
                }
                board.push(point);
            }
        }
    }
}

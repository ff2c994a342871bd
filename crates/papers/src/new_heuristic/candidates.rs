//! How probable a move is, from the lines that it would extend.
//!
//! The end of four aligned stones is 100 %, of three 80 %, and so on in steps of 20; the best line of either side
//! counts. A line on which five cannot stand any more is dead and counts nothing. The report prints the first two numbers
//! and leaves the rest open.
//!
//! Moves of equal probability are ordered by whose line it is, the own first, and then by a sum over all lines of both
//! sides, in which open lines count more than blocked ones.

use gomoku::{Board, Color, LineClass, Neighborhood, Patterns, Point, PointSet, Threat};

/// Which points are candidates, and how many of them.
#[derive(Clone, Copy, Debug)]
pub struct CandidateRule {
    /// How far from a stone.
    pub range: u8,
    /// How many at most, if `optimized`.
    pub cap: usize,
    /// Sorted and cut, or all of them row by row.
    pub optimized: bool,
}

impl CandidateRule {
    /// The points within the range of a stone.
    pub fn neighborhood(&self) -> Neighborhood {
        match self.range {
            1 => Neighborhood::Square1,
            _ => Neighborhood::Square2,
        }
    }
}

/// The probability in percent of a point that would make this of a line.
pub const fn percent(class: LineClass) -> u32 {
    match class {
        LineClass::Five => 100,
        LineClass::OpenFour | LineClass::Four => 80,
        LineClass::StrongThree | LineClass::Three | LineClass::BlockedThree => 60,
        LineClass::StrongTwo | LineClass::GoodTwo | LineClass::Two | LineClass::BlockedTwo => 40,
        LineClass::One | LineClass::BlockedOne | LineClass::Dead | LineClass::Overline => 0,
    }
}

/// What the line adds to the sum that orders moves of equal probability: a blocked line is one step below an open one.
const fn weight(class: LineClass) -> u32 {
    match class {
        LineClass::Five => 100,
        LineClass::OpenFour => 80,
        LineClass::Four | LineClass::StrongThree | LineClass::Three => 60,
        LineClass::BlockedThree | LineClass::StrongTwo | LineClass::GoodTwo | LineClass::Two => 40,
        LineClass::BlockedTwo | LineClass::One => 20,
        LineClass::BlockedOne | LineClass::Dead | LineClass::Overline => 0,
    }
}

/// A candidate with what it is sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Probable {
    /// Percent in the high bits, then whose line, then the sum.
    key: u32,
    index: u16,
}

impl Probable {
    /// The point itself.
    #[inline]
    pub fn point(self) -> Point {
        Point::from_index(self.index.into())
    }

    /// The probability, 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.key >> 16) / 100.0
    }

    /// Judges a point for the side to move.
    #[inline]
    pub fn new(patterns: &Patterns, side: Color, point: Point) -> Probable {
        let own = judge(patterns.packed_lines(side, point));
        let enemy = judge(patterns.packed_lines(!side, point));
        let best = own.0.max(enemy.0);
        let is_own = u32::from(own.0 >= enemy.0);
        Probable {
            key: best << 16 | is_own << 15 | (own.1 + enemy.1),
            index: point.index() as u16,
        }
    }
}

/// The largest percentage of four lines, and the sum of their weights.
#[inline]
fn judge(packed: u16) -> (u32, u32) {
    let mut best = 0;
    let mut sum = 0;
    for line in 0..4 {
        let (percent, weight) = JUDGMENTS[usize::from(packed >> (4 * line) & 0xf)];
        best = best.max(percent);
        sum += weight;
    }
    (best, sum)
}

/// Percentages and weights by the number of the class.
static JUDGMENTS: [(u32, u32); 16] = {
    let mut judgments = [(0, 0); 16];
    let mut index = 0;
    while index < LineClass::COUNT {
        let class = LineClass::ALL[index];
        judgments[index] = (percent(class), weight(class));
        index += 1;
    }
    judgments
};

/// The candidates among some empty points, in the order in which they are searched.
pub fn candidates(
    board: &Board,
    patterns: &Patterns,
    points: &PointSet,
    rule: CandidateRule,
) -> Vec<Probable> {
    let side = board.side_to_move();
    let forbids = board.rule().forbids(side);
    let mut list: Vec<_> = points
        .iter()
        .filter(|&point| !forbids || is_allowed(board, patterns, point))
        .map(|point| Probable::new(patterns, side, point))
        .collect();
    if rule.optimized {
        let order = |probable: &Probable| (std::cmp::Reverse(probable.key), probable.index);
        if list.len() > rule.cap {
            list.select_nth_unstable_by_key(rule.cap, order);
            list.truncate(rule.cap);
        }
        list.sort_unstable_by_key(order);
    }
    list
}

fn is_allowed(board: &Board, patterns: &Patterns, point: Point) -> bool {
    patterns.threat(Color::Black, point) != Threat::Forbidden
        || board.forbidden_reason(point).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    fn board(moves: &[(u8, u8)]) -> Board {
        let moves: Vec<_> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
        Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
    }

    #[test]
    fn the_ends_of_four_and_three_have_the_printed_probabilities() {
        let four = [(3, 3), (2, 3), (4, 3), (12, 9), (5, 3), (9, 12), (6, 3)];
        let three = [(3, 3), (12, 9), (4, 3), (9, 12), (5, 3)];
        let probability = |moves: &[(u8, u8)], x, y| {
            let board = board(moves);
            Probable::new(
                &Patterns::new(&board),
                board.side_to_move(),
                Point::new(x, y),
            )
            .probability()
        };
        assert_eq!(probability(&four, 7, 3), 1.0);
        assert_eq!(probability(&three, 6, 3), 0.8);
        assert_eq!(probability(&three[..3], 5, 3), 0.6);
        assert_eq!(probability(&three[..1], 4, 3), 0.4);
        assert_eq!(probability(&three, 14, 0), 0.0);
        // Blocked by the second stone, but alive.
        assert_eq!(probability(&four[..3], 5, 3), 0.6);
    }

    #[test]
    fn sorting_and_cutting_keep_the_best() {
        let board = board(&[(7, 7), (8, 8), (7, 8), (8, 7), (7, 6)]);
        let patterns = Patterns::new(&board);
        let near = Neighborhood::Square2.candidates(&board);
        let rule = |optimized, cap| CandidateRule {
            range: 2,
            cap,
            optimized,
        };
        let all = candidates(&board, &patterns, &near, rule(false, 15));
        assert_eq!(all.len(), near.len());
        let mut sorted = candidates(&board, &patterns, &near, rule(true, usize::MAX));
        assert!(sorted.is_sorted_by_key(|probable| std::cmp::Reverse(probable.key)));
        let cut = candidates(&board, &patterns, &near, rule(true, 15));
        sorted.truncate(15);
        assert_eq!(cut, sorted);
    }
}

//! Candidate selection (Liao 2019, section 3.1): the probability of a move, from the lines that it extends.
//!
//! ```text
//! probability = max over the lines of both sides of    100 % at the end of four stones, 80 % of three, 60 % of two, 40 % of one
//! ```
//!
//! The report prints 100 % and 80 % "and so on"; 60 % and 40 % are our continuation. A line that has no room for five
//! counts nothing.
//!
//! Our tie-break: our own line before the opponent's, then the sum over all lines of both sides, in which open lines weigh
//! more than blocked ones.

use gomoku::{Board, Color, LineClass, Neighborhood, Patterns, Point, PointSet, Threat};

/// How candidates are selected.
#[derive(Clone, Copy, Debug)]
pub struct CandidateSelection {
    /// Largest distance from a stone.
    pub range: u8,
    /// Candidates per node, if `optimized`.
    pub max_candidates: usize,
    /// Sort by probability and keep the best; otherwise all points in board order.
    pub optimized: bool,
}

impl Default for CandidateSelection {
    /// The points within two of a stone, and the best fifteen of them.
    fn default() -> CandidateSelection {
        CandidateSelection {
            range: 2,
            max_candidates: 15,
            optimized: true,
        }
    }
}

impl CandidateSelection {
    /// The points within the range of a stone.
    pub fn neighborhood(&self) -> Neighborhood {
        match self.range {
            1 => Neighborhood::Square1,
            _ => Neighborhood::Square2,
        }
    }
}

/// The probability, in percent, of a move that makes this line class.
pub const fn percent(class: LineClass) -> u32 {
    match class {
        LineClass::Five => 100,
        LineClass::OpenFour | LineClass::Four => 80,
        LineClass::StrongThree | LineClass::Three | LineClass::BlockedThree => 60,
        LineClass::StrongTwo | LineClass::GoodTwo | LineClass::Two | LineClass::BlockedTwo => 40,
        LineClass::One | LineClass::BlockedOne | LineClass::Dead | LineClass::Overline => 0,
    }
}

/// The weight of a line in the tie-break: a blocked line is one step below an open one.
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

/// A candidate with its sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankedCandidate {
    /// From the high bits down: percent, whether the line is our own, sum of weights.
    key: u32,
    index: u16,
}

impl RankedCandidate {
    /// The move.
    #[inline]
    pub fn point(self) -> Point {
        Point::from_index(self.index.into())
    }

    /// The probability in percent.
    pub fn percent(self) -> u32 {
        self.key >> 16
    }

    /// The probability, from 0 to 1.
    pub fn probability(self) -> f64 {
        f64::from(self.percent()) / 100.0
    }

    /// Ranks a move of the side to move.
    #[inline]
    pub fn new(patterns: &Patterns, side: Color, point: Point) -> RankedCandidate {
        let own = rank_lines(patterns.packed_lines(side, point));
        let opponent = rank_lines(patterns.packed_lines(!side, point));
        let percent = own.0.max(opponent.0);
        let is_own = u32::from(own.0 >= opponent.0);
        RankedCandidate {
            key: percent << 16 | is_own << 15 | (own.1 + opponent.1),
            index: point.index() as u16,
        }
    }
}

/// The largest percentage of four lines, and the sum of their weights.
#[inline]
fn rank_lines(packed: u16) -> (u32, u32) {
    let mut best = 0;
    let mut sum = 0;
    for line in 0..4 {
        let (percent, weight) = RANKS[usize::from(packed >> (4 * line) & 0xf)];
        best = best.max(percent);
        sum += weight;
    }
    (best, sum)
}

/// Percentage and weight of each line class.
static RANKS: [(u32, u32); 16] = {
    let mut ranks = [(0, 0); 16];
    let mut index = 0;
    while index < LineClass::COUNT {
        let class = LineClass::ALL[index];
        ranks[index] = (percent(class), weight(class));
        index += 1;
    }
    ranks
};

/// The candidates of a position in search order: the report's new evaluation range (figure 3.2), without a search.
pub fn evaluation_range(board: &Board, selection: CandidateSelection) -> Vec<RankedCandidate> {
    let points = selection.neighborhood().candidates(board);
    select_candidates(board, &Patterns::new(board), &points, selection)
}

/// The candidates among these empty points, in search order.
pub fn select_candidates(
    board: &Board,
    patterns: &Patterns,
    points: &PointSet,
    selection: CandidateSelection,
) -> Vec<RankedCandidate> {
    let side = board.side_to_move();
    let forbids = board.rule().forbids(side);
    let mut candidates: Vec<_> = points
        .iter()
        .filter(|&point| !forbids || is_legal(board, patterns, point))
        .map(|point| RankedCandidate::new(patterns, side, point))
        .collect();
    if selection.optimized {
        let order =
            |candidate: &RankedCandidate| (std::cmp::Reverse(candidate.key), candidate.index);
        if candidates.len() > selection.max_candidates {
            candidates.select_nth_unstable_by_key(selection.max_candidates, order);
            candidates.truncate(selection.max_candidates);
        }
        candidates.sort_unstable_by_key(order);
    }
    candidates
}

fn is_legal(board: &Board, patterns: &Patterns, point: Point) -> bool {
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
            RankedCandidate::new(
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
        // Blocked by the second stone, with room for five.
        assert_eq!(probability(&four[..3], 5, 3), 0.6);
    }

    #[test]
    fn sorting_and_truncating_keep_the_best() {
        let board = board(&[(7, 7), (8, 8), (7, 8), (8, 7), (7, 6)]);
        let patterns = Patterns::new(&board);
        let nearby = Neighborhood::Square2.candidates(&board);
        let selection = |optimized, max_candidates| CandidateSelection {
            range: 2,
            max_candidates,
            optimized,
        };
        let all = select_candidates(&board, &patterns, &nearby, selection(false, 15));
        assert_eq!(all.len(), nearby.len());
        let mut sorted = select_candidates(&board, &patterns, &nearby, selection(true, usize::MAX));
        assert!(sorted.is_sorted_by_key(|candidate| std::cmp::Reverse(candidate.key)));
        let cut = select_candidates(&board, &patterns, &nearby, selection(true, 15));
        sorted.truncate(15);
        assert_eq!(cut, sorted);
    }
}

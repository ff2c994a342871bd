//! The heuristic `H` of the progressive bias (Cao and Lin 2019, formulas 3 and 4): how a move changes the pattern values.
//!
//! ```text
//! H = (change of our pattern values) - 5 (change of the opponent's)
//! ```
//!
//! over Cao and Lin's 32 patterns, each with the value `10^k f^j` (figure 3). The factor 5 is that of the authors' program.
//! The program computes `H` for player one and flips the sign for player two, which then weights its own patterns fivefold;
//! here `H` is always the mover's.

use gomoku::{Board, Color, Observer, Point};
use nets::PatternCounts;
use nets::automaton::COUNTERS;
use nets::counts::Counts;
use nets::pattern_set::{self, PatternSet};

/// Weight of the opponent's patterns.
const OPPONENT_WEIGHT: f64 = 5.0;

/// Incremental pattern counts with values.
#[derive(Clone, Debug)]
pub(crate) struct PatternHeuristic {
    counts: PatternCounts,
    /// The weight of each counter for either mover.
    weights: [[f32; COUNTERS]; 2],
}

impl PatternHeuristic {
    pub(crate) fn new(board: &Board, decay: f64) -> PatternHeuristic {
        let set = &pattern_set::CAO;
        let mut weights = [[0.0; COUNTERS]; 2];
        for mover in Color::BOTH {
            for owner in Color::BOTH {
                let sign = if owner == mover {
                    1.0
                } else {
                    -OPPONENT_WEIGHT
                };
                for (pattern, value) in set.patterns.iter().map(|pattern| pattern.value).enumerate()
                {
                    let value = value.map_or(0.0, |value| value.with_decay(decay));
                    let counter = owner.index() * PatternSet::MAX_PATTERNS + pattern;
                    weights[mover.index()][counter] = (sign * value) as f32;
                }
            }
        }
        PatternHeuristic {
            counts: PatternCounts::new(set, board),
            weights,
        }
    }

    pub(crate) fn begin(&mut self, board: &Board) {
        self.counts.begin(board);
    }

    /// `H` of a move, whether it has been played or not.
    #[inline]
    pub(crate) fn value(&mut self, point: Point, mover: Color) -> f64 {
        let weights = &self.weights[mover.index()];
        let mut sum = 0.0;
        self.counts
            .for_each_change(point, mover, |counter, difference| {
                sum += weights[counter] * f32::from(difference);
            });
        f64::from(sum)
    }

    /// The counts after a move on this empty point.
    pub(crate) fn counts_after(&mut self, point: Point, mover: Color) -> Counts {
        let mut counts = *self.counts.counts();
        self.counts
            .for_each_change(point, mover, |counter, difference| {
                counts[counter] += difference;
            });
        counts
    }

    /// The counts of the current position.
    pub(crate) fn counts(&self) -> &Counts {
        self.counts.counts()
    }
}

impl Observer for PatternHeuristic {
    #[inline]
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.counts.on_place(board, point, color);
    }

    #[inline]
    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.counts.on_remove(board, point, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn h_is_our_gain_plus_five_times_the_opponents_loss() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for (column, row) in [(6, 7), (0, 0), (7, 7), (0, 14)] {
            board.push(Point::new(column, row));
        }
        let mut heuristic = PatternHeuristic::new(&board, 0.9);
        let point = Point::new(8, 7);
        // An open two becomes an open three; the stone is alone on the other three lines.
        let black_h = 1000.0 - 100.0 + 3.0;
        assert!((heuristic.value(point, Color::Black) - black_h).abs() < 1e-3);
        // For white the open two becomes OXX..., and the white stone is alone on three lines.
        let white_h = -5.0 * (1.0 - 100.0) + 3.0;
        assert!((heuristic.value(point, Color::White) - white_h).abs() < 1e-3);
        board.push_observed(point, &mut heuristic);
        assert!((heuristic.value(point, Color::Black) - black_h).abs() < 1e-3);
    }
}

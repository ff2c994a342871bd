//! What a move changes in the board's pattern values: the heuristic of the progressive bias.
//!
//! ```text
//! H = (change of the own patterns' values) - 5 (change of the enemy's)
//! ```
//!
//! over Cao and Lin's patterns, each worth `10^k f^j`. The authors' program computes it for player one and changes the sign
//! for player two, which makes player two count his own patterns five-fold; here it is always the mover's view.

use gomoku::{Board, Color, Observer, Point};
use nets::PatternCounts;
use nets::automaton::COUNTERS;
use nets::counts::Counts;
use nets::pattern_set::{self, PatternSet};

/// How much more the enemy's patterns count.
const ENEMY_WEIGHT: f64 = 5.0;

/// Pattern counts with values.
#[derive(Clone, Debug)]
pub(crate) struct PatternGain {
    counts: PatternCounts,
    /// The weight of each counter for either mover.
    weights: [[f32; COUNTERS]; 2],
}

impl PatternGain {
    pub(crate) fn new(board: &Board, decay: f64) -> PatternGain {
        let set = &pattern_set::CAO;
        let mut weights = [[0.0; COUNTERS]; 2];
        for mover in Color::BOTH {
            for owner in Color::BOTH {
                let sign = if owner == mover { 1.0 } else { -ENEMY_WEIGHT };
                for (pattern, value) in set.patterns.iter().map(|one| one.value).enumerate() {
                    let value = value.map_or(0.0, |value| value.with_decay(decay));
                    let counter = owner.index() * PatternSet::MOST + pattern;
                    weights[mover.index()][counter] = (sign * value) as f32;
                }
            }
        }
        PatternGain {
            counts: PatternCounts::new(set, board),
            weights,
        }
    }

    pub(crate) fn begin(&mut self, board: &Board) {
        self.counts.begin(board);
    }

    /// `H` of a stone on this point, whether it is there already or not.
    #[inline]
    pub(crate) fn of(&mut self, point: Point, mover: Color) -> f64 {
        let weights = &self.weights[mover.index()];
        let mut sum = 0.0;
        self.counts
            .for_each_change(point, mover, |counter, difference| {
                sum += weights[counter] * f32::from(difference);
            });
        f64::from(sum)
    }

    /// The counts after a stone on this empty point.
    pub(crate) fn counts_after(&mut self, point: Point, mover: Color) -> Counts {
        let mut counts = *self.counts.counts();
        self.counts
            .for_each_change(point, mover, |counter, difference| {
                counts[counter] += difference;
            });
        counts
    }

    /// The counts now.
    pub(crate) fn counts(&self) -> &Counts {
        self.counts.counts()
    }
}

impl Observer for PatternGain {
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
    fn a_move_is_worth_what_it_makes_and_five_times_what_it_spoils() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for (column, row) in [(6, 7), (0, 0), (7, 7), (0, 14)] {
            board.push(Point::new(column, row));
        }
        let mut gain = PatternGain::new(&board, 0.9);
        let point = Point::new(8, 7);
        // An open two becomes an open three; on the other three lines one stone more stands alone.
        let own = 1000.0 - 100.0 + 3.0;
        assert!((gain.of(point, Color::Black) - own).abs() < 1e-3);
        // For white the open two becomes OXX..., and the white stone stands alone on three lines.
        let enemy = -5.0 * (1.0 - 100.0) + 3.0;
        assert!((gain.of(point, Color::White) - enemy).abs() < 1e-3);
        board.push_observed(point, &mut gain);
        assert!((gain.of(point, Color::Black) - own).abs() < 1e-3);
    }
}

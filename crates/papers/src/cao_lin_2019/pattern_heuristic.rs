//! The heuristic `H` of a move (Cao and Lin 2019, formulas 3 and 4) over their 32 patterns, each with the value `10^k f^j`
//! (figure 3).
//!
//! ```text
//! printed    H = sum of  10^Lopen f^j + 10^(Lhclose - 1) f^k   over the lines that the stone makes, for us (the attack)
//!                and for the opponent, if the stone were his (the defense); 100,000 at most, for a five
//! program    H = (change of our pattern values) - 5 (change of the opponent's)
//! ```
//!
//! Formula 3 does not say whose lines it sums; the paper wants "the offense rewards and the defense rewards" in it, so both
//! count, and equally. `program` is what the authors' program computes for player one. For player two it flips the sign,
//! which weights its own patterns fivefold; here `H` is always the mover's.

use gomoku::{Board, Color, Point};
use nets::PatternCounts;
use nets::automaton::COUNTERS;
use nets::counts::Counts;
use nets::pattern_set::{self, PatternSet};

/// Weight of the opponent's patterns in the authors' program.
const OPPONENT_WEIGHT: f64 = 5.0;
/// The value of a five, which is max(H) (section IV.A).
pub(crate) const FIVE: f64 = 100_000.0;

/// How `H` is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicFormula {
    /// Formula 3 as the paper prints it.
    Printed,
    /// The change of the pattern values, as in the authors' program.
    Program,
}

impl HeuristicFormula {
    /// Parses the parameter: `printed` or `program`.
    pub fn from_name(name: &str) -> HeuristicFormula {
        match name {
            "program" => HeuristicFormula::Program,
            _ => HeuristicFormula::Printed,
        }
    }
}

/// The value of each pattern, and the formula that sums them.
#[derive(Clone, Debug)]
pub(crate) struct PatternValues {
    formula: HeuristicFormula,
    /// The value of each counter's pattern.
    values: [f32; COUNTERS],
    /// The weight of each counter in the program's formula, for either mover.
    weights: [[f32; COUNTERS]; 2],
}

impl PatternValues {
    pub(crate) fn new(formula: HeuristicFormula, decay: f64) -> PatternValues {
        let mut values = [0.0; COUNTERS];
        let mut weights = [[0.0; COUNTERS]; 2];
        for mover in Color::BOTH {
            for owner in Color::BOTH {
                let sign = if owner == mover {
                    1.0
                } else {
                    -OPPONENT_WEIGHT
                };
                for (index, pattern) in pattern_set::CAO.patterns.iter().enumerate() {
                    let value = pattern.value.map_or(0.0, |value| value.with_decay(decay));
                    let counter = owner.index() * PatternSet::MAX_PATTERNS + index;
                    values[counter] = value as f32;
                    weights[mover.index()][counter] = (sign * value) as f32;
                }
            }
        }
        PatternValues {
            formula,
            values,
            weights,
        }
    }

    /// The heuristic of the board whose counts these are. A critic with the same patterns lends its own.
    pub(crate) fn of<'a>(&'a self, counts: &'a mut PatternCounts) -> PatternHeuristic<'a> {
        debug_assert!(counts_the_patterns(counts));
        PatternHeuristic {
            counts,
            values: self,
        }
    }
}

/// Are these the counts of Cao and Lin's patterns?
pub(crate) fn counts_the_patterns(counts: &PatternCounts) -> bool {
    std::ptr::eq(counts.set(), &raw const pattern_set::CAO)
}

/// The heuristic of one board.
#[derive(Debug)]
pub(crate) struct PatternHeuristic<'a> {
    counts: &'a mut PatternCounts,
    values: &'a PatternValues,
}

impl PatternHeuristic<'_> {
    /// `H` of a move, whether it has been played or not.
    #[inline]
    pub(crate) fn value(&mut self, board: &Board, point: Point, mover: Color) -> f64 {
        if board.wins(point, mover) {
            return FIVE;
        }
        match self.values.formula {
            HeuristicFormula::Printed => {
                let defense = if board.wins(point, !mover) {
                    FIVE
                } else {
                    self.made(point, !mover)
                };
                (self.made(point, mover) + defense).min(FIVE)
            }
            HeuristicFormula::Program => self.change(point, mover),
        }
    }

    /// The value of the patterns that a stone on this point makes for its side.
    #[inline]
    pub(crate) fn made(&mut self, point: Point, color: Color) -> f64 {
        let first = color.index() * PatternSet::MAX_PATTERNS;
        let own = first..first + PatternSet::MAX_PATTERNS;
        let values = &self.values.values;
        let mut sum = 0.0;
        self.counts
            .for_each_change(point, color, |counter, difference| {
                if difference > 0 && own.contains(&counter) {
                    sum += values[counter] * f32::from(difference);
                }
            });
        f64::from(sum)
    }

    /// The change of the pattern values by a move: ours, less five times the opponent's.
    pub(crate) fn change(&mut self, point: Point, mover: Color) -> f64 {
        let weights = &self.values.weights[mover.index()];
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

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    #[test]
    fn the_programs_h_is_our_gain_plus_five_times_the_opponents_loss() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for (column, row) in [(6, 7), (0, 0), (7, 7), (0, 14)] {
            board.push(Point::new(column, row));
        }
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        let values = PatternValues::new(HeuristicFormula::Program, 0.9);
        let mut heuristic = values.of(&mut counts);
        let point = Point::new(8, 7);
        // An open two becomes an open three; the stone is alone on the other three lines.
        let black_h = 1000.0 - 100.0 + 3.0;
        assert!((heuristic.value(&board, point, Color::Black) - black_h).abs() < 1e-3);
        // For white the open two becomes OXX..., and the white stone is alone on three lines.
        let white_h = -5.0 * (1.0 - 100.0) + 3.0;
        assert!((heuristic.value(&board, point, Color::White) - white_h).abs() < 1e-3);
        board.push_observed(point, &mut counts);
        let mut heuristic = values.of(&mut counts);
        assert!((heuristic.value(&board, point, Color::Black) - black_h).abs() < 1e-3);
    }

    /// Figure 3: an open three is worth 1000, an open two 100, and a lone stone, by the authors' list, 1.
    #[test]
    fn the_printed_h_sums_the_lines_that_both_sides_would_make() {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for (column, row) in [(6, 7), (0, 0), (7, 7), (0, 14)] {
            board.push(Point::new(column, row));
        }
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        let values = PatternValues::new(HeuristicFormula::Printed, 0.9);
        let mut heuristic = values.of(&mut counts);
        let point = Point::new(8, 7);
        // Black makes an open three and is alone on three lines; white would be alone on three lines.
        let attack = 1000.0 + 3.0;
        let defense = 3.0;
        for mover in Color::BOTH {
            let h = heuristic.value(&board, point, mover);
            assert!((h - (attack + defense)).abs() < 1e-3, "{h}");
        }
        assert!((heuristic.made(point, Color::Black) - attack).abs() < 1e-3);
        assert!((heuristic.made(point, Color::White) - defense).abs() < 1e-3);
        for column in [8, 9] {
            board.push_observed(Point::new(column, 7), &mut counts);
            board.push_observed(Point::new(column, 0), &mut counts);
        }
        let mut heuristic = values.of(&mut counts);
        // Five for black, or its prevention.
        for mover in Color::BOTH {
            assert!(heuristic.value(&board, Point::new(10, 7), mover) >= FIVE);
        }
    }
}

//! By how much searches have contradicted the evaluation, so that the next evaluation can be corrected.
//!
//! When a search finds a position better or worse than it looked, others like it will be, too: those with the same threats,
//! after the same last move, after the same two last moves. Each of these kinds keeps a running mean of the error.

use gomoku::{Color, Point};

use crate::score::Score;
use crate::threat_mask::MASKS;

/// Pairs of last moves are told apart by so many numbers.
const PAIRS: usize = 1 << 14;
/// Errors are kept in parts of a point.
const GRAIN: i32 = 64;
/// No kind of error grows beyond this many points.
const MOST: i32 = 300 * GRAIN;
/// What part of an error a search of one ply teaches; deeper ones teach more.
const SLOWNESS: i32 = 128;
const MOST_PLIES: i32 = 16;

/// The errors of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Corrections {
    /// By color to move and threat mask.
    threats: Vec<i16>,
    /// By color to move and last move.
    moves: Vec<i16>,
    /// By color to move and the last two moves.
    pairs: Vec<i16>,
}

/// A position as the corrections see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    threats: usize,
    last: usize,
    pair: usize,
}

impl Kind {
    pub(crate) fn new(side: Color, threats: usize, before: [Option<Point>; 2]) -> Kind {
        let [last, before] = before.map(|point| point.map_or(0, Point::index));
        let mixed = ((last * Point::CELLS + before) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let pair = (mixed >> (u64::BITS - PAIRS.ilog2())) as usize;
        Kind {
            threats: side.index() * MASKS + threats,
            last: side.index() * Point::CELLS + last,
            pair: side.index() * PAIRS + pair,
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections {
            threats: vec![0; 2 * MASKS],
            moves: vec![0; 2 * Point::CELLS],
            pairs: vec![0; 2 * PAIRS],
        }
    }

    /// A new search begins: what was learned counts half.
    pub(crate) fn fade(&mut self) {
        let all = self.threats.iter_mut().chain(&mut self.moves);
        for error in all.chain(&mut self.pairs) {
            *error /= 2;
        }
    }

    /// What to add to the evaluation, in so many hundredths of the errors.
    #[inline]
    pub(crate) fn of(&self, kind: Kind, hundredths: [i32; 3]) -> Score {
        let errors = [
            self.threats[kind.threats],
            self.moves[kind.last],
            self.pairs[kind.pair],
        ];
        let sum: i32 = errors
            .iter()
            .zip(hundredths)
            .map(|(&error, part)| i32::from(error) * part)
            .sum();
        sum / (GRAIN * 100)
    }

    /// A search of so many plies has found the position to be worth this much more than it looked.
    pub(crate) fn learn(&mut self, kind: Kind, error: Score, plies: i32) {
        let error = (error * GRAIN).clamp(-MOST, MOST);
        let plies = plies.clamp(1, MOST_PLIES);
        for old in [
            &mut self.threats[kind.threats],
            &mut self.moves[kind.last],
            &mut self.pairs[kind.pair],
        ] {
            let mean = i32::from(*old);
            *old = (mean + (error - mean) * plies / SLOWNESS) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_comes_again_and_again_is_corrected() {
        let point = |x| Some(Point::new(x, 7));
        let kind = Kind::new(Color::Black, 5, [point(3), point(4)]);
        let same_threats = Kind::new(Color::Black, 5, [point(6), point(4)]);
        let other = Kind::new(Color::White, 5, [point(3), point(4)]);
        let mut corrections = Corrections::new();
        let all = [100, 100, 100];
        assert_eq!(corrections.of(kind, all), 0);
        for _ in 0..1_000 {
            corrections.learn(kind, 40, 3);
        }
        // Each of the three has learned nearly all of it.
        assert!((114..=120).contains(&corrections.of(kind, all)));
        assert!((38..=40).contains(&corrections.of(same_threats, all)));
        assert_eq!(corrections.of(same_threats, [0, 100, 100]), 0);
        assert_eq!(corrections.of(other, all), 0);
        corrections.fade();
        assert!((55..=60).contains(&corrections.of(kind, all)));
    }

    #[test]
    fn wild_errors_stay_within_bounds() {
        let kind = Kind::new(Color::White, MASKS - 1, [None, None]);
        let mut corrections = Corrections::new();
        for error in [30_000, -30_000] {
            for _ in 0..10_000 {
                corrections.learn(kind, error, 100);
            }
            let found = corrections.of(kind, [100, 0, 0]);
            assert!((found.abs() - 300).abs() <= 1 && found.signum() == error.signum());
        }
    }
}

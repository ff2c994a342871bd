//! The margins of the search, each as a named function of depth and circumstances.

use crate::depth::{Depth, ONE_PLY};
use crate::params::EngineParams;
use crate::score::Score;

/// Depths and numbers of moves beyond these are treated alike.
const MAX_DEPTH: usize = 64;
const MAX_MOVES: usize = 128;
/// How the number of moves grows with the depth.
const COUNT_POWER: f64 = 1.3;

/// The margins of one set of parameters.
#[derive(Clone, Debug)]
pub(crate) struct SearchParams {
    pub(crate) params: EngineParams,
    /// Reductions by depth in plies and number of the move.
    reductions: Vec<Depth>,
    /// Numbers of moves by depth, where the position does not improve and where it does.
    counts: Vec<[usize; 2]>,
}

impl SearchParams {
    pub(crate) fn new(params: EngineParams) -> SearchParams {
        let factor = params.lmr_factor as f64 / 100.0 * f64::from(ONE_PLY);
        let reductions = (0..MAX_DEPTH * MAX_MOVES)
            .map(|place| {
                let (plies, number) = ((place / MAX_MOVES).max(1), (place % MAX_MOVES).max(1));
                ((plies as f64).ln() * (number as f64).ln() * factor).round() as Depth
            })
            .collect();
        let counts = (0..MAX_DEPTH as i32 * ONE_PLY)
            .map(|depth| {
                let power = (f64::from(depth) / f64::from(ONE_PLY)).powf(COUNT_POWER);
                let count = (params.lmp_base as f64 + params.lmp_slope as f64 * power) / 10.0;
                let worse = params.lmp_not_improving as f64 / 100.0;
                [count * worse, count].map(|count| (count as usize).max(1))
            })
            .collect();
        SearchParams {
            params,
            reductions,
            counts,
        }
    }

    /// How far below the window an evaluation must be for a position this near to the leaves to be given up.
    pub(crate) fn razoring_margin(&self, depth: Depth) -> Option<Score> {
        (depth < self.params.razoring_depth as Depth).then(|| {
            let slope = self.params.razoring_slope as Score;
            self.params.razoring_base as Score + slope * depth.max(0) / ONE_PLY
        })
    }

    /// How far above the window an evaluation must be for a position to be good enough.
    pub(crate) fn reverse_futility_margin(&self, depth: Depth, improving: bool) -> Option<Score> {
        (depth <= self.params.reverse_futility_depth as Depth).then(|| {
            let plies = depth - if improving { ONE_PLY } else { 0 };
            self.params.reverse_futility_slope as Score * plies.max(ONE_PLY / 2) / ONE_PLY
        })
    }

    /// After how many moves the rest is left out.
    pub(crate) fn lmp_limit(&self, depth: Depth, improving: bool, threatened: bool) -> usize {
        let place = (depth.max(0) as usize).min(self.counts.len() - 1);
        let count = self.counts[place][usize::from(improving)];
        match self.params.lmp_threatened as usize {
            _ if !threatened => count,
            0 => usize::MAX,
            hundredths => (count * hundredths / 100).max(1),
        }
    }

    /// By how much the number-th move of a position is searched less deep.
    pub(crate) fn lmr_reduction(&self, depth: Depth, number: usize) -> Depth {
        let plies = ((depth / ONE_PLY).max(0) as usize).min(MAX_DEPTH - 1);
        self.reductions[plies * MAX_MOVES + number.min(MAX_MOVES - 1)]
    }

    /// How far all other moves must be below the table's score for its move to be the only one.
    pub(crate) fn singular_margin(&self, depth: Depth) -> Score {
        self.params.singular_margin as Score * depth / ONE_PLY
    }

    /// What a good move gains in the history.
    pub(crate) fn history_bonus(&self, depth: Depth) -> i32 {
        let plies = depth.max(0) / ONE_PLY;
        let bonus = (24 * plies * plies + 100 * plies + 20).min(2_400);
        bonus * self.params.history_bonus as i32 / 100
    }
}

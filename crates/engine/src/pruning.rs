//! The margins of the search, each as a named function of depth and circumstances.

use crate::depth::{Depth, PLY};
use crate::params::EngineParams;
use crate::score::Score;

/// Depths and numbers of moves beyond these are treated alike.
const DEEPEST: usize = 64;
const LATEST: usize = 128;

/// The margins of one set of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Margins {
    pub(crate) params: EngineParams,
    /// Reductions by depth in plies and number of the move.
    reductions: Vec<Depth>,
}

impl Margins {
    pub(crate) fn new(params: EngineParams) -> Margins {
        let factor = params.reduction as f64 / 100.0 * f64::from(PLY);
        let reductions = (0..DEEPEST * LATEST)
            .map(|place| {
                let (plies, number) = ((place / LATEST).max(1), (place % LATEST).max(1));
                ((plies as f64).ln() * (number as f64).ln() * factor).round() as Depth
            })
            .collect();
        Margins { params, reductions }
    }

    /// How far below the window an evaluation must be for a position this near to the leaves to be given up.
    pub(crate) fn razoring(&self, depth: Depth) -> Option<Score> {
        (depth < self.params.razoring_depth as Depth).then(|| {
            let slope = self.params.razoring_slope as Score;
            self.params.razoring_base as Score + slope * depth.max(0) / PLY
        })
    }

    /// How far above the window an evaluation must be for a position to be good enough.
    pub(crate) fn futility(&self, depth: Depth, improving: bool) -> Option<Score> {
        (depth <= self.params.futility_depth as Depth).then(|| {
            let plies = depth - if improving { PLY } else { 0 };
            self.params.futility_slope as Score * plies.max(PLY / 2) / PLY
        })
    }

    /// After how many moves the rest is left out.
    pub(crate) fn move_count(&self, depth: Depth, improving: bool) -> Option<usize> {
        (depth <= self.params.count_depth as Depth).then(|| {
            let square = self.params.count_slope as Depth * depth * depth / (10 * PLY * PLY);
            let count = self.params.count_base as Depth + square;
            (if improving { count } else { count * 2 / 3 }).max(1) as usize
        })
    }

    /// By how much the number-th move of a position is searched less deep.
    pub(crate) fn reduction(&self, depth: Depth, number: usize) -> Depth {
        let plies = ((depth / PLY).max(0) as usize).min(DEEPEST - 1);
        self.reductions[plies * LATEST + number.min(LATEST - 1)]
    }

    /// How far all other moves must be below the table's score for its move to be the only one.
    pub(crate) fn singular(&self, depth: Depth) -> Score {
        self.params.singular_margin as Score * depth / PLY
    }

    /// What a good move gains in the history.
    pub(crate) fn bonus(depth: Depth) -> i32 {
        let plies = depth.max(0) / PLY;
        (24 * plies * plies + 100 * plies + 20).min(2_400)
    }
}

//! Margins, limits and reductions of the search, each a named function of depth and circumstances.

use gomoku::Threat;

use crate::depth::{Depth, ONE_PLY};
use crate::params::EngineParams;
use crate::score::Score;

/// The tables end here; greater depths and move counts use the last entry.
const MAX_TABLE_DEPTH: usize = 64;
const MAX_TABLE_MOVES: usize = 128;
/// The LMP limit grows with depth to this power.
const LMP_EXPONENT: f64 = 1.3;

/// The parameters with the tables computed from them.
#[derive(Clone, Debug)]
pub(crate) struct SearchParams {
    pub(crate) params: EngineParams,
    /// LMR by depth in plies and move count.
    lmr_table: Vec<Depth>,
    /// LMP limits by depth, for positions that do not improve and for those that do.
    lmp_table: Vec<[usize; 2]>,
}

/// What the reduction of a late move depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LateMove {
    pub(crate) depth: Depth,
    pub(crate) move_count: usize,
    /// What the move creates.
    pub(crate) threat: Threat,
    pub(crate) cut_node: bool,
    pub(crate) tt_pv: bool,
    pub(crate) improving: bool,
    pub(crate) history: i32,
}

impl SearchParams {
    pub(crate) fn new(params: EngineParams) -> SearchParams {
        let lmr_factor = f64::from(params.lmr_factor) / 100.0 * f64::from(ONE_PLY);
        let lmr_table = (0..MAX_TABLE_DEPTH * MAX_TABLE_MOVES)
            .map(|index| {
                let depth = (index / MAX_TABLE_MOVES).max(1) as f64;
                let move_count = (index % MAX_TABLE_MOVES).max(1) as f64;
                (depth.ln() * move_count.ln() * lmr_factor).round() as Depth
            })
            .collect();
        let (base, slope) = (f64::from(params.lmp_base), f64::from(params.lmp_slope));
        let lmp_table = (0..MAX_TABLE_DEPTH as Depth * ONE_PLY)
            .map(|depth| {
                let plies = f64::from(depth) / f64::from(ONE_PLY);
                let limit = (base + slope * plies.powf(LMP_EXPONENT)) / 10.0;
                let not_improving = f64::from(params.lmp_not_improving) / 100.0;
                [limit * not_improving, limit].map(|limit| (limit as usize).max(1))
            })
            .collect();
        SearchParams {
            params,
            lmr_table,
            lmp_table,
        }
    }

    /// How far below alpha the estimate must be for razoring; `None` at greater depths.
    pub(crate) fn razoring_margin(&self, depth: Depth) -> Option<Score> {
        let params = &self.params;
        (depth < params.razoring_depth)
            .then(|| params.razoring_base + params.razoring_slope * depth.max(0) / ONE_PLY)
    }

    /// How far above beta the estimate must be for reverse futility pruning; `None` at greater depths.
    pub(crate) fn reverse_futility_margin(&self, depth: Depth, improving: bool) -> Option<Score> {
        (depth <= self.params.reverse_futility_depth).then(|| {
            let depth = depth - if improving { ONE_PLY } else { 0 };
            self.params.reverse_futility_slope * depth.max(ONE_PLY / 2) / ONE_PLY
        })
    }

    /// The number of moves after which late move pruning skips the rest.
    pub(crate) fn lmp_limit(&self, depth: Depth, improving: bool, threatened: bool) -> usize {
        let index = (depth.max(0) as usize).min(self.lmp_table.len() - 1);
        let limit = self.lmp_table[index][usize::from(improving)];
        match self.params.lmp_threatened {
            _ if !threatened => limit,
            0 => usize::MAX,
            percent => (limit * percent / 100).max(1),
        }
    }

    /// By how much a late move is reduced; never negative.
    pub(crate) fn lmr_reduction(&self, late: &LateMove) -> Depth {
        let params = &self.params;
        let depth = ((late.depth / ONE_PLY).max(0) as usize).min(MAX_TABLE_DEPTH - 1);
        let move_count = late.move_count.min(MAX_TABLE_MOVES - 1);
        let mut reduction = self.lmr_table[depth * MAX_TABLE_MOVES + move_count];
        if late.threat >= Threat::Three {
            reduction -= params.lmr_threat;
        }
        if late.cut_node {
            reduction += params.lmr_cut_node;
        }
        if late.tt_pv {
            reduction -= params.lmr_pv;
        }
        if !late.improving {
            reduction += params.lmr_not_improving;
        }
        reduction -= late.history * ONE_PLY / (params.lmr_history * 16);
        reduction.max(0)
    }

    /// How far below the TT score all other moves must stay for the TT move to be singular.
    pub(crate) fn singular_margin(&self, depth: Depth) -> Score {
        self.params.singular_margin * depth / ONE_PLY
    }

    /// The history bonus of a move that fails high.
    pub(crate) fn history_bonus(&self, depth: Depth) -> i32 {
        let plies = depth.max(0) / ONE_PLY;
        let bonus = (24 * plies * plies + 100 * plies + 20).min(2_400);
        bonus * self.params.history_bonus / 100
    }
}

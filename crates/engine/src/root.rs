//! The root: iterative deepening, aspiration windows, multi-PV.

use gomoku::{Limits, Point, PointSet};

use crate::depth::{Depth, ONE_PLY};
use crate::node_type::Root;
use crate::score::{self, INFINITE, Score};
use crate::technique::Technique;
use crate::time_manager::{SearchStability, TimeManager};
use crate::window::Window;
use crate::worker::Worker;

/// A move of the root with what the search knows about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    /// Minus infinity where only an upper bound is known.
    pub(crate) score: Score,
    pub(crate) pv: Vec<Point>,
    pub(crate) nodes: u64,
    /// Has the current root search finished it?
    is_finished: bool,
}

/// How far iterative deepening has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Iteration {
    /// The last completed depth, in plies.
    pub(crate) depth: u32,
    /// How many root moves, from the first on, have an exact score.
    pub(crate) scored: usize,
}

/// Depth limit, in plies.
const MAX_DEPTH: u32 = 100;
/// The first depth that is searched with an aspiration window.
const MIN_ASPIRATION_DEPTH: u32 = 4;
/// Iterations after a proven mate, in search of a shorter one.
const ITERATIONS_AFTER_MATE: u32 = 2;
/// A window bound beyond this score is opened completely.
const MAX_WINDOW_BOUND: Score = 2_000;

impl Worker<'_> {
    /// Sets the root moves, ordered by the policy of the evaluation.
    pub(crate) fn set_root_moves(&mut self, choices: &PointSet) {
        let mut moves = self.state.scored_moves(choices);
        moves.sort_by_key(|&(point, score)| (-score, point));
        self.root_moves = moves
            .into_iter()
            .map(|(point, _)| RootMove {
                point,
                score: -INFINITE,
                pv: vec![point],
                nodes: 0,
                is_finished: false,
            })
            .collect();
    }

    /// Searches depth by depth until a limit is reached, and reports each completed iteration.
    pub(crate) fn iterative_deepening(
        &mut self,
        limits: &Limits,
        time_manager: &TimeManager,
        mut report: impl FnMut(&Self, Iteration),
    ) -> Iteration {
        let multi_pv = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut iteration = Iteration::default();
        let mut stability = SearchStability::new(self.root_moves.len());
        let mut mate_iterations = 0;
        for depth in 1..=max_depth(limits) {
            let last_best = self.root_moves[0].point;
            for pv_index in 0..multi_pv {
                self.pv_index = pv_index;
                self.aspiration_search(depth);
                if self.stopped {
                    // A better move found by the aborted iteration was searched in full, so it counts.
                    return iteration;
                }
                iteration.scored = iteration.scored.max(pv_index + 1);
            }
            if multi_pv > 1 {
                // A later line may turn out better than an earlier one.
                self.root_moves[..multi_pv].sort_by_key(|root_move| -root_move.score);
            }
            iteration.depth = depth;
            self.check_limits();
            report(self, iteration);

            let best = &self.root_moves[0];
            stability.update(best.point != last_best, best.score);
            let is_mate = score::is_mate(best.score);
            mate_iterations = if is_mate { mate_iterations + 1 } else { 0 };
            let is_limited = limits.hard_limit().is_some() || limits.nodes.is_some();
            let may_stop_early = limits.depth.is_none() && multi_pv == 1 && is_limited;
            if may_stop_early && mate_iterations > ITERATIONS_AFTER_MATE
                || time_manager.should_stop(self.shared.control.elapsed(), &stability)
            {
                break;
            }
        }
        iteration
    }

    /// Lazy SMP: searches beside the main thread until it stops, for the TT alone. Helpers start at different depths, so that
    /// they do not all do the same work.
    pub(crate) fn help(&mut self, limits: &Limits, helper_index: usize) {
        let first_depth = 1 + helper_index as u32 % 2;
        for depth in (first_depth..=max_depth(limits)).cycle() {
            self.aspiration_search(depth);
            if self.stopped || self.shared.is_over() {
                break;
            }
        }
    }

    /// Finds the best of the root moves from `pv_index` on and moves it to the front of them.
    fn aspiration_search(&mut self, depth: u32) {
        let last_score = self.root_moves[self.pv_index].score;
        let mut width = self.search_params.params.aspiration;
        let mut window = Window {
            alpha: -INFINITE,
            beta: INFINITE,
        };
        if depth >= MIN_ASPIRATION_DEPTH
            && last_score > -INFINITE
            && !score::is_mate(last_score)
            && self.techniques.has(Technique::Aspiration)
        {
            window.alpha = last_score - width;
            window.beta = last_score + width;
        }
        loop {
            let before = self.root_moves[self.pv_index..].to_vec();
            for root_move in &mut self.root_moves[self.pv_index..] {
                root_move.is_finished = false;
            }
            let score = self.search::<Root>(window, depth as Depth * ONE_PLY, 0, false, None);
            let root_moves = &mut self.root_moves[self.pv_index..];
            if self.stopped {
                restore_aborted_iteration(root_moves, before, window.alpha);
                return;
            }
            root_moves.sort_by_key(|root_move| -root_move.score);
            if score <= window.alpha && window.alpha > -INFINITE {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = widened(score - width);
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = widened(score + width);
            } else {
                return;
            }
            width += width / 2 + 8;
        }
    }

    /// Records the result of a root move, counted from the current line of multi-PV, that was searched with this window.
    pub(crate) fn update_root_move(
        &mut self,
        index: usize,
        score: Score,
        window: Window,
        nodes: u64,
    ) {
        let root_moves = &mut self.root_moves[self.pv_index..];
        let root_move = &mut root_moves[index];
        root_move.nodes += nodes;
        root_move.is_finished = true;
        if index > 0 && score <= window.alpha {
            // Known to be no better, not how much worse.
            root_move.score = -INFINITE;
            return;
        }
        root_move.score = score;
        // A fail high may come without a variation; the last one is better than none.
        if !self.pv_table[1].is_empty() || score < window.beta {
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(&self.pv_table[1]);
        }
        if score >= window.beta {
            for unsearched in &mut root_moves[index + 1..] {
                unsearched.score = -INFINITE;
            }
        }
    }
}

fn max_depth(limits: &Limits) -> u32 {
    limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
}

/// Undoes an aborted root search, except that a move which it finished and found better than all before comes first.
fn restore_aborted_iteration(root_moves: &mut [RootMove], before: Vec<RootMove>, alpha: Score) {
    let better = root_moves
        .iter()
        .filter(|root_move| root_move.is_finished && root_move.score > alpha)
        .cloned()
        .max_by_key(|root_move| root_move.score);
    root_moves.clone_from_slice(&before);
    if let Some(better) = better
        && let Some(index) = root_moves
            .iter()
            .position(|root_move| root_move.point == better.point)
    {
        root_moves[..=index].rotate_right(1);
        root_moves[0] = better;
    }
}

fn widened(bound: Score) -> Score {
    if bound.abs() > MAX_WINDOW_BOUND {
        bound.signum() * INFINITE
    } else {
        bound
    }
}

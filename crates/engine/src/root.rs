//! The root: depth by depth, one or several best lines, the window around the last score.

use gomoku::{Limits, Point, PointSet, Threat};

use crate::depth::{Depth, ONE_PLY};
use crate::score::{self, INFINITE, Score};
use crate::search::Window;
use crate::technique::Technique;
use crate::time_manager::{SearchStability, TimeManager};
use crate::worker::Worker;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    pub(crate) score: Score,
    pub(crate) line: Vec<Point>,
    pub(crate) nodes: u64,
    /// Has the present pass searched it to its end?
    is_new: bool,
}

/// The state of the search after an iteration.
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    /// All moves, the best first.
    pub(crate) moves: Vec<RootMove>,
    /// How many of them have a score.
    pub(crate) scored: usize,
    /// Plies searched.
    pub(crate) depth: u32,
}

/// No search goes deeper, in plies.
const MAX_DEPTH: u32 = 100;
/// From this depth on the window is narrow.
const WINDOW_DEPTH: u32 = 4;
/// A proven result is searched a little further, for a shorter win.
const PLIES_AFTER_PROOF: u32 = 2;

impl Worker<'_> {
    /// The moves to choose from, in the order of their first look.
    pub(crate) fn root_moves(&self, choices: &PointSet) -> Vec<RootMove> {
        let mut moves: Vec<(i32, Point)> = choices
            .iter()
            .map(|point| (self.state.move_score(point), point))
            .collect();
        moves.sort_by_key(|&(score, point)| (-score, point));
        moves
            .into_iter()
            .map(|(_, point)| RootMove {
                point,
                score: -INFINITE,
                line: vec![point],
                nodes: 0,
                is_new: false,
            })
            .collect()
    }

    /// Searches deeper and deeper until told to stop, calling back after each iteration. Returns the last state.
    pub(crate) fn iterative_deepening(
        &mut self,
        moves: Vec<RootMove>,
        limits: &Limits,
        time_manager: &TimeManager,
        mut report: impl FnMut(&Iteration, usize),
    ) -> Iteration {
        let lines = limits.multi_pv.clamp(1, moves.len());
        let mut state = Iteration {
            moves,
            scored: 0,
            depth: 0,
        };
        let mut stability = SearchStability {
            single: state.moves.len() == 1,
            ..SearchStability::default()
        };
        let mut first_score = None;
        let mut proven_since = 0;
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let before = state.moves[0].point;
            for line in 0..lines {
                self.aspiration_search(&mut state.moves, line, depth);
                if self.stopped {
                    break;
                }
                state.scored = state.scored.max(line + 1);
            }
            if self.stopped {
                // A better move of a broken iteration has been searched in full, so it counts.
                break;
            }
            if lines > 1 {
                // The search of a later line may find that it is better than an earlier one.
                state.moves[..lines].sort_by_key(|one| std::cmp::Reverse(one.score));
            }
            let best = &state.moves[0];
            state.depth = depth;
            self.check_limits();
            report(&state, self.deepest);
            stability.changes *= 0.5;
            if best.point == before {
                stability.stable += 1;
            } else {
                stability.stable = 0;
                stability.changes += 1.0;
            }
            stability.drop = *first_score.get_or_insert(best.score) - best.score;
            proven_since = if score::is_mate(best.score) {
                proven_since + 1
            } else {
                0
            };
            let plain = limits.depth.is_none() && lines == 1;
            let timed = limits.hard_limit().is_some() || limits.nodes.is_some();
            if plain && timed && proven_since > PLIES_AFTER_PROOF
                || time_manager.should_stop(self.shared.control.elapsed(), &stability)
            {
                break;
            }
        }
        state
    }

    /// Searches beside the main thread until it is told to stop. Only the table profits; helpers begin at different depths, so
    /// that they do not all do the same.
    pub(crate) fn help(&mut self, mut moves: Vec<RootMove>, limits: &Limits, number: usize) {
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in (1 + number as u32 % 2..=deepest).cycle() {
            self.aspiration_search(&mut moves, 0, depth);
            if self.stopped || self.shared.is_over() {
                break;
            }
        }
    }

    /// Finds the best of the moves from the `line`-th on and brings it there.
    fn aspiration_search(&mut self, moves: &mut [RootMove], line: usize, depth: u32) {
        let last = moves[line].score;
        let mut width = self.search_params.params.aspiration as Score;
        let narrow = depth >= WINDOW_DEPTH
            && last > -INFINITE
            && !score::is_mate(last)
            && self.techniques.has(Technique::Aspiration);
        let mut window = if narrow {
            Window {
                alpha: last - width,
                beta: last + width,
            }
        } else {
            Window {
                alpha: -INFINITE,
                beta: INFINITE,
            }
        };
        loop {
            let before = moves[line..].to_vec();
            let score = self.search_root(&mut moves[line..], window, depth as Depth * ONE_PLY);
            if self.stopped {
                restore_aborted_iteration(&mut moves[line..], before, window.alpha);
                return;
            }
            moves[line..].sort_by_key(|one| std::cmp::Reverse(one.score));
            if score <= window.alpha && window.alpha > -INFINITE {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = widen(score - width);
            } else if score >= window.beta && window.beta < INFINITE {
                window.beta = widen(score + width);
            } else {
                return;
            }
            width += width / 2 + 8;
        }
    }

    /// One pass over the moves of the root.
    fn search_root(&mut self, moves: &mut [RootMove], window: Window, depth: Depth) -> Score {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        let side = self.state.board().side_to_move();
        let eval = self.evaluate();
        self.stack[0].eval = eval;
        for one in &mut *moves {
            one.is_new = false;
        }
        for (place, one) in moves.iter_mut().enumerate() {
            let before = self.nodes;
            let threat = self.state.patterns().threat(side, one.point);
            let worth = self.history_score(one.point, self.last_moves());
            self.state.push(one.point);
            let new_depth = depth - ONE_PLY;
            let mut reduced = new_depth;
            if place > 1 && depth >= 3 * ONE_PLY && self.techniques.has(Technique::Lmr) {
                let params = &self.search_params.params;
                let mut reduction = self.search_params.lmr_reduction(depth, place + 1);
                reduction -= params.lmr_pv as Depth;
                if threat >= Threat::Three {
                    reduction -= params.lmr_threat as Depth;
                }
                reduction -= worth * ONE_PLY / (params.lmr_history as i32 * 16);
                reduced = (new_depth - reduction.max(0)).clamp(0, new_depth.max(0));
            }
            let mut score = -INFINITE;
            if place > 0 {
                let narrow = Window::null_window(alpha).reversed();
                score = -self.search::<false>(narrow, reduced, 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<false>(narrow, new_depth, 1, true);
                }
            }
            if place == 0 || score > alpha {
                score =
                    -self.search::<true>(Window { alpha, beta }.reversed(), new_depth, 1, false);
            }
            self.state.pop();
            one.nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            one.is_new = true;
            if place == 0 || score > alpha {
                one.score = score;
                // Above the window there is no line; the one of before will do.
                if !self.pv_table[1].is_empty() || score < beta {
                    one.line.truncate(1);
                    one.line.extend_from_slice(&self.pv_table[1]);
                }
            } else {
                // Known to be no better, not how much worse.
                one.score = -INFINITE;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                if score >= beta {
                    // The moves after it have no score in this pass.
                    for rest in &mut moves[place + 1..] {
                        rest.score = -INFINITE;
                    }
                    break;
                }
            }
        }
        best
    }
}

/// After a pass that was broken off everything is as before, except that a move which this pass has searched to its end and
/// found better than all before it comes first.
fn restore_aborted_iteration(moves: &mut [RootMove], before: Vec<RootMove>, alpha: Score) {
    let better = moves
        .iter()
        .filter(|now| now.is_new && now.score > alpha)
        .cloned()
        .max_by_key(|one| one.score);
    moves.clone_from_slice(&before);
    if let Some(better) = better
        && let Some(place) = moves.iter().position(|one| one.point == better.point)
    {
        moves[..=place].rotate_right(1);
        moves[0] = better;
    }
}

fn widen(score: Score) -> Score {
    if score.abs() > 2_000 {
        score.signum() * INFINITE
    } else {
        score
    }
}

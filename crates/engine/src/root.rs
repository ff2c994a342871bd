//! The root: depth by depth, one or several best lines, the window around the last score.

use gomoku::{Limits, Point, PointSet, Threat};

use crate::clock::{Clock, Course};
use crate::depth::{Depth, PLY};
use crate::score::{self, INFINITE, Score};
use crate::search::Window;
use crate::technique::Technique;
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
const DEEPEST: u32 = 100;
/// From this depth on the window is narrow.
const WINDOW_DEPTH: u32 = 4;
/// A proven result is searched a little further, for a shorter win.
const PLIES_AFTER_PROOF: u32 = 2;

impl Worker<'_> {
    /// The moves to choose from, in the order of their first look.
    pub(crate) fn root_moves(&self, choices: &PointSet) -> Vec<RootMove> {
        let mut moves: Vec<(i32, Point)> = choices
            .iter()
            .map(|point| (self.outlook.step(point), point))
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
    pub(crate) fn deepen(
        &mut self,
        moves: Vec<RootMove>,
        limits: &Limits,
        clock: &Clock,
        mut report: impl FnMut(&Iteration, usize),
    ) -> Iteration {
        let lines = limits.multi_pv.clamp(1, moves.len());
        let mut state = Iteration {
            moves,
            scored: 0,
            depth: 0,
        };
        let mut course = Course {
            single: state.moves.len() == 1,
            ..Course::default()
        };
        let mut first_score = None;
        let mut proven_since = 0;
        for depth in 1..=limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
            let before = state.moves[0].point;
            for line in 0..lines {
                self.search_line(&mut state.moves, line, depth);
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
            self.look();
            report(&state, self.deepest);
            course.changes *= 0.5;
            if best.point == before {
                course.stable += 1;
            } else {
                course.stable = 0;
                course.changes += 1.0;
            }
            course.drop = *first_score.get_or_insert(best.score) - best.score;
            proven_since = if score::is_proven(best.score) {
                proven_since + 1
            } else {
                0
            };
            let plain = limits.depth.is_none() && lines == 1;
            let timed = limits.hard_limit().is_some() || limits.nodes.is_some();
            if plain && timed && proven_since > PLIES_AFTER_PROOF
                || clock.is_enough(self.shared.control.elapsed(), &course)
            {
                break;
            }
        }
        state
    }

    /// Searches beside the main thread until it is told to stop. Only the table profits; helpers begin at different depths, so
    /// that they do not all do the same.
    pub(crate) fn help(&mut self, mut moves: Vec<RootMove>, limits: &Limits, number: usize) {
        let deepest = limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST);
        for depth in (1 + number as u32 % 2..=deepest).cycle() {
            self.search_line(&mut moves, 0, depth);
            if self.stopped || self.shared.is_over() {
                break;
            }
        }
    }

    /// Finds the best of the moves from the `line`-th on and brings it there.
    fn search_line(&mut self, moves: &mut [RootMove], line: usize, depth: u32) {
        let last = moves[line].score;
        let mut width = self.margins.params.aspiration as Score;
        let narrow = depth >= WINDOW_DEPTH
            && last > -INFINITE
            && !score::is_proven(last)
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
            let score = self.search_root(&mut moves[line..], window, depth as Depth * PLY);
            if self.stopped {
                settle_broken_pass(&mut moves[line..], before, window.alpha);
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
        let side = self.outlook.board().side_to_move();
        let eval = self.evaluate();
        self.frames[0].eval = eval;
        for one in &mut *moves {
            one.is_new = false;
        }
        for (place, one) in moves.iter_mut().enumerate() {
            let before = self.nodes;
            let makes = self.outlook.patterns().threat(side, one.point);
            let worth = self.worth(one.point, self.last_moves());
            self.outlook.push(one.point);
            let new_depth = depth - PLY;
            let mut reduced = new_depth;
            if place > 1 && depth >= 3 * PLY && self.techniques.has(Technique::Reductions) {
                let params = &self.margins.params;
                let mut reduction = self.margins.reduction(depth, place + 1);
                reduction -= params.reduction_line as Depth;
                if makes >= Threat::Three {
                    reduction -= params.reduction_threat as Depth;
                }
                reduction -= worth * PLY / (params.reduction_history as i32 * 16);
                reduced = (new_depth - reduction.max(0)).clamp(0, new_depth.max(0));
            }
            let mut score = -INFINITE;
            if place > 0 {
                let narrow = Window::beyond(alpha).reversed();
                score = -self.search::<false>(narrow, reduced, 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<false>(narrow, new_depth, 1, true);
                }
            }
            if place == 0 || score > alpha {
                score =
                    -self.search::<true>(Window { alpha, beta }.reversed(), new_depth, 1, false);
            }
            self.outlook.pop();
            one.nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            one.is_new = true;
            if place == 0 || score > alpha {
                one.score = score;
                // Above the window there is no line; the one of before will do.
                if !self.lines[1].is_empty() || score < beta {
                    one.line.truncate(1);
                    one.line.extend_from_slice(&self.lines[1]);
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
fn settle_broken_pass(moves: &mut [RootMove], before: Vec<RootMove>, alpha: Score) {
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

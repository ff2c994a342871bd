//! The search of one position: principal variation search with everything that makes it selective.
//!
//! The steps are move_counted. Each technique says what it gained, in Elo, in games of the engine against itself without it
//! (`tengen match tengen tengen:without=NAME --nodes 10000`, see docs/strength.md).

use gomoku::{Color, Point, PointSet, Threat, tactics};

use crate::depth::{Depth, MAX_PLY, ONE_PLY};
use crate::leaf_vcf::LeafVcf;
use crate::move_picker::Moves;
use crate::replies::{self, Replies};
use crate::score::{self, INFINITE, MIN_MATE, Score, mate_in, mated_in};
use crate::technique::Technique;
use crate::transposition::{TtBound, TtEntry};
use crate::worker::Worker;

/// What is asked of a position: is it worth more than alpha, and does it reach beta?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Does the score exceed alpha? Nothing else is asked.
    pub(crate) fn null_window(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The window as the other side sees it.
    pub(crate) fn reversed(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Worker<'_> {
    /// What the position is worth to the side to move. `cut_node` says that it is expected to be good enough.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // 1. Count the position.
        self.visit();
        self.pv_table[ply].clear();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);

        // 2. A result at sight, or the end of the board.
        if let Some(mate) = tactics::static_mate(self.state.position()) {
            return score::from_mate(mate, ply);
        }
        if self.state.board().is_full() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }

        // 3. No result here can be better than a win found nearer to the root.
        let alpha = window.alpha.max(mated_in(ply));
        let beta = window.beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };

        // 4. What the threats leave; the answer to a four. Gain: `replies` +93 ± 55.
        let replies = if self.techniques.has(Technique::Replies) {
            replies::replies(self.state.position())
        } else {
            replies::forced(self.state.position())
        };
        if let Replies::Forced(stops) = replies {
            return self.search_forced_block::<PV>(&stops, window, depth, ply, cut_node);
        }

        // 5. The end of the search proper.
        if depth <= 0 {
            return self.qsearch(window, ply);
        }
        self.search_moves::<PV>(replies, window, depth, ply, cut_node)
    }

    /// The enemy is about to make five: one of very few moves, mostly a single one.
    fn search_forced_block<const PV: bool>(
        &mut self,
        stops: &PointSet,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // An exchange of four and answer changes little: it inherits the evaluation of before.
        self.stack[ply].eval = if ply > 0 {
            -self.stack[ply - 1].eval
        } else {
            0
        };
        // Gain: `forced-extension` +59 ± 41.
        let extension = if self.techniques.has(Technique::ForcedExtension) {
            self.search_params.params.forced_extension as Depth
        } else {
            0
        };
        let mut window = window;
        let mut best = mated_in(ply + 2);
        for point in stops {
            if self.is_forbidden(point) {
                continue;
            }
            self.state.push(point);
            let score = -self.search::<PV>(
                window.reversed(),
                (depth - ONE_PLY + extension).max(0),
                ply + 1,
                !cut_node,
            );
            self.state.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if PV {
                        self.update_pv(ply, point);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// The value of a leaf: a win by fours, or the evaluation.
    fn qsearch(&mut self, window: Window, ply: usize) -> Score {
        let key = self.state.board().key();
        if self.techniques.has(Technique::Tt)
            && let Some(entry) = self.shared.tt.probe(key)
        {
            let score = score::from_tt(entry.score, ply);
            if entry.bound.decides(score, window.beta) {
                return score;
            }
        }
        let eval = self.evaluate();
        if eval >= window.beta {
            return eval;
        }
        let (score, bound) = match self.leaf_vcf() {
            Some(plies) => (mate_in(ply + plies), TtBound::Lower),
            None => (eval, TtBound::Upper),
        };
        self.store_tt(
            key,
            ply,
            Found {
                score,
                eval,
                best: None,
                depth: 0,
                bound,
                tt_pv: false,
            },
        );
        score
    }

    /// After how many plies a look for fours sees a win. Gain: `leaf-vcf` +24 ± 54 by the clock.
    fn leaf_vcf(&mut self) -> Option<usize> {
        if !self.techniques.has(Technique::LeafVcf) {
            return None;
        }
        let node_budget = self.search_params.params.leaf_vcf_nodes as u32;
        let mut vcf = LeafVcf::new(self.state.position_mut(), node_budget);
        let found = vcf.search();
        self.nodes += u64::from(vcf.nodes);
        found
    }

    /// Searches the moves that the position leaves.
    #[expect(
        clippy::too_many_lines,
        reason = "the node function, in move_counted steps"
    )]
    fn search_moves<const PV: bool>(
        &mut self,
        replies: Replies,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let excluded = self.stack[ply].excluded;
        let key = self.state.board().key() ^ excluded.map_or(0, exclusion_key);

        // 6. What the table knows. Gain: `tt` +257 ± 98.
        let tt_entry = if self.techniques.has(Technique::Tt) {
            self.shared.tt.probe(key)
        } else {
            None
        };
        let tt_score = tt_entry.map(|entry| score::from_tt(entry.score, ply));
        if let (Some(entry), Some(score), false) = (tt_entry, tt_score, PV)
            && (entry.depth >= depth / ONE_PLY || score::is_mate(score))
            && entry.bound.decides(score, beta)
        {
            return score;
        }
        let tt_move = tt_entry
            .and_then(|entry| entry.best)
            .filter(|&point| replies.allow(point) && self.state.board().is_empty(point));
        let tt_pv = PV || tt_entry.is_some_and(|entry| entry.tt_pv);

        // 7. The static evaluation; the search may know better.
        let eval = tt_entry.map_or_else(|| self.evaluate(), |entry| entry.eval);
        self.stack[ply].eval = eval;
        let improving = ply >= 2 && eval > self.stack[ply - 2].eval;
        let mut estimated_score = eval;
        if let (Some(entry), Some(score)) = (tt_entry, tt_score)
            && entry
                .bound
                .decides(score, estimated_score + i32::from(score > estimated_score))
        {
            estimated_score = score;
        }
        let threatened = matches!(replies, Replies::Defenses(_));
        if !PV && excluded.is_none() && !score::is_mate(beta) {
            // 8. Razoring: a hopeless position is only looked at for fours. Gain: `razoring` +5 ± 20.
            if self.techniques.has(Technique::Razoring)
                && !threatened
                && let Some(margin) = self.search_params.razoring_margin(depth)
                && estimated_score + margin <= alpha
            {
                return self.qsearch(window, ply);
            }
            // 9. Futility: a position far above the window is good enough. Gain: `reverse-futility` +148 ± 69.
            if self.techniques.has(Technique::ReverseFutility)
                && !threatened
                && let Some(margin) = self.search_params.reverse_futility_margin(depth, improving)
                && estimated_score - margin >= beta
                && !score::is_mate(estimated_score)
            {
                return estimated_score;
            }
        }

        // 10. The moves in order. The table's move is tried before the others are listed: it often is enough.
        let moves = self.order.begin();
        let mut is_listed = false;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut first = tt_move;
        loop {
            let next = first.take().or_else(|| {
                if !is_listed {
                    self.list_moves(moves, replies, tt_move);
                    is_listed = true;
                }
                self.order.next(moves)
            });
            let Some(point) = next else { break };
            if Some(point) == excluded || self.is_forbidden(point) {
                continue;
            }
            move_count += 1;
            let side = self.state.board().side_to_move();
            let threat = self.state.patterns().threat(side, point);

            // 11. Once there is a move that does not lose, late moves are left out. Gain: `lmp` +257 ± 101.
            if !PV
                && best > -MIN_MATE
                && threat < Threat::Four
                && self.techniques.has(Technique::Lmp)
                && move_count > self.search_params.lmp_limit(depth, improving, threatened)
            {
                break;
            }

            // 12. Is the table's move the only one? Gain: `singular` +17 ± 23.
            let mut extension = 0;
            if Some(point) == tt_move
                && excluded.is_none()
                && depth >= self.search_params.params.singular_depth as Depth
                && self.techniques.has(Technique::Singular)
                && let (Some(entry), Some(score)) = (tt_entry, tt_score)
                && matches!(entry.bound, TtBound::Lower | TtBound::Exact)
                && entry.depth >= depth / ONE_PLY - 3
                && !score::is_mate(score)
            {
                let singular_beta = score - self.search_params.singular_margin(depth);
                self.stack[ply].excluded = Some(point);
                let others = self.search_moves::<false>(
                    replies,
                    Window::null_window(singular_beta - 1),
                    depth / 2,
                    ply,
                    cut_node,
                );
                self.stack[ply].excluded = None;
                if self.stopped {
                    return 0;
                }
                if others < singular_beta {
                    extension = ONE_PLY;
                } else if singular_beta >= beta && !PV {
                    // Another move is good enough as well.
                    return singular_beta;
                } else if score >= beta {
                    extension = -ONE_PLY;
                }
            }

            let new_depth = depth - ONE_PLY + extension;
            let mut score = -INFINITE;

            // 13. Late moves are searched less deep at first. Gain: `lmr` +14 ± 25.
            let mut reduced = new_depth;
            if move_count > 1 && depth >= 2 * ONE_PLY && self.techniques.has(Technique::Lmr) {
                let params = &self.search_params.params;
                let mut reduction = self.search_params.lmr_reduction(depth, move_count);
                if threat >= Threat::Three {
                    reduction -= params.lmr_threat as Depth;
                }
                if cut_node {
                    reduction += params.lmr_cut_node as Depth;
                }
                if tt_pv {
                    reduction -= params.lmr_pv as Depth;
                }
                if !improving {
                    reduction += params.lmr_not_improving as Depth;
                }
                // As it is now, after the searches of the moves before: as it was when the moves were listed costs 40 Elo.
                let worth = self.history_score(point, self.last_moves());
                reduction -= worth * ONE_PLY / (params.lmr_history as i32 * 16);
                reduced = (new_depth - reduction.max(0)).clamp(0, new_depth.max(0));
            }

            // 14. The search of the move: narrow first, then as deep and wide as it earns.
            self.order.try_out(point);
            self.shared.tt.prefetch(self.state.board().key_after(point));
            self.state.push(point);
            if !PV || move_count > 1 {
                let narrow = Window::null_window(alpha).reversed();
                score = -self.search::<false>(narrow, reduced, ply + 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<false>(narrow, new_depth, ply + 1, !cut_node);
                }
            }
            if PV && (move_count == 1 || score > alpha) {
                let full = Window { alpha, beta }.reversed();
                score = -self.search::<true>(full, new_depth, ply + 1, false);
            }
            self.state.pop();
            if self.stopped {
                self.order.end(moves);
                return 0;
            }

            // 15. A better move?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if PV {
                        self.update_pv(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // 16. No move at all.
        if move_count == 0 {
            self.order.end(moves);
            if excluded.is_some() {
                return window.alpha;
            }
            // Without a defense the enemy's four decides; without any legal move nobody wins.
            return if threatened { mated_in(ply + 4) } else { 0 };
        }

        // 17. Learn from it.
        if let (Some(point), true) = (best_move, best >= beta) {
            self.update_history(point, moves, depth);
        }
        self.order.end(moves);
        let bound = if best >= beta {
            TtBound::Lower
        } else if best_move.is_some() && PV {
            TtBound::Exact
        } else {
            TtBound::Upper
        };
        self.store_tt(
            key,
            ply,
            Found {
                score: best,
                eval,
                best: best_move,
                depth: depth / ONE_PLY,
                bound,
                tt_pv,
            },
        );
        best
    }

    /// May the side to move not play here?
    #[inline]
    pub(crate) fn is_forbidden(&self, point: Point) -> bool {
        let board = self.state.board();
        board.side_to_move() == Color::Black
            && self.state.position().forbidden_reason(point).is_some()
    }

    /// Lists the moves of the position but for the table's.
    fn list_moves(&mut self, moves: Moves, replies: Replies, tt_move: Option<Point>) {
        let mut points = match replies {
            Replies::Forced(points) | Replies::Defenses(points) => points,
            Replies::Any => self.candidates(),
        };
        if let Some(point) = tt_move {
            points.remove(point);
        }
        let last = self.last_moves();
        let side = self.state.board().side_to_move();
        let answer = self.history.answer(side, last[0]);
        let answer = answer.filter(|_| self.techniques.has(Technique::Countermove));
        let divisor = self.search_params.params.history_divisor as i32;
        let bonus = self.search_params.params.countermove_bonus as i32;
        for point in &points {
            let mut score =
                self.state.move_score(point) + self.history_score(point, last) / divisor;
            if answer == Some(point) {
                score += bonus;
            }
            self.order.list(moves, point, score);
        }
    }

    /// The best move gains, those tried before it lose.
    fn update_history(&mut self, best: Point, moves: Moves, depth: Depth) {
        let bonus = self.search_params.history_bonus(depth);
        let before = self.last_moves();
        for &point in self.order.tried(moves) {
            let step = self.step(point, before);
            if point == best {
                self.history.bonus(&step, bonus);
            } else {
                self.history.malus(&step, bonus);
            }
        }
    }

    fn store_tt(&self, key: u64, ply: usize, found: Found) {
        if self.techniques.has(Technique::Tt) && !self.stopped {
            self.shared.tt.store(
                key,
                TtEntry {
                    score: score::to_tt(found.score, ply),
                    ..found
                },
            );
        }
    }
}

/// What a search found, the score counted from the root.
type Found = TtEntry;

/// Changes the key of a position of which one move is left out.
fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

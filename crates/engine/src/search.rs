//! The alpha-beta node function: principal variation search in numbered steps.
//!
//! The figure behind a technique is its gain in Elo against the engine without it
//! (`tengen match tengen tengen:without=NAME --nodes 10000`; docs/strength.md has the games).

use gomoku::{Color, Point, PointSet, Threat, tactics};

use crate::depth::{Depth, MAX_PLY, ONE_PLY};
use crate::move_picker::MovePicker;
use crate::node_type::{NodeType, NonPv, Pv};
use crate::replies::{self, Replies};
use crate::score::{self, INFINITE, MIN_MATE, Score, mate_in, mated_in};
use crate::search_params::LateMove;
use crate::technique::Technique;
use crate::transposition::{TtBound, TtEntry};
use crate::window::Window;
use crate::worker::Worker;

/// What a singular search says about the TT move.
enum Singular {
    /// Change its depth by this much.
    Extend(Depth),
    /// A second move beats beta as well: return this bound.
    MultiCut(Score),
}

/// A TT entry with its score counted from the root.
#[derive(Clone, Copy)]
pub(crate) struct TtHit {
    pub(crate) entry: TtEntry,
    pub(crate) score: Score,
}

impl Worker<'_> {
    /// Searches the current position and returns its score for the side to move.
    ///
    /// `cut_node` says that the node is expected to fail high. `excluded` is the TT move during its singular search:
    /// the node is then searched without that move, under a key of its own.
    #[expect(
        clippy::too_many_lines,
        reason = "the node function, in numbered steps"
    )]
    pub(crate) fn search<N: NodeType>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
        excluded: Option<Point>,
    ) -> Score {
        debug_assert!(-INFINITE <= window.alpha && window.alpha < window.beta);
        debug_assert!(window.beta <= INFINITE);
        debug_assert!(N::PV || window.is_null());
        debug_assert!(!(N::PV && excluded.is_some()));
        debug_assert_eq!(N::ROOT, ply == 0);

        // 1. Initialize the node. A singular search repeats a node that was counted already.
        if !N::ROOT && excluded.is_none() {
            self.count_node();
        }
        self.pv_table[ply].clear();
        if self.stopped {
            return 0;
        }
        self.selective_depth = self.selective_depth.max(ply);

        let Window {
            mut alpha,
            mut beta,
        } = window;
        let mut replies = Replies::Any;
        if !N::ROOT {
            // 2. Static wins and losses, a full board, the end of the stack.
            if let Some(mate) = tactics::static_mate(self.state.position()) {
                return score::from_mate(mate, ply);
            }
            if self.state.board().is_full() {
                return 0;
            }
            if ply >= MAX_PLY {
                return self.evaluate();
            }

            // 3. Mate distance pruning: a mate found nearer to the root cannot be improved here.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }

            // 4. The moves that the threats on the board leave; a four must be blocked. `replies`: +93 ± 55.
            replies = self.replies();
            if let Replies::Forced(blocks) = replies {
                let window = Window { alpha, beta };
                return self.search_forced_block::<N>(&blocks, window, depth, ply, cut_node);
            }
        }
        let window = Window { alpha, beta };

        // 5. Drop into quiescence search.
        if depth <= 0 {
            return self.qsearch(window, ply);
        }

        // 6. Transposition table. `tt`: +257 ± 98.
        let key = self.state.board().key() ^ excluded.map_or(0, exclusion_key);
        let tt_hit = if N::ROOT {
            None
        } else {
            self.probe_tt(key, ply)
        };
        if let (Some(TtHit { entry, score }), false) = (tt_hit, N::PV)
            && (entry.depth >= depth / ONE_PLY || score::is_mate(score))
            && entry.bound.decides(score, beta)
        {
            return score;
        }
        let tt_move = tt_hit
            .and_then(|hit| hit.entry.best)
            .filter(|&point| replies.allow(point) && self.state.board().is_empty(point));
        let tt_pv = N::PV || tt_hit.is_some_and(|hit| hit.entry.tt_pv);

        // 7. Static evaluation, and a better estimate where the TT has one.
        let eval = tt_hit.map_or_else(|| self.evaluate(), |hit| hit.entry.eval);
        self.static_evals[ply] = eval;
        let improving = N::ROOT || ply >= 2 && eval > self.static_evals[ply - 2];
        let estimated_score = match tt_hit {
            Some(TtHit { entry, score })
                if entry.bound.decides(score, eval + i32::from(score > eval)) =>
            {
                score
            }
            _ => eval,
        };
        let threatened = matches!(replies, Replies::Defenses(_));
        if !N::PV && excluded.is_none() && !threatened && !score::is_mate(beta) {
            // 8. Razoring: far below alpha, only a VCF can help. `razoring`: +5 ± 20.
            if self.techniques.has(Technique::Razoring)
                && let Some(margin) = self.search_params.razoring_margin(depth)
                && estimated_score + margin <= alpha
            {
                return self.qsearch(window, ply);
            }

            // 9. Reverse futility pruning (static null move): far above beta. `reverse-futility`: +148 ± 69.
            if self.techniques.has(Technique::ReverseFutility)
                && let Some(margin) = self.search_params.reverse_futility_margin(depth, improving)
                && estimated_score - margin >= beta
                && !score::is_mate(estimated_score)
            {
                return estimated_score;
            }
        }

        // 10. Loop over the moves: the TT move first, the others generated and scored only when it does not cut.
        let mut picker = MovePicker::new::<N>(&self.move_stack, tt_move, replies);
        let mut best_score = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        while let Some(point) = picker.next(self) {
            if Some(point) == excluded || self.is_forbidden(point) {
                continue;
            }
            move_count += 1;
            let side = self.state.board().side_to_move();
            let threat = self.state.patterns().threat(side, point);

            // 11. Late move pruning, once some move does not lose. `lmp`: +257 ± 101.
            if !N::PV
                && best_score > -MIN_MATE
                && threat < Threat::Four
                && self.techniques.has(Technique::Lmp)
                && move_count > self.search_params.lmp_limit(depth, improving, threatened)
            {
                break;
            }

            // 12. Singular extension of the TT move. `singular`: +17 ± 23.
            let mut extension = 0;
            if let (Some(hit), true) = (tt_hit, Some(point) == tt_move)
                && excluded.is_none()
                && self.is_singular_candidate(hit, depth)
            {
                match self.singular::<N>(point, hit, beta, depth, ply, cut_node) {
                    Singular::Extend(by) => extension = by,
                    Singular::MultiCut(bound) => return bound,
                }
                if self.stopped {
                    return 0;
                }
            }
            let new_depth = depth - ONE_PLY + extension;

            // 13. Late move reductions. `lmr`: +14 ± 25.
            let mut reduced_depth = new_depth;
            if move_count > 1 + usize::from(N::ROOT)
                && depth >= (2 + Depth::from(N::ROOT)) * ONE_PLY
                && self.techniques.has(Technique::Lmr)
            {
                let reduction = self.search_params.lmr_reduction(&LateMove {
                    depth,
                    move_count,
                    threat,
                    cut_node,
                    tt_pv,
                    improving,
                    // Looked up now: the score from when the moves were generated costs 40 Elo.
                    history: self.history_score(point, self.last_moves()),
                });
                reduced_depth = (new_depth - reduction).clamp(0, new_depth.max(0));
            }

            // 14. Make the move and search it: null window first, deeper and wider if it earns that.
            picker.mark_tried(&mut self.move_stack, point);
            let nodes_before = self.nodes;
            let mut score = -INFINITE;
            let mut child = self.make_move(point);
            if !N::PV || move_count > 1 {
                let null = Window::null(alpha).reversed();
                score = -child.search::<NonPv>(null, reduced_depth, ply + 1, true, None);
                if score > alpha && reduced_depth < new_depth {
                    score = -child.search::<NonPv>(null, new_depth, ply + 1, !cut_node, None);
                }
            }
            if N::PV && (move_count == 1 || score > alpha) {
                let open = Window { alpha, beta }.reversed();
                score = -child.search::<Pv>(open, new_depth, ply + 1, false, None);
            }
            drop(child);
            if self.stopped {
                picker.release(&mut self.move_stack);
                return 0;
            }
            debug_assert!(-INFINITE < score && score < INFINITE);

            // 15. Update the best move, alpha and the principal variation.
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.update_root_move(move_count - 1, score, Window { alpha, beta }, nodes);
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(point);
                    if N::PV && !N::ROOT {
                        self.update_pv(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // 16. No legal move. Undefended, the opponent's four decides; on a board without legal moves nobody wins.
        if move_count == 0 {
            picker.release(&mut self.move_stack);
            return match (excluded, threatened) {
                (Some(_), _) => window.alpha,
                (None, true) => mated_in(ply + 4),
                (None, false) => 0,
            };
        }

        // 17. Update the history and store the result. The root does neither: its moves have scores of their own.
        if !N::ROOT {
            if let (Some(point), true) = (best_move, best_score >= beta) {
                self.update_history(point, &picker, depth);
            }
            let bound = if best_score >= beta {
                TtBound::Lower
            } else if best_move.is_some() && N::PV {
                TtBound::Exact
            } else {
                TtBound::Upper
            };
            let entry = TtEntry {
                score: best_score,
                eval,
                best: best_move,
                depth: depth / ONE_PLY,
                bound,
                tt_pv,
            };
            self.store_tt(key, ply, entry);
        }
        picker.release(&mut self.move_stack);
        best_score
    }

    /// The opponent completes a five next: searches the blocks, mostly a single one.
    fn search_forced_block<N: NodeType>(
        &mut self,
        blocks: &PointSet,
        window: Window,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        // A four and its block change little: inherit the evaluation of the parent.
        self.static_evals[ply] = -self.static_evals[ply - 1];
        // `forced-extension`: +59 ± 41.
        let extension = if self.techniques.has(Technique::ForcedExtension) {
            self.search_params.params.forced_extension
        } else {
            0
        };
        let new_depth = (depth - ONE_PLY + extension).max(0);
        let Window { mut alpha, beta } = window;
        let mut best_score = mated_in(ply + 2);
        for point in blocks {
            if self.is_forbidden(point) {
                continue;
            }
            let open = Window { alpha, beta }.reversed();
            let mut child = self.make_move(point);
            let score = -child.search::<N::Child>(open, new_depth, ply + 1, !cut_node, None);
            drop(child);
            if self.stopped {
                return 0;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    if N::PV {
                        self.update_pv(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best_score
    }

    /// Is the TT score deep and certain enough for a singular search?
    fn is_singular_candidate(&self, hit: TtHit, depth: Depth) -> bool {
        self.techniques.has(Technique::Singular)
            && depth >= self.search_params.params.singular_depth
            && matches!(hit.entry.bound, TtBound::Lower | TtBound::Exact)
            && hit.entry.depth >= depth / ONE_PLY - 3
            && !score::is_mate(hit.score)
    }

    /// Searches all moves but the TT move at half depth, against a bound below the TT score.
    fn singular<N: NodeType>(
        &mut self,
        tt_move: Point,
        hit: TtHit,
        beta: Score,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Singular {
        let singular_beta = hit.score - self.search_params.singular_margin(depth);
        let null = Window::null(singular_beta - 1);
        let score = self.search::<NonPv>(null, depth / 2, ply, cut_node, Some(tt_move));
        if score < singular_beta {
            Singular::Extend(ONE_PLY)
        } else if singular_beta >= beta && !N::PV {
            Singular::MultiCut(singular_beta)
        } else if hit.score >= beta {
            Singular::Extend(-ONE_PLY)
        } else {
            Singular::Extend(0)
        }
    }

    /// The moves that the threats on the board leave to the side to move.
    fn replies(&self) -> Replies {
        if self.techniques.has(Technique::Replies) {
            replies::replies(self.state.position())
        } else {
            replies::forced(self.state.position())
        }
    }

    /// Rewards the move that failed high and punishes those tried before it.
    fn update_history(&mut self, best: Point, picker: &MovePicker, depth: Depth) {
        let bonus = self.search_params.history_bonus(depth);
        let last_moves = self.last_moves();
        for &point in picker.tried(&self.move_stack) {
            let context = self.move_context(point, last_moves);
            if point == best {
                self.history.bonus(&context, bonus);
            } else {
                self.history.malus(&context, bonus);
            }
        }
    }

    /// May the side to move not play here?
    #[inline]
    fn is_forbidden(&self, point: Point) -> bool {
        self.state.board().side_to_move() == Color::Black
            && self.state.position().forbidden_reason(point).is_some()
    }

    pub(crate) fn probe_tt(&self, key: u64, ply: usize) -> Option<TtHit> {
        if !self.techniques.has(Technique::Tt) {
            return None;
        }
        let entry = self.shared.tt.probe(key)?;
        Some(TtHit {
            entry,
            score: score::from_tt(entry.score, ply),
        })
    }

    /// Stores an entry whose score counts mates from the root.
    pub(crate) fn store_tt(&self, key: u64, ply: usize, entry: TtEntry) {
        if self.techniques.has(Technique::Tt) && !self.stopped {
            let score = score::to_tt(entry.score, ply);
            self.shared.tt.store(key, TtEntry { score, ..entry });
        }
    }
}

/// Distinguishes the key of a position searched without this move.
fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

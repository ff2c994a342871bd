//! The search of one position: principal variation search with everything that makes it selective.
//!
//! The steps are numbered. Each technique says what it gained, in Elo, in games of the engine against itself without it
//! (`tengen match tengen tengen:without=NAME --nodes 10000`, see docs/strength.md).

use gomoku::{Color, Point, PointSet, Threat, tactics};

use crate::depth::{Depth, MOST_PLIES, PLY};
use crate::kill::Kill;
use crate::order::Moves;
use crate::replies::{self, Replies};
use crate::score::{self, INFINITE, PROVEN, Score, loss_in, win_in};
use crate::table::{Bound, Entry};
use crate::technique::Technique;
use crate::worker::Worker;

/// What is asked of a position: is it worth more than alpha, and does it reach beta?
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Does the score exceed alpha? Nothing else is asked.
    pub(crate) fn beyond(alpha: Score) -> Window {
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
    /// What the position is worth to the side to move. `cut` says that it is expected to be good enough.
    pub(crate) fn search<const LINE: bool>(
        &mut self,
        window: Window,
        depth: Depth,
        ply: usize,
        cut: bool,
    ) -> Score {
        // 1. Count the position.
        self.visit();
        self.lines[ply].clear();
        if self.stopped {
            return 0;
        }
        self.deepest = self.deepest.max(ply);

        // 2. A result at sight, or the end of the board.
        if let Some(mate) = tactics::static_mate(self.outlook.position()) {
            return score::from_mate(mate, ply);
        }
        if self.outlook.board().is_full() {
            return 0;
        }
        if ply >= MOST_PLIES {
            return self.evaluate();
        }

        // 3. No result here can be better than a win found nearer to the root.
        let alpha = window.alpha.max(loss_in(ply));
        let beta = window.beta.min(win_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let window = Window { alpha, beta };

        // 4. What the threats leave; the answer to a four. Gain: `replies` +93 ± 55.
        let replies = if self.techniques.has(Technique::Replies) {
            replies::replies(self.outlook.position())
        } else {
            replies::forced(self.outlook.position())
        };
        if let Replies::Forced(stops) = replies {
            return self.answer_four::<LINE>(&stops, window, depth, ply, cut);
        }

        // 5. The end of the search proper.
        if depth <= 0 {
            return self.settle(window, ply);
        }
        self.search_moves::<LINE>(replies, window, depth, ply, cut)
    }

    /// The enemy is about to make five: one of very few moves, mostly a single one.
    fn answer_four<const LINE: bool>(
        &mut self,
        stops: &PointSet,
        window: Window,
        depth: Depth,
        ply: usize,
        cut: bool,
    ) -> Score {
        // An exchange of four and answer changes little: it inherits the evaluation of before.
        self.frames[ply].eval = if ply > 0 {
            -self.frames[ply - 1].eval
        } else {
            0
        };
        // Gain: `forced-extension` +59 ± 41.
        let extension = if self.techniques.has(Technique::ForcedExtension) {
            self.margins.params.forced_extension as Depth
        } else {
            0
        };
        let mut window = window;
        let mut best = loss_in(ply + 2);
        for point in stops {
            if self.is_forbidden(point) {
                continue;
            }
            self.outlook.push(point);
            let score = -self.search::<LINE>(
                window.reversed(),
                (depth - PLY + extension).max(0),
                ply + 1,
                !cut,
            );
            self.outlook.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    if LINE {
                        self.set_line(ply, point);
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
    fn settle(&mut self, window: Window, ply: usize) -> Score {
        let key = self.outlook.board().key();
        if self.techniques.has(Technique::Table)
            && let Some(entry) = self.shared.table.get(key)
        {
            let score = score::from_table(entry.score, ply);
            if entry.bound.decides(score, window.beta) {
                return score;
            }
        }
        let eval = self.evaluate();
        if eval >= window.beta {
            return eval;
        }
        let (score, bound) = match self.kill() {
            Some(plies) => (win_in(ply + plies), Bound::Lower),
            None => (eval, Bound::Upper),
        };
        self.remember(
            key,
            ply,
            Found {
                score,
                eval,
                best: None,
                depth: 0,
                bound,
                in_line: false,
            },
        );
        score
    }

    /// After how many plies a look for fours sees a win. Gain: `kill` +24 ± 54 by the clock.
    fn kill(&mut self) -> Option<usize> {
        if !self.techniques.has(Technique::Kill) {
            return None;
        }
        let allowance = self.margins.params.kill_nodes as u32;
        let mut kill = Kill::new(self.outlook.position_mut(), allowance);
        let found = kill.find();
        self.nodes += u64::from(kill.nodes);
        found
    }

    /// Searches the moves that the position leaves.
    #[expect(
        clippy::too_many_lines,
        reason = "the node function, in numbered steps"
    )]
    fn search_moves<const LINE: bool>(
        &mut self,
        replies: Replies,
        window: Window,
        depth: Depth,
        ply: usize,
        cut: bool,
    ) -> Score {
        let Window { mut alpha, beta } = window;
        let excluded = self.frames[ply].excluded;
        let key = self.outlook.board().key() ^ excluded.map_or(0, exclusion_key);

        // 6. What the table knows. Gain: `table` +257 ± 98.
        let known = if self.techniques.has(Technique::Table) {
            self.shared.table.get(key)
        } else {
            None
        };
        let known_score = known.map(|entry| score::from_table(entry.score, ply));
        if let (Some(entry), Some(score), false) = (known, known_score, LINE)
            && (entry.depth >= depth / PLY || score::is_proven(score))
            && entry.bound.decides(score, beta)
        {
            return score;
        }
        let table_move = known
            .and_then(|entry| entry.best)
            .filter(|&point| replies.allow(point) && self.outlook.board().is_empty(point));
        let in_line = LINE || known.is_some_and(|entry| entry.in_line);

        // 7. The static evaluation; the search may know better.
        let eval = known.map_or_else(|| self.evaluate(), |entry| entry.eval);
        self.frames[ply].eval = eval;
        let improving = ply >= 2 && eval > self.frames[ply - 2].eval;
        let mut judged = eval;
        if let (Some(entry), Some(score)) = (known, known_score)
            && entry
                .bound
                .decides(score, judged + i32::from(score > judged))
        {
            judged = score;
        }
        let threatened = matches!(replies, Replies::Defenses(_));
        if !LINE && excluded.is_none() && !score::is_proven(beta) {
            // 8. Razoring: a hopeless position is only looked at for fours. Gain: `razoring` +5 ± 20.
            if self.techniques.has(Technique::Razoring)
                && !threatened
                && let Some(margin) = self.margins.razoring(depth)
                && judged + margin <= alpha
            {
                return self.settle(window, ply);
            }
            // 9. Futility: a position far above the window is good enough. Gain: `futility` +148 ± 69.
            if self.techniques.has(Technique::Futility)
                && !threatened
                && let Some(margin) = self.margins.futility(depth, improving)
                && judged - margin >= beta
                && !score::is_proven(judged)
            {
                return judged;
            }
        }

        // 10. The moves in order. The table's move is tried before the others are listed: it often is enough.
        let moves = self.order.begin();
        let mut is_listed = false;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut first = table_move;
        loop {
            let next = first.take().or_else(|| {
                if !is_listed {
                    self.list_moves(moves, replies, table_move);
                    is_listed = true;
                }
                self.order.next(moves)
            });
            let Some(point) = next else { break };
            if Some(point) == excluded || self.is_forbidden(point) {
                continue;
            }
            number += 1;
            let side = self.outlook.board().side_to_move();
            let makes = self.outlook.patterns().threat(side, point);

            // 11. Once there is a move that does not lose, late moves are left out. Gain: `move-count` +257 ± 101.
            if !LINE
                && best > -PROVEN
                && makes < Threat::Four
                && self.techniques.has(Technique::MoveCount)
                && number > self.margins.move_count(depth, improving, threatened)
            {
                break;
            }

            // 12. Is the table's move the only one? Gain: `singular` +17 ± 23.
            let mut extension = 0;
            if Some(point) == table_move
                && excluded.is_none()
                && depth >= self.margins.params.singular_depth as Depth
                && self.techniques.has(Technique::Singular)
                && let (Some(entry), Some(score)) = (known, known_score)
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= depth / PLY - 3
                && !score::is_proven(score)
            {
                let bar = score - self.margins.singular(depth);
                self.frames[ply].excluded = Some(point);
                let others = self.search_moves::<false>(
                    replies,
                    Window::beyond(bar - 1),
                    depth / 2,
                    ply,
                    cut,
                );
                self.frames[ply].excluded = None;
                if self.stopped {
                    return 0;
                }
                if others < bar {
                    extension = PLY;
                } else if bar >= beta && !LINE {
                    // Another move is good enough as well.
                    return bar;
                } else if score >= beta {
                    extension = -PLY;
                }
            }

            let new_depth = depth - PLY + extension;
            let mut score = -INFINITE;

            // 13. Late moves are searched less deep at first. Gain: `reductions` +14 ± 25.
            let mut reduced = new_depth;
            if number > 1 && depth >= 2 * PLY && self.techniques.has(Technique::Reductions) {
                let params = &self.margins.params;
                let mut reduction = self.margins.reduction(depth, number);
                if makes >= Threat::Three {
                    reduction -= params.reduction_threat as Depth;
                }
                if cut {
                    reduction += params.reduction_cut as Depth;
                }
                if in_line {
                    reduction -= params.reduction_line as Depth;
                }
                if !improving {
                    reduction += params.reduction_worse as Depth;
                }
                // As it is now, after the searches of the moves before: as it was when the moves were listed costs 40 Elo.
                let worth = self.worth(point, self.last_moves());
                reduction -= worth * PLY / (params.reduction_history as i32 * 16);
                reduced = (new_depth - reduction.max(0)).clamp(0, new_depth.max(0));
            }

            // 14. The search of the move: narrow first, then as deep and wide as it earns.
            self.order.try_out(point);
            self.shared
                .table
                .prefetch(self.outlook.board().key_after(point));
            self.outlook.push(point);
            if !LINE || number > 1 {
                let narrow = Window::beyond(alpha).reversed();
                score = -self.search::<false>(narrow, reduced, ply + 1, true);
                if score > alpha && reduced < new_depth {
                    score = -self.search::<false>(narrow, new_depth, ply + 1, !cut);
                }
            }
            if LINE && (number == 1 || score > alpha) {
                let full = Window { alpha, beta }.reversed();
                score = -self.search::<true>(full, new_depth, ply + 1, false);
            }
            self.outlook.pop();
            if self.stopped {
                self.order.end(moves);
                return 0;
            }

            // 15. A better move?
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if LINE {
                        self.set_line(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // 16. No move at all.
        if number == 0 {
            self.order.end(moves);
            if excluded.is_some() {
                return window.alpha;
            }
            // Without a defense the enemy's four decides; without any legal move nobody wins.
            return if threatened { loss_in(ply + 4) } else { 0 };
        }

        // 17. Learn from it.
        if let (Some(point), true) = (best_move, best >= beta) {
            self.learn(point, moves, depth);
        }
        self.order.end(moves);
        let bound = if best >= beta {
            Bound::Lower
        } else if best_move.is_some() && LINE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.remember(
            key,
            ply,
            Found {
                score: best,
                eval,
                best: best_move,
                depth: depth / PLY,
                bound,
                in_line,
            },
        );
        best
    }

    /// May the side to move not play here?
    #[inline]
    pub(crate) fn is_forbidden(&self, point: Point) -> bool {
        let board = self.outlook.board();
        board.side_to_move() == Color::Black
            && self.outlook.position().forbidden_reason(point).is_some()
    }

    /// Lists the moves of the position but for the table's.
    fn list_moves(&mut self, moves: Moves, replies: Replies, table_move: Option<Point>) {
        let mut points = match replies {
            Replies::Forced(points) | Replies::Defenses(points) => points,
            Replies::Any => self.candidates(),
        };
        if let Some(point) = table_move {
            points.remove(point);
        }
        let last = self.last_moves();
        let side = self.outlook.board().side_to_move();
        let answer = self.history.answer(side, last[0]);
        let answer = answer.filter(|_| self.techniques.has(Technique::Answers));
        let divisor = self.margins.params.history_divisor as i32;
        let bonus = self.margins.params.answer_bonus as i32;
        for point in &points {
            let mut score = self.outlook.step(point) + self.worth(point, last) / divisor;
            if answer == Some(point) {
                score += bonus;
            }
            self.order.list(moves, point, score);
        }
    }

    /// The best move gains, those tried before it lose.
    fn learn(&mut self, best: Point, moves: Moves, depth: Depth) {
        let bonus = self.margins.bonus(depth);
        let before = self.last_moves();
        for &point in self.order.tried(moves) {
            let step = self.step(point, before);
            if point == best {
                self.history.reward(&step, bonus);
            } else {
                self.history.punish(&step, bonus);
            }
        }
    }

    fn remember(&self, key: u64, ply: usize, found: Found) {
        if self.techniques.has(Technique::Table) && !self.stopped {
            self.shared.table.put(
                key,
                Entry {
                    score: score::to_table(found.score, ply),
                    ..found
                },
            );
        }
    }
}

/// What a search found, the score counted from the root.
type Found = Entry;

/// Changes the key of a position of which one move is left out.
fn exclusion_key(point: Point) -> u64 {
    (point.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

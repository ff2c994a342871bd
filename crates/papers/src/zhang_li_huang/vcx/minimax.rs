//! Alpha-beta over classified candidates.

use gomoku::{Budget, Color, Point};

use super::candidates::Candidates;
use super::field::Field;
use crate::game_tree::evaluation::combined_score;
use crate::game_tree::iterative_deepening::RootResult;
use crate::game_tree::score::{Window, best_score, mate_score};
use crate::game_tree::transposition_table::{Bound, TranspositionTable};
use crate::zhang_li_huang::score_dictionary::{FIVE, best_position_scores, best_stone_scores};

/// Where a leaf looks for the best score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// On the empty points, as the report prints it.
    Positions,
    /// On the stones, as the authors' program does.
    Stones,
}

/// A search from one position.
pub(super) struct Minimax<'a> {
    field: &'a mut Field,
    candidates: Candidates,
    width: usize,
    attack_rate: f64,
    leaf: Leaf,
    /// Seen cases (section III.B), if they are kept.
    cache: Option<&'a mut TranspositionTable>,
    us: Color,
    start: usize,
}

impl<'a> Minimax<'a> {
    pub(super) fn new(
        field: &'a mut Field,
        candidates: Candidates,
        width: usize,
        (leaf, attack_rate): (Leaf, f64),
        cache: Option<&'a mut TranspositionTable>,
    ) -> Minimax<'a> {
        Minimax {
            us: field.board().side_to_move(),
            start: field.board().ply(),
            field,
            candidates,
            width,
            attack_rate,
            leaf,
            cache,
        }
    }

    pub(super) fn root(
        &mut self,
        moves: &[Point],
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<RootResult> {
        let mut values: Vec<(Point, i32)> = Vec::with_capacity(moves.len());
        let mut best = 0;
        let mut alpha = -i32::MAX;
        for &point in moves {
            // One below alpha, so that equal values are exact and the tie can be broken.
            let window = Window {
                alpha: alpha.saturating_sub(1).max(-i32::MAX),
                beta: i32::MAX,
            };
            let value = self.value_after(point, depth, window, budget)?;
            values.push((point, value));
            let is_better = value > alpha
                || value == alpha && self.tie_score(point) > self.tie_score(values[best].0);
            if is_better {
                best = values.len() - 1;
            }
            alpha = alpha.max(value);
        }
        Some(RootResult {
            best,
            scores: values,
            pv: Vec::new(),
        })
    }

    /// The own point score that breaks ties between root moves. A closed four or a two alone counts less.
    fn tie_score(&self, point: Point) -> i32 {
        match self.field.score(self.us, point) {
            10_000..11_000 => 999,
            100..1_000 => 99,
            score => score,
        }
    }

    fn value_after(
        &mut self,
        point: Point,
        depth: u32,
        window: Window<i32>,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        let mover = self.field.board().side_to_move();
        self.field.push(point);
        let value = if self.field.board().wins(point, mover) {
            Some(mate_score(
                self.field.board().ply() - self.start,
                mover == self.us,
            ))
        } else {
            self.value(depth - 1, window, budget)
        };
        self.field.pop();
        value
    }

    fn value(
        &mut self,
        depth: u32,
        mut window: Window<i32>,
        budget: &mut Budget<'_>,
    ) -> Option<i32> {
        budget.try_node()?;
        if depth == 0 {
            return Some(self.leaf());
        }
        if let Some(value) = self.cached(depth, window) {
            return Some(value);
        }
        let mut moves = self.candidates.of(self.field);
        if moves.is_empty() {
            return Some(self.leaf());
        }
        moves.truncate(self.width);
        let maximizing = self.field.board().side_to_move() == self.us;
        let given = window;
        let mut best = None;
        let mut best_move = moves[0];
        for point in moves {
            let value = self.value_after(point, depth, window, budget)?;
            if best_score(best, value, maximizing) != best {
                best = Some(value);
                best_move = point;
            }
            if window.narrow(value, maximizing) {
                break;
            }
        }
        if let (Some(cache), Some(value)) = (&mut self.cache, best) {
            let bound = if value >= given.beta {
                Bound::Lower
            } else if value <= given.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            cache.store(self.field.board().key(), (value, bound), depth, best_move);
        }
        best
    }

    /// The value of a seen case, if it was searched to this depth and decides the window. Values count plies from the root, and
    /// a position has the same number of stones on every path.
    fn cached(&self, depth: u32, window: Window<i32>) -> Option<i32> {
        let entry = self.cache.as_ref()?.probe(self.field.board().key())?;
        let is_decided = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        (u32::from(entry.depth) == depth && is_decided).then_some(entry.score)
    }

    fn leaf(&self) -> i32 {
        match self.leaf {
            Leaf::Positions => self.best_positions(),
            Leaf::Stones => self.best_stones(),
        }
    }

    /// `max_p score_AI(p) - max_p score_opp(p)` over the available positions, as printed.
    fn best_positions(&self) -> i32 {
        let best = best_position_scores(self.field.scores(), self.field.board());
        let opponent = f64::from(best[!self.us]) * self.attack_rate;
        best[self.us] - opponent as i32
    }

    /// The same over the stones, with corrected scores; a five of the side to move decides.
    fn best_stones(&self) -> i32 {
        let board = self.field.board();
        let side = board.side_to_move();
        if self.field.scores().find_five(board, side).is_some() {
            return if side == self.us { FIVE } else { -FIVE };
        }
        let best = best_stone_scores(self.field.scores(), board);
        let opponent = f64::from(combined_score(best[!self.us])) * self.attack_rate;
        combined_score(best[self.us]) - opponent as i32
    }
}

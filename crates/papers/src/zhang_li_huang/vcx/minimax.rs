//! Alpha-beta over classified candidates (sections II.B and III.B).

use gomoku::{Budget, Color, Point};

use super::candidates::Candidates;
use super::field::Field;
use super::leaf_threats::LeafThreats;
use crate::game_tree::alpha_beta::{AlphaBetaNode, alpha_beta};
use crate::game_tree::evaluation::combined_score;
use crate::game_tree::iterative_deepening::RootResult;
use crate::game_tree::score::{Window, mate_score};
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
    /// Threat-space search in the leaves, if the player has it.
    threats: Option<LeafThreats>,
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
            threats: None,
            cache,
        }
    }

    /// Asks threat-space search in every leaf, with at most this many nodes.
    pub(super) fn with_threats_in_leaves(mut self, nodes: u64) -> Minimax<'a> {
        self.threats = Some(LeafThreats::new(self.field.board(), nodes));
        self
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
            let value =
                self.score_after(point, |node| alpha_beta(node, depth - 1, window, budget))?;
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

    /// The static score: `max_p score_AI(p) - max_p score_opp(p)`, of positions or stones.
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

impl AlphaBetaNode for Minimax<'_> {
    fn is_maximizing(&self) -> bool {
        self.field.board().side_to_move() == self.us
    }

    fn moves(&self) -> Vec<Point> {
        let mut moves = self.candidates.of(self.field);
        moves.truncate(self.width);
        moves
    }

    /// A leaf that threat-space search decides is worth a five.
    fn evaluate(&mut self, budget: &mut Budget<'_>) -> i32 {
        let wins = |threats: &mut LeafThreats| threats.wins(budget);
        if self.threats.as_mut().is_some_and(wins) {
            return if self.is_maximizing() { FIVE } else { -FIVE };
        }
        self.leaf()
    }

    fn score_after(
        &mut self,
        point: Point,
        search: impl FnOnce(&mut Self) -> Option<i32>,
    ) -> Option<i32> {
        let mover = self.field.board().side_to_move();
        self.field.push(point);
        let score = if self.field.board().wins(point, mover) {
            let plies = self.field.board().ply() - self.start;
            Some(mate_score(plies, mover == self.us))
        } else {
            if let Some(threats) = &mut self.threats {
                threats.push(point);
            }
            let score = search(self);
            if let Some(threats) = &mut self.threats {
                threats.pop();
            }
            score
        };
        self.field.pop();
        score
    }

    /// The value of a seen case, if it was searched to this depth and decides the window. Values count plies from the root, and
    /// a position has the same number of stones on every path.
    fn seen(&self, depth: u32, window: Window<i32>) -> Option<i32> {
        let entry = self.cache.as_ref()?.probe(self.field.board().key())?;
        let is_decided = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        (u32::from(entry.depth) == depth && is_decided).then_some(entry.score)
    }

    fn remember(&mut self, depth: u32, score: (i32, Bound), best_move: Point) {
        if let Some(cache) = &mut self.cache {
            cache.store(self.field.board().key(), score, depth, best_move);
        }
    }
}

//! Alpha-beta pruning: the node function of alpha-beta and of VCX.
//!
//! ```text
//! maximizing:  alpha = max(alpha, score), cutoff when beta <= alpha
//! minimizing:  beta  = min(beta, score),  cutoff when beta <= alpha
//! ```

use gomoku::{Budget, Point};

use crate::game_tree::score::{Window, best_score};
use crate::game_tree::transposition_table::Bound;

/// A position in a search. Scores are those of the maximizing side, which is to move at the root.
pub(crate) trait AlphaBetaNode {
    /// Is the maximizing side to move?
    fn is_maximizing(&self) -> bool;

    /// The moves to search, in order.
    fn moves(&self) -> Vec<Point>;

    /// The score of a leaf.
    fn evaluate(&mut self, budget: &mut Budget<'_>) -> i32;

    /// The score of a move: a mate score if it wins, otherwise what `search` returns for the position after it.
    fn score_after(
        &mut self,
        point: Point,
        search: impl FnOnce(&mut Self) -> Option<i32>,
    ) -> Option<i32>;

    /// The score of a position that was searched before, if it decides this node.
    fn seen(&self, _depth: u32, _window: Window<i32>) -> Option<i32> {
        None
    }

    /// Keeps the score of a searched position.
    fn remember(&mut self, _depth: u32, _score: (i32, Bound), _best_move: Point) {}
}

/// The score of a position; `None` when the budget is spent.
pub(crate) fn alpha_beta<N: AlphaBetaNode>(
    node: &mut N,
    depth: u32,
    mut window: Window<i32>,
    budget: &mut Budget<'_>,
) -> Option<i32> {
    budget.try_node()?;
    if depth == 0 {
        return Some(node.evaluate(budget));
    }
    if let Some(score) = node.seen(depth, window) {
        return Some(score);
    }
    let moves = node.moves();
    let Some(&first) = moves.first() else {
        return Some(node.evaluate(budget));
    };
    let maximizing = node.is_maximizing();
    let given = window;
    let mut best = None;
    let mut best_move = first;
    for point in moves {
        let score = node.score_after(point, |node| alpha_beta(node, depth - 1, window, budget))?;
        if best_score(best, score, maximizing) != best {
            best = Some(score);
            best_move = point;
        }
        if window.narrow(score, maximizing) {
            break;
        }
    }
    let score = best?;
    node.remember(depth, (score, Bound::within(score, given)), best_move);
    Some(score)
}

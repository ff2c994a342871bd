//! Iterative deepening: search depth 1, 2, ... and return the result of the last completed depth.
//!
//! The papers' searches have a fixed depth and no clock. Without a time limit the result is that of the full depth. With
//! one, it is the deepest that was completed in time.

use gomoku::{Budget, Candidate, Limits, Point, SearchResult};

use crate::game_tree::score::{Window, mate_from_score};

/// The result of one depth.
#[derive(Clone, Debug)]
pub(crate) struct RootResult {
    /// Index of the best move in `scores`.
    pub(crate) best: usize,
    /// The root moves with their scores for the side to move. With pruning, all but the best may be bounds.
    pub(crate) scores: Vec<(Point, i32)>,
    /// The principal variation; empty if the search does not track it.
    pub(crate) pv: Vec<Point>,
}

/// Searches depth 1, 2, ... `max_depth`. `search` returns `None` when the budget is spent.
pub(crate) fn iterative_deepening<'a>(
    fallback: Point,
    max_depth: u32,
    mut budget: Budget<'a>,
    mut search: impl FnMut(u32, &mut Budget<'a>) -> Option<RootResult>,
) -> SearchResult {
    let mut result = SearchResult::new(fallback);
    for depth in 1..=max_depth {
        if depth > 1 && budget.poll() {
            break;
        }
        let root = search(depth, &mut budget);
        result.nodes = budget.nodes();
        result.time = budget.elapsed();
        let Some(root) = root else { break };
        update(&mut result, root, depth);
        budget.report(&result);
        // A deeper search cannot change a forced result: wins are found at their shortest.
        if result.mate.is_some() {
            break;
        }
    }
    result
}

fn update(result: &mut SearchResult, root: RootResult, depth: u32) {
    let RootResult { best, scores, pv } = root;
    let (point, score) = scores[best];
    result.best_move = point;
    result.score = Some(f64::from(score));
    result.mate = mate_from_score(score);
    result.pv = if pv.is_empty() { vec![point] } else { pv };
    result.depth = depth;
    result.selective_depth = depth;
    let mut candidates = scores;
    candidates[..=best].rotate_right(1);
    candidates[1..].sort_by_key(|&(_, score)| -score);
    result.candidates = candidates
        .into_iter()
        .map(|(point, score)| Candidate {
            score: Some(f64::from(score)),
            ..Candidate::new(point)
        })
        .collect();
}

/// Searches the root moves in order, with alpha raised by each of them. `to_score` converts a score for the result.
pub(crate) fn search_root<S: Copy + PartialOrd>(
    moves: &[Point],
    mut window: Window<S>,
    to_score: impl Fn(S) -> i32,
    mut search: impl FnMut(Point, Window<S>) -> Option<S>,
) -> Option<RootResult> {
    let mut scores = Vec::with_capacity(moves.len());
    let mut best = 0;
    for &point in moves {
        let score = search(point, window)?;
        scores.push((point, to_score(score)));
        if score > window.alpha {
            best = scores.len() - 1;
        }
        if window.narrow(score, true) {
            break;
        }
    }
    Some(RootResult {
        best,
        scores,
        pv: Vec::new(),
    })
}

/// The depth of a search: the player's own, or less if the limits demand it.
pub(crate) fn depth_limit(limits: &Limits, depth: i64) -> u32 {
    let own = u32::try_from(depth).unwrap_or(1);
    limits.depth.map_or(own, |limit| limit.min(own)).max(1)
}

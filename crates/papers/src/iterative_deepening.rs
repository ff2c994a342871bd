//! From a fixed depth to a clock: one ply, two plies, and so on, keeping the answer of the last depth that was finished.
//!
//! The papers' searches have a fixed depth and no clock. Without a clock the answer here is that of the last depth, and
//! the depths before it cost little; with one, whatever was finished in time is the answer.

use gomoku::{Board, Budget, Candidate, Limits, MateIn, Point, SearchResult};

use crate::rectangle::Rectangle;

/// The value of a win for the side that makes it; each ply until then costs one, so that a sooner win is a better one.
pub(crate) const WIN: i32 = 100_000_000;
/// Values beyond this are wins; no game is longer than the difference.
pub(crate) const SURE: i32 = WIN - 1_000;

/// The value of a game that one side has won, so many plies from the root.
pub(crate) fn won(plies: usize, by_us: bool) -> i32 {
    let value = WIN - plies as i32;
    if by_us { value } else { -value }
}

/// The better of two values for whoever chooses.
pub(crate) fn better<V: PartialOrd>(best: Option<V>, value: V, maximizing: bool) -> Option<V> {
    match best {
        Some(best) if (value > best) != maximizing || value == best => Some(best),
        _ => Some(value),
    }
}

/// What a search of one depth says of the root's moves.
#[derive(Clone, Debug)]
pub(crate) struct RootValues {
    /// The chosen move's place in the list.
    pub(crate) best: usize,
    /// Moves and their values for the side to move; with pruning all but the best may be bounds.
    pub(crate) values: Vec<(Point, i32)>,
    /// The principal line, where the search keeps one.
    pub(crate) line: Vec<Point>,
}

/// Searches to depth 1, 2, ... `depth`. The search returns `None` when its budget is spent.
pub(crate) fn deepen<'a>(
    fallback: Point,
    depth: u32,
    mut budget: Budget<'a>,
    mut search: impl FnMut(u32, &mut Budget<'a>) -> Option<RootValues>,
) -> SearchResult {
    let mut result = SearchResult::new(fallback);
    for depth in 1..=depth {
        if depth > 1 && budget.poll() {
            break;
        }
        let root = search(depth, &mut budget);
        result.nodes = budget.nodes();
        result.time = budget.elapsed();
        let Some(root) = root else { break };
        take(&mut result, root, depth);
        budget.report(&result);
        // A forced result does not change with more depth: wins are found at their shortest.
        if result.mate.is_some() {
            break;
        }
    }
    result
}

fn take(result: &mut SearchResult, root: RootValues, depth: u32) {
    let RootValues { best, values, line } = root;
    let (point, value) = values[best];
    result.best_move = point;
    result.score = Some(f64::from(value));
    result.mate = forced(value);
    result.pv = if line.is_empty() { vec![point] } else { line };
    result.depth = depth;
    result.selective_depth = depth;
    let mut candidates = values;
    candidates[..=best].rotate_right(1);
    candidates[1..].sort_by_key(|&(_, value)| -value);
    result.candidates = candidates
        .into_iter()
        .map(|(point, value)| Candidate {
            score: Some(f64::from(value)),
            ..Candidate::new(point)
        })
        .collect();
}

/// The forced result that a value stands for.
pub(crate) fn forced(value: i32) -> Option<MateIn> {
    let plies = WIN.saturating_sub(value.saturating_abs()).max(0) as u32;
    if value > SURE {
        Some(MateIn::Win(plies))
    } else if value < -SURE {
        Some(MateIn::Loss(plies))
    } else {
        None
    }
}

/// The depth of a search: the player's own, or less if the limits say so.
pub(crate) fn depth_within(limits: &Limits, depth: i64) -> u32 {
    let own = u32::try_from(depth).unwrap_or(1);
    limits.depth.map_or(own, |limit| limit.min(own)).max(1)
}

/// The empty points of the rectangle around the stones that the side to move may play, row by row.
pub(crate) fn moves_in(board: &Board, rectangle: Rectangle, margin: u8) -> Vec<Point> {
    let points = rectangle.empty_points(board, margin);
    if board.rule().forbids(board.side_to_move()) {
        points
            .filter(|&point| board.forbidden_reason(point).is_none())
            .collect()
    } else {
        points.collect()
    }
}

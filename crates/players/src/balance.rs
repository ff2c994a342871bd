//! RatedMove moves: moves after which a player's evaluation is closest to a target.
//!
//! Players evaluate in different units. Here everything is a win rate of the side to move, from 0 to 1: a forced result
//! first, then the player's win rate, then its score through a logistic curve. To a player that reports none of these
//! every position is even.

use std::time::{Duration, Instant};

use gomoku::{
    Board, Limits, Neighborhood, Player, PlayerError, Point, PointSet, SearchControl, SearchResult,
};

/// A score of this size is a win rate of 73 %. Gomoku engines commonly scale scores like this.
const SCORE_SCALE: f64 = 200.0;
/// How many moves are evaluated one by one if the player reports no candidates.
const MAX_TRIED_MOVES: usize = 16;
/// How many first moves [`balance_two`] tries.
const MAX_FIRST_MOVES: usize = 4;
/// Total time if there is no limit at all: a balanced move takes several searches, which must end by themselves.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The win rate of the side to move, if the player reports any evaluation.
pub fn win_rate(result: &SearchResult) -> Option<f64> {
    result
        .mate
        .map(|mate| if mate.signed() > 0 { 1.0 } else { 0.0 })
        .or(result.win_rate)
        .or_else(|| result.score.map(win_rate_of_score))
}

/// Converts a score to a win rate.
pub fn win_rate_of_score(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCORE_SCALE).exp())
}

/// A move with its win rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedMove {
    /// The move.
    pub point: Point,
    /// Win rate of the side that plays it.
    pub win_rate: f64,
}

/// Finds the move whose win rate for the side to move is closest to `target`. The board has a legal move.
///
/// # Errors
/// When the player is an external program that failed.
pub fn balance_one(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<RatedMove, PlayerError> {
    let all = rank_moves(player, board, target, limits, control)?;
    Ok(all[0])
}

/// Finds two moves, one for each side, after which the win rate of the first side is closest to `target`. The second is
/// missing if the first ends the game.
///
/// # Errors
/// When the player is an external program that failed.
pub fn balance_two(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<RatedMove>, PlayerError> {
    let limits = split_limits(limits, MAX_FIRST_MOVES + 1);
    let firsts = rank_moves(player, board, target, &limits, control)?;
    let mut best = vec![firsts[0]];
    let mut best_distance = f64::INFINITY;
    for first in firsts.into_iter().take(MAX_FIRST_MOVES) {
        let mut after = board.clone();
        after.push(first.point);
        if after.winner().is_some() || after.legal_moves().is_empty() {
            continue;
        }
        if best.len() == 2 && control.is_stopped() {
            break;
        }
        let second = balance_one(player, &after, 1.0 - target, &limits, control)?;
        let distance = (second.win_rate - (1.0 - target)).abs();
        if distance < best_distance {
            best_distance = distance;
            best = vec![first, second];
        }
    }
    Ok(best)
}

/// Like [`balance_one`], among these points only: empty ones, at least one.
///
/// # Errors
/// When the player is an external program that failed.
pub fn balance_among(
    player: &mut dyn Player,
    board: &Board,
    points: PointSet,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<RatedMove, PlayerError> {
    let points = sample(points);
    let fallback = RatedMove {
        point: points[0],
        win_rate: 0.5,
    };
    let moves = evaluate_moves(player, board, &points, limits, control)?;
    let distance = |balanced: &RatedMove| (balanced.win_rate - target).abs();
    let nearest = moves
        .into_iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    Ok(nearest.unwrap_or(fallback))
}

/// Rates moves and sorts them by distance to the target. Returns at least one.
pub(crate) fn rank_moves(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<RatedMove>, PlayerError> {
    let mut multi_pv = split_limits(limits, 2);
    multi_pv.multi_pv = MAX_TRIED_MOVES;
    let result = search(player, board, &multi_pv, control)?;
    let legal = board.legal_moves();
    let mut moves: Vec<RatedMove> = result
        .candidates
        .iter()
        .filter(|candidate| legal.contains(candidate.point))
        .filter_map(|candidate| {
            candidate.value.map(|win_rate| RatedMove {
                point: candidate.point,
                win_rate,
            })
        })
        .collect();
    if moves.len() < 2 {
        let near = Neighborhood::Square2.candidates(board) & legal;
        let mut points = sample(near);
        if legal.contains(result.best_move) && !points.contains(&result.best_move) {
            points.push(result.best_move);
        }
        moves = evaluate_moves(player, board, &points, &split_limits(limits, 2), control)?;
    }
    if moves.is_empty() {
        let best = Some(result.best_move).filter(|&best| legal.contains(best));
        moves.push(RatedMove {
            point: best.or(legal.first()).expect("the board has a legal move"),
            win_rate: win_rate(&result).unwrap_or(0.5),
        });
    }
    moves.sort_by(|a, b| {
        let distance = |balanced: &RatedMove| (balanced.win_rate - target).abs();
        distance(a).total_cmp(&distance(b))
    });
    Ok(moves)
}

/// At most [`MAX_TRIED_MOVES`] points, evenly sampled: the best move is rarely the most balanced one.
fn sample(points: PointSet) -> Vec<Point> {
    let stride = points.len().div_ceil(MAX_TRIED_MOVES).max(1);
    points.iter().step_by(stride).collect()
}

/// Evaluates moves by searching the position after each.
fn evaluate_moves(
    player: &mut dyn Player,
    board: &Board,
    points: &[Point],
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<RatedMove>, PlayerError> {
    let limits = split_limits(limits, points.len());
    let mut moves = Vec::new();
    for &point in points {
        if control.is_stopped() {
            break;
        }
        let mut after = board.clone();
        after.push(point);
        let win_rate = if after.winner().is_some() {
            1.0
        } else if after.legal_moves().is_empty() {
            0.5
        } else {
            1.0 - win_rate(&search(player, &after, &limits, control)?).unwrap_or(0.5)
        };
        moves.push(RatedMove { point, win_rate });
    }
    Ok(moves)
}

/// Searches with a fresh clock but the caller's stop flag: the caller's clock has been running for several searches.
pub(crate) fn search(
    player: &mut dyn Player,
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<SearchResult, PlayerError> {
    let control = SearchControl::new(control.stop_flag().clone(), Instant::now());
    player.think(board, limits, &control)
}

/// Splits the limits evenly over several searches.
pub(crate) fn split_limits(limits: &Limits, parts: usize) -> Limits {
    let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
    let has_limit = limits.nodes.or(limits.iterations).is_some() || limits.depth.is_some();
    let time = limits.hard_limit().or((!has_limit).then_some(DEFAULT_TIME));
    let part = |count: u64| (count / u64::from(parts)).max(1);
    Limits {
        turn_time: time.map(|time| time / parts),
        time_left: None,
        nodes: limits.nodes.map(part),
        iterations: limits.iterations.map(part),
        ..limits.clone()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use gomoku::{Rule, Size};

    /// Evaluates a position by the column of the last stone: the farther left, the better for the side that played it.
    pub(crate) struct Leftist;

    impl Player for Leftist {
        fn think(
            &mut self,
            board: &Board,
            _: &Limits,
            _: &SearchControl<'_>,
        ) -> Result<SearchResult, PlayerError> {
            let column = board.last_move().map_or(7, Point::column);
            Ok(SearchResult {
                win_rate: Some(f64::from(column) / 14.0),
                ..SearchResult::new(board.legal_moves().first().expect("a legal move"))
            })
        }
    }

    #[test]
    fn the_most_balanced_moves_are_found() {
        let center = Size::FIFTEEN.center();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &[center]).unwrap();
        let limits = Limits::default();
        let ask = |target| {
            balance_one(
                &mut Leftist,
                &board,
                target,
                &limits,
                &SearchControl::detached(),
            )
        };
        assert_eq!(ask(0.5).unwrap().point.column(), 7);
        assert_eq!(ask(0.65).unwrap().point.column(), 5);
        let two = balance_two(
            &mut Leftist,
            &board,
            0.5,
            &limits,
            &SearchControl::detached(),
        )
        .unwrap();
        assert_eq!(two.len(), 2);
        assert_eq!(two[1].point.column(), 7);
        assert_ne!(two[0].point, two[1].point);
    }

    #[test]
    fn forced_results_come_before_win_rates_before_scores() {
        let mut result = SearchResult::new(Point::new(0, 0));
        assert_eq!(win_rate(&result), None);
        result.score = Some(0.0);
        assert_eq!(win_rate(&result), Some(0.5));
        result.win_rate = Some(0.3);
        assert_eq!(win_rate(&result), Some(0.3));
        result.mate = Some(gomoku::MateIn::Loss(4));
        assert_eq!(win_rate(&result), Some(0.0));
    }
}

//! What a position is worth to any player, and moves that make it worth a given amount.
//!
//! Players value positions in units of their own. Here everything is a win rate of the side to move, from 0 to 1:
//! proven results first, then the player's win rate, then its score through the logistic curve. A player that reports
//! none of these has no opinion, and every position is even to it.

use std::time::{Duration, Instant};

use gomoku::{
    Board, Limits, Neighborhood, Player, PlayerError, Point, PointSet, SearchControl, SearchResult,
};

/// The score at which the logistic curve reaches a win rate of 73 %: scores are taken for hundredths of a step
/// between an even and a won position, as engines for five in a row commonly count them.
const SCORE_SCALE: f64 = 200.0;
/// Moves looked at one by one when the player does not value candidates itself.
const MOST_TRIES: usize = 16;
/// First moves for which a second one is sought.
const MOST_FIRST_MOVES: usize = 4;
/// The time of an answer when there is no limit of any kind: somebody waits for several thoughts, not for one that
/// goes on until it is stopped.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the side to move may expect, if the player has an opinion.
pub fn win_rate(result: &SearchResult) -> Option<f64> {
    result
        .mate
        .map(|forced| if forced.signed() > 0 { 1.0 } else { 0.0 })
        .or(result.win_rate)
        .or_else(|| result.score.map(win_rate_of_score))
}

/// A score as a win rate.
pub fn win_rate_of_score(score: f64) -> f64 {
    1.0 / (1.0 + (-score / SCORE_SCALE).exp())
}

/// A move, and what it leaves the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balanced {
    /// The move.
    pub point: Point,
    /// Win rate of the side that makes it.
    pub win_rate: f64,
}

/// The move whose win rate for the side to move is nearest to `target`. The board has at least one legal move.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn one_move(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Balanced, PlayerError> {
    let all = ranked(player, board, target, limits, control)?;
    Ok(all[0])
}

/// Two moves, one for each side, after which the win rate of the side that made the first is nearest to `target`.
/// The second is missing when the first ends the game.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn two_moves(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<Balanced>, PlayerError> {
    let limits = share(limits, MOST_FIRST_MOVES + 1);
    let firsts = ranked(player, board, target, &limits, control)?;
    let mut best = vec![firsts[0]];
    let mut best_distance = f64::INFINITY;
    for first in firsts.into_iter().take(MOST_FIRST_MOVES) {
        let mut after = board.clone();
        after.push(first.point);
        if after.winner().is_some() || after.legal_moves().is_empty() {
            continue;
        }
        if best.len() == 2 && control.is_stopped() {
            break;
        }
        let second = one_move(player, &after, 1.0 - target, &limits, control)?;
        let distance = (second.win_rate - (1.0 - target)).abs();
        if distance < best_distance {
            best_distance = distance;
            best = vec![first, second];
        }
    }
    Ok(best)
}

/// Of these points, on which a stone may be put, the one whose win rate for the side to move is nearest to `target`. There
/// is at least one.
///
/// # Errors
/// When the player is an outside program that failed.
pub fn one_of(
    player: &mut dyn Player,
    board: &Board,
    points: PointSet,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Balanced, PlayerError> {
    let points = spread(points);
    let fallback = Balanced {
        point: points[0],
        win_rate: 0.5,
    };
    let moves = tried(player, board, &points, limits, control)?;
    let distance = |balanced: &Balanced| (balanced.win_rate - target).abs();
    let nearest = moves
        .into_iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    Ok(nearest.unwrap_or(fallback))
}

/// Moves with their win rates, nearest to the target first; at least one.
pub(crate) fn ranked(
    player: &mut dyn Player,
    board: &Board,
    target: f64,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<Balanced>, PlayerError> {
    let mut wide = share(limits, 2);
    wide.multi_pv = MOST_TRIES;
    let result = ask(player, board, &wide, control)?;
    let legal = board.legal_moves();
    let mut moves: Vec<Balanced> = result
        .candidates
        .iter()
        .filter(|candidate| legal.contains(candidate.point))
        .filter_map(|candidate| {
            candidate.value.map(|win_rate| Balanced {
                point: candidate.point,
                win_rate,
            })
        })
        .collect();
    if moves.len() < 2 {
        let near = Neighborhood::Square2.candidates(board) & legal;
        let mut points = spread(near);
        if legal.contains(result.best_move) && !points.contains(&result.best_move) {
            points.push(result.best_move);
        }
        moves = tried(player, board, &points, &share(limits, 2), control)?;
    }
    if moves.is_empty() {
        let best = Some(result.best_move).filter(|&best| legal.contains(best));
        moves.push(Balanced {
            point: best.or(legal.first()).expect("the board has a legal move"),
            win_rate: win_rate(&result).unwrap_or(0.5),
        });
    }
    moves.sort_by(|a, b| {
        let distance = |balanced: &Balanced| (balanced.win_rate - target).abs();
        distance(a).total_cmp(&distance(b))
    });
    Ok(moves)
}

/// No more points than can be tried, from everywhere: the best move is rarely the most balanced one.
fn spread(points: PointSet) -> Vec<Point> {
    let stride = points.len().div_ceil(MOST_TRIES).max(1);
    points.iter().step_by(stride).collect()
}

/// Values moves by letting the player think about the positions they lead to.
fn tried(
    player: &mut dyn Player,
    board: &Board,
    points: &[Point],
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<Vec<Balanced>, PlayerError> {
    let limits = share(limits, points.len());
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
            1.0 - win_rate(&ask(player, &after, &limits, control)?).unwrap_or(0.5)
        };
        moves.push(Balanced { point, win_rate });
    }
    Ok(moves)
}

/// Lets the player think with a clock of its own, under the caller's stop flag. One answer takes several thoughts
/// here, and the caller's clock has run since the question came.
pub(crate) fn ask(
    player: &mut dyn Player,
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Result<SearchResult, PlayerError> {
    let control = SearchControl::new(control.stop_flag().clone(), Instant::now());
    player.think(board, limits, &control)
}

/// An equal part of the limits for each of so many thoughts.
pub(crate) fn share(limits: &Limits, parts: usize) -> Limits {
    let parts = u32::try_from(parts.max(1)).unwrap_or(u32::MAX);
    let has_limit = limits.nodes.or(limits.iterations).is_some() || limits.depth.is_some();
    let time = limits.hard_limit().or((!has_limit).then_some(PATIENCE));
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

    /// Values a position by the column of the last stone: the farther left, the better for whoever made the move.
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
                ..SearchResult::new(board.legal_moves().first().expect("room"))
            })
        }
    }

    #[test]
    fn the_most_balanced_move_is_found() {
        let center = Size::FIFTEEN.center();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &[center]).unwrap();
        let limits = Limits::default();
        let ask = |target| {
            one_move(
                &mut Leftist,
                &board,
                target,
                &limits,
                &SearchControl::detached(),
            )
        };
        assert_eq!(ask(0.5).unwrap().point.column(), 7);
        assert_eq!(ask(0.65).unwrap().point.column(), 5);
        let two = two_moves(
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
    fn opinions() {
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

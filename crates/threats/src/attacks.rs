//! The moves of both sides as the published solvers choose them.
//!
//! The papers take the cells whose score reaches a threshold. \[our\] Here the classes of [`gomoku::Patterns`] stand in
//! for the scores: a four or better where a paper wants a closed four, a three or better where it wants an open
//! three. What the rules add is exact: points that black may not take, and under caro the ends of a five.

use gomoku::tactics::legal_fours;
use gomoku::{Color, Direction, Point, PointSet, Position, Rule, Threat};

/// The attacker's threats, the strongest first; where the defender is about to make five, the point he must take,
/// whether that threatens anything or not.
pub(crate) fn threat_attacks(position: &Position) -> Vec<Point> {
    let attacker = position.board().side_to_move();
    let patterns = position.patterns();
    let mut moves: Vec<Point> = match patterns.count(!attacker, Threat::Five) {
        0 => threats(position, attacker).iter().collect(),
        1 => patterns
            .points(!attacker, Threat::Five)
            .iter()
            .filter(|&point| position.is_legal(point))
            .collect(),
        _ => Vec::new(),
    };
    moves.sort_by_key(|&point| std::cmp::Reverse(patterns.threat(attacker, point)));
    moves
}

/// The moves that threaten something: three or better. For black in renju also points that only look forbidden.
pub(crate) fn threats(position: &Position, attacker: Color) -> PointSet {
    let patterns = position.patterns();
    let mut threats = patterns.at_least(attacker, Threat::Three);
    if position.board().rule() == Rule::Renju && position.board().rule().forbids(attacker) {
        for point in patterns.points(attacker, Threat::Forbidden) {
            let threatens = Direction::ALL.into_iter().any(|direction| {
                let class = patterns.line_class(attacker, point, direction);
                class.is_four() || class.is_three()
            });
            if threatens && position.forbidden_reason(point).is_none() {
                threats.insert(point);
            }
        }
    }
    threats
}

/// The defender's answers to a three in the papers: the cells where he makes a four himself, then the cells where the
/// attacker would. The ends of an open three and the cells one step further are among these. Empty where the
/// attacker threatens no four at all.
pub(crate) fn answers_to_three(position: &Position) -> Vec<Point> {
    let defender = position.board().side_to_move();
    let theirs = legal_fours(position, !defender);
    if theirs.is_empty() {
        return Vec::new();
    }
    let own = legal_fours(position, defender);
    own.iter()
        .chain(theirs.iter().filter(|&point| !own.contains(point)))
        .filter(|&point| position.is_legal(point))
        .collect()
}

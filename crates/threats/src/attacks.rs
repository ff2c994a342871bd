//! Move generation for the published solvers and for VCT.
//!
//! The papers generate the cells whose score reaches a threshold. \[our\] The classes of [`gomoku::Patterns`] replace the
//! scores: a four or better where a paper asks for a closed four, a three or better where it asks for an open three.
//! Forbidden points in renju and blocks at the ends of a five under caro are exact.

use gomoku::tactics::legal_fours;
use gomoku::{Color, Direction, Point, PointSet, Position, Rule, Threat};

/// The attacker's threats, strongest first. If the defender can make five, only the block, whether it is a threat or not.
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

/// The moves that make a three or better. Includes black's points in renju that look forbidden and are not.
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

/// The defenses to a three in the papers: the points where the defender makes a four, then those where the attacker
/// would. They include the ends of an open three and the points one step further. Empty if the attacker threatens no
/// four.
pub(crate) fn defenses_to_three(position: &Position) -> Vec<Point> {
    let defender = position.board().side_to_move();
    let attacker_fours = legal_fours(position, !defender);
    if attacker_fours.is_empty() {
        return Vec::new();
    }
    let own_fours = legal_fours(position, defender);
    own_fours
        .iter()
        .chain(
            attacker_fours
                .iter()
                .filter(|&point| !own_fours.contains(point)),
        )
        .filter(|&point| position.is_legal(point))
        .collect()
}

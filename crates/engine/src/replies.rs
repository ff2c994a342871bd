//! Move generation by threats: the replies that do not lose at once.
//!
//! Against a four, only its block. Against an open four or a four-three on the next move, only defenses and fours of one's own. This
//! leaves a handful of moves in half of all positions. Every move that is left out loses to continuous fours
//! (`tests/replies.rs` tries them).

use gomoku::{Cell, Color, Direction, LineClass, Point, PointSet, Position, Threat, tactics};

/// The moves of the side to move that are worth searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// The opponent makes five next: the blocks.
    Forced(PointSet),
    /// The opponent threatens an open four or a four-three: the defenses and own fours.
    Defenses(PointSet),
    /// Any move.
    Any,
}

impl Replies {
    /// Is the move among them?
    #[inline]
    pub fn allow(&self, point: Point) -> bool {
        match self {
            Replies::Forced(points) | Replies::Defenses(points) => points.contains(point),
            Replies::Any => true,
        }
    }
}

/// The blocks of a four, if the opponent has one.
pub fn forced(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    if position.patterns().count(!side, Threat::Five) > 0 {
        Replies::Forced(tactics::pseudo_legal_blocks(position))
    } else {
        Replies::Any
    }
}

/// The replies of the side to move, which cannot make five.
pub fn replies(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    let forced = forced(position);
    if forced != Replies::Any {
        return forced;
    }
    // Under caro a four can also be stopped from outside its stones, and does not always force.
    if position.board().rule().is_caro() {
        return Replies::Any;
    }
    if patterns.count(!side, Threat::OpenFour) > 0 {
        let mut defenses = *patterns.points(!side, Threat::OpenFour);
        let mut first = true;
        for four in patterns.points(!side, Threat::OpenFour) {
            let spoilers = spoilers(position, !side, four, LineClass::is_four);
            defenses = if first { spoilers } else { defenses & spoilers };
            first = false;
        }
        return Replies::Defenses(defenses | tactics::pseudo_legal_fours(position, side));
    }
    if patterns.count(!side, Threat::FourThree) > 0 && !position.board().rule().forbids(!side) {
        return defenses_to_four_three(position);
    }
    Replies::Any
}

/// The points where a stone of the defender can spoil the attacker's move in the directions that matter: the move itself and the
/// free stretch around it.
fn spoilers(
    position: &Position,
    attacker: Color,
    point: Point,
    matters: impl Fn(LineClass) -> bool,
) -> PointSet {
    let mut spoilers = PointSet::EMPTY;
    spoilers.insert(point);
    for direction in Direction::ALL {
        if matters(position.patterns().line_class(attacker, point, direction)) {
            spoilers |= stretch(position, attacker, point, direction);
        }
    }
    spoilers
}

/// The empty points around a point on a line, as far as a five can reach without a stone of the defender between.
fn stretch(position: &Position, attacker: Color, point: Point, direction: Direction) -> PointSet {
    let mut empty = PointSet::EMPTY;
    for sign in [-1, 1] {
        for steps in 1..=5 {
            let at = point.step(direction, sign * steps);
            match position.board().cell(at) {
                Cell::Empty => empty.insert(at),
                Cell::Stone(color) if color == attacker => {}
                _ => break,
            }
        }
    }
    empty
}

/// The defenses against a four-three: on its two lines, by a stone that turns the forced block of its four into a four, or by
/// own fours.
fn defenses_to_four_three(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    let mut defenses = PointSet::EMPTY;
    let mut first = true;
    for point in patterns.points(!side, Threat::FourThree) {
        let mut spoilers = spoilers(position, !side, point, |class| {
            class.is_four() || class.is_three()
        });
        let Some(block) = tactics::completing_point(position, !side, point) else {
            return Replies::Any;
        };
        if patterns.threat(side, block) >= Threat::Four {
            // The block makes a four of its own: no threat.
            continue;
        }
        for direction in Direction::ALL {
            let class = patterns.line_class(side, block, direction);
            if class.is_three() || class == LineClass::BlockedThree {
                spoilers |= stretch(position, side, block, direction);
            }
        }
        defenses = if first { spoilers } else { defenses & spoilers };
        first = false;
    }
    if first {
        Replies::Any
    } else {
        Replies::Defenses(defenses | tactics::pseudo_legal_fours(position, side))
    }
}

//! Which moves a position leaves: the threats on the board decide.
//!
//! A side that can make five makes it; a side that faces a five must stop it; one that faces an open four or a
//! four-three can only stop that or make fours itself. In half of all positions a handful of moves is left, and every
//! move that is left out loses to continuous fours (`tests/replies.rs` tries them).

use gomoku::{Cell, Color, Direction, LineClass, Point, PointSet, Position, Threat, tactics};

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// The enemy makes five next: one of these moves, or the game is lost.
    Forced(PointSet),
    /// The enemy threatens to win by a four: one of these, or the game is lost to fours.
    Defenses(PointSet),
    /// Anything.
    Any,
}

impl Replies {
    /// Is the point one of the moves left?
    #[inline]
    pub fn allow(&self, point: Point) -> bool {
        match self {
            Replies::Forced(points) | Replies::Defenses(points) => points.contains(point),
            Replies::Any => true,
        }
    }
}

/// The answers to a four, if there is one to answer; otherwise anything.
pub fn forced(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    if position.patterns().count(!side, Threat::Five) > 0 {
        Replies::Forced(tactics::pseudo_legal_blocks(position))
    } else {
        Replies::Any
    }
}

/// The moves that a position leaves to the side to move, which cannot make five.
pub fn replies(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    let forced = forced(position);
    if forced != Replies::Any {
        return forced;
    }
    // Under caro more points stop a four than lie between its stones, and a four does not always force.
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

/// The points where a stone of the other side can change what this point is worth in directions of such a class: the
/// point itself and the free stretch around it.
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

/// The empty points of a line around a point, as far as a five can reach and no enemy stands between.
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

/// The enemy threatens a four-three. It can be stopped on its two lines, by a stone after which the forced answer to
/// its four is a four itself, or by own fours.
fn defenses_to_four_three(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    let mut defenses = PointSet::EMPTY;
    let mut first = true;
    for point in patterns.points(!side, Threat::FourThree) {
        let mut spoilers = spoilers(position, !side, point, |class| {
            class.is_four() || class.is_three()
        });
        let Some(answer) = tactics::completing_point(position, !side, point) else {
            return Replies::Any;
        };
        if patterns.threat(side, answer) >= Threat::Four {
            // The answer is a four already: this is no threat to win.
            continue;
        }
        for direction in Direction::ALL {
            let class = patterns.line_class(side, answer, direction);
            if class.is_three() || class == LineClass::BlockedThree {
                spoilers |= stretch(position, side, answer, direction);
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

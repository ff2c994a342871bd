//! Which moves a position leaves: the threats on the board decide.
//!
//! A side that can make five makes it; a side that faces a five must stop it; one that faces an open four or a
//! four-three can only stop that or make fours itself. In half of all positions a handful of moves is left, and every
//! move that is left out loses to continuous fours (`tests/replies.rs` tries them).

use gomoku::{Cell, Color, Direction, LineClass, Point, PointSet, Position, Rule, Threat};

use crate::score::{Score, loss_in, win_in};

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

/// The result of a position that needs no search, with this many plies played from the root.
///
/// - Own five: won in 1. Two fives of the enemy: lost in 2.
/// - Otherwise an own open four: won in 3.
/// - A four-three or double three where the enemy can make no four: won in 5.
///
/// Under caro one stone can spoil two fives at once, so only the first holds there. Black's threes can be false in renju,
/// so his four-threes are played out.
#[inline]
pub fn at_sight(position: &Position, ply: usize) -> Option<Score> {
    let side = position.board().side_to_move();
    let patterns = position.patterns();
    if patterns.count(side, Threat::Five) > 0 {
        return Some(win_in(ply + 1));
    }
    if ends_matter(position.board().rule()) {
        return None;
    }
    match patterns.count(!side, Threat::Five) {
        0 => {}
        1 => return None,
        _ => return Some(loss_in(ply + 2)),
    }
    if patterns.count(side, Threat::OpenFour) > 0 {
        return Some(win_in(ply + 3));
    }
    let is_winning = |threat| patterns.count(side, threat) > 0;
    if (is_winning(Threat::FourThree) || is_winning(Threat::DoubleThree))
        && !position.board().rule().forbids(side)
        && !has_four(position, !side)
    {
        return Some(win_in(ply + 5));
    }
    None
}

/// Can the side make a four anywhere? A point that may be forbidden counts.
#[inline]
fn has_four(position: &Position, color: Color) -> bool {
    const FOURS: [Threat; 6] = [
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Forbidden,
        Threat::Five,
    ];
    let patterns = position.patterns();
    FOURS
        .iter()
        .any(|&threat| patterns.count(color, threat) > 0)
}

/// The answers to a four, if there is one to answer; otherwise anything.
pub fn forced(position: &Position) -> Replies {
    let side = position.board().side_to_move();
    if position.patterns().count(!side, Threat::Five) > 0 {
        Replies::Forced(stops(position))
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
    if ends_matter(position.board().rule()) {
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
        return Replies::Defenses(defenses | fours(position, side));
    }
    if patterns.count(!side, Threat::FourThree) > 0 && !position.board().rule().forbids(!side) {
        return defenses_to_four_three(position);
    }
    Replies::Any
}

/// Where a side makes a four and, as far as the lines tell, may.
#[inline]
pub fn fours(position: &Position, color: Color) -> PointSet {
    let patterns = position.patterns();
    let mut fours = patterns.at_least(color, Threat::Four);
    if position.board().rule().forbids(color) {
        // Some of these are allowed; whoever plays them asks.
        fours |= *patterns.points(color, Threat::Forbidden);
    }
    fours
}

/// The moves that stop a five: the point itself, and under caro the ends of the row it would make.
fn stops(position: &Position) -> PointSet {
    let enemy = !position.board().side_to_move();
    let fives = *position.patterns().points(enemy, Threat::Five);
    if !ends_matter(position.board().rule()) {
        return fives;
    }
    let mut stops = fives;
    for five in &fives {
        for direction in Direction::ALL {
            if position.patterns().line_class(enemy, five, direction) == LineClass::Five {
                for sign in [-1, 1] {
                    let mut steps = 1;
                    while position.board().cell(five.step(direction, sign * steps))
                        == Cell::Stone(enemy)
                    {
                        steps += 1;
                    }
                    let end = five.step(direction, sign * steps);
                    if position.board().is_empty(end) {
                        stops.insert(end);
                    }
                }
            }
        }
    }
    stops
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
        let Some(answer) = answer_to_four(position, !side, point) else {
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
        Replies::Defenses(defenses | fours(position, side))
    }
}

/// The point where five would be made after a four here, if there is only one.
fn answer_to_four(position: &Position, attacker: Color, four: Point) -> Option<Point> {
    let direction = Direction::ALL.into_iter().find(|&direction| {
        position.patterns().line_class(attacker, four, direction) == LineClass::Four
    })?;
    let own = |at: Point| at == four || position.board().cell(at) == Cell::Stone(attacker);
    let makes_five = |at: Point| {
        let run = |sign: i16| {
            (1..=5)
                .take_while(|&steps| own(at.step(direction, sign * steps)))
                .count()
        };
        let row = run(-1) + run(1) + 1;
        position.board().rule().wins(attacker, row as u32, false)
    };
    let mut fives = (-4..=4)
        .map(|steps| four.step(direction, steps))
        .filter(|&at| at != four && position.board().is_empty(at) && makes_five(at));
    let five = fives.next()?;
    fives.next().is_none().then_some(five)
}

/// Under caro the stones at the ends of a row decide whether it wins.
#[inline]
pub fn ends_matter(rule: Rule) -> bool {
    matches!(rule, Rule::Caro | Rule::CaroExact)
}

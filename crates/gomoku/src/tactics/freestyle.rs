//! Static mates in freestyle, from threats and line classes.
//!
//! | winner | condition | mate in |
//! |---|---|---|
//! | side to move | can make five | 1 |
//! | opponent | can make five on two points | 2 |
//! | side to move | makes an open four or two fours, and the opponent has no five or only the one it blocks | 3 |
//! | opponent | has a four and an open three, and the stone that blocks the four makes no four | 4 |
//! | opponent | has two open threes without a common empty point, and the side to move can make no four | 4 |
//! | side to move | makes a four with an open three, and no block of the four makes a four | 5 |
//! | side to move | makes two open threes, and the opponent can make no four | 5 |
//!
//! Each row is exact: every reply of the loser leads to a row with a shorter mate. A player that picks moves by these
//! results therefore also finds the winning moves. The table is incomplete: it misses many decided positions.

use super::can_make_four;
use crate::color::Color;
use crate::pattern::{LineClass, Patterns, Threat};
use crate::point::{Direction, Point};
use crate::search_result::MateIn;

/// How far the line class of a point depends on other cells.
const LINE_REACH: i16 = 5;

/// The result with this side to move, if the patterns decide it. `is_empty` is a parameter so that callers can examine a
/// move without playing it.
#[inline]
pub fn freestyle_static_mate(
    patterns: &Patterns,
    side: Color,
    is_empty: impl Fn(Point) -> bool,
) -> Option<MateIn> {
    if patterns.count(side, Threat::Five) > 0 {
        return Some(MateIn::Win(1));
    }
    match patterns.count(!side, Threat::Five) {
        0 => {}
        1 => return mate_after_block(patterns, side),
        _ => return Some(MateIn::Loss(2)),
    }
    if patterns.count(side, Threat::OpenFour) > 0 {
        return Some(MateIn::Win(3));
    }
    if patterns.count(!side, Threat::OpenFour) > 1
        && !can_make_four(patterns, side)
        && has_two_threes(patterns, !side, &is_empty)
    {
        return Some(MateIn::Loss(4));
    }
    if patterns.count(side, Threat::FourThree) > 0 && has_four_three(patterns, side, &is_empty) {
        return Some(MateIn::Win(5));
    }
    if patterns.count(side, Threat::DoubleThree) > 0 && !can_make_four(patterns, !side) {
        return Some(MateIn::Win(5));
    }
    None
}

/// The opponent has one five, which the side to move must block.
fn mate_after_block(patterns: &Patterns, side: Color) -> Option<MateIn> {
    let block = patterns.find(!side, Threat::Five)?;
    let threat = patterns.threat(side, block);
    if threat >= Threat::OpenFour {
        return Some(MateIn::Win(3));
    }
    let opponent_wins = threat < Threat::Four
        && open_fours(patterns, !side)
            .any(|(point, direction)| !is_on_line(block, point, direction));
    opponent_wins.then_some(MateIn::Loss(4))
}

/// The points that make an open four, each with its direction.
fn open_fours(patterns: &Patterns, color: Color) -> impl Iterator<Item = (Point, Direction)> + '_ {
    let points = patterns.points(color, Threat::OpenFour).iter();
    points.flat_map(move |point| {
        Direction::ALL
            .into_iter()
            .filter(move |&d| patterns.line_class(color, point, d) == LineClass::OpenFour)
            .map(move |direction| (point, direction))
    })
}

/// Can a stone here change the line class of `point` in this direction?
fn is_on_line(stone: Point, point: Point, direction: Direction) -> bool {
    (-LINE_REACH..=LINE_REACH).any(|steps| point.step(direction, steps) == stone)
}

/// Are there two open threes that no single stone blocks?
fn has_two_threes(patterns: &Patterns, color: Color, is_empty: &impl Fn(Point) -> bool) -> bool {
    open_fours(patterns, color).any(|(first, along)| {
        open_fours(patterns, color).any(|(second, across)| {
            (-LINE_REACH..=LINE_REACH)
                .map(|steps| first.step(along, steps))
                .all(|stone| !is_empty(stone) || !is_on_line(stone, second, across))
        })
    })
}

/// Is there a four-three whose four cannot be blocked with a four?
fn has_four_three(patterns: &Patterns, color: Color, is_empty: &impl Fn(Point) -> bool) -> bool {
    patterns
        .points(color, Threat::FourThree)
        .iter()
        .any(|four| {
            let direction = Direction::ALL
                .into_iter()
                .find(|&d| patterns.line_class(color, four, d) == LineClass::Four);
            direction.is_some_and(|direction| {
                // The point that completes the five is itself at least a four.
                (-LINE_REACH..=LINE_REACH)
                    .map(|steps| four.step(direction, steps))
                    .filter(|&block| block != four && is_empty(block))
                    .filter(|&block| {
                        patterns.line_class(color, block, direction) >= LineClass::Four
                    })
                    .all(|block| patterns.threat(!color, block) < Threat::Four)
            })
        })
}

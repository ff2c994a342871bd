//! Positions that are decided at sight, without a network and without trying a move, where any five wins.
//!
//! The side to move is called the mover, the other the waiter.
//!
//! | who wins | what is on the board | stones still to place |
//! |---|---|---|
//! | mover | it can make five | 1 |
//! | waiter | it can make five on two points | 1 |
//! | mover | it makes an open four or two fours with the stone that stops the waiter's only five, or the waiter has none to be stopped | 2 |
//! | waiter | it has a four and an open three, and the stone that stops the four makes no four | 2 |
//! | waiter | it has two open threes with no empty point in common, and the mover can make no four | 2 |
//! | mover | it makes a four with an open three, and no stone that may stop the four makes a four | 3 |
//! | mover | it makes two open threes, and the waiter can make no four | 3 |
//!
//! Each line is a proof: whatever the loser answers, the winner goes on as the table says. The lines for the waiter are what those
//! for the mover lead to, so who is told of a win also finds the move. Much that is decided is not in the table.

use gomoku::{Color, Direction, LineClass, Patterns, Point, Threat};

/// A decided game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Who wins.
    pub winner: Color,
    /// How many stones the winner has still to place.
    pub stones: u8,
}

/// How far from a point its class on a line depends on the cells.
const REACH: i16 = 5;

/// Who wins with this side to move, if that can be seen. `is_empty` tells the empty points of the board.
#[inline]
pub fn decided(
    patterns: &Patterns,
    mover: Color,
    is_empty: impl Fn(Point) -> bool,
) -> Option<Decided> {
    let waiter = !mover;
    let wins = |winner, stones| Some(Decided { winner, stones });
    if patterns.count(mover, Threat::Five) > 0 {
        return wins(mover, 1);
    }
    match patterns.count(waiter, Threat::Five) {
        0 => {}
        1 => return answer_to_a_four(patterns, mover),
        _ => return wins(waiter, 1),
    }
    if patterns.count(mover, Threat::OpenFour) > 0 {
        return wins(mover, 2);
    }
    if patterns.count(waiter, Threat::OpenFour) > 1
        && !makes_a_four(patterns, mover)
        && has_two_threes(patterns, waiter, &is_empty)
    {
        return wins(waiter, 2);
    }
    if patterns.count(mover, Threat::FourThree) > 0 && four_and_three(patterns, mover, &is_empty) {
        return wins(mover, 3);
    }
    if patterns.count(mover, Threat::DoubleThree) > 0 && !makes_a_four(patterns, waiter) {
        return wins(mover, 3);
    }
    None
}

/// The waiter has one five to make, which the mover must stop.
fn answer_to_a_four(patterns: &Patterns, mover: Color) -> Option<Decided> {
    let stop = patterns.find(!mover, Threat::Five)?;
    let answer = patterns.threat(mover, stop);
    if answer >= Threat::OpenFour {
        return Some(Decided {
            winner: mover,
            stones: 2,
        });
    }
    let goes_on = answer < Threat::Four
        && open_fours(patterns, !mover).any(|(point, direction)| !is_near(stop, point, direction));
    goes_on.then_some(Decided {
        winner: !mover,
        stones: 2,
    })
}

/// Has this side, which can make no five, a point that makes a four?
#[inline]
fn makes_a_four(patterns: &Patterns, color: Color) -> bool {
    use Threat::{Four, FourPlus, FourThree, OpenFour};
    [Four, FourPlus, FourThree, OpenFour]
        .into_iter()
        .any(|threat| patterns.count(color, threat) > 0)
}

/// The points that make an open four, and the direction in which.
fn open_fours(patterns: &Patterns, color: Color) -> impl Iterator<Item = (Point, Direction)> + '_ {
    let points = patterns.points(color, Threat::OpenFour).iter();
    points.flat_map(move |point| {
        Direction::ALL
            .into_iter()
            .filter(move |&d| patterns.line_class(color, point, d) == LineClass::OpenFour)
            .map(move |direction| (point, direction))
    })
}

/// Does a stone on this point change what the other point makes in a direction?
fn is_near(stone: Point, point: Point, direction: Direction) -> bool {
    (-REACH..=REACH).any(|steps| point.step(direction, steps) == stone)
}

/// Are there two open fours to be made that no single stone stops?
fn has_two_threes(patterns: &Patterns, color: Color, is_empty: &impl Fn(Point) -> bool) -> bool {
    open_fours(patterns, color).any(|(one, along)| {
        open_fours(patterns, color).any(|(other, across)| {
            (-REACH..=REACH)
                .map(|steps| one.step(along, steps))
                .all(|stone| !is_empty(stone) || !is_near(stone, other, across))
        })
    })
}

/// Is there a four with an open three that no answer with a four refutes?
fn four_and_three(patterns: &Patterns, color: Color, is_empty: &impl Fn(Point) -> bool) -> bool {
    patterns
        .points(color, Threat::FourThree)
        .iter()
        .any(|four| {
            let direction = Direction::ALL
                .into_iter()
                .find(|&d| patterns.line_class(color, four, d) == LineClass::Four);
            direction.is_some_and(|direction| {
                // The stone that makes it five would by itself have made a four as well.
                (-REACH..=REACH)
                    .map(|steps| four.step(direction, steps))
                    .filter(|&stop| stop != four && is_empty(stop))
                    .filter(|&stop| patterns.line_class(color, stop, direction) >= LineClass::Four)
                    .all(|stop| patterns.threat(!color, stop) < Threat::Four)
            })
        })
}

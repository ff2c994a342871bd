//! Exact forbidden points of renju.
//!
//! Black may not make an overline, two fours or two open threes with one stone, unless the stone makes five. A three is
//! open only if the point that extends it to a straight four is legal for black after the new stone. A double three can
//! therefore depend on other double threes; the recursion ends because each level adds a stone.

use std::fmt;

use crate::board::{Board, Cell};
use crate::color::Color;
use crate::pattern::LineClass;
use crate::pattern::tables::Tables;
use crate::point::{Direction, Point};
use crate::rule::Rule;

/// Why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForbiddenReason {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

impl fmt::Display for ForbiddenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ForbiddenReason::Overline => "overline",
            ForbiddenReason::DoubleFour => "double four",
            ForbiddenReason::DoubleThree => "double three",
        })
    }
}

/// Why this empty point is forbidden to black under renju rules, whichever side is to move.
pub fn forbidden_reason(board: &Board, point: Point) -> Option<ForbiddenReason> {
    Hypothetical {
        board,
        stones: Vec::new(),
    }
    .forbidden_reason(point)
}

/// All points forbidden to black, row by row from the top left.
pub fn forbidden_points(board: &Board) -> Vec<(Point, ForbiddenReason)> {
    board
        .size()
        .points()
        .filter(|&point| board.is_empty(point))
        .filter_map(|point| Some((point, forbidden_reason(board, point)?)))
        .collect()
}

/// A board plus the hypothetical black stones of the recursion.
struct Hypothetical<'a> {
    board: &'a Board,
    stones: Vec<Point>,
}

impl Hypothetical<'_> {
    fn cell(&self, point: Point) -> Cell {
        if self.stones.contains(&point) {
            Cell::Stone(Color::Black)
        } else {
            self.board.cell(point)
        }
    }

    fn class(&self, point: Point, direction: Direction) -> LineClass {
        Tables::class_at(
            &|at| self.cell(at),
            Rule::Renju,
            Color::Black,
            point,
            direction,
        )
    }

    /// The number of adjacent black stones on one side of the point.
    fn run(&self, point: Point, direction: Direction, sign: i16) -> i16 {
        (1..)
            .take_while(|&steps| {
                self.cell(point.step(direction, sign * steps)) == Cell::Stone(Color::Black)
            })
            .count() as i16
    }

    fn forbidden_reason(&mut self, point: Point) -> Option<ForbiddenReason> {
        let classes = Direction::ALL.map(|direction| (direction, self.class(point, direction)));
        let count =
            |is: fn(LineClass) -> bool| classes.iter().filter(|&&(_, class)| is(class)).count();
        if count(|class| class == LineClass::Five) > 0 {
            return None;
        }
        // The class also covers two fours in one line.
        let overline = |&(direction, class): &(Direction, LineClass)| {
            class == LineClass::Overline
                && self.run(point, direction, -1) + self.run(point, direction, 1) >= 5
        };
        if classes.iter().any(overline) {
            return Some(ForbiddenReason::Overline);
        }
        if count(|class| class == LineClass::Overline) > 0 || count(LineClass::is_four) >= 2 {
            return Some(ForbiddenReason::DoubleFour);
        }
        if count(LineClass::is_three) < 2 {
            return None;
        }
        self.stones.push(point);
        let open_threes = classes
            .into_iter()
            .filter(|&(direction, class)| {
                class.is_three() && self.can_become_straight_four(point, direction)
            })
            .count();
        self.stones.pop();
        (open_threes >= 2).then_some(ForbiddenReason::DoubleThree)
    }

    /// Does the line have a legal point that makes a straight four with the stone at `point`?
    fn can_become_straight_four(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            // Only the first empty point can complete a straight four: a stone further away leaves a gap.
            let next = point.step(direction, sign * (self.run(point, direction, sign) + 1));
            self.cell(next) == Cell::Empty
                && self.class(next, direction) == LineClass::OpenFour
                && self.forbidden_reason(next).is_none()
        })
    }
}

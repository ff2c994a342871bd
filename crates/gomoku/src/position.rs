//! A board with its patterns, for fast searches.

use crate::board::Board;
use crate::color::Color;
use crate::forbidden::{self, ForbiddenReason};
use crate::pattern::{Patterns, Threat};
use crate::point::Point;

/// A board with incrementally updated patterns.
///
/// ```
/// use gomoku::{Board, Color, Position, Rule, Size, Threat};
///
/// let center = Size::FIFTEEN.center();
/// let mut position = Position::new(Board::new(Size::FIFTEEN, Rule::Freestyle));
/// position.push(center);
/// assert_eq!(position.patterns().count(Color::Black, Threat::Two), 24);
/// position.pop();
/// assert_eq!(position.patterns().count(Color::Black, Threat::Two), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    patterns: Patterns,
}

impl Position {
    /// The position of a board.
    pub fn new(board: Board) -> Position {
        let patterns = Patterns::new(&board);
        Position { board, patterns }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The patterns.
    #[inline]
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Plays a move without checking it. The point must be empty.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.board.push_observed(point, &mut self.patterns);
    }

    /// Undoes the last move or pass.
    ///
    /// # Panics
    /// When there is none, or when it was played before [`Position::new`].
    #[inline]
    pub fn pop(&mut self) {
        self.board.pop_observed(&mut self.patterns);
    }

    /// Passes.
    #[inline]
    pub fn pass(&mut self) {
        self.board.pass();
    }

    /// Does the side win with a stone on this empty point?
    #[inline]
    pub fn wins(&self, color: Color, point: Point) -> bool {
        self.patterns.threat(color, point) == Threat::Five
    }

    /// A point on which the side makes five.
    #[inline]
    pub fn five(&self, color: Color) -> Option<Point> {
        self.patterns.find(color, Threat::Five)
    }

    /// A point on which the side makes an open four or two fours.
    #[inline]
    pub fn open_four(&self, color: Color) -> Option<Point> {
        self.patterns.find(color, Threat::OpenFour)
    }

    /// A point on which the side makes a four and an open three.
    #[inline]
    pub fn four_three(&self, color: Color) -> Option<Point> {
        self.patterns.find(color, Threat::FourThree)
    }

    /// Why this empty point is forbidden to black; `None` if it is not. Runs the exact test only if the line classes suggest
    /// a forbidden point.
    #[inline]
    pub fn forbidden_reason(&self, point: Point) -> Option<ForbiddenReason> {
        if self.patterns.threat(Color::Black, point) == Threat::Forbidden {
            forbidden::forbidden_reason(&self.board, point)
        } else {
            None
        }
    }

    /// Is this empty point legal for the side to move?
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        !self.board.rule().forbids(self.board.side_to_move())
            || self.forbidden_reason(point).is_none()
    }
}

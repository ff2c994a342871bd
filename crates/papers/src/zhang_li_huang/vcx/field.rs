//! A board with point scores and neighborhoods, updated incrementally.

use gomoku::{Board, Cell, Color, Observer, Point, PointSet};

use crate::zhang_li_huang::score_dictionary::line_scorer::Scoring;
use crate::zhang_li_huang::score_dictionary::{FIVE, PointScores};

/// A board with its point scores and neighborhoods.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    surroundings: Surroundings,
}

#[derive(Clone, Debug)]
struct Surroundings {
    scores: PointScores,
    empty: PointSet,
    /// The number of stones in the 5 × 5 around each point.
    counts: [u8; Point::CELLS],
    /// Points with at least one and with at least two such stones.
    one: PointSet,
    two: PointSet,
}

impl Field {
    /// The field of a board.
    pub fn new(board: &Board, scoring: Scoring) -> Field {
        let mut surroundings = Surroundings {
            scores: PointScores::new(board, scoring),
            empty: board.empty(),
            counts: [0; Point::CELLS],
            one: PointSet::EMPTY,
            two: PointSet::EMPTY,
        };
        for stone in board.moves() {
            surroundings.count(stone, true);
        }
        Field {
            board: board.clone(),
            surroundings,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Plays a move without checking it.
    pub fn push(&mut self, point: Point) {
        self.board.push_observed(point, &mut self.surroundings);
    }

    /// Undoes the last move.
    pub fn pop(&mut self) {
        self.board.pop_observed(&mut self.surroundings);
    }

    /// The point scores.
    #[inline]
    pub fn scores(&self) -> &PointScores {
        &self.surroundings.scores
    }

    /// The score of a point for a side.
    #[inline]
    pub fn score(&self, color: Color, point: Point) -> i32 {
        self.surroundings.scores.score(color, point)
    }

    /// The empty squares with a stone in the 5 x 5 around them.
    pub fn near(&self) -> PointSet {
        self.surroundings.one & self.surroundings.empty
    }

    /// The empty squares with two stones there.
    pub fn nearer(&self) -> PointSet {
        self.surroundings.two & self.surroundings.empty
    }

    /// May the side to move play here?
    pub fn is_allowed(&self, point: Point) -> bool {
        !self.board.rule().forbids(self.board.side_to_move())
            || self.board.forbidden_reason(point).is_none()
    }

    /// The squares on which a side wins.
    pub fn fives(&self, color: Color) -> Vec<Point> {
        if self
            .surroundings
            .scores
            .find_five(&self.board, color)
            .is_none()
        {
            return Vec::new();
        }
        self.near()
            .iter()
            .filter(|&point| self.score(color, point) >= FIVE && self.board.wins(point, color))
            .collect()
    }
}

impl Surroundings {
    fn count(&mut self, stone: Point, is_placed: bool) {
        for row in -2..=2_isize {
            for column in -2..=2_isize {
                let offset = row * Point::STRIDE as isize + column;
                let point = Point::from_index(stone.index().wrapping_add_signed(offset));
                let count = &mut self.counts[point.index()];
                let before = *count;
                *count = if is_placed { before + 1 } else { before - 1 };
                match before.max(*count) {
                    1 => self.one.toggle(point),
                    2 => self.two.toggle(point),
                    _ => {}
                }
            }
        }
    }
}

impl Observer for Surroundings {
    fn on_place(&mut self, board: &Board, point: Point, color: Color) {
        self.scores.on_place(board, point, color);
        self.empty.remove(point);
        self.count(point, true);
    }

    fn on_remove(&mut self, board: &Board, point: Point, color: Color) {
        self.scores.on_remove(board, point, color);
        debug_assert_eq!(board.cell(point), Cell::Empty);
        self.empty.insert(point);
        self.count(point, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Neighborhood, Rule, Size};

    #[test]
    fn incremental_neighborhoods_equal_recomputed_ones() {
        let board = Board::new(Size::new(9).unwrap(), Rule::Freestyle);
        let mut field = Field::new(&board, Scoring::Authors);
        let mut step = 3;
        while let Some(point) = Neighborhood::Square2
            .candidates(field.board())
            .iter()
            .nth(step % 6)
        {
            step += 5;
            field.push(point);
            field.pop();
            field.push(point);
            assert_eq!(
                field.near(),
                Neighborhood::Square2.candidates(field.board())
            );
            let anew = Field::new(field.board(), Scoring::Authors);
            assert_eq!(field.nearer(), anew.nearer());
        }
    }
}

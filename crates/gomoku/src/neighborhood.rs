//! Candidate moves: the empty points near stones.
//!
//! A move far from every stone is hardly ever good, so players search a neighborhood of the stones. The papers use narrow
//! ones of one or two steps, engines wider ones.

use crate::board::Board;
use crate::point_set::PointSet;

/// The points around a stone that are candidate moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Neighborhood {
    /// The 8 neighbors: "1-adjacent".
    Square1,
    /// One or two steps along a row, column or diagonal, 16 points: "2-adjacent" as Cao and Lin draw it.
    Star2,
    /// The 5 × 5 square, 24 points.
    Square2,
    /// The 5 × 5 square and rays of three.
    Square2Line3,
    /// The 7 × 7 square.
    Square3,
    /// The 7 × 7 square and rays of four.
    Square3Line4,
    /// The 9 × 9 square.
    Square4,
    /// Every empty point.
    Full,
}

impl Neighborhood {
    /// Every neighborhood, narrowest first.
    pub const ALL: [Neighborhood; 8] = [
        Neighborhood::Square1,
        Neighborhood::Star2,
        Neighborhood::Square2,
        Neighborhood::Square2Line3,
        Neighborhood::Square3,
        Neighborhood::Square3Line4,
        Neighborhood::Square4,
        Neighborhood::Full,
    ];

    /// The reach of the square and of the rays.
    const fn reach(self) -> (i32, i32) {
        match self {
            Neighborhood::Square1 => (1, 1),
            Neighborhood::Star2 => (1, 2),
            Neighborhood::Square2 => (2, 2),
            Neighborhood::Square2Line3 => (2, 3),
            Neighborhood::Square3 => (3, 3),
            Neighborhood::Square3Line4 => (3, 4),
            Neighborhood::Square4 => (4, 4),
            Neighborhood::Full => (0, 0),
        }
    }

    /// The empty points in the neighborhood of any stone. On an empty board only the center, except for
    /// [`Neighborhood::Full`]. The set can be empty although the board is not full.
    pub fn candidates(self, board: &Board) -> PointSet {
        let empty = board.empty();
        if self == Neighborhood::Full {
            return empty;
        }
        let stones = board.occupied();
        if stones.is_empty() {
            return [board.size().center()].into_iter().collect();
        }
        let (square, ray) = self.reach();
        spread_square(stones, square) & empty | spread_rays(stones, square, ray) & empty
    }
}

/// The set grown by `reach` in rows and then in columns.
fn spread_square(stones: PointSet, reach: i32) -> PointSet {
    let wide = stones.widened(reach.unsigned_abs());
    let mut square = wide;
    for step in 1..=reach {
        square |= wide.shifted(32 * step) | wide.shifted(-32 * step);
    }
    square
}

/// The points from `square + 1` to `ray` steps away along the eight rays.
fn spread_rays(stones: PointSet, square: i32, ray: i32) -> PointSet {
    let mut rays = PointSet::EMPTY;
    for step in square + 1..=ray {
        for offset in [1, 31, 32, 33] {
            rays |= stones.shifted(offset * step) | stones.shifted(-offset * step);
        }
    }
    rays
}

//! The moves of the positions of the present line, each position's in the order of their promise.
//!
//! Few of a position's moves are ever tried, so they are not sorted: the best of the rest is looked for when it is needed.
//! Its key has the score above and the place in the list below, so that one maximum over whole numbers finds both, which
//! the compiler turns into a few instructions for many keys at once.

use gomoku::Point;

/// The moves of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    listed: usize,
    tried: usize,
}

/// The lists of all positions of the present line, one behind the other.
#[derive(Debug)]
pub(crate) struct Order {
    listed: Vec<Point>,
    /// For each listed move; [`TRIED`] once it was tried.
    keys: Vec<i32>,
    tried: Vec<Point>,
}

/// Bits of a key for the place in the list, enough for every board.
const PLACE_BITS: u32 = 10;
const PLACES: i32 = 1 << PLACE_BITS;
const MAX_SCORE: i32 = i32::MAX >> PLACE_BITS;
/// Below every key of a move that can still be tried.
const TRIED: i32 = i32::MIN;

impl Order {
    pub(crate) fn new() -> Order {
        Order {
            listed: Vec::with_capacity(4096),
            keys: Vec::with_capacity(4096),
            tried: Vec::with_capacity(1024),
        }
    }

    /// The moves of a position begin.
    pub(crate) fn begin(&self) -> Moves {
        Moves {
            listed: self.listed.len(),
            tried: self.tried.len(),
        }
    }

    /// The moves of a position, and all that were begun after them, are no longer needed.
    pub(crate) fn end(&mut self, moves: Moves) {
        self.listed.truncate(moves.listed);
        self.keys.truncate(moves.listed);
        self.tried.truncate(moves.tried);
    }

    /// Adds a move to the position begun last.
    #[inline]
    pub(crate) fn list(&mut self, moves: Moves, point: Point, score: i32) {
        let place = (self.listed.len() - moves.listed) as i32;
        // Of equals the first comes first.
        let key = score.clamp(-MAX_SCORE, MAX_SCORE) << PLACE_BITS | (PLACES - 1 - place);
        self.listed.push(point);
        self.keys.push(key);
    }

    /// The best listed move that was not tried yet.
    #[inline]
    pub(crate) fn next(&mut self, moves: Moves) -> Option<Point> {
        let keys = &mut self.keys[moves.listed..];
        let best = keys.iter().fold(TRIED, |best, &key| best.max(key));
        if best == TRIED {
            return None;
        }
        let place = (PLACES - 1 - (best & (PLACES - 1))) as usize;
        keys[place] = TRIED;
        Some(self.listed[moves.listed + place])
    }

    /// Notes that a move is being tried.
    #[inline]
    pub(crate) fn try_out(&mut self, point: Point) {
        self.tried.push(point);
    }

    /// The moves of a position that were tried.
    pub(crate) fn tried(&self, moves: Moves) -> &[Point] {
        &self.tried[moves.tried..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn moves_come_in_the_order_of_their_scores_and_equals_as_listed() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut order = Order::new();
        for round in 0..50 {
            let outer = order.begin();
            order.list(outer, Point::from_index(700), 5);
            order.try_out(Point::from_index(700));
            let moves = order.begin();
            let scores: Vec<i32> = (0..rng.random_range(0..484))
                .map(|_| match round % 3 {
                    0 => rng.random_range(-3..3),
                    1 => rng.random_range(-2_000_000..2_000_000),
                    _ => rng.random_range(-40_000..400_000),
                })
                .collect();
            for (place, &score) in scores.iter().enumerate() {
                order.list(moves, Point::from_index(place), score);
            }
            let mut expected: Vec<usize> = (0..scores.len()).collect();
            expected.sort_by_key(|&place| (-scores[place], place));
            for &place in &expected {
                assert_eq!(order.next(moves), Some(Point::from_index(place)));
                order.try_out(Point::from_index(place));
            }
            assert_eq!(order.next(moves), None);
            let tried: Vec<usize> = order.tried(moves).iter().map(|one| one.index()).collect();
            assert_eq!(tried, expected);
            order.end(moves);
            assert_eq!(order.next(outer), Some(Point::from_index(700)));
            order.end(outer);
        }
    }
}

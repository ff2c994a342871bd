//! A position and what it looks worth, kept in step with every move.
//!
//! value = N(own sums, enemy sums) + T(threat mask), where the sums are over what the empty points say by what a stone of each
//! color would make there, and N is the [network](crate::network).

use std::sync::Arc;

use gomoku::{Board, Patterns, Point, Position};

use crate::network::{SAID, Said, exchange};
use crate::score::{MOST, Score};
use crate::threat_mask::threat_mask;
use crate::weights::Weights;

/// A position with its running evaluation.
#[derive(Clone, Debug)]
pub struct Outlook {
    position: Position,
    weights: Arc<Weights>,
    /// The sums over points for black and white, after each ply since the outlook was made. Half of all positions are left
    /// without being judged, so those of the last ply may still have to be computed.
    sums: Vec<[Said; 2]>,
    /// Do they?
    is_behind: bool,
}

impl Outlook {
    /// The outlook of a board.
    pub fn new(board: Board, weights: Arc<Weights>) -> Outlook {
        let position = Position::new(board);
        let sums = full_sums(&position, &weights);
        Outlook {
            position,
            weights,
            sums: vec![sums],
            is_behind: false,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// The patterns.
    #[inline]
    pub fn patterns(&self) -> &Patterns {
        self.position.patterns()
    }

    /// The position alone.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position, for a solver that leaves it as it was.
    #[inline]
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn push(&mut self, point: Point) {
        self.catch_up();
        self.position.push(point);
        self.is_behind = true;
    }

    /// Computes the sums of the last ply if that was not done yet.
    #[inline]
    fn catch_up(&mut self) {
        if !self.is_behind {
            return;
        }
        self.is_behind = false;
        let last = self.board().history().last().copied().flatten();
        let last = last.expect("only a stone puts the sums behind");
        // The lines of an occupied point are those of before its stone was placed.
        let own = self.patterns().both_lines(last);
        let [mut black, mut white] = *self.sums();
        let [own_black, own_white] = self.weights.point(own);
        exchange(&mut black, own_black, &[0; SAID]);
        exchange(&mut white, own_white, &[0; SAID]);
        for (old, new) in self.position.patterns().changes() {
            let ([old_black, old_white], [new_black, new_white]) =
                (self.weights.point(old), self.weights.point(new));
            exchange(&mut black, old_black, new_black);
            exchange(&mut white, old_white, new_white);
        }
        self.sums.push([black, white]);
    }

    /// Takes back the last move.
    #[inline]
    pub fn pop(&mut self) {
        if !std::mem::take(&mut self.is_behind) {
            self.sums.pop();
        }
        self.position.pop();
    }

    #[inline]
    fn sums(&self) -> &[Said; 2] {
        self.sums
            .last()
            .expect("the sums of the first position stay")
    }

    /// What the position looks worth to the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.catch_up();
        let side = self.board().side_to_move();
        let threats = threat_mask(self.patterns(), side);
        let score = self.weights.score(side, self.sums(), threats);
        score.clamp(-MOST, MOST)
    }

    /// How good a move of the side to move looks.
    #[inline]
    pub fn step(&self, point: Point) -> i32 {
        self.weights.step(
            self.board().side_to_move(),
            self.patterns().both_lines(point),
        )
    }
}

/// The sums over points, computed from scratch.
fn full_sums(position: &Position, weights: &Weights) -> [Said; 2] {
    let mut sums = [[0; SAID]; 2];
    for point in &position.board().empty() {
        let said = weights.point(position.patterns().both_lines(point));
        for (sum, said) in sums.iter_mut().zip(said) {
            exchange(sum, &[0; SAID], said);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_running_sums_equal_the_sums_over_all_points() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for rule in Rule::ALL {
            for size in [5, 15, 22] {
                let board = Board::new(Size::new(size).unwrap(), rule);
                let mut outlook = Outlook::new(board, Weights::of(rule));
                for _ in 0..200 {
                    if rng.random_range(0..3) == 0 && outlook.board().ply() > 0 {
                        outlook.pop();
                    } else if !outlook.board().is_full() {
                        let empty = outlook.board().empty();
                        let place = rng.next_u32() as usize % empty.len();
                        outlook.push(empty.iter().nth(place).unwrap());
                    }
                    // Some stones are placed on others that nobody has judged.
                    if rng.random_range(0..3) == 0 {
                        continue;
                    }
                    outlook.catch_up();
                    let again =
                        full_sums(&Position::new(outlook.board().clone()), &outlook.weights);
                    assert_eq!(outlook.sums(), &again);
                }
            }
        }
    }

    #[test]
    fn the_sums_of_wild_boards_stay_far_from_the_ends_of_their_numbers() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for rule in Rule::ALL {
            let weights = Weights::of(rule);
            let mut board = Board::new(Size::new(22).unwrap(), rule);
            while board.ply() < 300 {
                let empty = board.empty();
                let place = rng.next_u32() as usize % empty.len();
                board.push(empty.iter().nth(place).unwrap());
                let position = Position::new(board.clone());
                let mut sums = [[0_i32; SAID]; 2];
                for point in &position.board().empty() {
                    let said = weights.point(position.patterns().both_lines(point));
                    for (sums, said) in sums.iter_mut().zip(said) {
                        for (sum, &said) in sums.iter_mut().zip(said) {
                            *sum += i32::from(said);
                        }
                    }
                }
                let largest = sums.as_flattened().iter().map(|sum| sum.abs()).max();
                assert!(largest.unwrap() < 25_000, "{rule:?} {sums:?}");
            }
        }
    }
}

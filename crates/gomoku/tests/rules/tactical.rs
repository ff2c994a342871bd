//! Random games whose stones stay close together, so that threats arise.

use gomoku::{Board, Neighborhood, Point, Rule, Size};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The board sizes of the tests.
pub(crate) const SIZES: [u8; 5] = [5, 9, 15, 20, 22];

pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random move near the stones, anywhere if there is no room near them.
pub(crate) fn random_move(board: &Board, random: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let near = Neighborhood::Square2.candidates(board);
    near.iter()
        .choose(random)
        .or_else(|| board.empty().iter().choose(random))
}

/// A game of random moves that ends with a five, a full board or after `plies`.
pub(crate) fn random_game(
    rule: Rule,
    size: Size,
    plies: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Board {
    let mut board = Board::new(size, rule);
    while board.ply() < plies && board.winner().is_none() {
        let Some(point) = random_move(&board, random) else {
            break;
        };
        board.push(point);
    }
    board
}

//! Boards for the tests: positions of the papers, in their coordinates, and random ones.

use gomoku::{Board, Neighborhood, Point, Rule, Size};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The papers write (row, column).
pub(crate) fn at((row, column): (u8, u8)) -> Point {
    Point::new(column, row)
}

/// Stones of both sides, placed in turn. The papers' diagrams give no order.
pub(crate) fn stones(size: Size, black: &[(u8, u8)], white: &[(u8, u8)]) -> Board {
    let mut board = Board::new(size, Rule::Freestyle);
    for index in 0..black.len().max(white.len()) {
        for side in [black, white] {
            match side.get(index) {
                Some(&stone) => board.push(at(stone)),
                None if index + 1 < black.len().max(white.len()) => board.pass(),
                None => {}
            }
        }
    }
    board
}

/// Moves as they were played.
pub(crate) fn moves(size: Size, moves: &[(u8, u8)]) -> Board {
    let moves: Vec<_> = moves.iter().copied().map(at).collect();
    Board::with_moves(size, Rule::Freestyle, &moves).unwrap()
}

/// Cao and Lin's situation 1, reconstructed: black to move wins by a double three at (7,7).
pub(crate) fn situation_1() -> Board {
    stones(
        Size::FIFTEEN,
        &[(5, 7), (6, 7), (7, 5), (7, 6)],
        &[(5, 8), (6, 5), (8, 6), (8, 8)],
    )
}

/// Cao and Lin's situation 2, reconstructed: black to move loses with (7,7) and wins with (6,8).
pub(crate) fn situation_2() -> Board {
    stones(
        Size::FIFTEEN,
        &[
            (5, 7),
            (6, 7),
            (7, 4),
            (7, 5),
            (7, 6),
            (8, 6),
            (8, 10),
            (9, 11),
            (10, 3),
        ],
        &[
            (4, 9),
            (6, 6),
            (7, 3),
            (8, 8),
            (9, 4),
            (9, 8),
            (10, 8),
            (10, 12),
            (11, 2),
        ],
    )
}

/// Liao's move 39 (section 4.3), reconstructed from the text: (10,7) wins.
pub(crate) fn move_39() -> Board {
    stones(
        Size::FIFTEEN,
        &[(8, 5), (9, 6), (9, 7), (12, 8), (13, 8), (13, 9)],
        &[(5, 5), (6, 10), (7, 4), (9, 4), (11, 9), (13, 6)],
    )
}

/// Random unfinished games with at least one legal move.
pub(crate) fn random_boards(
    seed: u64,
    sizes: &[u8],
    rules: &[Rule],
) -> impl Iterator<Item = Board> + use<> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (sizes, rules) = (sizes.to_vec(), rules.to_vec());
    let mut count = 0;
    std::iter::from_fn(move || {
        loop {
            let size = Size::new(sizes[count % sizes.len()]).unwrap();
            let rule = rules[count / sizes.len() % rules.len()];
            let plies = rng.random_range(0..size.area().min(60));
            let mut board = Board::new(size, rule);
            while board.ply() < plies && board.winner().is_none() {
                let near = Neighborhood::Square2.candidates(&board) & board.legal_moves();
                match near.iter().choose(&mut rng) {
                    Some(point) => board.push(point),
                    None => break,
                }
            }
            if board.winner().is_none() && !board.legal_moves().is_empty() {
                count += 1;
                return Some(board);
            }
        }
    })
}

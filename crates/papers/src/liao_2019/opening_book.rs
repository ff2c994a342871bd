//! Liao's opening book of 57 openings (2019, section 2.2.2), looked up under the eight symmetries.
//!
//! The report says 57 and shows twelve of them (figure 2.4). Our list is a natural one with exactly 57 entries: black in
//! the center; white anywhere in the central 5 x 5 (5 classes under symmetry); and, where white touches black, black's
//! third stone anywhere in the central 7 x 7 (52 classes, among them the 26 named openings of renju).
//!
//! Book moves are weighted: the first is the center, the second is adjacent to it more often than not, and a named opening
//! is twice as likely as any other. After three stones the player searches.

use gomoku::{Board, Cell, Color, Point, PointSet, Symmetry};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Row and column relative to the center.
pub type Offset = (i8, i8);

/// White's second stone, one per class, with weights.
pub const SECOND: [(Offset, u32); 5] = [
    ((1, 0), 4),
    ((1, 1), 4),
    ((2, 0), 1),
    ((2, 1), 1),
    ((2, 2), 1),
];

/// The direct openings: white at (1, 0).
pub const DIRECT: [(&str, Offset); 13] = [
    ("Kansei", (2, 0)),
    ("Keigetsu", (2, 1)),
    ("Sosei", (2, 2)),
    ("Kagetsu", (1, 1)),
    ("Zangetsu", (1, 2)),
    ("Ugetsu", (0, 1)),
    ("Kinsei", (0, 2)),
    ("Shogetsu", (-1, 0)),
    ("Kyugetsu", (-1, 1)),
    ("Shingetsu", (-1, 2)),
    ("Zuisei", (-2, 0)),
    ("Sangetsu", (-2, 1)),
    ("Yusei", (-2, 2)),
];

/// The indirect openings: white at (1, 1).
pub const INDIRECT: [(&str, Offset); 13] = [
    ("Chosei", (2, 2)),
    ("Kyogetsu", (1, 2)),
    ("Kosei", (0, 2)),
    ("Suigetsu", (-1, 2)),
    ("Ryusei", (-2, 2)),
    ("Ungetsu", (0, 1)),
    ("Hogetsu", (-1, 1)),
    ("Rangetsu", (-2, 1)),
    ("Gingetsu", (-1, 0)),
    ("Myojo", (-2, 0)),
    ("Shagetsu", (-1, -1)),
    ("Meigetsu", (-2, -1)),
    ("Suisei", (-2, -2)),
];

/// The weight of a named opening; others have 1.
const NAMED_WEIGHT: u32 = 2;

/// Black's third stone in the central 7 x 7, one per class, with the name of the renju opening if it has one.
pub fn third_stones(white: Offset) -> Vec<(Offset, Option<&'static str>)> {
    let named: &[(&str, Offset)] = match white {
        (1, 0) => &DIRECT,
        (1, 1) => &INDIRECT,
        _ => return Vec::new(),
    };
    // Besides the identity, one reflection leaves both stones in place.
    let mirror = |(row, column): Offset| {
        if white == (1, 0) {
            (row, -column)
        } else {
            (column, row)
        }
    };
    let mut stones: Vec<_> = named.iter().map(|&(name, at)| (at, Some(name))).collect();
    for at in (-3..=3).flat_map(|row| (-3..=3).map(move |column| (row, column))) {
        let is_taken = at == (0, 0) || at == white;
        let is_listed = |stone: Offset| stones.iter().any(|&(listed, _)| listed == stone);
        if !is_taken && !is_listed(at) && !is_listed(mirror(at)) {
            stones.push((at, None));
        }
    }
    stones
}

/// A random book move among the allowed points, by weight.
pub fn book_move(board: &Board, allowed: &PointSet, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let moves: Vec<_> = book_moves(board)
        .into_iter()
        .filter(|&(point, _)| allowed.contains(point))
        .collect();
    let total: u32 = moves.iter().map(|&(_, weight)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = rng.random_range(0..total);
    moves.into_iter().find_map(|(point, weight)| {
        let is_drawn = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_drawn.then_some(point)
    })
}

/// The book moves of a position with their weights.
pub fn book_moves(board: &Board) -> Vec<(Point, u32)> {
    let center = board.size().center();
    // A board of even size has no center that all symmetries preserve.
    let odd = board.size().get() % 2 == 1;
    let is_in_book = board.stone_count() == 0 || board.cell(center) == Cell::Stone(Color::Black);
    if !odd || !is_in_book || board.ply() != board.stone_count() {
        return Vec::new();
    }
    match board.stone_count() {
        0 => vec![(center, 1)],
        1 => SECOND
            .iter()
            .filter_map(|&(offset, weight)| Some((at(board, offset)?, weight)))
            .collect(),
        2 => third_moves(board),
        _ => Vec::new(),
    }
}

fn third_moves(board: &Board) -> Vec<(Point, u32)> {
    let size = board.size();
    let Some(white) = board.stones(Color::White).next() else {
        return Vec::new();
    };
    for listed in [(1, 0), (1, 1)] {
        let Some(entry) = at(board, listed) else {
            continue;
        };
        let symmetry = Symmetry::ALL
            .into_iter()
            .find(|symmetry| symmetry.apply(entry, size) == white);
        if let Some(symmetry) = symmetry {
            return third_stones(listed)
                .into_iter()
                .filter_map(|(offset, name)| {
                    let point = symmetry.apply(at(board, offset)?, size);
                    Some((point, if name.is_some() { NAMED_WEIGHT } else { 1 }))
                })
                .collect();
        }
    }
    Vec::new()
}

/// The point at an offset from the center, if it is on the board.
fn at(board: &Board, (row, column): Offset) -> Option<Point> {
    let center = board.size().center();
    board.size().point(
        i64::from(center.column()) + i64::from(column),
        i64::from(center.row()) + i64::from(row),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku::{Rule, Size};
    use std::collections::HashSet;

    fn board(offsets: &[Offset]) -> Board {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        for &offset in offsets {
            let point = at(&board, offset).unwrap();
            board.push(point);
        }
        board
    }

    #[test]
    fn the_book_has_57_distinct_openings() {
        let mut keys = HashSet::new();
        let mut named = 0;
        for (white, _) in SECOND {
            assert!(keys.insert(board(&[(0, 0), white]).canonical_key().0));
            for (black, name) in third_stones(white) {
                named += usize::from(name.is_some());
                assert!(keys.insert(board(&[(0, 0), white, black]).canonical_key().0));
            }
        }
        assert_eq!((keys.len(), named), (57, 26));
    }

    #[test]
    fn book_moves_are_found_under_every_symmetry() {
        let plain = board(&[(0, 0), (1, 1)]);
        let keys = |board: &Board| -> HashSet<u64> {
            book_moves(board)
                .iter()
                .map(|&(point, _)| {
                    let mut board = board.clone();
                    board.push(point);
                    board.canonical_key().0
                })
                .collect()
        };
        assert_eq!(keys(&plain).len(), 26);
        for symmetry in Symmetry::ALL {
            assert_eq!(keys(&plain.transformed(symmetry)), keys(&plain));
        }
    }

    #[test]
    fn the_book_ends_after_three_stones_and_off_the_center() {
        assert!(book_moves(&board(&[(0, 0), (1, 1), (2, 2)])).is_empty());
        assert!(book_moves(&board(&[(3, 3)])).is_empty());
        assert!(book_moves(&board(&[(0, 0), (3, 1)])).is_empty());
        assert_eq!(book_moves(&board(&[])).len(), 1);
        assert_eq!(book_moves(&board(&[(0, 0)])).len(), 5);
    }
}

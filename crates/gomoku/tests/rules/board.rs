//! Hashing, symmetry, candidates and the end of a game.

use std::collections::HashMap;

use gomoku::{
    Board, Cell, Color, IllegalMove, Neighborhood, Point, PointSet, Rule, Size, Symmetry,
};

use crate::tactical::{SIZES, random, random_game, random_move};

fn sizes() -> impl Iterator<Item = Size> {
    SIZES.into_iter().map(|size| Size::new(size).unwrap())
}

#[test]
fn the_key_depends_on_stones_side_rule_and_size_and_not_on_the_order() {
    let mut seen = HashMap::new();
    for rule in Rule::ALL {
        for size in sizes() {
            let board = Board::new(size, rule);
            assert!(seen.insert(board.key(), (rule, size)).is_none());
        }
    }
    let [a, b, c, d] =
        [(7, 7), (8, 8), (7, 8), (6, 6)].map(|(column, row)| Point::new(column, row));
    let board = |moves: &[Point]| Board::with_moves(Size::FIFTEEN, Rule::Freestyle, moves).unwrap();
    assert_eq!(board(&[a, b, c, d]).key(), board(&[c, d, a, b]).key());
    assert_eq!(board(&[a, b, c, d]), board(&[c, d, a, b]));
    assert_ne!(board(&[a, b]).key(), board(&[b, a]).key());
    let mut passed = board(&[a, b]);
    passed.pass();
    assert_ne!(passed.key(), board(&[a, b]).key());
    passed.pop();
    assert_eq!(passed.key(), board(&[a, b]).key());
}

#[test]
fn symmetries_form_a_group_and_share_one_canonical_key() {
    for size in sizes() {
        for symmetry in Symmetry::ALL {
            for point in size.points() {
                let image = symmetry.apply(point, size);
                assert_eq!(symmetry.inverse().apply(image, size), point);
            }
        }
        for rule in Rule::ALL {
            let board = random_game(rule, size, 17, &mut random(3));
            let (key, symmetry) = board.canonical_key();
            assert_eq!(board.transformed(symmetry).key(), key);
            for symmetry in Symmetry::ALL {
                assert_eq!(board.transformed(symmetry).canonical_key().0, key);
            }
        }
    }
    let corner = Point::new(1, 2);
    let images: PointSet = Symmetry::ALL
        .iter()
        .map(|s| s.apply(corner, Size::FIFTEEN))
        .collect();
    assert_eq!(images.len(), 8);
}

/// The neighborhoods by walking from every stone.
fn slow_candidates(board: &Board, square: i64, ray: i64) -> PointSet {
    let mut candidates = PointSet::EMPTY;
    for stone in board.moves() {
        for point in board.size().points() {
            let columns = (i64::from(stone.column()) - i64::from(point.column())).abs();
            let rows = (i64::from(stone.row()) - i64::from(point.row())).abs();
            let near = columns.max(rows) <= square;
            let on_ray = (columns == 0 || rows == 0 || columns == rows) && columns.max(rows) <= ray;
            if board.is_empty(point) && (near || on_ray) {
                candidates.insert(point);
            }
        }
    }
    candidates
}

#[test]
fn candidates_are_the_empty_points_near_the_stones() {
    let reach = [
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        (4, 4),
        (99, 99),
    ];
    for size in sizes() {
        let board = Board::new(size, Rule::Freestyle);
        for neighborhood in &Neighborhood::ALL[..7] {
            let only: Vec<_> = neighborhood.candidates(&board).iter().collect();
            assert_eq!(only, [size.center()]);
        }
        assert_eq!(Neighborhood::Full.candidates(&board).len(), size.area());
        let mut random = random(4);
        for _ in 0..20 {
            let board = random_game(Rule::Freestyle, size, 30, &mut random);
            for (neighborhood, (square, ray)) in Neighborhood::ALL.into_iter().zip(reach) {
                let expected = slow_candidates(&board, square, ray);
                assert_eq!(
                    neighborhood.candidates(&board),
                    expected,
                    "{neighborhood:?} {size}"
                );
            }
        }
    }
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    board.push(Size::FIFTEEN.center());
    let counts = Neighborhood::ALL.map(|neighborhood| neighborhood.candidates(&board).len());
    assert_eq!(counts, [8, 16, 24, 32, 48, 56, 80, 224]);
}

/// Wins by scanning the whole board for rows.
pub(crate) fn slow_winner(board: &Board) -> Option<Color> {
    let size = i64::from(board.size().get());
    let at = |column, row| {
        board
            .size()
            .point(column, row)
            .map(|point| board.cell(point))
    };
    for color in Color::BOTH {
        let own = Some(Cell::Stone(color));
        let opponent = Some(Cell::Stone(!color));
        for row in 0..size {
            for column in 0..size {
                for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                    if at(column, row) != own || at(column - dx, row - dy) == own {
                        continue;
                    }
                    let length = (0..)
                        .take_while(|k| at(column + k * dx, row + k * dy) == own)
                        .count();
                    let after = at(column + length as i64 * dx, row + length as i64 * dy);
                    let shut = at(column - dx, row - dy) == opponent && after == opponent;
                    let wins = match board.rule() {
                        Rule::Freestyle => length >= 5,
                        Rule::Standard => length == 5,
                        Rule::Renju => length == 5 || (length > 5 && color == Color::White),
                        Rule::Caro => length > 5 || length == 5 && !shut,
                        Rule::CaroExact => length == 5 && !shut,
                    };
                    if wins {
                        return Some(color);
                    }
                }
            }
        }
    }
    None
}

#[test]
fn a_win_is_seen_exactly_when_it_happens() {
    let mut wins = 0;
    for rule in Rule::ALL {
        for size in sizes() {
            let mut random = random(11);
            for _ in 0..40 {
                let mut board = Board::new(size, rule);
                while let Some(point) = random_move(&board, &mut random) {
                    board.push(point);
                    let winner = slow_winner(&board);
                    assert_eq!(board.winner(), winner, "{board:?}");
                    assert_eq!(board.any_winner(), winner);
                    assert_eq!(board.winning_row().is_some(), winner.is_some());
                    if winner.is_some() {
                        wins += 1;
                        break;
                    }
                }
                assert!(board.winner().is_some() || board.is_full());
            }
        }
    }
    assert!(wins > 500, "{wins}");
}

#[test]
fn checked_play_refuses_what_the_rules_forbid_and_changes_nothing() {
    let mut board = Board::new(Size::FIFTEEN, Rule::Renju);
    let center = Size::FIFTEEN.center();
    let beyond = Point::new(15, 3);
    assert_eq!(board.play(beyond), Err(IllegalMove::OffBoard));
    board.play(center).unwrap();
    assert_eq!(board.play(center), Err(IllegalMove::Occupied));
    // Black threes in a row and a column that cross on (7, 9).
    let far = [(0, 0), (0, 2), (0, 4), (0, 6)].map(|(column, row)| Point::new(column, row));
    let mut board = Board::new(Size::FIFTEEN, Rule::Renju);
    for (black, white) in [(5, 9), (6, 9), (7, 7), (7, 8)].into_iter().zip(far) {
        board.play(Point::new(black.0, black.1)).unwrap();
        board.play(white).unwrap();
    }
    let key = board.key();
    let crossing = Point::new(7, 9);
    assert_eq!(
        board.play(crossing),
        Err(IllegalMove::Forbidden(gomoku::ForbiddenReason::DoubleThree))
    );
    assert!(!board.legal_moves().contains(crossing));
    assert_eq!((board.key(), board.ply()), (key, 8));
    board.pass();
    board.play(crossing).expect("white may play everywhere");
}

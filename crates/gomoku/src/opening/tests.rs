use std::collections::BTreeSet;

use super::*;
use crate::symmetry::Symmetry;

fn opening(procedure: Procedure) -> Opening {
    Opening::new(procedure, Size::FIFTEEN, Rule::Standard).unwrap()
}

fn place(opening: &mut Opening, column: u8, row: u8) {
    opening
        .apply(Action::Place(Point::new(column, row)))
        .unwrap();
}

#[test]
fn pro_and_long_pro_keep_the_second_black_stone_out() {
    for (procedure, inside, outside) in [
        (Procedure::Pro, (9, 9), (10, 7)),
        (Procedure::LongPro, (10, 7), (11, 7)),
    ] {
        let mut opening = opening(procedure);
        assert_eq!(
            opening.apply(Action::Place(Point::new(6, 7))),
            Err(OpeningError::OutsideRegion)
        );
        place(&mut opening, 7, 7);
        place(&mut opening, 8, 7);
        assert_eq!(
            opening.apply(Action::Place(Point::new(inside.0, inside.1))),
            Err(OpeningError::OutsideRegion)
        );
        place(&mut opening, outside.0, outside.1);
        assert_eq!(opening.request(), Request::Done { black: Seat::First });
    }
    let five = Size::new(5).unwrap();
    assert_eq!(
        Opening::new(Procedure::Pro, five, Rule::Freestyle).unwrap_err(),
        OpeningError::BoardTooSmall
    );
}

#[test]
fn swap_lets_the_second_choose() {
    for (choice, black) in [(Choice::Black, Seat::Second), (Choice::White, Seat::First)] {
        let mut opening = opening(Procedure::Swap);
        assert_eq!(
            opening.apply(Action::Choose(choice)),
            Err(OpeningError::Unexpected)
        );
        for column in 3..6 {
            assert!(matches!(
                opening.request(),
                Request::Place {
                    seat: Seat::First,
                    ..
                }
            ));
            place(&mut opening, column, 4);
        }
        assert_eq!(
            opening.apply(Action::Choose(Choice::PlaceTwo)),
            Err(OpeningError::Unexpected)
        );
        opening.apply(Action::Choose(choice)).unwrap();
        assert_eq!(opening.request(), Request::Done { black });
        assert_eq!(opening.board().side_to_move(), Color::White);
    }
}

#[test]
fn swap2_offers_two_more_stones() {
    let begin = || {
        let mut opening = opening(Procedure::Swap2);
        for column in 3..6 {
            place(&mut opening, column, 4);
        }
        opening
    };
    for (choice, black) in [(Choice::Black, Seat::Second), (Choice::White, Seat::First)] {
        let mut opening = begin();
        opening.apply(Action::Choose(choice)).unwrap();
        assert_eq!(opening.request(), Request::Done { black });
    }
    for (choice, black) in [(Choice::Black, Seat::First), (Choice::White, Seat::Second)] {
        let mut opening = begin();
        opening.apply(Action::Choose(Choice::PlaceTwo)).unwrap();
        for (row, color) in [(8, Color::White), (9, Color::Black)] {
            assert!(
                matches!(opening.request(), Request::Place { seat: Seat::Second, color: c, .. } if c == color)
            );
            place(&mut opening, 8, row);
        }
        opening.apply(Action::Choose(choice)).unwrap();
        assert_eq!(opening.request(), Request::Done { black });
        assert_eq!(opening.board().stone_count(), 5);
    }
}

#[test]
fn balanced_stones_are_checked() {
    let stones = vec![Point::new(7, 7), Point::new(8, 8), Point::new(7, 7)];
    let doubled = Opening::new(
        Procedure::Balanced(stones.clone()),
        Size::FIFTEEN,
        Rule::Freestyle,
    );
    assert_eq!(
        doubled.unwrap_err(),
        OpeningError::Illegal(IllegalMove::Occupied)
    );
    let good = opening(Procedure::Balanced(stones[..2].to_vec()));
    assert_eq!(good.request(), Request::Done { black: Seat::First });
    assert_eq!(good.board().stone_count(), 2);
}

/// Points by name on a board of 15.
fn place_all(opening: &mut Opening, points: &[&str]) {
    for name in points {
        let point =
            crate::notation::parse_point(name, Size::FIFTEEN, crate::notation::RowOrigin::Bottom);
        opening
            .apply(Action::Place(point.expect("a point")))
            .expect(name);
    }
}

fn choose(opening: &mut Opening, choice: Choice) {
    opening
        .apply(Action::Choose(choice))
        .expect("the choice is offered");
}

fn try_point(opening: &mut Opening, name: &str) -> Result<(), OpeningError> {
    let point =
        crate::notation::parse_point(name, Size::FIFTEEN, crate::notation::RowOrigin::Bottom);
    opening.apply(Action::Place(point.expect("a point")))
}

#[test]
fn there_are_26_openings() {
    for procedure in [Procedure::Rif, Procedure::Yamaguchi, Procedure::Soosorv8] {
        let mut seen = BTreeSet::new();
        let begun = opening(procedure.clone());
        let region = |opening: &Opening| match opening.request() {
            Request::Place { seat, region, .. } => (seat, region),
            other => panic!("{procedure}: {other:?}"),
        };
        assert_eq!(region(&begun).1.len(), 1);
        let mut first = begun.clone();
        first.apply(Action::Place(Size::FIFTEEN.center())).unwrap();
        let (seat, second_stones) = region(&first);
        assert_eq!((seat, second_stones.len()), (Seat::First, 8));
        for white in second_stones.iter() {
            let mut second = first.clone();
            second.apply(Action::Place(white)).unwrap();
            let (seat, third_stones) = region(&second);
            assert_eq!((seat, third_stones.len()), (Seat::First, 23));
            for black in third_stones.iter() {
                let view = |symmetry: Symmetry| {
                    [white, black].map(|point| symmetry.apply(point, Size::FIFTEEN))
                };
                seen.insert(Symmetry::ALL.map(view).into_iter().min());
            }
        }
        assert_eq!(seen.len(), 26);
    }
}

#[test]
fn rif_offers_two_fifth_moves() {
    for (choice, black) in [(Choice::Black, Seat::Second), (Choice::White, Seat::First)] {
        let mut opening = opening(Procedure::Rif);
        place_all(&mut opening, &["h8", "h9"]);
        assert_eq!(
            try_point(&mut opening, "h11"),
            Err(OpeningError::OutsideRegion)
        );
        place_all(&mut opening, &["h10"]);
        choose(&mut opening, choice);
        assert!(
            matches!(opening.request(), Request::Place { seat, color: Color::White, .. } if seat == !black)
        );
        place_all(&mut opening, &["h11", "i8"]);
        // Mirrored at the column of the stones.
        assert_eq!(
            try_point(&mut opening, "g8"),
            Err(OpeningError::SameFifthMove)
        );
        assert_eq!(
            try_point(&mut opening, "i8"),
            Err(OpeningError::SameFifthMove)
        );
        assert_eq!(
            try_point(&mut opening, "h9"),
            Err(OpeningError::Illegal(IllegalMove::Occupied))
        );
        let Request::Offer {
            seat,
            offered,
            count,
            ..
        } = opening.request()
        else {
            panic!("{:?}", opening.request());
        };
        assert_eq!((seat, offered.len(), count), (black, 1, 2));
        place_all(&mut opening, &["i10"]);
        assert!(matches!(opening.request(), Request::Pick { seat, .. } if seat == !black));
        assert_eq!(try_point(&mut opening, "a1"), Err(OpeningError::NotOffered));
        assert_eq!(
            opening.apply(Action::Choose(Choice::Black)),
            Err(OpeningError::Unexpected)
        );
        place_all(&mut opening, &["i10"]);
        assert_eq!(opening.request(), Request::Done { black });
        assert_eq!(opening.board().ply(), 5);
        assert_eq!(opening.board().side_to_move(), Color::White);
    }
}

#[test]
fn yamaguchi_says_the_number_first() {
    let mut opening = opening(Procedure::Yamaguchi);
    place_all(&mut opening, &["h8", "i9", "j10"]);
    assert!(
        matches!(opening.request(), Request::Choose { seat: Seat::First, options } if options.len() == 12)
    );
    assert_eq!(
        opening.apply(Action::Choose(Choice::FifthMoves(13))),
        Err(OpeningError::Unexpected)
    );
    choose(&mut opening, Choice::FifthMoves(3));
    assert!(matches!(
        opening.request(),
        Request::Choose {
            seat: Seat::Second,
            ..
        }
    ));
    choose(&mut opening, Choice::Black);
    place_all(&mut opening, &["g8", "a1", "b1", "c1", "b1"]);
    assert_eq!(
        opening.request(),
        Request::Done {
            black: Seat::Second
        }
    );
}

#[test]
fn soosorv_8_lets_both_swap() {
    let mut opening = opening(Procedure::Soosorv8);
    place_all(&mut opening, &["h8", "i9", "i7"]);
    choose(&mut opening, Choice::Black);
    // The first seat is white now, moves, says the number, and black's seat swaps back.
    assert!(matches!(
        opening.request(),
        Request::Place {
            seat: Seat::First,
            color: Color::White,
            ..
        }
    ));
    place_all(&mut opening, &["a15"]);
    assert_eq!(
        opening.apply(Action::Choose(Choice::FifthMoves(9))),
        Err(OpeningError::Unexpected)
    );
    assert!(
        matches!(opening.request(), Request::Choose { seat: Seat::First, options } if options.len() == 8)
    );
    choose(&mut opening, Choice::FifthMoves(8));
    assert!(matches!(
        opening.request(),
        Request::Choose {
            seat: Seat::Second,
            ..
        }
    ));
    choose(&mut opening, Choice::White);
    for name in ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"] {
        assert!(matches!(
            opening.request(),
            Request::Offer {
                seat: Seat::First,
                count: 8,
                ..
            }
        ));
        place_all(&mut opening, &[name]);
    }
    place_all(&mut opening, &["d1"]);
    assert_eq!(opening.request(), Request::Done { black: Seat::First });
    // One fifth move is no offer.
    let mut opening = self::opening(Procedure::Soosorv8);
    place_all(&mut opening, &["h8", "i9", "i7"]);
    choose(&mut opening, Choice::White);
    place_all(&mut opening, &["a15"]);
    choose(&mut opening, Choice::FifthMoves(1));
    choose(&mut opening, Choice::Black);
    place_all(&mut opening, &["j8"]);
    assert_eq!(opening.request(), Request::Done { black: Seat::First });
}

#[test]
fn taraguchi_10_swaps_after_every_move_or_offers_ten() {
    let region = |opening: &Opening| match opening.request() {
        Request::Place { seat, region, .. } => (seat, region.len()),
        other => panic!("{other:?}"),
    };
    let mut opening = opening(Procedure::Taraguchi10);
    assert_eq!(region(&opening), (Seat::First, 1));
    place_all(&mut opening, &["h8"]);
    choose(&mut opening, Choice::Black);
    assert_eq!(region(&opening), (Seat::First, 8));
    place_all(&mut opening, &["h9"]);
    choose(&mut opening, Choice::Black);
    assert_eq!(region(&opening), (Seat::Second, 23));
    place_all(&mut opening, &["h10"]);
    assert!(matches!(
        opening.request(),
        Request::Choose {
            seat: Seat::First,
            ..
        }
    ));
    choose(&mut opening, Choice::White);
    assert_eq!(region(&opening), (Seat::First, 46));
    place_all(&mut opening, &["i9"]);
    let at_the_fourth = opening.clone();
    // A swap, a fifth move in the square of nine, and another swap.
    choose(&mut opening, Choice::White);
    assert_eq!(region(&opening), (Seat::First, 77));
    assert_eq!(
        try_point(&mut opening, "h3"),
        Err(OpeningError::OutsideRegion)
    );
    place_all(&mut opening, &["h4"]);
    assert!(
        matches!(opening.request(), Request::Choose { seat: Seat::Second, options } if options.len() == 2)
    );
    choose(&mut opening, Choice::Black);
    assert_eq!(
        opening.request(),
        Request::Done {
            black: Seat::Second
        }
    );
    // Or no swap and ten fifth moves anywhere.
    let mut opening = at_the_fourth;
    choose(&mut opening, Choice::FifthMoves(10));
    let far = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1"];
    place_all(&mut opening, &far);
    assert!(
        matches!(opening.request(), Request::Pick { seat: Seat::First, offered } if offered.len() == 10)
    );
    place_all(&mut opening, &["e1"]);
    assert_eq!(
        opening.request(),
        Request::Done {
            black: Seat::Second
        }
    );
}

/// Whether two fifth moves are the same, by trying every turn and every shift.
fn are_same(stones: &[(i32, i32, bool)], one: (i32, i32), two: (i32, i32)) -> bool {
    let with = |(column, row): (i32, i32)| -> BTreeSet<(i32, i32, bool)> {
        stones
            .iter()
            .copied()
            .chain([(column, row, true)])
            .collect()
    };
    let (one, two) = (with(one), with(two));
    (0..8).any(|view| {
        let turn = |&(column, row, is_black): &(i32, i32, bool)| match view {
            0 => (column, row, is_black),
            1 => (-column, row, is_black),
            2 => (column, -row, is_black),
            3 => (-column, -row, is_black),
            4 => (row, column, is_black),
            5 => (-row, column, is_black),
            6 => (row, -column, is_black),
            _ => (-row, -column, is_black),
        };
        let turned: Vec<_> = one.iter().map(turn).collect();
        (-30..=30).any(|right| {
            (-30..=30).any(|down| {
                turned.iter().all(|&(column, row, is_black)| {
                    two.contains(&(column + right, row + down, is_black))
                })
            })
        })
    })
}

#[test]
fn the_same_fifth_moves_are_those_of_the_definition() {
    // Symmetrical at the board's middle, symmetrical only at the stones' own, by a half turn, and not at all.
    for four in [
        "h8h9h7h10",
        "h8h9h10g9",
        "h8i9j10i11",
        "h8i9i7e12",
        "h8g9h10i9",
    ] {
        let moves =
            crate::notation::parse_moves(four, Size::FIFTEEN, crate::notation::RowOrigin::Bottom);
        let moves: Vec<Point> = moves.unwrap().into_iter().flatten().collect();
        let board = Board::with_moves(Size::FIFTEEN, Rule::Renju, &moves).unwrap();
        let place = |point: Point| (i32::from(point.column()), i32::from(point.row()));
        let plain: Vec<(i32, i32, bool)> = moves
            .iter()
            .enumerate()
            .map(|(index, &point)| (place(point).0, place(point).1, index % 2 == 0))
            .collect();
        for name in ["g8", "i10", "j9", "f6"] {
            let offered = crate::notation::parse_point(
                name,
                Size::FIFTEEN,
                crate::notation::RowOrigin::Bottom,
            )
            .unwrap();
            if !board.is_empty(offered) {
                continue;
            }
            let distinct = fifth_moves::distinct(&board, &[offered]);
            // Far points differ from near ones anyway, and the definition is slow.
            for point in board
                .empty()
                .iter()
                .filter(|point| point.distance(Size::FIFTEEN.center()) <= 4)
            {
                let is_same = are_same(&plain, place(offered), place(point));
                assert_eq!(
                    !distinct.contains(point),
                    is_same,
                    "{four} {name} {:?}",
                    place(point)
                );
            }
        }
    }
}

#[test]
fn no_procedure_gets_stuck() {
    let mut state = 7_u64;
    let mut lot = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    for procedure in Procedure::NAMED {
        assert_eq!(procedure.name().parse(), Ok(procedure.clone()));
        for size in (Size::MIN..=Size::MAX).map(|size| Size::new(size).unwrap()) {
            for _ in 0..4 {
                let Ok(mut opening) = Opening::new(procedure.clone(), size, Rule::Renju) else {
                    assert!(size.get() < 9);
                    continue;
                };
                loop {
                    let action = match opening.request() {
                        Request::Done { .. } => break,
                        Request::Choose { options, .. } => {
                            Action::Choose(options[lot(options.len())])
                        }
                        Request::Pick { offered, .. } => Action::Place(offered[lot(offered.len())]),
                        Request::Place { region, .. } | Request::Offer { region, .. } => {
                            Action::Place(
                                region.iter().nth(lot(region.len())).expect("there is room"),
                            )
                        }
                    };
                    opening.apply(action).unwrap();
                }
                assert!(opening.board().ply() <= 5);
            }
        }
    }
    let error = "swap3".parse::<Procedure>().unwrap_err().to_string();
    assert!(
        error.contains("\"swap3\"") && error.contains("taraguchi-10"),
        "{error}"
    );
}

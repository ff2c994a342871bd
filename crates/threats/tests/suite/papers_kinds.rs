//! The solvers that follow publications: what they claim is true, and they find what they should.

use gomoku::{Board, Color, Limits, Rule, SearchControl, Size, StopFlag, diagram};
use threats::{SolverKind, Verdict, solve, verify};

use crate::tactical;

const KINDS: [SolverKind; 3] = [SolverKind::Vcx, SolverKind::Tss, SolverKind::AndOr];

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        memory: Some(32 << 20),
        ..Limits::default()
    }
}

/// Stones by row and column from the top left of a board of fifteen; the first list is the side to move.
fn board(own: &[(usize, usize)], opponent: &[(usize, usize)], rule: Rule, side: Color) -> Board {
    let size = usize::from(Size::FIFTEEN.get());
    let mut cells = vec![vec!['.'; size]; size];
    let symbols = match side {
        Color::Black => ['x', 'o'],
        Color::White => ['o', 'x'],
    };
    for (stones, symbol) in [(own, symbols[0]), (opponent, symbols[1])] {
        for &(row, column) in stones {
            cells[row][column] = symbol;
        }
    }
    let text: Vec<String> = cells.into_iter().map(String::from_iter).collect();
    diagram::parse(&text.join("\n"), rule, Some(side)).unwrap()
}

/// Every kind must find the win, for either side, under every rule that allows the side its moves.
fn all_find(own: &[(usize, usize)], opponent: &[(usize, usize)], double_three: bool) {
    for rule in Rule::ALL {
        for side in Color::BOTH {
            if double_three && rule.forbids(side) {
                continue;
            }
            let board = board(own, opponent, rule, side);
            for kind in KINDS {
                let found = solve(kind, &board, &limits(20_000), &SearchControl::detached());
                let Verdict::Win(proof) = &found.verdict else {
                    panic!(
                        "{kind:?} {rule} {side}: {:?}\n{}",
                        found.verdict,
                        diagram::print(&board)
                    );
                };
                assert_eq!(verify(&board, proof), Ok(()), "{kind:?} {rule} {side}");
            }
        }
    }
}

const CORNERS: [(usize, usize); 4] = [(0, 0), (0, 14), (14, 0), (14, 14)];

#[test]
fn an_open_three_to_move_wins() {
    all_find(&[(7, 5), (7, 6), (7, 7)], &CORNERS[..3], false);
}

#[test]
fn a_four_three_wins() {
    let opponent = [(7, 3), (0, 0), (0, 14), (14, 0), (14, 14)];
    all_find(&[(7, 4), (7, 5), (7, 6), (5, 7), (6, 7)], &opponent, false);
}

#[test]
fn a_double_three_wins() {
    all_find(&[(7, 5), (7, 6), (5, 7), (6, 7)], &CORNERS, true);
}

#[test]
fn the_double_three_of_the_first_published_situation_wins() {
    let opponent = [(5, 8), (6, 5), (8, 6), (8, 8)];
    all_find(&[(5, 7), (6, 7), (7, 5), (7, 6)], &opponent, true);
}

#[test]
fn nothing_wins_on_an_empty_board() {
    for rule in Rule::ALL {
        for kind in KINDS {
            let board = Board::new(Size::FIFTEEN, rule);
            let found = solve(kind, &board, &limits(1_000), &SearchControl::detached());
            assert_eq!(found.verdict, Verdict::None, "{kind:?} {rule}");
        }
    }
}

#[test]
fn a_raised_flag_ends_every_search() {
    let stop = StopFlag::new();
    stop.raise();
    let own = [(7, 5), (7, 6), (5, 7), (6, 7)];
    let board = board(&own, &CORNERS, Rule::Freestyle, Color::Black);
    for kind in KINDS {
        let control = SearchControl::new(stop.clone(), std::time::Instant::now());
        let found = solve(kind, &board, &Limits::default(), &control);
        assert_eq!(found.verdict, Verdict::Unknown, "{kind:?}");
        assert!(found.nodes < 100, "{kind:?}: {}", found.nodes);
    }
}

/// Solves tactical positions of all rules and checks every claim. Returns the wins of each kind.
fn check_claims(kinds: &[SolverKind], positions: usize, nodes: u64) -> Vec<usize> {
    let mut wins = vec![0; kinds.len()];
    let mut none = vec![0; kinds.len()];
    let mut time = vec![std::time::Duration::ZERO; kinds.len()];
    for rule in Rule::ALL {
        let mut random = tactical::random(47);
        for _ in 0..positions {
            let board = tactical::position(rule, &mut random);
            let drawing = || {
                let side = board.side_to_move();
                format!("{rule} {side} to move\n{}", diagram::print(&board))
            };
            let mut fours_win = false;
            for (index, &kind) in kinds.iter().enumerate() {
                let found = solve(kind, &board, &limits(nodes), &SearchControl::detached());
                time[index] += found.time;
                match &found.verdict {
                    Verdict::Win(proof) => {
                        assert_eq!(verify(&board, proof), Ok(()), "{kind:?} {}", drawing());
                        fours_win |= kind == SolverKind::Vcf;
                        wins[index] += 1;
                    }
                    Verdict::None => {
                        let complete = matches!(kind, SolverKind::Vcx | SolverKind::AndOr);
                        assert!(!(complete && fours_win), "{kind:?} {}", drawing());
                        none[index] += 1;
                    }
                    Verdict::Unknown => {}
                }
            }
        }
    }
    println!("{kinds:?}: wins {wins:?}, none {none:?}, time {time:?}");
    wins
}

#[test]
fn claims_on_lively_positions_are_true() {
    let kinds = [
        SolverKind::Vcf,
        SolverKind::Vcx,
        SolverKind::Tss,
        SolverKind::AndOr,
    ];
    let wins = check_claims(&kinds, 40, 1_000);
    assert!(
        wins[1..]
            .iter()
            .all(|&kind_wins| 5 * kind_wins > 4 * wins[0]),
        "{wins:?}"
    );
}

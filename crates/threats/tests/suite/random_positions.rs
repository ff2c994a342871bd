//! Lively random positions: fours against brute force that is complete.

use gomoku::{Color, Limits, Rule, SearchControl, diagram};
use threats::{SolverKind, Verdict, solve, verify};

use crate::brute::BruteFours;
use crate::tactical;

#[test]
fn fours_agree_with_brute_force() {
    for rule in Rule::ALL {
        let mut random = tactical::random(31);
        let (mut wins, mut seen) = (0, 0);
        while seen < 150 {
            let board = tactical::position(rule, &mut random);
            let mut brute = BruteFours::new(500);
            let expected = brute.wins(&mut board.clone());
            if brute.budget == 0 {
                continue;
            }
            seen += 1;
            let found = solve(
                SolverKind::Vcf,
                &board,
                &Limits::default(),
                &SearchControl::detached(),
            );
            let drawing = || {
                format!(
                    "{rule} {} to move\n{}",
                    board.side_to_move(),
                    diagram::print(&board)
                )
            };
            match &found.verdict {
                Verdict::Win(proof) => {
                    assert!(expected, "false win\n{}", drawing());
                    assert_eq!(verify(&board, proof), Ok(()), "{}", drawing());
                    wins += 1;
                }
                Verdict::None => assert!(!expected, "missed win\n{}", drawing()),
                Verdict::Unknown => panic!("no verdict\n{}", drawing()),
            }
        }
        assert!(wins > 20, "{rule}: {wins}");
    }
}

/// A proof was once accepted on a board where its own five was taken and another five happened to be there.
#[test]
fn a_proof_that_is_used_again_can_be_followed() {
    let board = diagram::parse(
        "
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . o . . . . . .
        . . . . . . . . o . . . . . .
        . . . . . . . . x . . . . . .
        . . . . o x o x . . . . . . .
        . . . X . . . . . . . . . . .
        . . . . . . . . . x . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        ",
        Rule::Renju,
        Some(Color::White),
    )
    .unwrap();
    let limits = Limits {
        nodes: Some(20_000),
        memory: Some(32 << 20),
        ..Limits::default()
    };
    let found = solve(SolverKind::Vct, &board, &limits, &SearchControl::detached());
    if let Verdict::Win(proof) = &found.verdict {
        assert_eq!(verify(&board, proof), Ok(()));
    }
}

//! The recorded suite: tactical random positions with verdicts of brute force, and composed ones. A line is a rule, the
//! verdict by fours, the verdict by threats, and the moves; `generate-suite` among the examples made the random ones.

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::{Board, Limits, Rule, SearchControl, Size, diagram};
use threats::{Solution, SolverKind, Verdict, solve, verify};

struct Case {
    line: &'static str,
    board: Board,
    by_fours: bool,
    by_threats: bool,
}

fn cases(text: &'static str) -> Vec<Case> {
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [rule, fours, threats, moves] = words[..] else {
                panic!("{line}");
            };
            let mut board = Board::new(Size::FIFTEEN, rule.parse::<Rule>().unwrap());
            for ply in parse_moves(moves, Size::FIFTEEN, RowOrigin::Bottom).unwrap() {
                match ply {
                    Some(point) => board.push(point),
                    None => board.pass(),
                }
            }
            Case {
                line,
                board,
                by_fours: fours == "win",
                by_threats: threats == "win",
            }
        })
        .collect()
}

fn suite() -> Vec<Case> {
    cases(include_str!("../data/suite.txt"))
}

fn ask(kind: SolverKind, board: &Board, nodes: u64) -> Solution {
    let limits = Limits {
        nodes: Some(nodes),
        memory: Some(16 << 20),
        ..Limits::default()
    };
    let solution = solve(kind, board, &limits, &SearchControl::detached());
    if let Verdict::Win(proof) = &solution.verdict {
        let checked = verify(board, proof);
        assert_eq!(
            checked,
            Ok(()),
            "{}\n{}",
            board.rule(),
            diagram::print(board)
        );
    }
    solution
}

#[test]
fn the_suite_is_large_and_mixed() {
    let cases = suite();
    assert!(cases.len() >= 2000, "{}", cases.len());
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let of_rule = cases.iter().filter(|case| case.board.rule() == rule);
        assert!(of_rule.count() >= 500, "{rule}");
    }
    let wins = cases.iter().filter(|case| case.by_threats).count();
    assert!(2 * wins <= cases.len() && wins > cases.len() / 4, "{wins}");
    let quiet = cases
        .iter()
        .filter(|case| case.by_threats && !case.by_fours)
        .count();
    assert!(quiet > 100, "{quiet}");
}

#[test]
fn fours_agree_with_every_recorded_verdict() {
    for case in suite() {
        let found = ask(SolverKind::Vcf, &case.board, u64::MAX).verdict;
        assert_ne!(found, Verdict::Unknown, "{}", case.line);
        assert_eq!(
            matches!(found, Verdict::Win(_)),
            case.by_fours,
            "{}",
            case.line
        );
    }
}

#[test]
fn threats_find_every_recorded_win_and_claim_none_that_is_false() {
    for case in suite() {
        // A claimed win is checked in any case; where none is recorded a short look is enough.
        let nodes = if case.by_threats { 2_000_000 } else { 500 };
        let found = ask(SolverKind::Vct, &case.board, nodes).verdict;
        assert!(
            !case.by_threats || matches!(found, Verdict::Win(_)),
            "{found:?} {}",
            case.line
        );
    }
}

#[test]
fn composed_positions_are_judged_right() {
    let cases = cases(include_str!("../data/composed.txt"));
    assert!(cases.len() >= 30);
    for case in cases {
        let fours = ask(SolverKind::Vcf, &case.board, u64::MAX).verdict;
        assert_eq!(
            matches!(fours, Verdict::Win(_)),
            case.by_fours,
            "{}",
            case.line
        );
        let threats = ask(SolverKind::Vct, &case.board, 100_000).verdict;
        assert_eq!(
            matches!(threats, Verdict::Win(_)),
            case.by_threats,
            "{}",
            case.line
        );
    }
}

/// A chain in which each four needs the stone that the one before has gained.
#[test]
fn a_win_of_forty_fours_is_found() {
    let board = diagram::parse(
        include_str!("../data/forty_fours.txt"),
        Rule::Freestyle,
        Some(gomoku::Color::Black),
    )
    .unwrap();
    let Verdict::Win(proof) = ask(SolverKind::Vcf, &board, u64::MAX).verdict else {
        panic!("no win found");
    };
    // Fours and answers alternate, then comes the five.
    assert!(proof.plies() > 2 * 40, "{}", proof.plies());
}

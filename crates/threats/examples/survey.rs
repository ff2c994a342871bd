//! Compares all solvers on the recorded suite: `cargo run --release -p threats --example survey [NODES] [EVERY]`.
//!
//! Each solver gets each position (or every n-th) with a limit of nodes. A win is checked against every answer; the
//! time of the check does not count. "Found" counts wins where brute force, which looks three attacks ahead, found
//! one; "more" counts wins that it did not see; "wrong" counts claims that the check refutes, and wins by fours
//! that are denied. The longest win counts the attacks against the longest resistance, the five included.

use std::time::Instant;

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::{Board, Limits, Rule, SearchControl, Size};
use threats::{Solver, SolverKind, Verdict, verify};

struct Case {
    board: Board,
    by_fours: bool,
    by_threats: bool,
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|text| text.parse().expect("a number"));
    let nodes = arguments.next().unwrap_or(20_000);
    let every = arguments.next().unwrap_or(1);
    let cases: Vec<Case> = include_str!("../tests/data/suite.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .step_by(every as usize)
        .map(case)
        .collect();
    let count = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
    println!(
        "{} positions, {} won by fours, {} won by threats; {nodes} nodes each",
        cases.len(),
        count(|case| case.by_fours),
        count(|case| case.by_threats)
    );
    println!();
    println!(
        "| kind | found | more | wrong | none | unknown | median | 99 % | nodes | longest win |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for kind in SolverKind::ALL {
        println!("{}", row(kind, &cases, nodes));
    }
}

fn case(line: &str) -> Case {
    let words: Vec<&str> = line.split(' ').collect();
    let rule: Rule = words[0].parse().expect("a rule");
    let mut board = Board::new(Size::FIFTEEN, rule);
    for ply in parse_moves(words[3], Size::FIFTEEN, RowOrigin::Bottom).expect("moves") {
        match ply {
            Some(point) => board.push(point),
            None => board.pass(),
        }
    }
    Case {
        board,
        by_fours: words[1] == "win",
        by_threats: words[2] == "win",
    }
}

fn row(kind: SolverKind, cases: &[Case], nodes: u64) -> String {
    let mut solver = Solver::new(kind, 64 << 20);
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (mut found, mut more, mut wrong, mut none, mut unknown, mut visited) = (0, 0, 0, 0, 0, 0);
    let mut times = Vec::new();
    // Attacks of the longest win, the five included, and the shortest time for one of that length.
    let mut longest = (0, 0.0);
    for case in cases {
        let start = Instant::now();
        let solution = solver.solve(&case.board, &limits, &SearchControl::detached());
        times.push(start.elapsed().as_secs_f64() * 1e6);
        visited += solution.nodes;
        if let Verdict::Win(proof) = &solution.verdict {
            let took = times[times.len() - 1];
            let attacks = proof.plies().div_ceil(2);
            if attacks > longest.0 || (attacks == longest.0 && took < longest.1) {
                longest = (attacks, took);
            }
        }
        match &solution.verdict {
            Verdict::Win(proof) if verify(&case.board, proof).is_err() => wrong += 1,
            Verdict::Win(_) if case.by_threats => found += 1,
            Verdict::Win(_) => more += 1,
            Verdict::None if case.by_fours => wrong += 1,
            Verdict::None => none += 1,
            Verdict::Unknown => unknown += 1,
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    format!(
        "| `{}` | {found} | {more} | {wrong} | {none} | {unknown} | {:.0} µs | {:.1} ms | {visited} | {} attacks in {:.2} ms |",
        kind.name(),
        at(0.5),
        at(0.99) / 1e3,
        longest.0,
        longest.1 / 1e3
    )
}

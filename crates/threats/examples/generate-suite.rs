//! Makes the suite that the solvers are tested with: tactical random positions with verdicts of brute force.
//!
//! `cargo run --release -p threats --example generate-suite -- RULE COUNT SEED >> FILE`. Each line is a rule, the
//! verdict by fours (complete), the verdict by threats (with at most three attacks) and the moves. A position that
//! brute force does not decide within its budget is left out, and at most half of the positions are wins.

#[path = "../tests/suite/brute.rs"]
mod brute;
#[path = "../tests/suite/tactical.rs"]
mod tactical;

use gomoku::notation::{RowOrigin, write_moves};
use gomoku::{Board, Rule};

use crate::brute::{BruteFours, BruteThreats};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |what: &str| {
        arguments
            .next()
            .unwrap_or_else(|| panic!("{what} is missing"))
    };
    let rule: Rule = argument("RULE").parse().expect("a rule");
    let count: usize = argument("COUNT").parse().expect("a number of positions");
    let mut random = tactical::random(argument("SEED").parse().expect("a seed"));
    let (mut wins, mut losses) = (0, 0);
    while wins + losses < count {
        let board = tactical::position(rule, &mut random);
        let Some((fours, threats)) = verdicts(&board) else {
            continue;
        };
        let won = threats != "none";
        if won && wins >= count / 2 {
            continue;
        }
        if won {
            wins += 1;
        } else {
            losses += 1;
        }
        let moves = write_moves(
            board.history().iter().copied(),
            board.size(),
            RowOrigin::Bottom,
        );
        println!("{rule} {fours} {threats} {moves}");
    }
}

fn verdicts(board: &Board) -> Option<(&'static str, &'static str)> {
    let mut fours = BruteFours::new(3_000);
    let by_fours = fours.wins(&mut board.clone());
    if fours.budget == 0 {
        return None;
    }
    if by_fours {
        return Some(("win", "win"));
    }
    let mut threats = BruteThreats::new(400);
    let by_threats = (1..=3).any(|attacks| threats.wins(&mut board.clone(), attacks));
    if threats.budget == 0 {
        return None;
    }
    Some(("none", if by_threats { "win" } else { "none" }))
}

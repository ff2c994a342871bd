//! A solver stops when its time is up. The tests count processor time, so a busy machine does not matter.
#![cfg(unix)]

use std::time::Duration;

use gomoku::notation::{RowOrigin, parse_moves};
use gomoku::{Board, Limits, Rule, SearchControl, Size};
use nix::time::ClockId;
use threats::{Solver, SolverKind};

/// Positions that no solver decides in a moment.
const HARD: [&str; 2] = [
    "h13h11j13i13i12j11i10i11g11k11l11j12l10h10g9j10",
    "h8i9h10h9g9i11j9f8g7i7k8f10e9j12",
];

#[test]
fn ten_milliseconds_are_at_most_twelve() {
    for kind in SolverKind::ALL {
        for rule in [Rule::Freestyle, Rule::Renju] {
            for moves in HARD {
                let times: Vec<_> = (0..8).map(|_| time(kind, rule, moves)).collect();
                let best = times.iter().min().expect("eight tries");
                assert!(
                    *best <= Duration::from_millis(12),
                    "{kind:?} {rule} {moves}: {times:?}"
                );
            }
        }
    }
}

fn time(kind: SolverKind, rule: Rule, moves: &str) -> Duration {
    let mut board = Board::new(Size::FIFTEEN, rule);
    let moves = parse_moves(moves, Size::FIFTEEN, RowOrigin::Bottom).expect("moves");
    for point in moves.into_iter().flatten() {
        board.push(point);
    }
    let mut solver = Solver::new(kind, 16 << 20);
    let limits = Limits::with_turn_time(Duration::from_millis(10));
    let start = processor_time();
    solver.solve(&board, &limits, &SearchControl::detached());
    processor_time() - start
}

/// The time that this thread has computed.
fn processor_time() -> Duration {
    let clock = ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().expect("every thread has this clock").into()
}

//! `tengen bench`: a fixed walk through fixed positions, on one thread.
//!
//! The walk tries every move near the stones that makes something for either side, so the number of nodes depends on
//! every pattern class on the way: it is a signature of the rules and patterns that is the same on every machine.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use gomoku::notation::{self, Dialect};
use gomoku::{Board, Color, Neighborhood, Position, Rule, Size, Threat};

use crate::args::BenchArgs;

/// Middle games of lively play, under every rule.
const POSITIONS: [(Rule, u8, &str); 10] = [
    (Rule::Freestyle, 15, "h8"),
    (Rule::Freestyle, 15, "h8i9g7g9i7h9h7f7j7j9"),
    (Rule::Freestyle, 20, "j10k11j12k10j11j9k12i10l13"),
    (
        Rule::Freestyle,
        15,
        "h13h11j13i13i12j11i10i11g11k11l11j12l10h10g9j10",
    ),
    (Rule::Standard, 15, "h8h9i8g8i9j10g7i7"),
    (Rule::Standard, 15, "a1b2b1c3c1d4e5e4f4f3"),
    (Rule::Renju, 15, "h8i9h10h9g9i11j9f8"),
    (Rule::Renju, 15, "h8h9i7i9h10i6i11i12"),
    (Rule::Caro, 15, "h8f8g8f9i8f7k8l8"),
    (Rule::CaroExact, 22, "k11l12k13k12j12l14m12i11"),
];

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let mut out = stdout().lock();
    for rule in Rule::ALL {
        // The first patterns of a rule make its tables.
        let start = Instant::now();
        Position::new(Board::new(Size::FIFTEEN, rule));
        let took = start.elapsed().as_secs_f64() * 1e3;
        writeln!(
            out,
            "{:10}     tables ready after {took:.1} ms",
            rule.name()
        )?;
    }
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (rule, size, moves) in POSITIONS {
        let mut position = position(rule, size, moves);
        let start = Instant::now();
        let walked = walk(&mut position, args.depth);
        let took = start.elapsed();
        writeln!(
            out,
            "{:10} {size:2}  {walked:10} nodes  {:8.1} ms  {moves}",
            rule.name(),
            took.as_secs_f64() * 1e3
        )?;
        nodes += walked;
        time += took;
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    Ok(())
}

fn position(rule: Rule, size: u8, moves: &str) -> Position {
    let size = Size::new(size).expect("a size of the table");
    let mut board = Board::new(size, rule);
    let moves = notation::parse_moves(moves, size, Dialect::Bottom).expect("moves of the table");
    for point in moves.into_iter().flatten() {
        board.play(point).expect("moves of the table are legal");
    }
    Position::new(board)
}

/// Counts the positions reached by moves that make something for either side.
fn walk(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let side = position.board().side();
    let mut nodes = 1;
    for point in &Neighborhood::Square2.candidates(position.board()) {
        let own = position.patterns().threat(side, point);
        let enemy = position.patterns().threat(!side, point);
        let forbidden = side == Color::Black && position.foul(point).is_some();
        if own == Threat::Five {
            nodes += 1;
        } else if !forbidden && own.max(enemy) >= Threat::Two {
            position.push(point);
            nodes += walk(position, depth - 1);
            position.pop();
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_on_every_machine() {
        let nodes: Vec<_> = POSITIONS
            .iter()
            .map(|&(rule, size, moves)| walk(&mut position(rule, size, moves), 2))
            .collect();
        assert_eq!(
            nodes,
            [393, 2365, 1868, 2159, 1617, 1066, 2084, 2356, 2508, 2015]
        );
    }
}

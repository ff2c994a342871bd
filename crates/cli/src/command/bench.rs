//! `tengen bench`: the engine thinks about fixed positions to a fixed depth, on one thread.
//!
//! The number of nodes depends on every pattern, weight and margin on the way: it is the engine's signature, the same on
//! every machine and different after every change that matters.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use engine::{Engine, EngineParams};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Limits, Player, Position, Rule, SearchControl, SearchResult, Size};

use crate::args::BenchArgs;

/// Middle games of lively play, under every rule.
const POSITIONS: [(Rule, u8, &str); 10] = [
    (Rule::Freestyle, 15, "h8"),
    (Rule::Freestyle, 15, "h8i9g7g9i7h9"),
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
        let board = board(rule, size, moves);
        let start = Instant::now();
        let result = think(&board, args.depth)?;
        let took = start.elapsed();
        writeln!(
            out,
            "{:10} {size:2}  {:10} nodes  {:8.1} ms  {} after {moves}",
            rule.name(),
            result.nodes,
            took.as_secs_f64() * 1e3,
            result.best_move.name(board.size()),
        )?;
        nodes += result.nodes;
        time += took;
    }
    let speed = nodes as f64 / time.as_secs_f64().max(1e-9);
    writeln!(out, "{nodes} nodes {speed:.0} nps")?;
    Ok(())
}

fn board(rule: Rule, size: u8, moves: &str) -> Board {
    let size = Size::new(size).expect("a size of the table");
    let mut board = Board::new(size, rule);
    let moves = notation::parse_moves(moves, size, RowOrigin::Bottom).expect("moves of the table");
    for point in moves.into_iter().flatten() {
        board.play(point).expect("moves of the table are legal");
    }
    board
}

fn think(board: &Board, depth: u32) -> anyhow::Result<SearchResult> {
    let params = EngineParams {
        hash: 16,
        ..EngineParams::default()
    };
    let limits = Limits {
        depth: Some(depth),
        threads: 1,
        ..Limits::default()
    };
    Ok(Engine::new(params, 0).think(board, &limits, &SearchControl::detached())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_on_every_machine() {
        let nodes: Vec<u64> = POSITIONS
            .iter()
            .map(|&(rule, size, moves)| think(&board(rule, size, moves), 6).unwrap().nodes)
            .collect();
        assert_eq!(
            nodes,
            [
                8513, 5946, 5154, 27688, 5824, 4598, 24119, 5181, 6940, 24381
            ]
        );
    }
}

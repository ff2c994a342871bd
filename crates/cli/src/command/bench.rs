//! `tengen bench`: searches fixed positions to a fixed depth on one thread.
//!
//! The total node count depends on every pattern, weight and margin of the search. It is the engine's signature: the same
//! on every machine, and changed by every functional change.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use engine::{Engine, EngineParams};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Limits, Player, Position, Rule, SearchControl, SearchResult, Size};

use crate::args::BenchArgs;

/// Tactical middle games under every rule: rule, board size, moves.
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
        // The first position of a rule builds its pattern tables.
        let start = Instant::now();
        Position::new(Board::new(Size::FIFTEEN, rule));
        let took = start.elapsed().as_secs_f64() * 1e3;
        writeln!(out, "{:10}     tables built in {took:.1} ms", rule.name())?;
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
    let size = Size::new(size).expect("a valid size");
    let mut board = Board::new(size, rule);
    let moves = notation::parse_moves(moves, size, RowOrigin::Bottom).expect("valid moves");
    for point in moves.into_iter().flatten() {
        board.play(point).expect("a legal move");
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
    fn signature_at_depth_6() {
        let nodes: Vec<u64> = POSITIONS
            .iter()
            .map(|&(rule, size, moves)| think(&board(rule, size, moves), 6).unwrap().nodes)
            .collect();
        assert_eq!(
            nodes,
            [
                8513, 5946, 5154, 27688, 5824, 4598, 23009, 3390, 3318, 24555
            ]
        );
    }
}

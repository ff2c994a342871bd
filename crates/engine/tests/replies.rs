//! Move generation by threats against the complete VCF solver, and static results.

use engine::replies::{Replies, replies};
use gomoku::tactics::static_mate;
use gomoku::{
    Board, Limits, MateIn, Neighborhood, Player as _, Point, Position, Rule, SearchControl, Size,
    Threat,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::{Solver, SolverKind, Verdict};

/// Visits tactical random positions: each move is the one of five random points with the strongest threat of either side.
fn tactical_positions(rule: Rule, size: u8, seed: u64, mut visit: impl FnMut(&mut Position)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..60 {
        let mut position = Position::new(Board::new(Size::new(size).expect("a size"), rule));
        for _ in 0..rng.random_range(8..36) {
            let board = position.board();
            let near: Vec<Point> = Neighborhood::Square2.candidates(board).iter().collect();
            let side = board.side_to_move();
            let threat = |point: Point| {
                let patterns = position.patterns();
                let own = patterns.threat(side, point) as i32;
                own.max(patterns.threat(!side, point) as i32)
            };
            let Some(best) = (0..5)
                .map(|_| near[rng.random_range(0..near.len())])
                .max_by_key(|&point| threat(point))
            else {
                break;
            };
            if board.check(best).is_err() || position.wins(side, best) {
                break;
            }
            position.push(best);
            visit(&mut position);
        }
    }
}

#[test]
fn pruned_moves_lose_to_a_vcf() {
    let mut pruned = 0;
    for (rule, size, seed) in [
        (Rule::Freestyle, 15, 1),
        (Rule::Freestyle, 9, 2),
        (Rule::Standard, 15, 3),
        (Rule::Renju, 15, 4),
    ] {
        let mut solver = Solver::new(SolverKind::Vcf, 1 << 20);
        tactical_positions(rule, size, seed, |position| {
            let side = position.board().side_to_move();
            if position.five(side).is_some() || static_mate(position).is_some() {
                return;
            }
            let Replies::Defenses(defenses) = replies(position) else {
                return;
            };
            for point in &Neighborhood::Square3.candidates(position.board()) {
                if defenses.contains(point) || position.board().check(point).is_err() {
                    continue;
                }
                pruned += 1;
                let mut after = position.board().clone();
                after.push(point);
                let limits = Limits {
                    nodes: Some(200_000),
                    ..Limits::default()
                };
                let solution = solver.solve(&after, &limits, &SearchControl::detached());
                assert!(
                    matches!(solution.verdict, Verdict::Win(_)),
                    "{rule:?}: {point:?} was pruned but does not lose\n{:?}",
                    after.moves().collect::<Vec<_>>()
                );
            }
        });
    }
    assert!(pruned > 5_000, "only {pruned} moves were pruned");
}

#[test]
fn two_fives_of_the_opponent_are_a_static_loss() {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    for (column, row) in [(5, 7), (0, 0), (6, 7), (0, 2), (7, 7), (0, 4), (8, 7)] {
        board.push(Point::new(column, row));
    }
    let position = Position::new(board);
    assert_eq!(
        position
            .patterns()
            .count(gomoku::Color::Black, Threat::Five),
        2
    );
    assert_eq!(static_mate(&position), Some(MateIn::Loss(2)));
    // The engine still returns a move.
    let mut engine = engine::Engine::new(engine::EngineParams::default(), 0);
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let result = engine.think(position.board(), &limits, &SearchControl::detached());
    assert_eq!(result.unwrap().mate, Some(MateIn::Loss(2)));
}

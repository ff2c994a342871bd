//! What the threats on the board decide, against a complete solver and a plain search.

use engine::replies::{Replies, replies};
use gomoku::tactics::static_mate;
use gomoku::{
    Board, Limits, MateIn, Neighborhood, Player as _, Point, Position, Rule, SearchControl, Size,
    Threat,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::{Kind, Solver, Verdict};

/// Positions in which both sides build rows: of a few points drawn at random the one that makes or takes most is played.
fn lively(rule: Rule, size: u8, seed: u64, mut look: impl FnMut(&mut Position)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..60 {
        let mut position = Position::new(Board::new(Size::new(size).expect("a size"), rule));
        for _ in 0..rng.random_range(8..36) {
            let board = position.board();
            let near: Vec<Point> = Neighborhood::Square2.candidates(board).iter().collect();
            let side = board.side_to_move();
            let worth = |point: Point| {
                let patterns = position.patterns();
                let own = patterns.threat(side, point) as i32;
                own.max(patterns.threat(!side, point) as i32)
            };
            let Some(best) = (0..5)
                .map(|_| near[rng.random_range(0..near.len())])
                .max_by_key(|&point| worth(point))
            else {
                break;
            };
            if board.check(best).is_err() || position.wins(side, best) {
                break;
            }
            position.push(best);
            look(&mut position);
        }
    }
}

#[test]
fn a_move_that_is_left_out_loses_to_fours() {
    let mut seen = 0;
    for (rule, size, seed) in [
        (Rule::Freestyle, 15, 1),
        (Rule::Freestyle, 9, 2),
        (Rule::Standard, 15, 3),
        (Rule::Renju, 15, 4),
    ] {
        let mut solver = Solver::new(Kind::Vcf, 1 << 20);
        lively(rule, size, seed, |position| {
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
                seen += 1;
                let mut after = position.board().clone();
                after.push(point);
                let limits = Limits {
                    nodes: Some(200_000),
                    ..Limits::default()
                };
                let solution = solver.solve(&after, &limits, &SearchControl::detached());
                assert!(
                    matches!(solution.verdict, Verdict::Win(_)),
                    "{rule:?}: {point:?} was left out but does not lose\n{:?}",
                    after.moves().collect::<Vec<_>>()
                );
            }
        });
    }
    assert!(seen > 5_000, "only {seen} moves were left out");
}

#[test]
fn two_fives_of_the_enemy_lose() {
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
    // The engine answers all the same.
    let mut engine = engine::Engine::new(engine::EngineParams::default(), 0);
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let result = engine.think(position.board(), &limits, &SearchControl::detached());
    assert_eq!(result.unwrap().mate, Some(MateIn::Loss(2)));
}

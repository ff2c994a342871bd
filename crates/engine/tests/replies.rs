//! What the threats on the board decide, against a complete solver and a plain search.

use engine::replies::{Replies, at_sight, replies};
use engine::score::{MATE, loss_in, win_in};
use gomoku::{
    Board, Limits, Neighborhood, Player as _, Point, Position, Rule, SearchControl, Size, Threat,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::{Kind, Solver, Verdict};

/// Positions in which both sides build rows: of a few points drawn by lot the one that makes or takes most is played.
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
            if position.five(side).is_some() || at_sight(position, 0).is_some() {
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

/// The result of a position within so many plies, by trying every move.
fn plain(board: &mut Board, plies: usize, ply: usize) -> Option<i32> {
    if plies == 0 {
        return None;
    }
    let side = board.side_to_move();
    let moves: Vec<Point> = board.legal_moves().iter().collect();
    if moves.iter().any(|&point| board.wins(point, side)) {
        return Some(win_in(ply + 1));
    }
    // A move far from everything changes nothing that a near one would not.
    let near = Neighborhood::Square4.candidates(board);
    let mut worst = Some(-MATE);
    for point in moves.into_iter().filter(|&point| near.contains(point)) {
        board.push(point);
        let score = plain(board, plies - 1, ply + 1).map(|score| -score);
        board.pop();
        match score {
            Some(score) if score > 0 => return Some(score),
            Some(score) => worst = worst.map(|worst| worst.max(score)),
            None => worst = None,
        }
    }
    worst
}

#[test]
fn results_at_sight_are_true() {
    let mut seen = [0; 3];
    for (rule, seed) in [
        (Rule::Freestyle, 11),
        (Rule::Standard, 12),
        (Rule::Renju, 13),
    ] {
        lively(rule, 7, seed, |position| {
            let Some(score) = at_sight(position, 0) else {
                return;
            };
            let plies = (MATE - score.abs()) as usize;
            // Wins in five would take a plain search too long; they have a test of their own.
            if plies <= 3 {
                seen[plies / 2] += 1;
                let found = plain(&mut position.board().clone(), plies, 0);
                assert_eq!(found, Some(score), "{rule:?} {:?}", position.board());
            }
        });
    }
    assert!(seen.iter().take(2).all(|&count| count > 20), "{seen:?}");
}

#[test]
fn a_win_in_five_leaves_no_reply() {
    let mut seen = 0;
    for (rule, seed) in [
        (Rule::Freestyle, 21),
        (Rule::Freestyle, 22),
        (Rule::Standard, 23),
        (Rule::Standard, 24),
        (Rule::Renju, 25),
        (Rule::Renju, 26),
    ] {
        lively(rule, 15, seed, |position| {
            if at_sight(position, 0) != Some(win_in(5)) {
                return;
            }
            seen += 1;
            let attacks: Vec<Point> = position.board().legal_moves().iter().collect();
            let wins = attacks.into_iter().any(|attack| {
                position.push(attack);
                let replies: Vec<Point> = position.board().legal_moves().iter().collect();
                let lost = replies.into_iter().all(|reply| {
                    position.push(reply);
                    let score = at_sight(position, 2);
                    position.pop();
                    score.is_some_and(|score| score >= win_in(5))
                });
                position.pop();
                lost
            });
            assert!(wins, "{rule:?}: no win in five\n{:?}", position.board());
        });
    }
    assert!(seen > 30, "only {seen} wins in five");
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
    assert_eq!(at_sight(&position, 0), Some(loss_in(2)));
    // The engine answers all the same.
    let mut engine = engine::Engine::new(engine::EngineParams::default(), 0);
    let limits = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    let result = engine.think(position.board(), &limits, &SearchControl::detached());
    assert_eq!(result.unwrap().mate, Some(gomoku::MateIn::Loss(2)));
}

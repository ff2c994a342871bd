//! How fast the papers' players are, each by its own measure.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Board, Limits, Neighborhood, Player, Point, Rule, Size, Watch};
use papers::score_dictionary::PointScores;
use papers::score_dictionary::line_scorer::Scoring;
use papers::shapes::Shapes;
use papers::{Hmcts, Mcts, Uct, UctDummy, UctSim};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Two crossing threes, black to move: situation 1 of the progressive-bias paper, as far as it can be known.
fn situation_1() -> Board {
    let stones = [
        (7, 5),
        (8, 5),
        (7, 6),
        (5, 6),
        (5, 7),
        (6, 8),
        (6, 7),
        (8, 8),
    ];
    let moves: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).expect("the stones do not touch")
}

/// Positions of random games near the stones, in which nobody has won.
fn middle_games(stones: usize, count: usize) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(39);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        while board.ply() < stones && board.winner().is_none() {
            let near = Neighborhood::Square1.candidates(&board);
            board.push(
                near.iter()
                    .choose(&mut random)
                    .expect("the board is not full"),
            );
        }
        if board.winner().is_none() {
            boards.push(board);
        }
    }
    boards
}

fn iterations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("iterations");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(4));
    let board = situation_1();
    let players: [(&str, u64, Box<dyn Player>); 5] = [
        (
            "uct-dummy",
            1_000_000,
            Box::new(UctDummy::new(Default::default(), 1)),
        ),
        (
            "uct-sim",
            20_000,
            Box::new(UctSim::new(Default::default(), 1)),
        ),
        ("uct", 1_000, Box::new(Uct::new(Default::default(), 1))),
        ("mcts", 1_000, Box::new(Mcts::new(Default::default(), 1))),
        ("hmcts", 6_000, Box::new(Hmcts::new(Default::default(), 1))),
    ];
    for (name, iterations, mut player) in players {
        let limits = Limits {
            iterations: Some(iterations),
            ..Limits::default()
        };
        group.throughput(Throughput::Elements(iterations));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                player.new_game();
                black_box(player.think(&board, &limits, &Watch::silent())).expect("a move")
            });
        });
    }
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("push+pop");
    let mut boards: Vec<_> = middle_games(20, 32)
        .into_iter()
        .map(|board| {
            let moves: Vec<_> = Neighborhood::Square2.candidates(&board).iter().collect();
            (board, moves)
        })
        .collect();
    let pairs: usize = boards.iter().map(|(_, moves)| moves.len()).sum();

    // A stone changes the keys of 11 squares in 4 directions for both sides, and taking it back as many.
    group.throughput(Throughput::Elements(2 * 88 * pairs as u64));
    let mut scores: Vec<_> = boards
        .iter()
        .map(|(board, _)| PointScores::new(board, Scoring::Authors))
        .collect();
    group.bench_function("score dictionary keys", |bencher| {
        bencher.iter(|| {
            for ((board, moves), scores) in boards.iter_mut().zip(&mut scores) {
                for &point in moves.iter() {
                    board.push_observed(point, scores);
                    board.pop_observed(scores);
                }
            }
        });
    });
    group.throughput(Throughput::Elements(pairs as u64));
    let mut shapes: Vec<_> = boards.iter().map(|(board, _)| Shapes::new(board)).collect();
    group.bench_function("shapes", |bencher| {
        bencher.iter(|| {
            for ((board, moves), shapes) in boards.iter_mut().zip(&mut shapes) {
                for &point in moves.iter() {
                    board.push_observed(point, shapes);
                    black_box(shapes.balance(board.side()));
                    board.pop_observed(shapes);
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, iterations, evaluations);
criterion_main!(benches);

//! How fast a stone is placed and taken back, with and without patterns, against recomputing everything.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Board, Neighborhood, Patterns, Point, Position, Rule, Size, forbidden};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Positions as they come up in games: stones near each other, no winner, 6 to 60 stones.
fn positions(rule: Rule, size: Size) -> Vec<Board> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2026);
    let mut boards = Vec::new();
    while boards.len() < 64 {
        let stones = 6 + boards.len() % 55;
        let mut board = Board::new(size, rule);
        while board.ply() < stones {
            let candidates = Neighborhood::Square2.candidates(&board);
            let Some(point) = candidates.iter().choose(&mut random) else {
                break;
            };
            if board.play(point).is_err() || board.winner().is_some() {
                break;
            }
        }
        if board.ply() == stones && board.winner().is_none() {
            boards.push(board);
        }
    }
    boards
}

/// Each position with the moves a search would try there.
fn trials(rule: Rule, size: Size) -> Vec<(Board, Vec<Point>)> {
    positions(rule, size)
        .into_iter()
        .map(|board| {
            let moves = Neighborhood::Square3Line4
                .candidates(&board)
                .iter()
                .collect();
            (board, moves)
        })
        .collect()
}

fn push_and_pop(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("push+pop");
    group
        .measurement_time(Duration::from_secs(3))
        .sample_size(20);
    for (rule, size) in [
        (Rule::Freestyle, Size::FIFTEEN),
        (Rule::Standard, Size::FIFTEEN),
        (Rule::Renju, Size::FIFTEEN),
        (Rule::Caro, Size::FIFTEEN),
        (Rule::Freestyle, Size::TWENTY),
    ] {
        let trials = trials(rule, size);
        let pairs: usize = trials.iter().map(|(_, moves)| moves.len()).sum();
        group.throughput(Throughput::Elements(pairs as u64));
        let mut positions: Vec<_> = trials
            .iter()
            .map(|(board, moves)| (Position::new(board.clone()), moves))
            .collect();
        group.bench_function(
            BenchmarkId::new("patterns", format!("{rule} {size}")),
            |bencher| {
                bencher.iter(|| {
                    for (position, moves) in &mut positions {
                        for &point in moves.iter() {
                            position.push(point);
                            black_box(&*position);
                            position.pop();
                        }
                    }
                });
            },
        );
    }
    let mut boards = trials(Rule::Freestyle, Size::FIFTEEN);
    group.bench_function("board alone", |bencher| {
        bencher.iter(|| {
            for (board, moves) in &mut boards {
                for &point in moves.iter() {
                    board.push(point);
                    black_box(&*board);
                    board.pop();
                }
            }
        });
    });
    group.finish();
}

fn recompute(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("recompute");
    group.sample_size(20);
    // What push+pop would cost if the patterns were computed anew after each of the two.
    let mut trials = trials(Rule::Freestyle, Size::FIFTEEN);
    trials.truncate(8);
    let pairs: usize = trials.iter().map(|(_, moves)| moves.len()).sum();
    group.throughput(Throughput::Elements(pairs as u64));
    group.bench_function("instead of push+pop/freestyle 15", |bencher| {
        bencher.iter(|| {
            for (board, moves) in &mut trials {
                for &point in moves.iter() {
                    board.push(point);
                    black_box(Patterns::new(board));
                    board.pop();
                    black_box(Patterns::new(board));
                }
            }
        });
    });
    for rule in [Rule::Freestyle, Rule::Renju] {
        let boards = positions(rule, Size::FIFTEEN);
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(BenchmarkId::new("patterns", rule), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    black_box(Patterns::new(board));
                }
            });
        });
    }
    group.finish();
}

fn questions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("questions");
    group.sample_size(20);
    let boards = positions(Rule::Renju, Size::FIFTEEN);
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("all forbidden points", |bencher| {
        bencher.iter(|| {
            for board in &boards {
                black_box(forbidden::forbidden_points(board));
            }
        });
    });
    for neighborhood in [Neighborhood::Square2, Neighborhood::Square3Line4] {
        group.bench_function(
            BenchmarkId::new("candidates", format!("{neighborhood:?}")),
            |bencher| {
                bencher.iter(|| {
                    for board in &boards {
                        black_box(neighborhood.candidates(board));
                    }
                });
            },
        );
    }
    group.finish();
}

criterion_group!(benches, push_and_pop, recompute, questions);
criterion_main!(benches);

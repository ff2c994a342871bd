//! What a critic costs.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Board, Neighborhood, Rule, Size};
use nets::kernel::{self, SparseInput};
use nets::{Evaluator, PatternCounts};

/// Ten stones of lively play.
fn middle_game() -> Board {
    let text = "h8i9g7g9i7h9h7f7j7j9";
    let rows = gomoku::notation::RowOrigin::Bottom;
    let moves = gomoku::notation::parse_moves(text, Size::FIFTEEN, rows).expect("moves");
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    for point in moves.into_iter().flatten() {
        board.push(point);
    }
    board
}

fn counts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("counts");
    for set in ["cao", "zhao"] {
        let set = nets::PatternSet::named(set).expect("a set");
        let mut board = middle_game();
        let mut counts = PatternCounts::new(set, &board);
        let moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("put and take, {}", set.name), |bencher| {
            bencher.iter(|| {
                for &point in &moves {
                    board.push_observed(point, &mut counts);
                    black_box(counts.counts());
                    board.pop_observed(&mut counts);
                }
            });
        });
    }
    group.finish();
}

fn values(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("values");
    let board = middle_game();
    let moves: Vec<_> = Neighborhood::Star2.candidates(&board).iter().collect();
    for name in nets::critic::SHIPPED {
        let critic = nets::critic::shipped(name).expect("a critic");
        let mut evaluator = Evaluator::new(critic, &board);
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("candidates, {name}"), |bencher| {
            bencher.iter(|| {
                for &point in &moves {
                    black_box(evaluator.value_after(&board, point));
                }
            });
        });
    }
    let critic = nets::critic::shipped("cao").expect("a critic");
    let changes: Vec<SparseInput> = (0..16).map(|input| (input * 20, 1.0)).collect();
    let sums = critic.hidden_sums(&[]);
    group.throughput(Throughput::Elements(1));
    group.bench_function("forward, 16 inputs", |bencher| {
        bencher.iter(|| black_box(critic.value(&sums, black_box(&changes))));
    });
    group.bench_function("forward, 16 inputs, scalar twin", |bencher| {
        bencher.iter(|| {
            let layer = &critic.first_layer;
            black_box(kernel::reference::value(
                &sums,
                black_box(&changes),
                layer,
                critic.output(),
            ))
        });
    });
    group.finish();
}

criterion_group!(benches, counts, values);
criterion_main!(benches);

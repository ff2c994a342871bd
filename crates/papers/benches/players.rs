//! Speed of the papers' players: moves, iterations and incremental updates.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gomoku::{Board, Limits, Neighborhood, Player, Point, Rule, SearchControl, Size, notation};
use papers::liao_2019::stone_shapes::StoneShapes;
use papers::zhang_li_huang::score_dictionary::PointScores;
use papers::zhang_li_huang::score_dictionary::line_scorer::Scoring;
use papers::{
    Adp, Genetic, Hmcts, MctsParams, Minimax, NewHeuristic, NewHeuristicParams, UctAdpParams,
    UctAdpPbParams, UctDummyParams, UctParams, UctSimParams, VcxParams, VcxPlayer,
};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Situation 1 of Cao and Lin's paper, reconstructed: black to move wins by a double three.
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

/// Unfinished random games.
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

/// Positions of balanced games between two searching players, 12 to 32 stones, without a short win.
const BALANCED_GAMES: [&str; 12] = [
    "h8i7i10f6g8g5j8i8h9f7j11k12",
    "h8i8h7i9i7j7j6g9k5l4h5h6j5i5k4i6",
    "h8g7e5e4f8g6f5f7h5g5g8e8h7g4g3d9c10h6f4d6",
    "h8j10k8i9j9i10i8j8k10h7l11m12k11k9m11j11n11o11l9m10l12l10n10k13",
    "h8f8h7g8g7h9i9f6j10k11j7i7j9j8k10i8i10l10h10g10k9f9f7f11e12m9d7e7",
    "h8i8j9k11h9i9i10h11h7h6f7g8i7g7f10g9g10g6g5h10f8f9j11j6f6k6i6j8k7g11f12j5",
    "h8i7j10g9h10i9h9h11i10g10h7h6",
    "h8i6f10g11f8g9f9f11f7f6g8e8i8j8h9e6",
    "h8i8j6h7j9i7i9g7j7j8k9l9k11f7e7g6j10l12g9h9",
    "h8h10h9f12i9g9i8g10k8j8g7j10f6e5i10i11f8j12k13j11j9j13j14h11",
    "h8h10j6i6j8g8j5j7h5g5h7h6j3g9j4j2g6i4i8j9l8k8e4f5k7i5m9n10",
    "h8j7g8f7g9f8g7g6g10g11f6i9e5d4f10i7e11d12d10e10f12c9g13h14f11f13h9e12h7h10h5h6",
];

fn balanced_games() -> Vec<Board> {
    BALANCED_GAMES
        .iter()
        .map(|moves| {
            let moves = notation::parse_moves(moves, Size::FIFTEEN, notation::RowOrigin::Bottom)
                .expect("the moves are well written");
            let moves: Vec<_> = moves.into_iter().flatten().collect();
            Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).expect("the moves are legal")
        })
        .collect()
}

/// One move in each of the balanced games. The figures of each are printed once, the slowest last.
fn middle_game_moves(criterion: &mut Criterion) {
    let boards = balanced_games();
    let mut group = criterion.benchmark_group("twelve moves");
    group.sample_size(10);
    for net in ["zhao", "cao", "chen", "best"] {
        let critic = nets::critic::shipped(net).expect("a critic of this name");
        let mut player = Adp::new(Default::default(), critic, 1);
        group.bench_function(format!("adp {net}"), |bencher| {
            bencher.iter(|| {
                for board in &boards {
                    black_box(player.think(board, &Limits::default(), &SearchControl::detached()))
                        .expect("a move");
                }
            });
        });
    }
    let new_heuristic = || NewHeuristic::new(NewHeuristicParams::default(), 1);
    let mut evaluations = Vec::new();
    for board in &boards {
        let mut player = new_heuristic();
        let result = player
            .think(board, &Limits::default(), &SearchControl::detached())
            .expect("a move");
        evaluations.push((result.time, player.evaluations(), result.depth));
    }
    evaluations.sort();
    println!("new-heuristic, time, evaluations and depth: {evaluations:?}");
    group.bench_function("new-heuristic depth 8", |bencher| {
        bencher.iter(|| think_everywhere(&boards, || Box::new(new_heuristic())));
    });
    let deep = VcxParams {
        depth: 6,
        adapt: false,
        ..VcxParams::default()
    };
    group.bench_function("vcx depth 6", |bencher| {
        bencher.iter(|| think_everywhere(&boards, || Box::new(VcxPlayer::new(deep.clone()))));
    });
    group.bench_function("minimax depth 3", |bencher| {
        bencher.iter(|| {
            think_everywhere(&boards[..1], || {
                Box::new(Minimax::new(Default::default(), 1))
            })
        });
    });
    group.bench_function("genetic", |bencher| {
        bencher
            .iter(|| think_everywhere(&boards, || Box::new(Genetic::new(Default::default(), 1))));
    });
    group.finish();
}

fn think_everywhere(boards: &[Board], player: impl Fn() -> Box<dyn Player>) {
    for board in boards {
        black_box(player().think(board, &Limits::default(), &SearchControl::detached()))
            .expect("a move");
    }
}

fn iterations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("iterations");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(4));
    let board = situation_1();
    let critic = |name| nets::critic::shipped(name).expect("a critic of this name");
    let players: [(&str, u64, Box<dyn Player>); 8] = [
        (
            "uct-adp",
            300_000,
            Box::new(UctAdpParams::default().player(critic("cao"), 1)),
        ),
        (
            "uct-adp best",
            300_000,
            Box::new(UctAdpParams::default().player(critic("best"), 1)),
        ),
        (
            "uct-adp-pb",
            300_000,
            Box::new(UctAdpPbParams::default().player(critic("cao"), 1)),
        ),
        (
            "uct-dummy",
            1_000_000,
            Box::new(UctDummyParams::default().player(1)),
        ),
        (
            "uct-sim",
            20_000,
            Box::new(UctSimParams::default().player(1)),
        ),
        ("uct", 1_000, Box::new(UctParams::default().player(1))),
        ("mcts", 1_000, Box::new(MctsParams::default().player(1))),
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
                black_box(player.think(&board, &limits, &SearchControl::detached()))
                    .expect("a move")
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
    let mut shapes: Vec<_> = boards
        .iter()
        .map(|(board, _)| StoneShapes::new(board))
        .collect();
    group.bench_function("shapes", |bencher| {
        bencher.iter(|| {
            for ((board, moves), shapes) in boards.iter_mut().zip(&mut shapes) {
                for &point in moves.iter() {
                    board.push_observed(point, shapes);
                    black_box(shapes.balance(board.side_to_move()));
                    board.pop_observed(shapes);
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, iterations, evaluations, middle_game_moves);
criterion_main!(benches);

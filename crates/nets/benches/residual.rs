//! What a residual network costs: evaluations a second by shape, board and batch, and against the scalar twin.
//! `cargo bench -p nets --bench residual [-- 4x32 4x48]`

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Rule, Size};
use nets::Residual;
use nets::residual::convolution::Instructions;
use nets::residual::{Forward, Question, Shape, plain};

/// Evaluations a second: the best of several runs, since other programs only make it slower.
fn speed(per_run: usize, mut run: impl FnMut()) -> f64 {
    let (mut best, begin) = (0.0_f64, Instant::now());
    while begin.elapsed() < Duration::from_millis(400) {
        let start = Instant::now();
        run();
        best = best.max(per_run as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let shapes: Vec<Shape> = std::env::args()
        .filter_map(|one| one.parse().ok())
        .collect();
    let shapes = if shapes.is_empty() {
        let usual = [(4, 32), (4, 48), (4, 64), (6, 64), (4, 128)];
        usual
            .map(|(blocks, channels)| Shape::new(blocks, channels).expect("a shape"))
            .to_vec()
    } else {
        shapes
    };
    println!("shape   board  instructions        batch 1   batch 8  batch 64    plain");
    let boards = [9, 15].map(|size| Size::new(size).expect("a size"));
    for (shape, size) in shapes
        .iter()
        .flat_map(|&shape| boards.map(|size| (shape, size)))
    {
        let network = Arc::new(Residual::random(shape, 1));
        let mut board = Board::new(size, Rule::Freestyle);
        for point in size.points().step_by(5) {
            board.push(point);
        }
        let question = Question::new(&board);
        let plain = speed(1, || {
            black_box(plain::answer(&network, &question));
        });
        for instructions in Instructions::known() {
            let speeds = [1, 8, 64].map(|batch| {
                let mut forward = Forward::with(instructions, &network, size, batch);
                let (questions, mut answers) = (vec![question; batch], Vec::new());
                speed(batch, || {
                    forward.answer(black_box(&questions), &mut answers);
                    black_box(&answers);
                })
            });
            println!(
                "{shape:7} {size:5}  {:18}{:9.0} {:9.0} {:9.0} {plain:8.0}",
                format!("{instructions:?}"),
                speeds[0],
                speeds[1],
                speeds[2]
            );
        }
    }
}

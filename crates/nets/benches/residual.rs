//! Speed of residual networks: evaluations per second by shape, board size and batch, and of the scalar reference.
//! `cargo bench -p nets --bench residual [-- 4x32 4x48]`

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Rule, Size};
use nets::Residual;
use nets::residual::convolution::InstructionSet;
use nets::residual::{Inference, Input, Shape, reference};

/// Evaluations per second: the best of several runs, since other processes only slow it down.
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
    println!("shape   board  instructions        batch 1   batch 8  batch 64 reference");
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
        let input = Input::new(&board);
        let reference = speed(1, || {
            black_box(reference::evaluate(&network, &input));
        });
        for instructions in InstructionSet::available() {
            let speeds = [1, 8, 64].map(|batch| {
                let mut inference =
                    Inference::with_instructions(instructions, &network, size, batch);
                let (inputs, mut outputs) = (vec![input; batch], Vec::new());
                speed(batch, || {
                    inference.evaluate(black_box(&inputs), &mut outputs);
                    black_box(&outputs);
                })
            });
            println!(
                "{shape:7} {size:5}  {:18}{:9.0} {:9.0} {:9.0} {reference:9.0}",
                format!("{instructions:?}"),
                speeds[0],
                speeds[1],
                speeds[2]
            );
        }
    }
}

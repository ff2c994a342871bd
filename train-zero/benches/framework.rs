//! Training speed, and the speed of `nets`' inference relative to the framework's.
//! In `train-zero`: `cargo bench --bench framework [-- 4x32 4x48]`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gomoku::{Board, Rule, Size};
use learn::zero::{Learner, OptimizerConfig, Sample};
use nets::Residual;
use nets::residual::{Inference, Input, Shape};
use train_zero::BurnLearner;

/// Operations per second of the fastest run; other processes only slow it down.
fn speed(per_run: usize, mut run: impl FnMut()) -> f64 {
    let (mut best, begin) = (0.0_f64, Instant::now());
    while begin.elapsed() < Duration::from_secs(4) {
        let start = Instant::now();
        run();
        best = best.max(per_run as f64 / start.elapsed().as_secs_f64());
    }
    best
}

fn main() {
    let shapes: Vec<Shape> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let shapes = if shapes.is_empty() {
        vec![Shape::default()]
    } else {
        shapes
    };
    println!(
        "shape  board  framework 1  framework 64  ours 1  ours/framework  samples/s, 1 thread  2 threads"
    );
    for shape in shapes {
        for size in [9, 15].map(|size| Size::new(size).expect("a size")) {
            let network = Arc::new(Residual::random(shape, 1));
            let mut board = Board::new(size, Rule::Freestyle);
            for point in size.points().step_by(5) {
                board.push(point);
            }
            let input = Input::new(&board);
            let sample = Sample {
                input,
                policy: vec![(1, 1.0)],
                value: 1.0,
            };
            let framework = BurnLearner::new(&network, OptimizerConfig::default(), 1);
            let [one, many] = [1, 64].map(|batch| {
                let inputs = vec![input; batch];
                speed(batch, || {
                    black_box(framework.evaluate(&inputs));
                })
            });
            let mut inference = Inference::new(&network, size, 1);
            let mut outputs = Vec::new();
            let ours = speed(1, || inference.evaluate(black_box(&[input]), &mut outputs));
            let batch = vec![sample; 256];
            let [single, double] = [1, 2].map(|threads| {
                let mut learner = BurnLearner::new(&network, OptimizerConfig::default(), threads);
                speed(256, || {
                    black_box(learner.step(&batch));
                })
            });
            println!(
                "{shape}  {size:5}  {one:11.0}  {many:12.0}  {ours:6.0}  {:14.1}  {single:19.0}  {double:9.0}",
                ours / one
            );
        }
    }
}

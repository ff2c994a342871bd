//! The learner on the tensor framework.

use std::path::Path;
use std::sync::Arc;

use gomoku::{Board, Rule, Size};
use learn::zero::{Learner, OptimizerConfig, Sample};
use nets::Residual;
use nets::residual::{Inference, Input, PolicyValue, Shape, input};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use train_zero::BurnLearner;

fn shape() -> Shape {
    Shape {
        policy_channels: 5,
        value_channels: 7,
        value_hidden: 9,
        ..Shape::new(2, 12).expect("a valid shape")
    }
}

fn optimizer() -> OptimizerConfig {
    OptimizerConfig {
        learning_rate: 0.01,
        warmup_steps: 0,
        ..OptimizerConfig::default()
    }
}

/// Random positions. The targets: play beside the last stone, and black always wins.
fn samples(size: u8, count: usize, seed: u64) -> Vec<Sample> {
    let size = Size::new(size).expect("a valid size");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let sample = |_| {
        let mut board = Board::new(size, Rule::Freestyle);
        for _ in 0..rng.random_range(1..=size.area() / 2) {
            let empty = board.empty();
            let point = empty.iter().nth(rng.random_range(0..empty.len()));
            board.push(point.expect("an empty point"));
        }
        let last = board.last_move().expect("a stone");
        let empty = board.empty();
        let neighbors: Vec<_> = empty.iter().filter(|p| p.distance(last) == 1).collect();
        let probability = 1.0 / neighbors.len() as f32;
        let policy = neighbors
            .iter()
            .map(|&p| (input::index(p, size), probability));
        Sample {
            input: Input::new(&board),
            policy: policy.collect(),
            value: if board.side_to_move() == gomoku::Color::Black {
                1.0
            } else {
                -1.0
            },
        }
    };
    (0..count).map(sample).collect()
}

fn trained(steps: u64) -> BurnLearner {
    let mut learner = BurnLearner::new(&Residual::random(shape(), 1), optimizer(), 2);
    for step in 0..steps {
        learner.step(&samples(7, 32, step));
    }
    learner
}

fn max_difference(ours: &[PolicyValue], theirs: &[PolicyValue]) -> f32 {
    assert_eq!(ours.len(), theirs.len());
    let difference = |(one, other): (&PolicyValue, &PolicyValue)| {
        assert_eq!(one.policy.len(), other.policy.len());
        let policies = one.policy.iter().zip(&other.policy);
        policies
            .map(|(one, other)| (one - other).abs())
            .fold((one.value - other.value).abs(), f32::max)
    };
    ours.iter().zip(theirs).map(difference).fold(0.0, f32::max)
}

#[test]
fn the_exported_network_agrees_with_the_framework() {
    for steps in [0, 20] {
        let learner = trained(steps);
        let network = Arc::new(learner.network());
        for size in [5, 7, 15] {
            let samples = samples(size, 8, 99);
            let inputs: Vec<_> = samples.iter().map(|sample| sample.input).collect();
            let mut ours = Vec::new();
            Inference::new(&network, inputs[0].size(), 8).evaluate(&inputs, &mut ours);
            let difference = max_difference(&ours, &learner.evaluate(&inputs));
            assert!(difference < 1e-4, "{steps} steps, {size}: {difference}");
        }
    }
    // Training must have changed the output, or the comparison shows nothing.
    let inputs = [samples(7, 1, 99)[0].input];
    let (before, after) = (trained(0).evaluate(&inputs), trained(20).evaluate(&inputs));
    assert!(max_difference(&before, &after) > 0.1);
}

#[test]
fn the_loss_decreases() {
    let mut learner = BurnLearner::new(&Residual::random(shape(), 1), optimizer(), 1);
    let batch = samples(7, 64, 5);
    let first = learner.step(&batch);
    for _ in 0..150 {
        learner.step(&batch);
    }
    let last = learner.step(&batch);
    assert_eq!(learner.steps(), 152);
    // The policy targets are uniform over up to eight points; their entropy is the minimum of the loss.
    let entropy = batch
        .iter()
        .map(|sample| (sample.policy.len() as f32).ln())
        .sum::<f32>()
        / 64.0;
    assert!(first.policy > entropy + 1.0, "{first:?}, {entropy}");
    assert!(last.policy < entropy + 0.3, "{last:?}, {entropy}");
    assert!(first.value > 0.7 && last.value < 0.1, "{first:?} {last:?}");
}

#[test]
fn a_loaded_learner_continues_like_the_saved_one() {
    let mut learner = trained(5);
    let saved = learner.save();
    let mut copy = BurnLearner::new(&Residual::random(shape(), 2), optimizer(), 2);
    copy.load(&saved).expect("a learner");
    assert_eq!(copy.steps(), 5);
    assert!(copy.network() == learner.network());
    for step in 5..9 {
        let batch = samples(7, 32, step);
        assert_eq!(learner.step(&batch), copy.step(&batch));
    }
    assert!(copy.network() == learner.network());
    // Without the optimizer moments it does not.
    let mut without_moments = BurnLearner::new(&trained(5).network(), optimizer(), 2);
    without_moments.step(&samples(7, 32, 5));
    assert!(without_moments.network() != learner.network());
}

#[test]
fn an_invalid_state_is_rejected() {
    let mut learner = trained(1);
    let before = learner.network();
    let saved = learner.save();
    let other = Residual::random(Shape::new(1, 8).expect("a valid shape"), 1);
    let other = BurnLearner::new(&other, optimizer(), 1).save();
    for bytes in [&b"nothing"[..], &other, &saved[..saved.len() - 1]] {
        assert!(learner.load(bytes).is_err());
        assert!(learner.network() == before);
    }
}

/// Writes the files that `crates/nets/tests/residual.rs` compares with. Run it after a change of the network, in
/// `train-zero`: `cargo test --release --test framework -- --ignored`.
#[test]
#[ignore = "writes the recorded outputs"]
fn record_outputs() {
    let learner = trained(20);
    let notes = ["train-zero/tests/framework.rs, 20 steps, seed 1".to_owned()];
    let mut bytes = Vec::new();
    let mut text =
        String::from("# value and logits as burn 0.22.1 computes them, one line per input\n");
    for size in [5, 9, 15] {
        let samples = samples(size, 3, 7);
        let inputs: Vec<_> = samples.iter().map(|sample| sample.input).collect();
        for (input, output) in inputs.iter().zip(learner.evaluate(&inputs)) {
            input.write(&mut bytes);
            let logits: Vec<_> = output.policy.iter().map(f32::to_string).collect();
            text += &format!("{} {}\n", output.value, logits.join(" "));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/nets/tests/data");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in [
        ("framework.net", learner.network().to_bytes(&notes)),
        ("framework.inputs", bytes),
        ("framework.outputs", text.into_bytes()),
    ] {
        std::fs::write(folder.join(name), bytes).expect("a file that can be written");
    }
}

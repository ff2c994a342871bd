//! The learner on the tensor framework.

use std::path::Path;
use std::sync::Arc;

use gomoku::{Board, Rule, Size};
use learn::zero::{Learner, Lesson, Schedule};
use nets::Residual;
use nets::residual::{Answer, Forward, Question, Shape, question};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use train_zero::BurnLearner;

fn shape() -> Shape {
    Shape {
        policy_channels: 5,
        value_channels: 7,
        value_hidden: 9,
        ..Shape::new(2, 12).expect("a shape")
    }
}

fn schedule() -> Schedule {
    Schedule {
        rate: 0.01,
        warm_up: 0,
        ..Schedule::default()
    }
}

/// Random positions. The lesson: play beside the last stone, and black always wins.
fn lessons(size: u8, count: usize, seed: u64) -> Vec<Lesson> {
    let size = Size::new(size).expect("a size");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let lesson = |_| {
        let mut board = Board::new(size, Rule::Freestyle);
        for _ in 0..rng.random_range(1..=size.area() / 2) {
            let empty = board.empty();
            let point = empty.iter().nth(rng.random_range(0..empty.len()));
            board.push(point.expect("an empty point"));
        }
        let last = board.last_move().expect("a stone");
        let empty = board.empty();
        let near: Vec<_> = empty.iter().filter(|p| p.distance(last) == 1).collect();
        let share = 1.0 / near.len() as f32;
        let policy = near.iter().map(|&p| (question::number(p, size), share));
        Lesson {
            question: Question::new(&board),
            policy: policy.collect(),
            value: if board.side_to_move() == gomoku::Color::Black {
                1.0
            } else {
                -1.0
            },
        }
    };
    (0..count).map(lesson).collect()
}

fn trained(steps: u64) -> BurnLearner {
    let mut learner = BurnLearner::new(&Residual::random(shape(), 1), schedule(), 2);
    for step in 0..steps {
        learner.step(&lessons(7, 32, step));
    }
    learner
}

fn largest_difference(ours: &[Answer], theirs: &[Answer]) -> f32 {
    assert_eq!(ours.len(), theirs.len());
    let difference = |(one, other): (&Answer, &Answer)| {
        assert_eq!(one.policy.len(), other.policy.len());
        let policies = one.policy.iter().zip(&other.policy);
        policies
            .map(|(one, other)| (one - other).abs())
            .fold((one.value - other.value).abs(), f32::max)
    };
    ours.iter().zip(theirs).map(difference).fold(0.0, f32::max)
}

#[test]
fn the_exported_network_answers_as_the_framework() {
    for steps in [0, 20] {
        let learner = trained(steps);
        let network = Arc::new(learner.network());
        for size in [5, 7, 15] {
            let lessons = lessons(size, 8, 99);
            let questions: Vec<_> = lessons.iter().map(|lesson| lesson.question).collect();
            let mut ours = Vec::new();
            Forward::new(&network, questions[0].size(), 8).answer(&questions, &mut ours);
            let difference = largest_difference(&ours, &learner.answer(&questions));
            assert!(difference < 1e-4, "{steps} steps, {size}: {difference}");
        }
    }
    // The comparison must see something: training has changed the answers.
    let questions = [lessons(7, 1, 99)[0].question];
    let (before, after) = (
        trained(0).answer(&questions),
        trained(20).answer(&questions),
    );
    assert!(largest_difference(&before, &after) > 0.1);
}

#[test]
fn the_loss_falls() {
    let mut learner = BurnLearner::new(&Residual::random(shape(), 1), schedule(), 1);
    let batch = lessons(7, 64, 5);
    let first = learner.step(&batch);
    for _ in 0..150 {
        learner.step(&batch);
    }
    let last = learner.step(&batch);
    assert_eq!(learner.steps(), 152);
    // The policies are even over up to eight points, so their own entropy is the least that is possible.
    let entropy = batch
        .iter()
        .map(|one| (one.policy.len() as f32).ln())
        .sum::<f32>()
        / 64.0;
    assert!(first.policy > entropy + 1.0, "{first:?}, {entropy}");
    assert!(last.policy < entropy + 0.3, "{last:?}, {entropy}");
    assert!(first.value > 0.7 && last.value < 0.1, "{first:?} {last:?}");
}

#[test]
fn a_saved_learner_goes_on_as_if_nothing_had_happened() {
    let mut learner = trained(5);
    let saved = learner.save();
    let mut copy = BurnLearner::new(&Residual::random(shape(), 2), schedule(), 2);
    copy.load(&saved).expect("a learner");
    assert_eq!(copy.steps(), 5);
    assert!(copy.network() == learner.network());
    for step in 5..9 {
        let batch = lessons(7, 32, step);
        assert_eq!(learner.step(&batch), copy.step(&batch));
    }
    assert!(copy.network() == learner.network());
    // Its memory of earlier steps is what makes the difference.
    let mut forgetful = BurnLearner::new(&trained(5).network(), schedule(), 2);
    forgetful.step(&lessons(7, 32, 5));
    assert!(forgetful.network() != learner.network());
}

#[test]
fn what_is_no_learner_is_refused() {
    let mut learner = trained(1);
    let before = learner.network();
    let saved = learner.save();
    let other = Residual::random(Shape::new(1, 8).expect("a shape"), 1);
    let other = BurnLearner::new(&other, schedule(), 1).save();
    for bytes in [&b"nothing"[..], &other, &saved[..saved.len() - 1]] {
        assert!(learner.load(bytes).is_err());
        assert!(learner.network() == before);
    }
}

/// Writes the files that `crates/nets/tests/residual.rs` compares with. Run it after a change of the network, in
/// `train-zero`: `cargo test --release --test framework -- --ignored`.
#[test]
#[ignore = "writes the recorded answers"]
fn record_the_answers() {
    let learner = trained(20);
    let notes = ["train-zero/tests/framework.rs, 20 steps, seed 1".to_owned()];
    let mut asked = Vec::new();
    let mut text = String::from(
        "# value and logits as burn 0.22.1 computes them, one line for each question\n",
    );
    for size in [5, 9, 15] {
        let lessons = lessons(size, 3, 7);
        let questions: Vec<_> = lessons.iter().map(|lesson| lesson.question).collect();
        for (question, answer) in questions.iter().zip(learner.answer(&questions)) {
            question.write(&mut asked);
            let logits: Vec<_> = answer.policy.iter().map(f32::to_string).collect();
            text += &format!("{} {}\n", answer.value, logits.join(" "));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/nets/tests/data");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, bytes) in [
        ("framework.net", learner.network().to_bytes(&notes)),
        ("framework.questions", asked),
        ("framework.answers", text.into_bytes()),
    ] {
        std::fs::write(folder.join(name), bytes).expect("a file that can be written");
    }
}

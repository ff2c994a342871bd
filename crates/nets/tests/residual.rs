//! The fast paths of a residual network against its scalar twin.

use std::sync::Arc;

use gomoku::{Board, Rule, Size, Symmetry};
use nets::Residual;
use nets::residual::convolution::Instructions;
use nets::residual::{Answer, Forward, Question, Shape, plain};
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random positions with up to half of the board full.
fn questions(size: Size, count: usize, seed: u64) -> Vec<Question> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let mut board = Board::new(size, Rule::Freestyle);
            for _ in 0..rng.random_range(0..=size.area() / 2) {
                let empty = board.empty();
                let point = empty.iter().nth(rng.random_range(0..empty.len()));
                board.push(point.expect("an empty point"));
            }
            Question::new(&board)
        })
        .collect()
}

fn assert_close(answer: &Answer, expected: &Answer) {
    assert_eq!(answer.policy.len(), expected.policy.len());
    let largest = expected
        .policy
        .iter()
        .fold(1.0_f32, |most, x| most.max(x.abs()));
    for (point, (found, wanted)) in answer.policy.iter().zip(&expected.policy).enumerate() {
        let error = (found - wanted).abs();
        assert!(error < 2e-5 * largest, "{point}: {found} for {wanted}");
    }
    assert!((answer.value - expected.value).abs() < 2e-5);
}

/// Weights large enough that every layer matters.
fn network(shape: Shape, seed: u64) -> Arc<Residual> {
    let mut network = Residual::random(shape, seed);
    for (index, bias) in network.tensors_mut().skip(1).step_by(2).enumerate() {
        for (number, bias) in bias.iter_mut().enumerate() {
            *bias = ((index * 7 + number * 3) % 11) as f32 * 0.02 - 0.1;
        }
    }
    for weight in network
        .logit
        .weights
        .iter_mut()
        .chain(&mut network.outcome.weights)
    {
        *weight *= 5.0;
    }
    Arc::new(network)
}

#[test]
fn every_instruction_set_answers_as_the_formula() {
    let shapes = [(1, 3), (2, 16), (1, 32), (1, 48), (1, 64), (1, 80)];
    for (blocks, channels) in shapes {
        let network = network(Shape::new(blocks, channels).unwrap(), 3);
        for (size, batch) in [(5, 1), (9, 3), (15, 2), (22, 1), (13, 1), (10, 2)] {
            let size = Size::new(size).unwrap();
            let questions = questions(size, batch, 17);
            let mut fused: Option<Vec<Answer>> = None;
            for instructions in Instructions::known() {
                let mut forward = Forward::with(instructions, &network, size, batch);
                let mut answers = Vec::new();
                forward.answer(&questions, &mut answers);
                for (question, answer) in questions.iter().zip(&answers) {
                    assert_close(answer, &plain::answer(&network, question));
                }
                // Both vector sets round alike.
                if instructions != Instructions::known()[0] {
                    assert_eq!(*fused.get_or_insert(answers.clone()), answers);
                }
            }
        }
    }
}

#[test]
fn every_board_size_works() {
    let network = network(Shape::new(1, 20).unwrap(), 4);
    for size in Size::MIN..=Size::MAX {
        let size = Size::new(size).unwrap();
        let question = questions(size, 1, 5)[0];
        let mut answers = Vec::new();
        Forward::new(&network, size, 1).answer(&[question], &mut answers);
        assert_close(&answers[0], &plain::answer(&network, &question));
    }
}

#[test]
fn heads_of_any_width_work() {
    let shape = Shape {
        blocks: 1,
        channels: 40,
        policy_channels: 33,
        value_channels: 21,
        value_hidden: 7,
    };
    let size = Size::new(7).unwrap();
    for shape in [
        shape,
        Shape {
            blocks: 1,
            channels: 8,
            ..Shape::slides()
        },
    ] {
        let network = network(shape, 6);
        let mut answers = Vec::new();
        let questions = questions(size, 3, 2);
        Forward::new(&network, size, 2).answer(&questions, &mut answers);
        for (question, answer) in questions.iter().zip(&answers) {
            assert_close(answer, &plain::answer(&network, question));
        }
    }
}

/// Search trees depend on it: an answer must not change with its neighbors or with what was asked before.
#[test]
fn the_batch_does_not_matter() {
    let network = network(Shape::new(2, 32).unwrap(), 8);
    let size = Size::new(9).unwrap();
    let questions = questions(size, 11, 9);
    let mut alone = Forward::new(&network, size, 1);
    let mut expected = Vec::new();
    for question in &questions {
        let mut answer = Vec::new();
        alone.answer(std::slice::from_ref(question), &mut answer);
        expected.append(&mut answer);
    }
    for max_batch in [1, 4, 11, 64] {
        let mut answers = vec![Answer::default(); 99];
        let mut forward = Forward::new(&network, size, max_batch);
        for _ in 0..2 {
            forward.answer(&questions, &mut answers);
            assert_eq!(answers, expected, "{max_batch}");
        }
    }
    let mut none = expected;
    alone.answer(&[], &mut none);
    assert!(none.is_empty());
}

/// With kernels that are the same under all symmetries, the network's answers turn with the board.
#[test]
fn answers_turn_with_the_board() {
    let mut one = Residual::clone(&network(Shape::new(1, 6).unwrap(), 12));
    for layer in one.tower.iter_mut().flatten().chain([&mut one.stem]) {
        for kernel in layer.weights.chunks_exact_mut(9) {
            let [corner, edge] = [kernel[0], kernel[1]];
            for place in [0, 2, 6, 8] {
                kernel[place] = corner;
            }
            for place in [1, 3, 5, 7] {
                kernel[place] = edge;
            }
        }
    }
    let one = Arc::new(one);
    let size = Size::new(9).unwrap();
    let question = questions(size, 1, 4)[0];
    let mut forward = Forward::new(&one, size, 1);
    let (mut straight, mut turned) = (Vec::new(), Vec::new());
    forward.answer(&[question], &mut straight);
    for symmetry in Symmetry::ALL {
        forward.answer(&[question.transformed(symmetry)], &mut turned);
        let back = |number: u16| {
            turned[0].policy[usize::from(nets::residual::question::transformed(
                number, symmetry, size,
            ))]
        };
        let answer = Answer {
            policy: (0..81).map(back).collect(),
            value: turned[0].value,
        };
        assert_close(&answer, &straight[0]);
    }
}

/// A trained network with positions of three sizes, and what the framework that trained it answered
/// (`train-zero/tests/framework.rs` writes the files).
#[test]
fn the_framework_gave_the_same_answers() {
    let network = Residual::from_bytes(include_bytes!("data/framework.net")).unwrap();
    let network = Arc::new(network);
    let mut asked = &include_bytes!("data/framework.questions")[..];
    let lines = include_str!("data/framework.answers").lines().skip(1);
    let mut count = 0;
    for line in lines {
        let question = Question::read(&mut asked).unwrap();
        let mut numbers = line.split(' ').map(|number| number.parse().unwrap());
        let expected = Answer {
            value: numbers.next().unwrap(),
            policy: numbers.collect(),
        };
        let mut answers = Vec::new();
        Forward::new(&network, question.size(), 1).answer(&[question], &mut answers);
        for answer in [&answers[0], &plain::answer(&network, &question)] {
            assert_eq!(answer.policy.len(), expected.policy.len());
            assert!((answer.value - expected.value).abs() < 1e-4);
            for (found, wanted) in answer.policy.iter().zip(&expected.policy) {
                assert!((found - wanted).abs() < 1e-4, "{found} for {wanted}");
            }
        }
        count += 1;
    }
    assert!(count == 9 && asked.is_empty());
}

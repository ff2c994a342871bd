//! Batched inference of residual networks against the scalar reference.

use std::sync::Arc;

use gomoku::{Board, Rule, Size, Symmetry};
use nets::Residual;
use nets::residual::convolution::InstructionSet;
use nets::residual::{Inference, Input, PolicyValue, Shape, reference};
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random positions with up to half of the board full.
fn inputs(size: Size, count: usize, seed: u64) -> Vec<Input> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let mut board = Board::new(size, Rule::Freestyle);
            for _ in 0..rng.random_range(0..=size.area() / 2) {
                let empty = board.empty();
                let point = empty.iter().nth(rng.random_range(0..empty.len()));
                board.push(point.expect("an empty point"));
            }
            Input::new(&board)
        })
        .collect()
}

fn assert_close(output: &PolicyValue, expected: &PolicyValue) {
    assert_eq!(output.policy.len(), expected.policy.len());
    let largest = expected
        .policy
        .iter()
        .fold(1.0_f32, |max, x| max.max(x.abs()));
    for (point, (found, wanted)) in output.policy.iter().zip(&expected.policy).enumerate() {
        let error = (found - wanted).abs();
        assert!(
            error < 2e-5 * largest,
            "{point}: {found}, expected {wanted}"
        );
    }
    assert!((output.value - expected.value).abs() < 2e-5);
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
fn every_instruction_set_matches_the_reference() {
    let shapes = [(1, 3), (2, 16), (1, 32), (1, 48), (1, 64), (1, 80)];
    for (blocks, channels) in shapes {
        let network = network(Shape::new(blocks, channels).unwrap(), 3);
        for (size, batch) in [(5, 1), (9, 3), (15, 2), (22, 1), (13, 1), (10, 2)] {
            let size = Size::new(size).unwrap();
            let inputs = inputs(size, batch, 17);
            let mut fused: Option<Vec<PolicyValue>> = None;
            for instructions in InstructionSet::available() {
                let mut inference =
                    Inference::with_instructions(instructions, &network, size, batch);
                let mut outputs = Vec::new();
                inference.evaluate(&inputs, &mut outputs);
                for (input, output) in inputs.iter().zip(&outputs) {
                    assert_close(output, &reference::evaluate(&network, input));
                }
                // Both SIMD sets round alike.
                if instructions != InstructionSet::available()[0] {
                    assert_eq!(*fused.get_or_insert(outputs.clone()), outputs);
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
        let input = inputs(size, 1, 5)[0];
        let mut outputs = Vec::new();
        Inference::new(&network, size, 1).evaluate(&[input], &mut outputs);
        assert_close(&outputs[0], &reference::evaluate(&network, &input));
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
        let mut outputs = Vec::new();
        let inputs = inputs(size, 3, 2);
        Inference::new(&network, size, 2).evaluate(&inputs, &mut outputs);
        for (input, output) in inputs.iter().zip(&outputs) {
            assert_close(output, &reference::evaluate(&network, input));
        }
    }
}

/// Search results would depend on timing if an output changed with the rest of the batch or with earlier inputs.
#[test]
fn outputs_do_not_depend_on_the_batch() {
    let network = network(Shape::new(2, 32).unwrap(), 8);
    let size = Size::new(9).unwrap();
    let inputs = inputs(size, 11, 9);
    let mut alone = Inference::new(&network, size, 1);
    let mut expected = Vec::new();
    for input in &inputs {
        let mut output = Vec::new();
        alone.evaluate(std::slice::from_ref(input), &mut output);
        expected.append(&mut output);
    }
    for max_batch in [1, 4, 11, 64] {
        let mut outputs = vec![PolicyValue::default(); 99];
        let mut inference = Inference::new(&network, size, max_batch);
        for _ in 0..2 {
            inference.evaluate(&inputs, &mut outputs);
            assert_eq!(outputs, expected, "{max_batch}");
        }
    }
    let mut none = expected;
    alone.evaluate(&[], &mut none);
    assert!(none.is_empty());
}

/// With kernels that are invariant under all symmetries, the outputs turn with the board.
#[test]
fn outputs_turn_with_the_board() {
    let mut one = Residual::clone(&network(Shape::new(1, 6).unwrap(), 12));
    for layer in one.tower.iter_mut().flatten().chain([&mut one.stem]) {
        for kernel in layer.weights.chunks_exact_mut(9) {
            let [corner, edge] = [kernel[0], kernel[1]];
            for tap in [0, 2, 6, 8] {
                kernel[tap] = corner;
            }
            for tap in [1, 3, 5, 7] {
                kernel[tap] = edge;
            }
        }
    }
    let one = Arc::new(one);
    let size = Size::new(9).unwrap();
    let input = inputs(size, 1, 4)[0];
    let mut inference = Inference::new(&one, size, 1);
    let (mut straight, mut turned) = (Vec::new(), Vec::new());
    inference.evaluate(&[input], &mut straight);
    for symmetry in Symmetry::ALL {
        inference.evaluate(&[input.transformed(symmetry)], &mut turned);
        let back = |number: u16| {
            turned[0].policy[usize::from(nets::residual::input::transform_index(
                number, symmetry, size,
            ))]
        };
        let output = PolicyValue {
            policy: (0..81).map(back).collect(),
            value: turned[0].value,
        };
        assert_close(&output, &straight[0]);
    }
}

/// A trained network with positions of three sizes, and the outputs of the framework that trained it
/// (`train-zero/tests/framework.rs` writes the files).
#[test]
fn outputs_match_the_framework() {
    let network = Residual::from_bytes(include_bytes!("data/framework.net")).unwrap();
    let network = Arc::new(network);
    let mut bytes = &include_bytes!("data/framework.inputs")[..];
    let lines = include_str!("data/framework.outputs").lines().skip(1);
    let mut count = 0;
    for line in lines {
        let input = Input::read(&mut bytes).unwrap();
        let mut numbers = line.split(' ').map(|number| number.parse().unwrap());
        let expected = PolicyValue {
            value: numbers.next().unwrap(),
            policy: numbers.collect(),
        };
        let mut outputs = Vec::new();
        Inference::new(&network, input.size(), 1).evaluate(&[input], &mut outputs);
        for output in [&outputs[0], &reference::evaluate(&network, &input)] {
            assert_eq!(output.policy.len(), expected.policy.len());
            assert!((output.value - expected.value).abs() < 1e-4);
            for (found, wanted) in output.policy.iter().zip(&expected.policy) {
                assert!((found - wanted).abs() < 1e-4, "{found}, expected {wanted}");
            }
        }
        count += 1;
    }
    assert!(count == 9 && bytes.is_empty());
}

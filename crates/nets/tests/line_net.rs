//! The line network against its formula in floating point, against itself computed from scratch, and under symmetries.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use gomoku::{Board, Color, Direction, Patterns, Point, Position, Rule, Size, Symmetry};
use nets::line_net::shape::{EMPTY_LINE, SHAPES, ShapeTables};
use nets::line_net::{CHANNELS, Dense, Features, HIDDEN, LineNet, SideWeights, WIDTH};
use nets::pattern_net::pattern_code::{self, PATTERN_CODES};
use nets::pattern_net::threat_mask;
use nets::pattern_net::threat_mask::THREAT_MASKS;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn random_side(rng: &mut Xoshiro256PlusPlus) -> SideWeights {
    let mut rows = |count: usize, first_is_zero: bool| -> Vec<[i16; CHANNELS]> {
        (0..count)
            .map(|index| {
                let is_zero = first_is_zero && index == usize::from(EMPTY_LINE);
                let scale = i16::from(!is_zero);
                [(); CHANNELS].map(|()| scale * rng.random_range(-60..60))
            })
            .collect()
    };
    let (shapes, own_codes, opponent_codes) = (
        rows(SHAPES, true),
        rows(PATTERN_CODES, false),
        rows(PATTERN_CODES, false),
    );
    let mut dense = |max: i16| Dense {
        weights: [(); WIDTH].map(|()| [(); HIDDEN].map(|()| rng.random_range(-max..=max))),
        biases: [(); HIDDEN].map(|()| rng.random_range(-200_000..200_000)),
    };
    let (hidden, policy) = ([dense(40), dense(400)], dense(40));
    let mut list =
        |count: usize| -> Vec<i16> { (0..count).map(|_| rng.random_range(-90..90)).collect() };
    SideWeights {
        shapes,
        own_codes,
        opponent_codes,
        hidden,
        output: list(HIDDEN).try_into().unwrap(),
        output_bias: 1_234,
        threats: list(THREAT_MASKS),
        policy,
        attack: list(PATTERN_CODES),
        defense: list(PATTERN_CODES),
    }
}

fn random_sides(rule: Rule, rng: &mut Xoshiro256PlusPlus) -> [SideWeights; 2] {
    let black = random_side(rng);
    let white = if rule == Rule::Renju {
        random_side(rng)
    } else {
        black.clone()
    };
    [black, white]
}

fn random_board(size: u8, rule: Rule, rng: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(Size::new(size).unwrap(), rule);
    for _ in 0..rng.random_range(0..board.size().area() / 2) {
        let empty = board.empty();
        let index = rng.random_range(0..empty.len());
        board.push(empty.iter().nth(index).unwrap());
    }
    board
}

/// The formula of the module documentation in double precision: the value, and the policy by point.
struct Reference {
    value: f64,
    /// Point, score, and how far the rounding of the weights can move it.
    policy: Vec<(Point, f64, f64)>,
}

impl Reference {
    fn new(sides: &[SideWeights; 2], board: &Board) -> Reference {
        let side = board.side_to_move();
        let patterns = Patterns::new(board);
        let features = |view: Color, point: Point| -> Vec<f64> {
            let weights = &sides[view.index()];
            let shapes = Direction::ALL.map(|direction| {
                let (key, bit) = patterns.line_key(point, direction);
                let shape = ShapeTables::get().shape(key, bit);
                match view {
                    Color::Black => shape,
                    Color::White => ShapeTables::get().swapped(shape),
                }
            });
            if shapes == [EMPTY_LINE; 4] {
                return vec![0.0; CHANNELS];
            }
            let code = |color| pattern_code::encode(patterns.packed_lines(color, point));
            (0..CHANNELS)
                .map(|channel| {
                    let lines =
                        shapes.map(|shape| f64::from(weights.shapes[usize::from(shape)][channel]));
                    let own = f64::from(weights.own_codes[code(view)][channel]);
                    let opponent = f64::from(weights.opponent_codes[code(!view)][channel]);
                    ((lines.iter().sum::<f64>() + own + opponent) / 64.0).clamp(0.0, 511.0 / 64.0)
                })
                .collect()
        };
        let both = |point: Point| [features(side, point), features(!side, point)].concat();
        let mut inputs = vec![0.0; WIDTH];
        for point in &board.empty() {
            for (input, feature) in inputs.iter_mut().zip(both(point)) {
                *input += feature / 16.0;
            }
        }
        let dense = |layer: &Dense, inputs: &[f64]| -> Vec<f64> {
            (0..HIDDEN)
                .map(|output| {
                    let products = inputs
                        .iter()
                        .zip(&layer.weights)
                        .map(|(input, row)| input * f64::from(row[output]) / 1024.0);
                    f64::from(layer.biases[output]) / 262_144.0 + products.sum::<f64>()
                })
                .collect()
        };
        let clamp = |sums: Vec<f64>| -> Vec<f64> {
            sums.into_iter()
                .map(|sum| sum.clamp(0.0, 4095.0 / 256.0))
                .collect()
        };
        let weights = &sides[side.index()];
        let hidden = clamp(dense(&weights.hidden[0], &inputs));
        let hidden = clamp(dense(&weights.hidden[1], &hidden));
        let products = hidden
            .iter()
            .zip(&weights.output)
            .map(|(unit, &weight)| unit * f64::from(weight) / 1024.0);
        let logit = f64::from(weights.output_bias) / 262_144.0 + products.sum::<f64>();
        let threats = f64::from(weights.threats[threat_mask(&patterns, side)]);
        let policy_weights = dense(&weights.policy, &inputs);
        let policy = board.empty().iter().map(|point| {
            let code = |color| pattern_code::encode(patterns.packed_lines(color, point));
            let tables =
                f64::from(weights.attack[code(side)]) + f64::from(weights.defense[code(!side)]);
            let features = both(point);
            let products = features.iter().zip(&policy_weights).map(|(a, b)| a * b);
            let rounding = features.iter().sum::<f64>() * 32.0 / 512.0;
            (
                point,
                32.0 * products.sum::<f64>() + tables,
                2.0 + 2.0 * rounding,
            )
        });
        Reference {
            value: 200.0 * logit + threats,
            policy: policy.collect(),
        }
    }
}

#[test]
fn answers_match_the_formula() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for rule in Rule::ALL {
        let sides = random_sides(rule, &mut rng);
        let net = LineNet::new(&sides);
        for size in [5, 13, 15, 20, 22] {
            for _ in 0..12 {
                let board = random_board(size, rule, &mut rng);
                let side = board.side_to_move();
                let reference = Reference::new(&sides, &board);
                let position = Position::new(board);
                let features = Features::new(&net, &position);
                let value = net.value(&features, position.patterns(), side);
                assert!(
                    (f64::from(value) - reference.value).abs() < 6.0,
                    "{value} {}",
                    reference.value
                );
                let scores = move_scores(&net, &features, &position);
                for ((point, expected, tolerance), (scored, score)) in
                    reference.policy.into_iter().zip(scores)
                {
                    assert_eq!(point, scored);
                    assert!(
                        (f64::from(score) - expected).abs() < tolerance,
                        "{score} {expected}"
                    );
                }
            }
        }
    }
}

fn move_scores(net: &LineNet, features: &Features, position: &Position) -> Vec<(Point, i32)> {
    let (board, mut scores) = (position.board(), Vec::new());
    let side = board.side_to_move();
    net.move_scores(
        features,
        position.patterns(),
        side,
        &board.empty(),
        &mut scores,
    );
    scores
}

/// Everything that a network says about a position.
fn answers(
    net: &LineNet,
    features: &Features,
    position: &Position,
) -> (Vec<i32>, Vec<(Point, i32)>) {
    let patterns = position.patterns();
    let values = Color::BOTH.map(|side| net.value(features, patterns, side));
    (values.to_vec(), move_scores(net, features, position))
}

#[test]
fn lazy_updates_equal_a_computation_from_scratch() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for rule in Rule::ALL {
        let net = LineNet::new(&random_sides(rule, &mut rng));
        for size in [5, 15, 22] {
            let mut position = Position::new(random_board(size, rule, &mut rng));
            let root = position.board().history().len();
            let mut features = Features::new(&net, &position);
            for _ in 0..1_500 {
                let plies = position.board().history().len();
                match rng.random_range(0..8) {
                    0..=2 if plies > root => {
                        position.pop();
                        features.undo(plies - 1);
                    }
                    3 => position.pass(),
                    _ if !position.board().is_full() => {
                        let empty = position.board().empty();
                        let index = rng.random_range(0..empty.len());
                        position.push(empty.iter().nth(index).unwrap());
                    }
                    _ => {}
                }
                // Mostly nobody asks, so that several moves are pending.
                if rng.random_range(0..3) == 0 {
                    features.update(&net, &position);
                    let fresh = Position::new(position.board().clone());
                    let refreshed = Features::new(&net, &fresh);
                    assert_eq!(
                        answers(&net, &features, &position),
                        answers(&net, &refreshed, &fresh)
                    );
                }
            }
        }
    }
}

#[test]
fn symmetric_positions_get_the_same_answers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for rule in Rule::ALL {
        let net = LineNet::new(&random_sides(rule, &mut rng));
        for _ in 0..10 {
            let board = random_board(15, rule, &mut rng);
            let moves: Vec<Point> = board.moves().collect();
            let position = Position::new(board);
            let (values, scores) = answers(&net, &Features::new(&net, &position), &position);
            for symmetry in Symmetry::ALL {
                let map = |point| symmetry.apply(point, Size::FIFTEEN);
                let mut mapped = Board::new(Size::FIFTEEN, rule);
                for &point in &moves {
                    mapped.push(map(point));
                }
                let mapped = Position::new(mapped);
                let (mapped_values, mapped_scores) =
                    answers(&net, &Features::new(&net, &mapped), &mapped);
                assert_eq!(values, mapped_values);
                for &(point, score) in &scores {
                    let same = mapped_scores.iter().find(|other| other.0 == map(point));
                    assert_eq!(same.unwrap().1, score);
                }
            }
        }
    }
}

#[test]
fn exchanged_colors_exchange_the_answers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let net = LineNet::new(&random_sides(Rule::Freestyle, &mut rng));
    for _ in 0..20 {
        let board = random_board(15, Rule::Freestyle, &mut rng);
        let mut exchanged = Board::new(Size::FIFTEEN, Rule::Freestyle);
        exchanged.pass();
        for point in board.moves() {
            exchanged.push(point);
        }
        let (position, exchanged) = (Position::new(board), Position::new(exchanged));
        let (values, scores) = answers(&net, &Features::new(&net, &position), &position);
        let (other_values, other_scores) =
            answers(&net, &Features::new(&net, &exchanged), &exchanged);
        assert_eq!(values, [other_values[1], other_values[0]]);
        assert_eq!(scores, other_scores);
    }
}

#[test]
fn shipped_networks_prefer_threes() {
    for rule in Rule::ALL {
        let Some(net) = LineNet::of(rule) else {
            continue;
        };
        let value = |stones: [(u8, u8); 6]| {
            let mut board = Board::new(Size::FIFTEEN, rule);
            for (column, row) in stones {
                board.push(Point::new(column, row));
            }
            let position = Position::new(board);
            net.value(
                &Features::new(&net, &position),
                position.patterns(),
                Color::Black,
            )
        };
        let three = value([(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)]);
        let scattered = value([(7, 7), (0, 0), (14, 14), (14, 0), (1, 13), (0, 14)]);
        assert!(three > scattered + 50, "{rule:?}: {three} {scattered}");
    }
}

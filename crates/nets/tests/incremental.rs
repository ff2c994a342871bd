//! Incremental evaluation against independent reference code: counts against string matching, the first layer against
//! sums over all inputs in double precision.

use std::sync::Arc;

use gomoku::{
    Board, Cell, Color, Direction, Neighborhood, Observer, Patterns, Point, Rule, Size, Threat,
};
use nets::inputs::StaticKnowledge;
use nets::pattern_set::{self, PatternSet};
use nets::threat_counts::threat_counts;
use nets::{Critic, Evaluator, Inputs, PatternCounts, inputs};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Every line of the board as text, from one side: `X` own, `O` opponent, `.` empty, `#` blocked.
fn lines(board: &Board, color: Color) -> Vec<String> {
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        for start in board.size().points() {
            if board.size().contains(start.step(direction, -1)) {
                continue;
            }
            let mut line = String::new();
            let mut at = start;
            while board.size().contains(at) {
                line.push(match board.cell(at) {
                    Cell::Empty => '.',
                    Cell::Stone(stone) if stone == color => 'X',
                    Cell::Stone(_) => 'O',
                    Cell::Wall => '#',
                });
                at = at.step(direction, 1);
            }
            lines.push(line);
        }
    }
    lines
}

fn mirrored(text: &str) -> String {
    text.chars().rev().collect()
}

/// Start and length of every occurrence of a text or its mirror image.
fn occurrences(line: &str, text: &str) -> Vec<(usize, usize)> {
    let mut forms = vec![text.to_owned()];
    if mirrored(text) != text {
        forms.push(mirrored(text));
    }
    let starts = |form: &String| {
        let form = form.clone();
        (0..line.len())
            .filter(move |&at| line[at..].starts_with(&form))
            .map(|at| (at, text.len()))
            .collect::<Vec<_>>()
    };
    forms.iter().flat_map(starts).collect()
}

fn reference_counts(set: &PatternSet, board: &Board, color: Color) -> Vec<i16> {
    let mut counts = vec![0; set.patterns.len()];
    for line in lines(board, color) {
        let found: Vec<Vec<(usize, usize)>> = set
            .patterns
            .iter()
            .map(|pattern| occurrences(&line, pattern.text))
            .collect();
        let is_suppressed = |(at, length): (usize, usize)| {
            set.longest_only
                && found.iter().flatten().any(|&(other, longer)| {
                    longer > length && other <= at && at + length <= other + longer
                })
        };
        for (count, places) in counts.iter_mut().zip(&found) {
            *count += places
                .iter()
                .filter(|&&place| !is_suppressed(place))
                .count() as i16;
        }
    }
    counts
}

fn assert_counts(counts: &PatternCounts, board: &Board) {
    for color in Color::BOTH {
        let expected = reference_counts(counts.set(), board, color);
        for (pattern, &count) in expected.iter().enumerate() {
            assert_eq!(
                counts.of(color, pattern),
                count,
                "{} of {color}\n{:?}",
                counts.set().patterns[pattern].text,
                lines(board, color)
            );
        }
    }
}

fn random_move(board: &Board, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
    Neighborhood::Square2.candidates(board).iter().choose(rng)
}

#[test]
fn incremental_counts_match_string_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for set in [&pattern_set::CAO, &pattern_set::CHEN, &pattern_set::ZHAO] {
        for size in [5, 6, 7, 15, 20, 22] {
            let mut board = Board::new(Size::new(size).unwrap(), Rule::Freestyle);
            board.block(Point::new(2, 3));
            let mut counts = PatternCounts::new(set, &board);
            // Random play with undone moves, also beyond fives.
            for step in 0..150 {
                if step % 7 == 6 {
                    board.pop_observed(&mut counts);
                    board.pop_observed(&mut counts);
                } else if let Some(point) = random_move(&board, &mut rng) {
                    board.push_observed(point, &mut counts);
                }
                if step % 5 == 0 {
                    assert_counts(&counts, &board);
                }
            }
            let recounted = PatternCounts::new(set, &board);
            assert_eq!(recounted.counts(), counts.counts());
            while board.ply() > 0 {
                board.pop_observed(&mut counts);
            }
            assert!(counts.counts().iter().all(|&count| count == 0));
        }
    }
}

#[test]
fn symmetric_boards_have_the_same_counts() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    for _ in 0..40 {
        board.push(random_move(&board, &mut rng).unwrap());
    }
    for set in [&pattern_set::CAO, &pattern_set::ZHAO] {
        let counts = PatternCounts::new(set, &board);
        for symmetry in gomoku::Symmetry::ALL {
            let other = PatternCounts::new(set, &board.transformed(symmetry));
            assert_eq!(counts.counts(), other.counts());
        }
    }
}

fn random_critic(inputs: &'static Inputs, seed: u64) -> Critic {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut critic = Critic::new(inputs, 100, inputs.name == "cao");
    for weight in critic.weights_mut() {
        *weight = rng.random_range(-0.5..0.5);
    }
    critic
}

/// The value in play: the mean of both views where the encoding asks for it.
fn reference_value(critic: &Critic, board: &Board, player_one: Color) -> f64 {
    let value = reference_view(critic, board, player_one);
    if critic.inputs.both_views {
        (value + 1.0 - reference_view(critic, board, !player_one)) / 2.0
    } else {
        value
    }
}

/// The network's formula, term by term, over inputs computed from scratch.
fn reference_view(critic: &Critic, board: &Board, player_one: Color) -> f64 {
    let mut evaluator = Evaluator::new(Arc::new(critic.clone()), board);
    evaluator.set_player_one(player_one);
    let mut x = vec![0.0; critic.inputs.count()];
    for (row, value) in evaluator.inputs(board) {
        x[usize::from(row)] += f64::from(value);
    }
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    let mut sum = f64::from(critic.output_bias);
    for unit in 0..critic.hidden {
        let mut hidden = f64::from(critic.hidden_biases.0[unit]);
        for (row, x) in critic.first_layer.iter().zip(&x) {
            hidden += f64::from(row.0[unit]) * x;
        }
        sum += f64::from(critic.output_weights.0[unit]) * sigmoid(hidden);
    }
    sigmoid(sum)
}

#[test]
fn incremental_values_match_the_formula() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (index, inputs) in inputs::ALL.iter().enumerate() {
        let critic = random_critic(inputs, index as u64);
        for player_one in Color::BOTH {
            let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
            let mut evaluator = Evaluator::new(Arc::new(critic.clone()), &board);
            evaluator.set_player_one(player_one);
            for step in 0..60 {
                if step % 11 == 10 {
                    board.pop_observed(&mut evaluator);
                }
                let point = random_move(&board, &mut rng).unwrap();
                if step % 4 == 0 {
                    evaluator.anchor();
                    let after = evaluator.value_after(&board, point);
                    board.push_observed(point, &mut evaluator);
                    assert_eq!(after.to_bits(), {
                        let value = evaluator.value(&board);
                        value.to_bits()
                    });
                } else {
                    board.push_observed(point, &mut evaluator);
                }
                if let Some(known) = evaluator.static_value(&board) {
                    assert_eq!(evaluator.value(&board), known);
                } else {
                    let mut expected = reference_value(&critic, &board, player_one);
                    if inputs.knowledge == StaticKnowledge::Mates {
                        expected = 0.5 + (expected - 0.5) * 0.998;
                    }
                    let value = f64::from(evaluator.value(&board));
                    assert!(
                        (value - expected).abs() < 1e-4,
                        "{} {value} {expected}",
                        inputs.name
                    );
                }
            }
        }
    }
}

#[test]
fn the_side_to_move_with_a_four_wins_for_cao_in_freestyle() {
    let critic = Arc::new(random_critic(Inputs::named("cao").unwrap(), 9));
    for rule in [Rule::Freestyle, Rule::Standard] {
        let mut board = Board::new(Size::FIFTEEN, rule);
        let mut evaluator = Evaluator::new(critic.clone(), &board);
        let known = |board: &Board, evaluator: &mut Evaluator| {
            let value = evaluator.value(board);
            (value == 0.0 || value == 1.0).then_some(value)
        };
        for (column, row) in [(3, 3), (3, 9), (4, 3), (4, 9), (5, 3), (5, 9), (6, 3)] {
            board.push_observed(Point::new(column, row), &mut evaluator);
        }
        assert_eq!(known(&board, &mut evaluator), None);
        board.push_observed(Point::new(7, 3), &mut evaluator);
        let black_has_a_four = (rule == Rule::Freestyle).then_some(1.0);
        assert_eq!(known(&board, &mut evaluator), black_has_a_four);
        evaluator.set_player_one(Color::White);
        let player_two_has_one = (rule == Rule::Freestyle).then_some(0.0);
        assert_eq!(known(&board, &mut evaluator), player_two_has_one);
        evaluator.on_remove(&board, Point::new(6, 3), Color::Black);
        assert_eq!(known(&board, &mut evaluator), None);
    }
}

#[test]
fn incremental_threat_counts_match_a_recount() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for rule in Rule::ALL {
        let mut board = Board::new(Size::FIFTEEN, rule);
        let mut patterns = Patterns::new(&board);
        for step in 0..120 {
            if step % 7 == 6 {
                board.pop_observed(&mut patterns);
            } else if let Some(point) = random_move(&board, &mut rng) {
                board.push_observed(point, &mut patterns);
            }
            let recounted = Patterns::new(&board);
            assert_eq!(threat_counts(&patterns), threat_counts(&recounted));
            // Count the empty points one by one.
            for color in Color::BOTH {
                let empty = || board.size().points().filter(|&point| board.is_empty(point));
                let threes = empty().filter(|&p| recounted.threat(color, p) == Threat::DoubleThree);
                let fives = empty().filter(|&p| board.wins(p, color));
                let of = |class: usize| threat_counts(&patterns)[color.index() * 10 + class];
                assert_eq!(usize::from(of(4) as u16), threes.count());
                if rule == Rule::Freestyle {
                    assert_eq!(usize::from(of(9) as u16), fives.count());
                }
            }
        }
    }
}

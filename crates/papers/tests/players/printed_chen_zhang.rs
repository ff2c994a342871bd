//! The formulas that Chen and Zhang print, with numbers worked by hand, and every default constant with its section.
//!
//! UCB has its test beside the tree (`mcts/tree/selection.rs`), the table of input codes beside `nets::Inputs`.

use std::f64::consts::SQRT_2;

use gomoku::{Board, Color, Limits, Player, Rule, Size};
use nets::Inputs;
use papers::chen_zhang::point_heuristic::PointHeuristic;
use papers::{MctsAdpParams, MctsHeuristic, MctsHeuristicParams, MctsParams};

use crate::agreement::{set, think};
use crate::positions::{at, stones};

fn iterations(count: u64) -> Limits {
    Limits {
        iterations: Some(count),
        ..Limits::default()
    }
}

fn one_stone() -> Board {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    board.push(Size::FIFTEEN.center());
    board
}

/// A black stone on (7,7) makes an open three in its row and four stones blocked at one end in its column.
fn open_three_and_blocked_four() -> Board {
    stones(
        Size::FIFTEEN,
        &[(7, 5), (7, 6), (4, 7), (5, 7), (6, 7)],
        &[(3, 7), (0, 0), (0, 14), (14, 0), (14, 14)],
    )
}

#[test]
fn heuristic_1_adds_squares_of_lengths() {
    // 3^2 in the row, (4/2)^2 in the column, and 1^2 in each diagonal.
    let board = open_three_and_blocked_four();
    let value = PointHeuristic::Kang.value(&board, Color::Black, at((7, 7)));
    assert_eq!(value, 9.0 + 4.0 + 1.0 + 1.0);
}

#[test]
fn heuristic_2_values_an_open_three_like_a_blocked_four() {
    // 10^3 in the row and 10^(4-1) in the column: the report's reason for the formula.
    let board = open_three_and_blocked_four();
    let value = PointHeuristic::Exponential(0.85).value(&board, Color::Black, at((7, 7)));
    assert_eq!(value, 1_000.0 + 1_000.0);
}

#[test]
fn heuristic_2_decays_broken_patterns_by_0_85() {
    // `.*.XX.` is a three with one gap: 10^3 * 0.85.
    let board = stones(Size::FIFTEEN, &[(7, 9), (7, 10)], &[(0, 0), (0, 14)]);
    let decay = MctsHeuristicParams::default().decay;
    let value = PointHeuristic::Exponential(decay).value(&board, Color::Black, at((7, 7)));
    assert!((value - 850.0).abs() < 1e-9, "{value}");
}

#[test]
fn a_new_node_of_mcts_gets_20_games_near_the_stones() {
    let mut player = MctsParams::default().player(1);
    let result = think(&mut player, &one_stone(), &iterations(8));
    // "x ± 1 or y ± 1": the eight neighbors, each expanded once.
    assert_eq!(result.candidates.len(), 8);
    assert!(result.candidates.iter().all(|c| c.visits == Some(20)));
}

#[test]
fn mcts_heuristic_selects_among_the_points_two_hops_away() {
    let params = set::<MctsHeuristicParams>(&[("root_width", "50")]);
    let mut player: Box<dyn Player> = Box::new(MctsHeuristic::new(params, 1));
    let result = think(&mut *player, &one_stone(), &iterations(1));
    assert_eq!(result.candidates.len(), 24);
}

#[test]
fn adp_has_29_patterns_of_both_sides_and_the_turn() {
    let inputs = Inputs::named("chen").unwrap();
    assert_eq!(inputs.set.unwrap().patterns.len(), 29);
    assert_eq!(inputs.count(), 29 * 2 * 5 + 2);
}

#[test]
fn the_sigmoid_makes_a_winning_rate() {
    for (x, expected) in [(0.0, 0.5), (1.0, 0.731_058_6), (-1.0, 0.268_941_4)] {
        assert!((nets::kernel::sigmoid(x) - expected).abs() < 1e-6, "{x}");
    }
}

/// Section II: c = sqrt 2, x = 10 (in the powers above), alpha = 0.85.
#[test]
fn printed_constants() {
    assert_eq!(MctsParams::default().exploration, SQRT_2);
    assert_eq!(MctsParams::default().neighborhood, "square1");
    let heuristic = MctsHeuristicParams::default();
    assert_eq!(heuristic.exploration, SQRT_2);
    assert_eq!(heuristic.heuristic, "exponential");
    assert_eq!(heuristic.decay, 0.85);
    assert_eq!(MctsAdpParams::default().decay, 0.85);
    assert_eq!(MctsAdpParams::default().net, "chen");
}

/// What the report does not print: the program of Zhang, Li and Huang for MCTS, Cao and Lin's for the other two.
#[test]
fn constants_of_the_closest_programs() {
    let mcts = MctsParams::default();
    assert_eq!((mcts.rollouts, mcts.rollout_plies), (20, 150));
    assert!(!mcts.reuse_tree);
    let heuristic = MctsHeuristicParams::default();
    assert_eq!((heuristic.root_width, heuristic.width), (4, 2));
    assert_eq!(heuristic.simulation_plies, 7);
    assert_eq!(heuristic.heuristic_scale, 1_000.0);
    let adp = MctsAdpParams::default();
    assert_eq!((adp.root_width, adp.width, adp.simulation_plies), (4, 2, 7));
}

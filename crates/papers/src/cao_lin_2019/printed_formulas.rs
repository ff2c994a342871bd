//! Every formula that Cao and Lin print, with numbers worked by hand, and every constant that they name.
//!
//! Formula 2 is Kang's, tested in `chen_zhang/point_heuristic.rs`; table I and formula 5 are also tested in `nets`, and formula 6
//! in `learn`.

use gomoku::{Board, Color, Neighborhood, Point, Rule, Size};
use nets::{Evaluator, Inputs, PatternCounts, pattern_set};

use super::pattern_heuristic::{FIVE, HeuristicFormula, PatternValues};
use crate::mcts::FinalMove;
use crate::{
    AdpParams, UctAdpParams, UctAdpPbParams, UctDummyParams, UctSimParams, WeightedSumParams,
};

/// A row of cells in the middle of the board, `X` black and `O` white.
fn board(row: &str) -> Board {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    for color in [b'X', b'O'] {
        for (column, _) in row.bytes().enumerate().filter(|&(_, cell)| cell == color) {
            if board.side_to_move() != [Color::Black, Color::White][usize::from(color == b'O')] {
                board.pass();
            }
            board.push(Point::new(column as u8, 7));
        }
    }
    board
}

/// Figure 3 gives the patterns' values: 10^4 for a live four, 10^3 for a sleeping four and a live three, the same times the
/// factor for jump threes, 10^2 for live twos. Section IV.A: the factor is 0.90.
#[test]
fn figure_3_values() {
    let value = |text: &str| {
        let found = pattern_set::CAO.patterns.iter().find(|p| p.text == text);
        found.unwrap().value.unwrap().with_decay(0.9)
    };
    for (pattern, expected) in [
        (".XXXX.", 10_000.0),
        ("OXXXX.", 1_000.0),
        ("..XXX..", 1_000.0),
        ("O.XXX..", 900.0),
        (".XX.X.", 900.0),
        ("OXX.XX.", 900.0),
        ("..XX..", 100.0),
        ("OXXX..", 100.0),
        ("O.XX..", 90.0),
    ] {
        assert!((value(pattern) - expected).abs() < 1e-9, "{pattern}");
    }
    assert_eq!(UctAdpPbParams::default().decay, 0.9);
}

/// Formula 3: 10^Lopen f^j + 10^(Lhclose - 1) f^k over the lines.
#[test]
fn formula_3_sums_over_the_lines() {
    let h = |row: &str, column: u8| {
        let board = board(row);
        let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
        let values = PatternValues::new(HeuristicFormula::Printed, 0.9);
        // The attack alone: the stone's other three lines hold nothing but itself, 1 each in the authors' list.
        values
            .of(&mut counts)
            .made(Point::new(column, 7), Color::Black)
            - 3.0
    };
    // Lopen = 3: 10^3.
    assert!((h("......XX.......", 8) - 1_000.0).abs() < 1e-3);
    // Lopen = 4: 10^4.
    assert!((h(".....XXX.......", 8) - 10_000.0).abs() < 1e-3);
    // Lhclose = 4: 10^(4 - 1).
    assert!((h("...OXXX........", 7) - 1_000.0).abs() < 1e-3);
    // A jump three, 10^3 f.
    assert!((h(".....X.X.......", 8) - 900.0).abs() < 1e-3);
}

/// Formula 4: "max(H) is the highest heuristic value (100000 for five row win state)".
#[test]
fn a_five_has_the_highest_h() {
    let board = board("....XXXX.......");
    let mut counts = PatternCounts::new(&pattern_set::CAO, &board);
    let values = PatternValues::new(HeuristicFormula::Printed, 0.9);
    let mut heuristic = values.of(&mut counts);
    assert_eq!(heuristic.value(&board, Point::new(8, 7), Color::Black), 1e5);
    assert_eq!(FIVE, 1e5);
    assert_eq!(UctAdpPbParams::default().max_h, 1e5);
}

/// Formula 5, g(x) = 1 / (1 + exp(-x)), and table I: a network of zeros is worth g(0) = 1/2, and one weight of
/// ln 3 on the output of a hidden unit with g(0) = 1/2 gives g(ln 3 / 2) = 0.6340.
#[test]
fn formula_5_activates_both_layers() {
    let board = board(".......X.......");
    let mut critic = nets::Critic::new(Inputs::named("cao").unwrap(), 100, true);
    let mut evaluator = Evaluator::new(critic.clone().into(), &board);
    assert!((evaluator.value(&board) - 0.5).abs() < 1e-6);
    critic.output_weights.0[0] = 3_f32.ln();
    let mut evaluator = Evaluator::new(critic.into(), &board);
    assert!((evaluator.value(&board) - 0.633_97).abs() < 1e-5);
}

/// Section IV.D: 32 patterns, each a vector of size 5, for both players, and who is to move next.
#[test]
fn the_critic_has_the_papers_inputs() {
    assert_eq!(pattern_set::CAO.patterns.len(), 32);
    assert_eq!(Inputs::named("cao").unwrap().count(), 2 * 32 * 5 + 2);
}

/// The constants: section III, k = sqrt 2; formula 4 with max(H); section IV.B, two steps along a line; section IV.C on.
#[test]
fn defaults_are_the_papers() {
    let sqrt_2 = std::f64::consts::SQRT_2;
    let uct_adp = UctAdpParams::default();
    let uct_adp_pb = UctAdpPbParams::default();
    for exploration in [
        uct_adp.exploration,
        uct_adp_pb.exploration,
        UctDummyParams::default().exploration,
        UctSimParams::default().exploration,
    ] {
        assert_eq!(exploration, sqrt_2, "section III");
    }
    assert_eq!(UctDummyParams::default().value, 0.5, "section V.A");
    assert_eq!(uct_adp_pb.k2, 1.0, "not printed; 1 in the program");
    assert_eq!(uct_adp_pb.heuristic, "printed", "formula 3");
    for neighborhood in [uct_adp.neighborhood, uct_adp_pb.neighborhood] {
        assert_eq!(neighborhood, "star2", "section IV.B, figure 4");
    }
    assert!(uct_adp.preferred && uct_adp_pb.preferred, "section IV.C");
    assert!(
        !uct_adp.prune && uct_adp.width == 0 && !uct_adp.forcing_only,
        "not in the paper"
    );
    assert_eq!(uct_adp.rollout_plies, 0, "section IV.D: no simulation");
    assert_eq!(uct_adp.memory_neighbors, 0, "section VI: future work");
    assert_eq!(uct_adp.tree_depth, 0.0, "section VI: future work");
    assert_eq!(
        FinalMove::from_name(uct_adp.final_move),
        FinalMove::MaxValue
    );
}

/// The baselines of section V.A: random games to their end, and Tang's weighted sum with lambda = 0.5 and five moves.
#[test]
fn defaults_of_the_baselines() {
    let simulation = UctSimParams::default();
    assert_eq!(simulation.rollout_plies, 0, "\"a game to its end\"");
    assert_eq!(simulation.rollout_decay, 1.0, "+1 or +0");
    assert!(!simulation.prune, "not in the paper");
    let sum = WeightedSumParams::default();
    assert_eq!((sum.lambda, sum.width), (0.5, 5), "Tang, Algorithm 3");
    assert_eq!(sum.exploration, std::f64::consts::SQRT_2, "section III");
    for net in [
        AdpParams::default().net,
        sum.net,
        UctAdpParams::default().net,
    ] {
        assert_eq!(net, "cao", "section IV.D");
    }
    let neighborhoods = [
        AdpParams::default().neighborhood,
        sum.neighborhood,
        simulation.neighborhood,
        UctDummyParams::default().neighborhood,
    ];
    assert_eq!(neighborhoods, ["star2"; 4], "section IV.B, figure 4");
}

/// Figure 4: two steps along a line from a lone stone are 16 points.
#[test]
fn figure_4_has_sixteen_points_around_a_stone() {
    let candidates = Neighborhood::Star2.candidates(&board(".......X......."));
    assert_eq!(candidates.len(), 16);
    assert!(!candidates.contains(Point::new(8, 9)), "a knight's move");
}

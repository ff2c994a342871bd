//! The formulas that Zhang, Li and Huang print, with numbers worked by hand, and every default constant with its section.
//!
//! The classes of candidates (section II.B) have their tests beside the generator.

use gomoku::{Board, Color, Limits, Point, Rule, Size};
use papers::zhang_li_huang::genetic::fitness::Fitness;
use papers::zhang_li_huang::genetic::rating_table::ZHANG;
use papers::zhang_li_huang::score_dictionary::line_scorer::Scoring;
use papers::zhang_li_huang::score_dictionary::{
    BLOCKED_FOUR, DOUBLE_THREE, FIVE, FOUR, KEYS, PointScores, RADIUS, ScoreDictionary, THREE, TWO,
    best_position_scores,
};
use papers::{GeneticParams, MctsParams, TssParams, VcxParams, VcxPlayer};

use crate::agreement::{set, think};
use crate::positions::{at, moves, situation_1, stones};

/// Section III.A: `x M^5 + sum of i_j M^(11-j) (j = 1..5) + sum of i_j M^(10-j) (j = 6..10)` with M = 3.
#[test]
fn keys_and_scores_of_table_i() {
    let dictionary = ScoreDictionary::of(Scoring::Authors);
    // i1 3^10 = 59,049, i2 19,683, i3 6,561, i4 2,187, i5 729, x 243, i6 81, i7 27, i8 9, i9 3, i10 1. The square is empty.
    for (name, key, score) in [
        ("Five: i2 to i5", 19_683 + 6_561 + 2_187 + 729, 10_000_000),
        ("Four: i3 to i5", 6_561 + 2_187 + 729, 100_000 + 5),
        ("Three: i4, i5", 2_187 + 729, 1_000 + 5),
        ("Two: i5", 729, 100 + 5),
        ("One", 0, 10 + 5),
        (
            "BlockedFour: opponent on i2",
            2 * 19_683 + 6_561 + 2_187 + 729,
            10_000,
        ),
        ("BlockedThree: opponent on i3", 2 * 6_561 + 2_187 + 729, 100),
        ("BlockedTwo: opponent on i4", 2 * 2_187 + 729, 10),
        ("BlockedOne: opponent on i5", 2 * 729, 1),
        ("the same Three to the right: i6, i7", 81 + 27, 1_000 + 5),
        ("a stone on the square itself", 2_187 + 729 + 243, 1_000 + 5),
    ] {
        assert_eq!(dictionary.score(key), score, "{name}");
    }
}

/// Section III.A.3: the score of a square is the sum over four directions; a double three has more than 2,000.
#[test]
fn a_squares_score_is_the_sum_of_four_directions() {
    // (7,7) makes open threes in its row and in its column: 2 * 1,005, and 15 in each diagonal.
    let board = stones(
        Size::FIFTEEN,
        &[(7, 5), (7, 6), (5, 7), (6, 7)],
        &[(0, 0), (0, 14), (14, 0), (14, 13)],
    );
    let scores = PointScores::new(&board, Scoring::Authors);
    assert_eq!(scores.score(Color::Black, at((7, 7))), 2 * 1_005 + 2 * 15);
}

/// Section II.B: `max_p score_AI(p) - max_p score_opp(p)` over the available positions.
#[test]
fn the_leaf_compares_the_best_available_positions() {
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    board.push(at((7, 7)));
    let best = best_position_scores(&PointScores::new(&board, Scoring::Authors), &board);
    // Black beside his stone: 105 + 3 * 15. White far from it: 4 * 15.
    assert_eq!((best[Color::Black], best[Color::White]), (150, 60));

    let params = set(&[
        ("depth", "1"),
        ("adapt", "false"),
        ("vcf", "false"),
        ("vct", "false"),
    ]);
    let result = think(&mut VcxPlayer::new(params), &board, &Limits::default());
    board.push(result.best_move);
    let best = best_position_scores(&PointScores::new(&board, Scoring::Authors), &board);
    let leaf = best[Color::White] - best[Color::Black];
    assert_eq!(result.score, Some(f64::from(leaf)));
}

/// Section III.B and figure 2: the order of the moves does not matter, and a removed move leaves no trace.
#[test]
fn zobrist_keys_do_not_depend_on_the_order() {
    let one = moves(Size::FIFTEEN, &[(7, 7), (7, 8), (8, 7), (8, 8)]);
    let other = moves(Size::FIFTEEN, &[(8, 7), (8, 8), (7, 7), (7, 8)]);
    assert_eq!(one.key(), other.key());
    let swapped = moves(Size::FIFTEEN, &[(7, 8), (7, 7), (8, 8), (8, 7)]);
    assert_ne!(one.key(), swapped.key());
    let mut moved = one.clone();
    moved.push(at((3, 3)));
    assert_ne!(moved.key(), one.key());
    moved.pop();
    assert_eq!(moved.key(), one.key());
}

/// Section II.C: black has two stones in a row, (7,6) and (7,7).
fn two_in_a_row() -> Board {
    stones(Size::FIFTEEN, &[(7, 6), (7, 7)], &[(0, 0), (0, 14)])
}

fn genes(points: &[(u8, u8)]) -> Vec<Point> {
    points.iter().copied().map(at).collect()
}

#[test]
fn the_fitness_adds_attack_and_defense_with_the_sign_of_the_mover() {
    let fitness = |points| Fitness::printed(ZHANG).of(&mut two_in_a_row(), &genes(points));
    // A live three for us; white has nothing there.
    assert_eq!(fitness(&[(7, 8)]), 200);
    // White then takes the point where we would have a live four: minus his defense.
    assert_eq!(fitness(&[(7, 8), (7, 9)]), 200 - 5_000);
    // A quiet reply, and the live four is ours.
    assert_eq!(fitness(&[(7, 8), (12, 2), (7, 9)]), 200 + 5_000);
}

/// Section II.C.3: redundant steps are assigned the maximum, 2 * 100,000; a duplicate gene makes the individual -1.
#[test]
fn redundant_steps_and_duplicate_genes() {
    let line = genes(&[(7, 8), (12, 2), (7, 9), (2, 12)]);
    let refined = Fitness::printed(ZHANG);
    assert_eq!(refined.of(&mut two_in_a_row(), &line), 5_200 + 200_000);
    let first_version = Fitness {
        decisive: ZHANG.five,
        ..refined
    };
    assert_eq!(first_version.of(&mut two_in_a_row(), &line), 5_200);
    // White makes the live four: minus the maximum.
    let mut board = two_in_a_row();
    for point in [(14, 0), (10, 6), (14, 14), (10, 7), (0, 7), (10, 8)] {
        board.push(at(point));
    }
    let losing = genes(&[(2, 2), (10, 9), (12, 12)]);
    assert_eq!(refined.of(&mut board, &losing), -5_000 - 200_000);
    let duplicate = genes(&[(7, 8), (7, 8)]);
    assert_eq!(refined.of(&mut two_in_a_row(), &duplicate), -1);
}

/// Section IV.D: iterative deepening finds the shortest win, and VCF comes before VCT.
#[test]
fn vcx_deepens_until_it_finds_the_shortest_win() {
    let params = || set(&[("depth", "1"), ("adapt", "false")]);
    let threes = think(
        &mut VcxPlayer::new(params()),
        &situation_1(),
        &Limits::default(),
    );
    // Two open threes, a block, an open four.
    assert_eq!((threes.best_move, threes.depth), (at((7, 7)), 3));
    // A four, its block, and an open four: fours alone.
    let fours = stones(
        Size::FIFTEEN,
        &[(7, 4), (7, 5), (7, 6), (5, 7), (6, 7)],
        &[(7, 3), (0, 0), (0, 14), (14, 0), (14, 13)],
    );
    let result = think(&mut VcxPlayer::new(params()), &fours, &Limits::default());
    assert_eq!((result.best_move, result.depth), (at((7, 7)), 3));
}

/// The wish of section V: threat-space search finds the double three as well, at the root and in a leaf.
#[test]
fn threat_space_search_wins_situation_1() {
    let base = [("adapt", "false"), ("vcf", "false"), ("vct", "false")];
    for (depth, threat_space) in [("1", "root"), ("1", "leaves")] {
        let mut values = base.to_vec();
        values.extend([("depth", depth), ("threat_space", threat_space)]);
        let result = think(
            &mut VcxPlayer::new(set(&values)),
            &situation_1(),
            &Limits::default(),
        );
        assert_eq!(result.best_move, at((7, 7)), "{threat_space}");
    }
}

/// Table I and section III.A.
#[test]
fn constants_of_the_score_dictionary() {
    assert_eq!((FIVE, FOUR, BLOCKED_FOUR), (10_000_000, 100_000, 10_000));
    assert_eq!((DOUBLE_THREE, THREE, TWO), (2_000, 1_000, 100));
    assert_eq!((RADIUS, KEYS), (5, 3_usize.pow(11)));
}

#[test]
fn printed_constants_of_the_players() {
    // II.C: four genes, five generations, redundant after a four, -1 for duplicates.
    let genetic = GeneticParams::default();
    assert_eq!(genetic.genome_length, 4);
    assert_eq!(genetic.convergence_generations, 5);
    assert_eq!(
        (genetic.redundant_after, genetic.duplicates),
        ("four", "printed")
    );
    // II.B: positions; III.B: the cache; IV.A: fifteen steps; IV.F: VCX first. V is a wish.
    let vcx = VcxParams::default();
    assert_eq!((vcx.leaf, vcx.cache), ("positions", true));
    assert_eq!((vcx.kill_depth, vcx.order), (15, "vcx"));
    assert!(vcx.vcf && vcx.vct);
    assert_eq!((vcx.attack_rate, vcx.threat_space), (1.0, "off"));
}

/// What the report leaves to its program: `getPointCache.py`, `mcts.py`, the GA's class and the search's settings.
#[test]
fn constants_of_the_program() {
    let genetic = GeneticParams::default();
    assert_eq!(
        (genetic.initial_population, genetic.population),
        (2_000, 3_500)
    );
    assert_eq!((genetic.survival_rate, genetic.mutation_rate), (0.1, 0.01));
    let vcx = VcxParams::default();
    assert_eq!((vcx.depth, vcx.count, vcx.spread), (0, 15, 10));
    assert_eq!((vcx.seconds, vcx.dictionary), (11.0, "authors"));
    assert_eq!(MctsParams::default().rollouts, 20);
    assert_eq!(TssParams::default().gap_weight, 0.9);
}

//! Players with a critic.

use std::sync::Arc;

use gomoku::{Board, Budget, Limits, MateIn, Player, Point, Position, Rule, Size};
use nets::{Critic, Evaluator, Inputs};
use papers::{
    Adp, AdpHmctsParams, AdpUctParams, MctsAdpParams, UctAdpParams, UctAdpPbParams, UctDummyParams,
    WeightedSum, WeightedSumParams,
};
use threats::{Vcf, Verdict};

use crate::agreement::{set, think};
use crate::positions::{at, random_boards, situation_1};

fn critic(name: &str) -> Arc<Critic> {
    nets::critic::shipped(name).unwrap()
}

/// All players with a critic.
fn players(seed: u64) -> [Box<dyn Player>; 8] {
    let biased: UctAdpPbParams =
        set(&[("prune", "true"), ("width", "10"), ("forcing_only", "true")]);
    let solving: UctAdpPbParams = set(&[
        ("prune", "true"),
        ("vcf_nodes", "100"),
        ("vct_nodes", "300"),
    ]);
    let hmcts: AdpHmctsParams = set(&[]);
    let uct: AdpUctParams = set(&[]);
    let sum: WeightedSumParams = set(&[]);
    let mcts: MctsAdpParams = set(&[]);
    [
        Box::new(Adp::new(set(&[]), critic("zhao"), seed)),
        Box::new(
            set::<UctAdpParams>(&[("rollout_plies", "3"), ("rollout_decay", "0.9")])
                .player(critic("zhao"), seed),
        ),
        Box::new(biased.player(critic("cao"), seed)),
        Box::new(solving.player(critic("best"), seed)),
        Box::new(WeightedSum::hmcts(&hmcts, critic("zhao"), seed)),
        Box::new(WeightedSum::uct(&uct, critic("chen"), seed)),
        Box::new(WeightedSum::baseline(&sum, critic("best"), seed)),
        Box::new(mcts.player(critic("chen"), seed)),
    ]
}

fn iterations(iterations: u64) -> Limits {
    Limits {
        iterations: Some(iterations),
        ..Limits::default()
    }
}

#[test]
fn moves_in_random_positions_are_legal_and_reproducible() {
    let (mut ones, mut others) = (players(5), players(5));
    let sizes: Vec<u8> = (Size::MIN..=Size::MAX).collect();
    let boards = random_boards(78, &sizes, &Rule::ALL);
    for (index, board) in boards.take(500).enumerate() {
        let one = think(&mut *ones[index % 8], &board, &iterations(40));
        let other = think(&mut *others[index % 8], &board, &iterations(40));
        assert_eq!(one.best_move, other.best_move);
        let values = one.candidates.iter().filter_map(|one| one.value);
        // A proven win has no candidates.
        assert!(values.clone().count() > 0 || one.mate.is_some());
        assert!(values.into_iter().all(|value| (0.0..=1.0).contains(&value)));
    }
}

#[test]
fn nearly_full_boards_and_excluded_moves_are_handled() {
    for rule in Rule::ALL {
        for player in &mut players(6) {
            let mut boards = random_boards(8, &[5], &[rule]);
            let board = boards.find(|board| board.ply() >= 18).unwrap();
            let legal = board.legal_moves();
            let only = legal.iter().last().unwrap();
            let mut limits = iterations(20);
            limits.excluded = legal;
            limits.excluded.remove(only);
            assert_eq!(think(&mut **player, &board, &limits).best_move, only);
        }
    }
}

/// With all weights zero, every value is 1/2.
#[test]
fn uct_adp_with_a_zero_critic_is_uct_dummy() {
    let zero_critic = Arc::new(Critic::new(Inputs::named("chen").unwrap(), 60, true));
    for board in random_boards(3, &[15], &[Rule::Freestyle]).take(8) {
        let mut adp = set::<UctAdpParams>(&[("preferred", "false")]).player(zero_critic.clone(), 4);
        let mut dummy = set::<UctDummyParams>(&[]).player(4);
        let limits = iterations(2000);
        let (one, other) = (
            think(&mut adp, &board, &limits),
            think(&mut dummy, &board, &limits),
        );
        assert_eq!(one.candidates, other.candidates);
        let plain = [("k2", "0"), ("preferred", "false"), ("expansion", "random")];
        let mut unbiased = set::<UctAdpPbParams>(&plain).player(zero_critic.clone(), 4);
        let third = think(&mut unbiased, &board, &limits);
        assert_eq!(third.candidates, other.candidates);
    }
}

#[test]
fn adp_reports_the_critics_value_of_every_candidate() {
    let board = situation_1();
    let result = think(
        &mut Adp::new(set(&[]), critic("cao"), 1),
        &board,
        &Limits::default(),
    );
    let mut evaluator = Evaluator::new(critic("cao"), &board);
    let mut last = 1.0;
    for candidate in &result.candidates {
        let mut after = board.clone();
        after.push_observed(candidate.point, &mut evaluator);
        let value = f64::from(evaluator.value(&after));
        after.pop_observed(&mut evaluator);
        assert!((candidate.value.unwrap() - value).abs() < 1e-6);
        assert!(value <= last + 1e-6);
        last = value;
    }
    assert!(result.candidates.len() > 40);
}

#[test]
fn the_double_three_is_found_within_two_hundred_iterations() {
    let board = situation_1();
    for seed in 0..20 {
        let mut plain = set::<UctAdpParams>(&[]).player(critic("cao"), seed);
        let mut biased = set::<UctAdpPbParams>(&[]).player(critic("cao"), seed);
        assert_eq!(
            think(&mut plain, &board, &iterations(200)).best_move,
            at((7, 7))
        );
        assert_eq!(
            think(&mut biased, &board, &iterations(200)).best_move,
            at((7, 7))
        );
    }
}

#[test]
fn with_lambda_1_the_critic_decides() {
    for board in random_boards(9, &[15], &[Rule::Freestyle]).take(20) {
        let params: AdpHmctsParams = set(&[("lambda", "1"), ("neighborhood", "star2")]);
        let sum = think(
            &mut WeightedSum::hmcts(&params, critic("zhao"), 1),
            &board,
            &Limits::default(),
        );
        let alone = think(
            &mut Adp::new(set(&[]), critic("zhao"), 1),
            &board,
            &Limits::default(),
        );
        assert_eq!(sum.candidates[0].value, alone.candidates[0].value);
    }
}

fn loses_to_fours(board: &Board, point: Point) -> bool {
    let mut position = Position::new(board.clone());
    position.push(point);
    let found = Vcf::new(10).search(&mut position, 30, &mut Budget::of_nodes(100_000));
    matches!(found, Verdict::Win(_))
}

/// Black threatens an open four: exactly the moves that do not stop it lose.
#[test]
fn moves_that_lose_to_fours_are_proven_to_lose() {
    let stones = [(3, 7), (3, 12), (4, 7), (9, 12), (5, 7)];
    let stones: Vec<_> = stones.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let board = Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &stones).unwrap();
    let params: UctAdpParams = set(&[("vcf_nodes", "1000"), ("preferred", "false")]);
    let result = think(
        &mut params.player(critic("cao"), 1),
        &board,
        &iterations(500),
    );
    let (mut lost, mut open) = (0, 0);
    for candidate in &result.candidates {
        let is_lost = candidate.value == Some(0.0);
        assert_eq!(is_lost, loses_to_fours(&board, candidate.point));
        lost += usize::from(is_lost);
        open += usize::from(!is_lost);
    }
    assert!(lost > 20 && (1..10).contains(&open), "{lost} {open}");
    assert!(!loses_to_fours(&board, result.best_move));
}

#[test]
fn a_proven_vct_is_played_without_a_tree() {
    let mut player = set::<UctAdpPbParams>(&[("vct_nodes", "10000")]).player(critic("cao"), 1);
    let result = think(&mut player, &situation_1(), &iterations(10));
    assert_eq!(result.best_move, at((7, 7)));
    assert!(matches!(result.mate, Some(MateIn::Win(plies)) if plies > 1));
}

/// The outlook of Cao and Lin: both extensions still find the double three, and the tree takes the wanted shape.
#[test]
fn a_memory_and_a_wanted_depth_change_the_tree() {
    let depth = |settings: &[(&str, &str)]| {
        let mut player = set::<UctAdpParams>(settings).player(critic("cao"), 7);
        let result = think(&mut player, &situation_1(), &iterations(1_500));
        assert_eq!(result.best_move, at((7, 7)), "{settings:?}");
        (result.selective_depth, result.win_rate)
    };
    let plain = depth(&[]);
    assert_ne!(
        depth(&[("memory_neighbors", "20"), ("memory_size", "100")]).1,
        plain.1
    );
    let (shallow, deep) = (
        depth(&[("tree_depth", "1.5")]),
        depth(&[("tree_depth", "12")]),
    );
    assert!(
        shallow.0 <= plain.0 && plain.0 <= deep.0 && shallow.0 < deep.0,
        "{shallow:?} {plain:?} {deep:?}"
    );
}

//! Players that must agree, because one is a faster version of the other.

use gomoku::params::Params;
use gomoku::{Board, Limits, Player, Rule, SearchControl, SearchResult};
use papers::mcts::{ConstantEvaluator, MctsSearch};
use papers::{
    AlphaBeta, AlphaBetaParams, Minimax, MinimaxParams, NewHeuristic, NewHeuristicParams,
    UctDummyParams, UctParams,
};

use crate::positions::{random_boards, situation_1};

pub(crate) fn set<P: Params>(values: &[(&str, &str)]) -> P {
    let mut params = P::default();
    for (name, value) in values {
        params.set(name, value).unwrap();
    }
    params
}

pub(crate) fn think(player: &mut dyn Player, board: &Board, limits: &Limits) -> SearchResult {
    let result = player
        .think(board, limits, &SearchControl::detached())
        .unwrap();
    assert_eq!(board.check(result.best_move), Ok(()));
    result
}

#[test]
fn alphabeta_returns_the_minimax_score() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];
    for (depth, count) in [("1", 80), ("2", 60), ("3", 25)] {
        for board in random_boards(3, &[6, 7, 9], &rules).take(count) {
            let minimax: MinimaxParams = set(&[("depth", depth)]);
            let alphabeta: AlphaBetaParams = set(&[("depth", depth)]);
            let limits = Limits::default();
            let full = think(&mut Minimax::new(minimax, 0), &board, &limits);
            let pruned = think(&mut AlphaBeta::new(alphabeta), &board, &limits);
            assert_eq!(
                (full.best_move, full.score, full.mate),
                (pruned.best_move, pruned.score, pruned.mate)
            );
            assert!(pruned.nodes <= full.nodes);
        }
    }
}

#[test]
fn uct_with_a_constant_evaluator_is_uct_dummy() {
    // The papers write the exploration term differently: c sqrt(2 ln N / n) and k1 sqrt(ln N / n).
    let uct: UctParams = set(&[("neighborhood", "star2"), ("exploration", "0.7")]);
    let dummy = UctDummyParams {
        exploration: 0.7 * std::f64::consts::SQRT_2,
        ..UctDummyParams::default()
    };
    let limits = Limits {
        iterations: Some(20_000),
        ..Limits::default()
    };
    let mut constant = MctsSearch::new(uct.config(ConstantEvaluator(0.5)), 9);
    let mut boards = vec![situation_1()];
    boards.extend(random_boards(31, &[9, 15], &Rule::ALL).take(6));
    for board in boards {
        let constant_result = constant.think(&board, &limits, &SearchControl::detached());
        constant.new_game();
        let mut dummy = dummy.player(9);
        let dummy_result = think(&mut dummy, &board, &limits);
        assert_eq!(constant_result.candidates, dummy_result.candidates);
        assert_eq!(constant_result.pv, dummy_result.pv);
        // A new search for each board, because the random numbers continue.
        constant = MctsSearch::new(uct.config(ConstantEvaluator(0.5)), 9);
    }
}

#[test]
fn a_reused_tree_keeps_its_visits() {
    let board = situation_1();
    let limits = Limits {
        iterations: Some(5_000),
        ..Limits::default()
    };
    let mut player = UctDummyParams::default().player(2);
    let first = think(&mut player, &board, &limits);
    let mut next = board.clone();
    next.push(first.pv[0]);
    next.push(first.pv[1]);
    let visits = |result: &SearchResult| -> u64 {
        result
            .candidates
            .iter()
            .filter_map(|candidate| candidate.visits)
            .sum()
    };
    let reused = visits(&think(&mut player, &next, &limits));
    player.new_game();
    let fresh = visits(&think(&mut player, &next, &limits));
    assert_eq!(fresh, 5_000);
    assert!(reused > fresh, "{reused}");
}

#[test]
fn sorting_candidates_does_not_change_the_score() {
    let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju];
    for (depth, count) in [("2", 40), ("3", 40), ("4", 15)] {
        for board in random_boards(4, &[7, 9, 15], &rules).take(count) {
            let value = |optimized, range, best_path| {
                let params: NewHeuristicParams = set(&[
                    ("depth", depth),
                    ("max_candidates", "0"),
                    ("optimized", optimized),
                    ("range", range),
                    ("best_path", best_path),
                    ("book", "false"),
                    ("memory", "1"),
                ]);
                let mut player = NewHeuristic::new(params, 0);
                let result = think(&mut player, &board, &Limits::default());
                (result.score, result.mate, player.evaluations())
            };
            let (on, off) = (value("true", "1", "order"), value("false", "1", "off"));
            assert_eq!((on.0, on.1), (off.0, off.1));
        }
    }
}

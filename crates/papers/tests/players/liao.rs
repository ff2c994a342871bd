//! Liao 2019: the printed algorithms with numbers worked by hand, the constants of the players, and the best path.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use gomoku::{Board, Limits, Point, Rule, Size};
use papers::liao_2019::new_heuristic::candidates::CandidateSelection;
use papers::liao_2019::new_heuristic::evaluation_store::EvaluationStore;
use papers::{
    AlphaBeta, AlphaBetaParams, Greedy, GreedyParams, Minimax, MinimaxParams, NewHeuristic,
    NewHeuristicParams,
};

use crate::agreement::{set, think};

/// Columns and rows, alternating colors.
fn board(moves: &[(u8, u8)]) -> Board {
    let moves: Vec<_> = moves.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).unwrap()
}

/// Black has three in a row in the open, white three stones that make no shape; black is to move.
fn open_three() -> Board {
    board(&[(6, 7), (0, 0), (7, 7), (14, 0), (8, 7), (0, 14)])
}

/// Algorithm 1 with depth 1: the static evaluation of the best child, and with depth 2 the least that the opponent can leave
/// of it. A fourth stone makes a live four, 15,000; the best answer leaves a dead four, 1,000.
#[test]
fn minimax_is_algorithm_1() {
    for (depth, score) in [("1", 15_000.0), ("2", 1_000.0)] {
        let params: MinimaxParams = set(&[("depth", depth)]);
        let result = think(
            &mut Minimax::new(params, 0),
            &open_three(),
            &Limits::default(),
        );
        assert_eq!(result.score, Some(score), "depth {depth}");
        assert!([5, 9].contains(&result.best_move.column()));
        assert_eq!(result.best_move.row(), 7);
    }
}

/// Algorithm 2 returns the same as Algorithm 1 and visits fewer nodes (section 1.2.2).
#[test]
fn alpha_beta_is_algorithm_2() {
    let minimax: MinimaxParams = set(&[("depth", "2")]);
    let alphabeta: AlphaBetaParams = set(&[("depth", "2")]);
    let full = think(
        &mut Minimax::new(minimax, 0),
        &open_three(),
        &Limits::default(),
    );
    let pruned = think(
        &mut AlphaBeta::new(alphabeta),
        &open_three(),
        &Limits::default(),
    );
    assert_eq!(
        (pruned.best_move, pruned.score),
        (full.best_move, Some(1_000.0))
    );
    assert!(pruned.nodes < full.nodes);
}

/// Section 1.2.5: while black's value is larger, its own best point, otherwise the opponent's best point.
#[test]
fn greedy_attacks_when_ahead_and_defends_when_behind() {
    let best = |board: &Board| {
        let params: GreedyParams = set(&[("ties", "first")]);
        think(&mut Greedy::new(params, 0), board, &Limits::default()).best_move
    };
    let ahead = best(&open_three());
    assert!([Point::new(5, 7), Point::new(9, 7)].contains(&ahead));
    let mut behind = open_three();
    behind.push(Point::new(14, 14));
    // White to move has nothing: it takes an end of black's three.
    let answer = best(&behind);
    assert!(
        [5, 9].contains(&answer.column()) && answer.row() == 7,
        "{answer:?}"
    );
}

/// Tables 4.3 and 4.4 and section 3.1: New Heuristic's depth is 8 and its range two; chapter 5: "close to 2.5 billion
/// possibilities" at depth 8 are fifteen candidates. Section 4.1: Minimax's depth is 3.
#[test]
fn the_constants_are_the_reports() {
    let new_heuristic = NewHeuristicParams::default();
    assert_eq!((new_heuristic.depth, new_heuristic.range), (8, 2));
    assert!(new_heuristic.optimized && new_heuristic.book);
    assert_eq!(new_heuristic.best_path, "exclude");
    assert_eq!(15_u64.pow(8), 2_562_890_625);
    assert_eq!(new_heuristic.max_candidates, 15);
    let selection = CandidateSelection::default();
    assert_eq!((selection.range, selection.max_candidates), (2, 15));
    let minimax = MinimaxParams::default();
    // Section 3.1: the evaluation range extends two units outwards.
    assert_eq!((minimax.depth, minimax.margin), (3, 2));
}

/// Greedy and alpha-beta: section 3.1's two units for the candidates, and Minimax's depth of section 4.1. How ties are broken
/// is not printed.
#[test]
fn the_constants_of_the_other_algorithms() {
    let greedy = GreedyParams::default();
    assert_eq!((greedy.radius, greedy.ties), (2, "random"));
    let alphabeta = AlphaBetaParams::default();
    assert_eq!((alphabeta.eval, alphabeta.margin), ("shapes", 2));
    // No depth of its own is Minimax's, and no width is all candidates.
    assert_eq!((alphabeta.depth, alphabeta.width), (0, 0));
    let result = think(
        &mut AlphaBeta::new(alphabeta),
        &open_three(),
        &Limits::default(),
    );
    assert!(result.depth == 3 || result.mate.is_some());
}

/// A store in memory.
#[derive(Debug, Default)]
struct Words(Mutex<HashMap<u64, u64>>);

impl EvaluationStore for Words {
    fn get(&self, key: u64) -> Option<u64> {
        self.0.lock().unwrap().get(&key).copied()
    }

    fn put(&self, key: u64, value: u64) {
        self.0.lock().unwrap().insert(key, value);
    }

    fn flush(&self) {}
}

/// Chapter 5: a database reduces duplicates. The same game again is looked up, with the same moves; another game that meets
/// the same positions gets the same scores for fewer nodes.
#[test]
fn a_database_saves_nodes_and_changes_no_move() {
    let store = Arc::new(Words::default());
    let params =
        || -> NewHeuristicParams { set(&[("depth", "5"), ("book", "false"), ("memory", "1")]) };
    let start = board(&[(7, 7), (8, 8), (7, 8), (8, 7), (6, 7)]);
    let play = |player: &mut NewHeuristic| {
        let (mut board, mut nodes) = (start.clone(), 0);
        for _ in 0..6 {
            let result = think(player, &board, &Limits::default());
            nodes += result.nodes;
            board.push(result.best_move);
        }
        (board.history().to_vec(), nodes)
    };
    let plain = play(&mut NewHeuristic::new(params(), 0));
    let first = play(&mut NewHeuristic::new(params(), 0).with_store(store.clone()));
    let again = play(&mut NewHeuristic::new(params(), 0).with_store(store.clone()));
    assert_eq!((&plain.0, &first.0), (&first.0, &again.0));
    assert!(first.1 > 1_000 && again.1 == 0, "{} {}", first.1, again.1);
    // One ply deeper, nothing at the root is known, but much below it.
    let deeper: NewHeuristicParams = set(&[("depth", "6"), ("book", "false"), ("memory", "1")]);
    let search = |player: &mut NewHeuristic| think(player, &start, &Limits::default());
    let known = search(&mut NewHeuristic::new(deeper.clone(), 0).with_store(store));
    let fresh = search(&mut NewHeuristic::new(deeper, 0));
    assert_eq!(
        (known.score, known.best_move),
        (fresh.score, fresh.best_move)
    );
    assert!(known.nodes < fresh.nodes, "{} {}", known.nodes, fresh.nodes);
}

/// Section 3.2: where the game follows the best path, the other candidates are excluded; off the path all are searched.
#[test]
fn the_best_path_excludes_candidates() {
    let start = board(&[(7, 7), (8, 8), (7, 8), (8, 7), (6, 7)]);
    let player = |best_path: &str| {
        NewHeuristic::new(
            set(&[
                ("depth", "4"),
                ("best_path", best_path),
                ("book", "false"),
                ("memory", "1"),
            ]),
            0,
        )
    };
    let scored = |best_path: &str, follow: bool| {
        let mut player = player(best_path);
        let first = think(&mut player, &start, &Limits::default());
        let mut next = start.clone();
        next.push(first.pv[0]);
        let far = Point::new(0, 0);
        next.push(if follow { first.pv[1] } else { far });
        let second = think(&mut player, &next, &Limits::default());
        let candidates = second.candidates.iter();
        let scored = candidates.filter(|one| one.score.is_some()).count();
        (scored, second.best_move == first.pv[2], second.depth)
    };
    // One candidate is left, the path's move, and it is searched to the full depth.
    assert_eq!(scored("exclude", true), (1, true, 4));
    for (best_path, follow) in [("exclude", false), ("order", true), ("off", true)] {
        assert_eq!(scored(best_path, follow).0, 15, "{best_path} {follow}");
    }
}

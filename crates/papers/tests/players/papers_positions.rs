//! Positions of the papers, with the moves that the papers give.

use gomoku::{Limits, Player, Size};
use papers::{
    AlphaBeta, AlphaBetaParams, AndOrPlayer, Greedy, GreedyParams, Hmcts, MctsHeuristic, Minimax,
    MinimaxParams, NewHeuristic, NewHeuristicParams, Tss, UctParams, UctSimParams, VcxParams,
    VcxPlayer,
};

use crate::agreement::{set, think};
use crate::positions::{at, move_39, moves, situation_1, situation_2, stones};

/// Fragments of Cao and Lin's games with one forced move.
fn forced_moves() -> Vec<(gomoku::Board, gomoku::Point)> {
    let size = Size::TWENTY;
    vec![
        (
            moves(
                size,
                &[
                    (10, 10),
                    (9, 11),
                    (12, 9),
                    (10, 12),
                    (8, 10),
                    (11, 11),
                    (12, 10),
                    (12, 11),
                    (11, 10),
                ],
            ),
            at((9, 10)),
        ),
        (
            moves(
                size,
                &[
                    (10, 10),
                    (11, 9),
                    (11, 8),
                    (9, 9),
                    (10, 9),
                    (8, 10),
                    (10, 8),
                    (10, 7),
                    (9, 8),
                    (8, 8),
                    (13, 8),
                ],
            ),
            at((12, 8)),
        ),
        (
            moves(
                size,
                &[
                    (10, 10),
                    (10, 9),
                    (9, 11),
                    (8, 12),
                    (8, 10),
                    (10, 12),
                    (9, 12),
                    (9, 10),
                    (7, 11),
                    (6, 12),
                    (7, 9),
                    (8, 8),
                    (8, 11),
                    (6, 11),
                    (7, 10),
                    (6, 9),
                    (10, 11),
                    (11, 11),
                    (7, 12),
                    (7, 13),
                ],
            ),
            at((7, 8)),
        ),
    ]
}

/// The players that search at least two plies.
fn searchers() -> Vec<(&'static str, Box<dyn Player>)> {
    vec![
        (
            "minimax",
            Box::new(Minimax::new(MinimaxParams::default(), 1)),
        ),
        (
            "new-heuristic",
            Box::new(NewHeuristic::new(NewHeuristicParams::default(), 1)),
        ),
        ("vcx", Box::new(VcxPlayer::new(VcxParams::default()))),
        (
            "alphabeta shapes",
            Box::new(AlphaBeta::new(AlphaBetaParams::default())),
        ),
        (
            "alphabeta scores",
            Box::new(AlphaBeta::new(set(&[("eval", "scores")]))),
        ),
    ]
}

#[test]
fn forced_moves_are_played() {
    for (board, forced) in forced_moves() {
        for (name, player) in &mut searchers() {
            let limits = Limits {
                iterations: Some(2_000),
                ..Limits::default()
            };
            let result = think(&mut **player, &board, &limits);
            assert_eq!(result.best_move, forced, "{name}");
        }
    }
    let (board, five) = forced_moves().pop().unwrap();
    let greedy = think(
        &mut Greedy::new(GreedyParams::default(), 1),
        &board,
        &Limits::default(),
    );
    assert_eq!(greedy.best_move, five);
}

#[test]
fn depth_8_finds_the_win_of_move_39() {
    for range in ["1", "2"] {
        let params: NewHeuristicParams = set(&[("range", range)]);
        let mut player = NewHeuristic::new(params, 0);
        let result = think(&mut player, &move_39(), &Limits::default());
        assert_eq!(result.best_move, at((10, 7)));
        assert_eq!(result.mate, Some(gomoku::MateIn::Win(7)));
    }
}

#[test]
fn the_double_three_is_found() {
    for (name, player) in &mut searchers() {
        let result = think(&mut **player, &situation_1(), &Limits::default());
        assert_eq!(result.best_move, at((7, 7)), "{name}");
    }
}

/// Liao's opponent plays elsewhere. Textbook minimax plays (10,7) for its static evaluation: a dead four and a live three
/// score 11,000, whatever the values of the small shapes. It does not see that the move wins.
#[test]
fn depth_3_does_not_see_the_win_of_move_39() {
    let board = move_39();
    let mut opponent = Minimax::new(set(&[("variant", "liao-opponent")]), 0);
    let result = think(&mut opponent, &board, &Limits::default());
    assert_ne!(result.best_move, at((10, 7)));
    let mut textbook = Minimax::new(MinimaxParams::default(), 0);
    let result = think(&mut textbook, &board, &Limits::default());
    assert_eq!((result.depth, result.mate), (3, None));
    assert!(result.score.unwrap() < 15_000.0);
}

/// Players with a solver find the wins and play them to the end against any defense.
#[test]
fn proven_wins_are_played_to_the_end() {
    // In situation 2 the opponent has a three, which `order=rules` would block.
    let attackers: [(&str, Box<dyn Player>); 2] = [
        ("tss", Box::new(Tss::new(set(&[("order", "search")]), 1))),
        ("andor", Box::new(AndOrPlayer::new(set(&[]), 1))),
    ];
    for (name, mut player) in attackers {
        for (start, first) in [(situation_1(), (7, 7)), (situation_2(), (6, 8))] {
            let mut board = start.clone();
            let winner = board.side_to_move();
            let mut opponent = Greedy::new(GreedyParams::default(), 2);
            player.new_game();
            let result = think(&mut *player, &board, &Limits::default());
            assert_eq!(result.best_move, at(first), "{name}");
            assert!(result.mate.is_some() && result.nodes > 0, "{name}");
            board.push(result.best_move);
            let mut attacks = 1;
            while board.winner().is_none() {
                board.push(think(&mut opponent, &board, &Limits::default()).best_move);
                let result = think(&mut *player, &board, &Limits::default());
                board.push(result.best_move);
                attacks += 1;
            }
            assert_eq!(board.winner(), Some(winner), "{name}");
            assert!(attacks < 12, "{name}: {attacks} attacks");
        }
    }
}

/// With an opponent's three on the board, `order=rules` blocks it; `order=search` sees that fours win.
#[test]
fn tss_blocks_a_three_before_it_searches() {
    let board = stones(
        Size::FIFTEEN,
        &[(3, 3), (3, 4), (3, 5), (4, 6), (5, 6)],
        &[(3, 2), (9, 9), (9, 10), (9, 11), (0, 14)],
    );
    let best = |order| {
        let mut player = Tss::new(set(&[("order", order)]), 1);
        think(&mut player, &board, &Limits::default())
    };
    assert_eq!(best("rules").best_move.row(), 9);
    let found = best("search");
    assert_eq!((found.best_move, found.mate.is_some()), (at((3, 6)), true));
}

/// The pruning of June 2019 keeps only the move that makes two live threes. The paper's baseline does not find it.
#[test]
fn forced_move_pruning_finds_the_double_three_at_once() {
    let limits = Limits {
        iterations: Some(50),
        ..Limits::default()
    };
    let mut june = set::<UctSimParams>(&[
        ("rollout_plies", "4"),
        ("rollout_decay", "0.9"),
        ("prune", "true"),
    ])
    .player(1);
    assert_eq!(
        think(&mut june, &situation_1(), &limits).best_move,
        at((7, 7))
    );
}

/// VCX finds the only winning moves of Cao and Lin's situations, as reconstructed, with few nodes.
#[test]
fn vcx_finds_the_only_winning_moves() {
    let situation_1b = stones(
        Size::TWENTY,
        &[(10, 10), (9, 11), (8, 10), (9, 12), (7, 11), (7, 9)],
        &[(10, 9), (8, 12), (10, 12), (9, 10), (6, 12), (8, 8)],
    );
    let simpler_2 = stones(
        Size::FIFTEEN,
        &[(5, 7), (5, 10), (6, 7), (6, 9), (7, 4), (7, 5), (7, 6)],
        &[(7, 3), (8, 5), (8, 8), (9, 8), (10, 8), (11, 7), (11, 10)],
    );
    for (board, best) in [
        (situation_1(), (7, 7)),
        (situation_1b, (8, 11)),
        (situation_2(), (6, 8)),
        (simpler_2, (7, 8)),
    ] {
        let result = think(
            &mut VcxPlayer::new(VcxParams::default()),
            &board,
            &Limits::default(),
        );
        assert_eq!(result.best_move, at(best));
        assert!(result.nodes < 5_000, "{best:?}: {} nodes", result.nodes);
    }
}

/// Heuristic simulations find the double three. Cao and Lin's baselines do not within half a million iterations.
#[test]
fn heuristic_simulations_find_the_double_three() {
    let players: [(&str, u64, Box<dyn Player>); 3] = [
        (
            "uct",
            3_000,
            Box::new(set::<UctParams>(&[("iterations", "0")]).player(1)),
        ),
        ("hmcts", 20_000, Box::new(Hmcts::new(set(&[]), 1))),
        (
            "mcts-heuristic",
            2_000,
            Box::new(MctsHeuristic::new(set(&[]), 1)),
        ),
    ];
    for (name, iterations, mut player) in players {
        let limits = Limits {
            iterations: Some(iterations),
            ..Limits::default()
        };
        let result = think(&mut *player, &situation_1(), &limits);
        assert_eq!(result.best_move, at((7, 7)), "{name}");
    }
}

/// Zhang, Li and Huang, section III.B: the cache saves work and changes nothing.
#[test]
fn the_cache_of_seen_cases_changes_no_move_of_vcx() {
    let (mut with, mut without) = (0, 0);
    for board in crate::positions::random_boards(31, &[15], &[gomoku::Rule::Freestyle]).take(30) {
        let move_and_nodes = |cache: &str| {
            let params = set(&[
                ("depth", "4"),
                ("adapt", "false"),
                ("vcf", "false"),
                ("vct", "false"),
                ("cache", cache),
            ]);
            let mut player = VcxPlayer::new(params);
            let result = think(&mut player, &board, &Limits::default());
            (result.best_move, result.nodes)
        };
        let (cached, plain) = (move_and_nodes("true"), move_and_nodes("false"));
        assert_eq!(cached.0, plain.0, "{board:?}");
        with += cached.1;
        without += plain.1;
    }
    println!("{with} nodes with the cache, {without} without");
    assert!(with < without);
}

//! On every board, under every rule and time limit: no panic, and a legal move.

use std::time::{Duration, Instant};

use gomoku::{Limits, Player, Rule, SearchControl, Size, StopFlag};
use papers::{
    AlphaBeta, AndOrPlayer, Genetic, Greedy, Hmcts, MctsHeuristic, MctsParams, Minimax,
    NewHeuristic, Random, Tss, UctDummyParams, UctParams, UctSimParams, VcxPlayer,
};

use crate::agreement::{set, think};
use crate::positions::random_boards;

/// All players without a network, with parameters small enough for a thousand searches.
fn players(seed: u64) -> Vec<(&'static str, Box<dyn Player>)> {
    vec![
        ("random", Box::new(Random::new(set(&[]), seed))),
        ("greedy", Box::new(Greedy::new(set(&[]), seed))),
        (
            "minimax",
            Box::new(Minimax::new(
                set(&[("depth", "2"), ("ties", "random")]),
                seed,
            )),
        ),
        (
            "liao-opponent",
            Box::new(Minimax::new(
                set(&[("depth", "2"), ("variant", "liao-opponent")]),
                seed,
            )),
        ),
        (
            "alphabeta",
            Box::new(AlphaBeta::new(set(&[("depth", "2")]))),
        ),
        (
            "alphabeta scores",
            Box::new(AlphaBeta::new(set(&[("depth", "3"), ("eval", "scores")]))),
        ),
        ("mcts", Box::new(set::<MctsParams>(&[]).player(seed))),
        (
            "mcts-heuristic",
            Box::new(MctsHeuristic::new(set(&[]), seed)),
        ),
        (
            "mcts-heuristic kang",
            Box::new(MctsHeuristic::new(set(&[("heuristic", "kang")]), seed)),
        ),
        ("hmcts", Box::new(Hmcts::new(set(&[]), seed))),
        ("uct", Box::new(set::<UctParams>(&[]).player(seed))),
        (
            "uct-dummy",
            Box::new(set::<UctDummyParams>(&[]).player(seed)),
        ),
        ("uct-sim", Box::new(set::<UctSimParams>(&[]).player(seed))),
        (
            "uct-sim of June 2019",
            Box::new(
                set::<UctSimParams>(&[
                    ("rollout_plies", "4"),
                    ("rollout_decay", "0.9"),
                    ("prune", "true"),
                ])
                .player(seed),
            ),
        ),
        ("tss", Box::new(Tss::new(set(&[]), seed))),
        (
            "tss, search first",
            Box::new(Tss::new(set(&[("order", "search")]), seed)),
        ),
        ("andor", Box::new(AndOrPlayer::new(set(&[]), seed))),
        (
            "new-heuristic",
            Box::new(NewHeuristic::new(set(&[("memory", "1")]), seed)),
        ),
        (
            "new-heuristic plain",
            Box::new(NewHeuristic::new(
                set(&[("optimized", "false"), ("range", "1"), ("memory", "1")]),
                seed,
            )),
        ),
        (
            "genetic",
            Box::new(Genetic::new(
                set(&[("initial_population", "100"), ("population", "100")]),
                seed,
            )),
        ),
        (
            "genetic wang",
            Box::new(Genetic::new(
                set(&[
                    ("fitness", "wang"),
                    ("initial_population", "100"),
                    ("population", "100"),
                ]),
                seed,
            )),
        ),
        ("vcx", Box::new(VcxPlayer::new(set(&[("depth", "4")])))),
        (
            "vcx after minimax",
            Box::new(VcxPlayer::new(set(&[("depth", "4"), ("order", "minimax")]))),
        ),
    ]
}

#[test]
fn moves_in_a_thousand_random_positions_are_legal() {
    let mut players = players(5);
    let sizes: Vec<u8> = (Size::MIN..=Size::MAX).collect();
    let boards = random_boards(77, &sizes, &Rule::ALL);
    for (index, board) in boards.take(1000).enumerate() {
        // The numbers of players, rules and sizes have no common divisor, so every player meets every rule and size.
        let count = players.len();
        let (_, player) = &mut players[index % count];
        let limits = Limits {
            iterations: Some(40),
            nodes: Some(3_000),
            ..Limits::default()
        };
        think(&mut **player, &board, &limits);
    }
}

#[test]
fn nearly_full_boards_and_excluded_moves_are_handled() {
    for rule in Rule::ALL {
        for (name, player) in &mut players(6) {
            let mut boards = random_boards(8, &[5], &[rule]);
            let board = boards.find(|board| board.ply() >= 18).unwrap();
            let legal = board.legal_moves();
            let mut limits = Limits {
                iterations: Some(20),
                nodes: Some(1_000),
                excluded: legal,
                ..Limits::default()
            };
            think(&mut **player, &board, &limits);
            let only = legal.iter().last().unwrap();
            limits.excluded.remove(only);
            assert_eq!(
                think(&mut **player, &board, &limits).best_move,
                only,
                "{name}"
            );
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    let limits = Limits {
        iterations: Some(200),
        nodes: Some(5_000),
        ..Limits::default()
    };
    let boards: Vec<_> = random_boards(12, &[15], &[Rule::Freestyle])
        .take(6)
        .collect();
    for (one, two) in players(3).iter_mut().zip(&mut players(3)) {
        for board in &boards {
            let first = think(&mut *one.1, board, &limits);
            let second = think(&mut *two.1, board, &limits);
            assert_eq!(
                (first.best_move, first.nodes),
                (second.best_move, second.nodes),
                "{}",
                one.0
            );
        }
    }
}

#[test]
fn the_stop_flag_and_the_time_limit_end_the_search() {
    let boards: Vec<_> = random_boards(13, &[15, 20], &[Rule::Freestyle])
        .take(4)
        .collect();
    for (name, player) in &mut players(4) {
        for board in &boards {
            let flag = StopFlag::new();
            flag.raise();
            let control = SearchControl::new(flag, Instant::now());
            let result = player.think(board, &Limits::default(), &control).unwrap();
            assert_eq!(board.check(result.best_move), Ok(()));
            let start = processor_time();
            let limits = Limits::with_turn_time(Duration::from_millis(40));
            think(&mut **player, board, &limits);
            // Generous: in a debug build one evaluation takes long. The protocol's tests check the time limit itself.
            let time = processor_time() - start;
            assert!(time < Duration::from_millis(400), "{name}: {time:?}");
        }
    }
}

/// The time that this thread has computed, which does not depend on how busy the machine is.
fn processor_time() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().unwrap().into()
}

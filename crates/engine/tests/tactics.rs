//! Positions with a known result, from the solvers' suite: the engine finds the wins and claims no false one.

use std::time::Duration;

use engine::{Engine, EngineParams};
use gomoku::notation::{self, RowOrigin};
use gomoku::{Board, Limits, MateIn, Player as _, Rule, SearchControl, Size};
use threats::{SolverKind, Verdict, solve, verify};

const SUITE: &str = include_str!("../../threats/tests/data/suite.txt");

/// Fewer nodes than a slow machine searches in 100 ms.
const NODES: u64 = 40_000;
/// The engine must find wins of up to this many moves of the attacker.
const MAX_MOVES: usize = 7;

/// A small table: clearing a large one for each position would take longer than the search.
fn small_hash() -> EngineParams {
    EngineParams {
        hash: 4,
        ..EngineParams::default()
    }
}

struct Case {
    board: Board,
    has_win: bool,
    text: &'static str,
}

fn cases() -> impl Iterator<Item = Case> {
    SUITE.lines().map(|text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let rule: Rule = words[0].parse().expect("a rule");
        let moves =
            notation::parse_moves(words[3], Size::FIFTEEN, RowOrigin::Bottom).expect("moves");
        let mut board = Board::new(Size::FIFTEEN, rule);
        for ply in moves {
            match ply {
                Some(point) => board.push(point),
                None => board.pass(),
            }
        }
        Case {
            board,
            has_win: words[2] == "win",
            text,
        }
    })
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Does the VCT solver prove a win within [`MAX_MOVES`]?
fn is_short_win(board: &Board) -> bool {
    let solution = solve(
        SolverKind::Vct,
        board,
        &limits(50_000),
        &SearchControl::detached(),
    );
    match solution.verdict {
        Verdict::Win(proof) => {
            verify(board, &proof).expect("a proof that holds");
            (proof.plies() as usize) < 2 * MAX_MOVES
        }
        _ => false,
    }
}

#[test]
fn short_wins_are_played() {
    let mut engine = Engine::new(small_hash(), 0);
    let (mut short, mut missed) = (0, Vec::new());
    for case in cases().filter(|case| case.has_win) {
        if !is_short_win(&case.board) {
            continue;
        }
        short += 1;
        engine.new_game();
        let result = engine
            .think(&case.board, &limits(NODES), &SearchControl::detached())
            .unwrap();
        if !matches!(result.mate, Some(MateIn::Win(_))) || !keeps_the_win(&case, result.best_move) {
            missed.push(case.text);
        }
    }
    assert!(short > 400, "only {short} short wins in the suite");
    assert!(
        missed.is_empty(),
        "{} of {short} missed: {missed:#?}",
        missed.len()
    );
}

/// Does every reply to the move lose, according to a longer search with an empty table?
fn keeps_the_win(case: &Case, point: gomoku::Point) -> bool {
    let mut board = case.board.clone();
    board.push(point);
    if board.winner().is_some() {
        return true;
    }
    let mut engine = Engine::new(small_hash(), 1);
    let result = engine
        .think(&board, &limits(200_000), &SearchControl::detached())
        .expect("an answer");
    matches!(result.mate, Some(MateIn::Loss(_)))
}

#[test]
fn claimed_wins_are_won() {
    // Without the solvers the claim is the search's own, so it is played out.
    let params = EngineParams {
        without: "root-vcf+root-vct".into(),
        ..small_hash()
    };
    let mut engine = Engine::new(params, 0);
    let mut claims = 0;
    for case in cases().step_by(5) {
        engine.new_game();
        let result = engine
            .think(&case.board, &limits(10_000), &SearchControl::detached())
            .unwrap();
        let Some(MateIn::Win(plies)) = result.mate else {
            continue;
        };
        claims += 1;
        let mut board = case.board.clone();
        board.push(result.best_move);
        if board.winner().is_none() {
            play_out(&mut engine, &mut board, plies, case.text);
        }
    }
    assert!(claims > 60, "only {claims} wins claimed");
}

/// The claimed winner, who has just moved, plays on against another engine and must win within a few more plies.
fn play_out(winner: &mut Engine, board: &mut Board, plies: u32, text: &str) {
    let side = !board.side_to_move();
    let mut loser = Engine::new(small_hash(), 2);
    for _ in 0..plies + 20 {
        let player = if board.side_to_move() == side {
            &mut *winner
        } else {
            &mut loser
        };
        let result = player
            .think(board, &limits(10_000), &SearchControl::detached())
            .expect("an answer");
        board.play(result.best_move).expect("a legal move");
        if let Some(color) = board.winner() {
            assert_eq!(color, side, "{text}");
            return;
        }
        if board.legal_moves().is_empty() {
            break;
        }
    }
    panic!(
        "no win near {plies} plies: {text}\n{:?}",
        board.moves().collect::<Vec<_>>()
    );
}

#[test]
fn one_thread_with_a_node_limit_is_deterministic() {
    for case in cases().step_by(97) {
        let think = || {
            let mut engine = Engine::new(small_hash(), 0);
            let result = engine.think(&case.board, &limits(5_000), &SearchControl::detached());
            let result = result.unwrap();
            (result.best_move, result.score, result.nodes, result.pv)
        };
        assert_eq!(think(), think(), "{}", case.text);
    }
}

#[test]
fn multi_pv_is_ranked_and_excluded_moves_are_not_played() {
    let board = cases().nth(4).unwrap().board;
    let mut engine = Engine::new(small_hash(), 0);
    let wide = Limits {
        multi_pv: 4,
        ..limits(20_000)
    };
    let result = engine
        .think(&board, &wide, &SearchControl::detached())
        .unwrap();
    assert_eq!(result.candidates.len(), 4);
    assert!(
        result
            .candidates
            .windows(2)
            .all(|pair| pair[0].score >= pair[1].score),
        "{:?}",
        result.candidates
    );
    let without = Limits {
        excluded: [result.best_move].into_iter().collect(),
        ..limits(5_000)
    };
    let second = engine
        .think(&board, &without, &SearchControl::detached())
        .unwrap();
    assert_ne!(second.best_move, result.best_move);
}

#[test]
fn the_stop_flag_ends_a_search() {
    let board = cases().nth(4).unwrap().board;
    let mut engine = Engine::new(small_hash(), 0);
    let stop = gomoku::StopFlag::new();
    let control = SearchControl::new(stop.clone(), std::time::Instant::now());
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.raise();
        });
        let limits = Limits {
            threads: 2,
            ..Limits::default()
        };
        engine.think(&board, &limits, &control).unwrap()
    });
    assert!(board.check(result.best_move).is_ok());
}

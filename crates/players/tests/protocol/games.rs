//! Whole games through pipes: our brain under our manager, and a third-party engine.

use std::env;
use std::fs;
use std::process::{self, Command};
use std::time::Duration;

use gomoku::{Board, Color, Limits, Player, Point, Rule, SearchControl, Size};
use players::{Access, Spec};

const BINARY: &str = env!("CARGO_BIN_EXE_pbrain-tengen");

/// For players that do not use their time. Lateness has its own bench, `punctuality`.
const PATIENCE: Duration = Duration::from_secs(60);

fn player(spec: &str) -> Box<dyn Player> {
    Spec::read(spec, &Access::local()).unwrap().build()
}

/// Plays to the end of the game or `max_moves`. Panics at an error or an illegal move.
fn play_game(
    black: &mut Box<dyn Player>,
    white: &mut Box<dyn Player>,
    board: &mut Board,
    max_moves: usize,
    time: Duration,
) {
    let limits = Limits::with_turn_time(time);
    black.new_game();
    white.new_game();
    while board.winner().is_none() && board.ply() < max_moves && !board.legal_moves().is_empty() {
        let mover = if board.side_to_move() == Color::Black {
            &mut *black
        } else {
            &mut *white
        };
        let result = mover
            .think(board, &limits, &SearchControl::detached())
            .unwrap();
        board.play(result.best_move).unwrap();
    }
}

#[test]
fn our_brain_plays_whole_games_under_our_manager() {
    for (rule, size) in [
        (Rule::Freestyle, Size::FIFTEEN),
        (Rule::Renju, Size::FIFTEEN),
        (Rule::Standard, Size::TWENTY),
        (Rule::Caro, Size::new(8).unwrap()),
    ] {
        let spec = format!("pbrain:cmd=\"'{BINARY}' --player random:near=no,seed=5\",tolerance=0");
        let mut board = Board::new(size, rule);
        let (mut one, mut two) = (player(&spec), player("random:near=no"));
        play_game(&mut one, &mut two, &mut board, usize::MAX, PATIENCE);
        assert!(board.winner().is_some() || board.legal_moves().is_empty());
        // A second game with the same process, with colors swapped.
        let mut board = Board::new(Size::FIFTEEN, rule);
        play_game(&mut two, &mut one, &mut board, 30, PATIENCE);
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let spec = format!("pbrain:cmd=\"'{BINARY}' --player random:seed=5\"");
    let moves = |spec: &str| {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        let (mut one, mut two) = (player(spec), player("random:seed=6"));
        play_game(&mut one, &mut two, &mut board, 40, PATIENCE);
        board.moves().collect::<Vec<_>>()
    };
    assert_eq!(moves(&spec), moves("random:seed=5"));
}

/// Records what the manager sends, with `tee` in the pipe.
#[test]
fn moves_are_sent_as_turn_and_other_positions_as_board() {
    let log = env::temp_dir().join(format!("tengen-manager-{}", process::id()));
    let spec = format!(
        "pbrain:tolerance=60000,cmd=sh -c \"tee '{}' | '{BINARY}'\"",
        log.display()
    );
    let mut engine = player(&spec);
    let mut board = Board::new(Size::FIFTEEN, Rule::Standard);
    let mut ask = |board: &Board, limits: &Limits| {
        engine
            .think(board, limits, &SearchControl::detached())
            .unwrap()
            .best_move
    };
    let mut limits = Limits::with_turn_time(Duration::from_secs(5));
    board.push(ask(&board, &limits));
    let reply = Point::new(0, 0);
    board.push(reply);
    limits.depth = Some(7);
    board.push(ask(&board, &limits));
    // Two moves taken back and another one played: needs a whole BOARD.
    board.pop();
    board.pop();
    board.push(Point::new(14, 14));
    ask(&board, &limits);
    ask(&Board::new(Size::TWENTY, Rule::Standard), &limits);
    drop(engine);
    let sent = fs::read_to_string(&log).unwrap();
    fs::remove_file(&log).unwrap();
    let first = board.moves().next().unwrap();
    let settings = "INFO rule 1\nINFO game_type 1\nINFO timeout_turn 5000\nINFO timeout_match 0\n\
                    INFO max_memory 367001600\n";
    let left = "INFO time_left 2147483647\n";
    assert_eq!(
        sent,
        format!(
            "START 15\n{settings}{left}BEGIN\nINFO max_depth 7\n{left}TURN 0,0\n\
             {left}BOARD\n{},{},1\n14,14,2\nDONE\n\
             START 20\n{settings}INFO max_depth 7\n{left}BEGIN\nEND\n",
            first.column(),
            first.row()
        )
    );
}

#[test]
fn an_invalid_command_line_is_refused() {
    for arguments in [&["--player", "randm"][..], &["--player"], &["x", "y"]] {
        let output = Command::new(BINARY).args(arguments).output().unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
}

/// Is a program of this name on the PATH?
fn is_on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

#[test]
fn a_third_party_engine_plays_a_short_game() {
    const PROGRAM: &str = "pbrain-figrid";
    if !is_on_path(PROGRAM) {
        println!("SKIPPED: {PROGRAM} is not on PATH");
        return;
    }
    let mut engine = player(&format!("pbrain:cmd={PROGRAM},memory=0,tolerance=60000"));
    let mut random = player("random:seed=3");
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    let opening = [(7, 7), (8, 8), (6, 8)].map(|(column, row)| Point::new(column, row));
    for point in opening {
        board.play(point).unwrap();
    }
    // Figrid reserves 150 ms of each move, so shorter times would test nothing.
    play_game(
        &mut random,
        &mut engine,
        &mut board,
        30,
        Duration::from_secs(1),
    );
    println!("{} moves, winner {:?}", board.ply(), board.winner());
}

//! Whole games through real pipes: our engine against our manager side, and a program of somebody else's.

use std::env;
use std::fs;
use std::process::{self, Command};
use std::time::Duration;

use gomoku::{Board, Color, Limits, Player, Point, Rule, SearchControl, Size};
use players::Spec;

const BINARY: &str = env!("CARGO_BIN_EXE_pbrain-tengen");

fn player(spec: &str) -> Box<dyn Player> {
    spec.parse::<Spec>().unwrap().build()
}

/// Plays until somebody wins or nobody can move; panics at a fault, an illegal move or a late one.
fn game(
    black: &mut Box<dyn Player>,
    white: &mut Box<dyn Player>,
    board: &mut Board,
    most_moves: usize,
    time: Duration,
) {
    let limits = Limits::with_turn_time(time);
    black.new_game();
    white.new_game();
    while board.winner().is_none() && board.ply() < most_moves && !board.legal_moves().is_empty() {
        let mover = if board.side_to_move() == Color::Black {
            &mut *black
        } else {
            &mut *white
        };
        let result = mover
            .think(board, &limits, &SearchControl::detached())
            .unwrap();
        // As the manager measures it: starting the program is not part of its time.
        assert!(
            result.time <= time,
            "{:?} at ply {}",
            result.time,
            board.ply()
        );
        board.play(result.best_move).unwrap();
    }
}

#[test]
fn our_engine_plays_our_manager_to_the_end() {
    for (rule, size) in [
        (Rule::Freestyle, Size::FIFTEEN),
        (Rule::Renju, Size::FIFTEEN),
        (Rule::Standard, Size::TWENTY),
        (Rule::Caro, Size::new(8).unwrap()),
    ] {
        let spec = format!("pbrain:cmd=\"'{BINARY}' --player random:near=no,seed=5\",tolerance=0");
        let mut board = Board::new(size, rule);
        let (mut one, mut two) = (player(&spec), player("random:near=no"));
        game(
            &mut one,
            &mut two,
            &mut board,
            usize::MAX,
            Duration::from_secs(1),
        );
        assert!(board.winner().is_some() || board.legal_moves().is_empty());
        // The same program in another game, on the other side.
        let mut board = Board::new(Size::FIFTEEN, rule);
        game(&mut two, &mut one, &mut board, 30, Duration::from_secs(1));
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let spec = format!("pbrain:cmd=\"'{BINARY}' --player random:seed=5\"");
    let moves = |spec: &str| {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        let (mut one, mut two) = (player(spec), player("random:seed=6"));
        game(&mut one, &mut two, &mut board, 40, Duration::from_secs(1));
        board.moves().collect::<Vec<_>>()
    };
    assert_eq!(moves(&spec), moves("random:seed=5"));
}

/// What the manager says, as a program in the middle of the pipe writes it down.
#[test]
fn the_game_goes_on_with_turns_and_begins_again_with_boards() {
    let log = env::temp_dir().join(format!("tengen-manager-{}", process::id()));
    let spec = format!("pbrain:cmd=sh -c \"tee '{}' | '{BINARY}'\"", log.display());
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
    // Two moves taken back and another one played: the program cannot know.
    board.pop();
    board.pop();
    board.push(Point::new(14, 14));
    ask(&board, &limits);
    ask(&Board::new(Size::TWENTY, Rule::Standard), &limits);
    drop(engine);
    let said = fs::read_to_string(&log).unwrap();
    fs::remove_file(&log).unwrap();
    let first = board.moves().next().unwrap();
    let settings = "INFO rule 1\nINFO game_type 1\nINFO timeout_turn 5000\nINFO timeout_match 0\n\
                    INFO max_memory 367001600\n";
    let left = "INFO time_left 2147483647\n";
    assert_eq!(
        said,
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
fn a_wrong_command_line_is_refused() {
    for arguments in [&["--player", "randm"][..], &["--player"], &["x", "y"]] {
        let output = Command::new(BINARY).args(arguments).output().unwrap();
        assert!(!output.status.success() && output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
}

/// Is there a program of this name to run?
fn is_on_path(program: &str) -> bool {
    env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

#[test]
fn an_engine_of_somebody_else_s_plays_a_short_game() {
    const PROGRAM: &str = "pbrain-figrid";
    if !is_on_path(PROGRAM) {
        println!("SKIPPED: {PROGRAM} is not on PATH");
        return;
    }
    let mut engine = player(&format!("pbrain:cmd={PROGRAM},memory=0"));
    let mut random = player("random:seed=3");
    let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    let opening = [(7, 7), (8, 8), (6, 8)].map(|(column, row)| Point::new(column, row));
    for point in opening {
        board.play(point).unwrap();
    }
    // It keeps 150 ms of each move back, so short times tell nothing.
    game(
        &mut random,
        &mut engine,
        &mut board,
        30,
        Duration::from_secs(1),
    );
    println!("{} moves, winner {:?}", board.ply(), board.winner());
}

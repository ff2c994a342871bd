//! No move is late, whatever the player does. These tests measure time, so they run in their own binary, one after
//! another, and each gets three attempts, because a busy machine can delay any process.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{BufRead, BufReader, Write, pipe};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gomoku::{Board, Color, Limits, Player, PlayerError, Rule, SearchControl, SearchResult, Size};
use players::{Access, Spec, gomocup};

const BINARY: &str = env!("CARGO_BIN_EXE_pbrain-tengen");

/// Serializes the tests of this file.
static SERIAL: Mutex<()> = Mutex::new(());

/// Passes if one of three attempts is in time.
fn in_time(mut attempt: impl FnMut() -> Result<(), String>) {
    let _guard = SERIAL.lock().unwrap_or_else(PoisonError::into_inner);
    let mut reasons = Vec::new();
    for _ in 0..3 {
        match attempt() {
            Ok(()) => return,
            Err(reason) => reasons.push(reason),
        }
    }
    panic!("late three times: {reasons:?}");
}

/// The players that are meant for tournaments.
const TOURNAMENT_PLAYERS: &[&str] = &["tengen", "random", "greedy", "vcx", "tss", "andor"];

/// Late moves get another attempt; an illegal move fails at once.
#[test]
fn a_thousand_moves_at_50_ms_are_in_time() {
    for name in TOURNAMENT_PLAYERS {
        in_time(|| play_a_thousand_moves(name));
    }
}

fn play_a_thousand_moves(name: &str) -> Result<(), String> {
    const MOVES: usize = 1000;
    const TIME: Duration = Duration::from_millis(50);
    let build = |spec: &str| Spec::read(spec, &Access::local()).unwrap().build();
    let mut engine = build(&format!("pbrain:cmd=\"'{BINARY}' --player {name}\""));
    let mut opponent = build("random:near=no,seed=9");
    let (mut moves, mut worst) = (0, Duration::ZERO);
    while moves < MOVES {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        engine.new_game();
        while board.winner().is_none() && !board.is_full() && moves < MOVES {
            let result = if board.side_to_move() == Color::White {
                engine.think(
                    &board,
                    &Limits::with_turn_time(TIME),
                    &SearchControl::detached(),
                )
            } else {
                opponent.think(&board, &Limits::default(), &SearchControl::detached())
            };
            let result = match result {
                Err(error @ PlayerError::Time(_)) => return Err(format!("{name}: {error}")),
                result => result.unwrap(),
            };
            if board.side_to_move() == Color::White {
                moves += 1;
                worst = worst.max(result.time);
            }
            board.play(result.best_move).unwrap();
        }
    }
    println!("{name}: {moves} moves, slowest {worst:?}");
    if worst < TIME {
        Ok(())
    } else {
        Err(format!("{name}: {worst:?}"))
    }
}

#[test]
fn start_is_answered_within_50_ms() {
    in_time(|| {
        let begin = Instant::now();
        let mut child = Command::new(BINARY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"START 20\n").unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let elapsed = begin.elapsed();
        assert_eq!(line, "OK\n");
        input.write_all(b"END\n").unwrap();
        assert!(child.wait().unwrap().success());
        println!("START answered after {elapsed:?}, process creation included");
        if elapsed < Duration::from_millis(50) {
            Ok(())
        } else {
            Err(format!("{elapsed:?}"))
        }
    });
}

/// Never returns from a search.
struct Hanging;

impl Player for Hanging {
    fn think(
        &mut self,
        _: &Board,
        _: &Limits,
        _: &SearchControl<'_>,
    ) -> Result<SearchResult, PlayerError> {
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
}

#[test]
fn a_session_with_a_hanging_player_is_in_time() {
    in_time(|| {
        let (session_input, mut input) = pipe().unwrap();
        let (output, session_output) = pipe().unwrap();
        let session = thread::spawn(move || {
            gomocup::serve_player(
                "Hanging",
                || Box::new(Hanging),
                session_input,
                session_output,
            );
        });
        let mut lines = BufReader::new(output).lines().map(Result::unwrap);
        input.write_all(b"START 15\n").unwrap();
        assert_eq!(lines.next().unwrap(), "OK");
        let mut late = Vec::new();
        for (column, time) in [50, 100, 200, 500].into_iter().enumerate() {
            let question = format!("INFO timeout_turn {time}\nTURN {},0\n", 2 * column);
            let begin = Instant::now();
            input.write_all(question.as_bytes()).unwrap();
            let answer = lines.find(|line| !line.starts_with("MESSAGE ")).unwrap();
            let elapsed = begin.elapsed();
            assert!(answer.contains(','), "{answer}");
            println!("{elapsed:?} of {time} ms");
            if elapsed > Duration::from_millis(time) {
                late.push(elapsed);
            }
        }
        drop(input);
        session.join().unwrap();
        if late.is_empty() {
            Ok(())
        } else {
            Err(format!("{late:?}"))
        }
    });
}

//! How late are moves? The time from a request to its answer, for 1,000 moves of each tournament player at 50 ms a move,
//! for START, and for a player that never returns. It depends on the machine, so it is a measurement and not a test:
//! `cargo bench -p players --bench punctuality`, on a machine that does nothing else. The tests check processor time.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a failed step fails the measurement")]

use std::io::{BufRead, BufReader, Write, pipe};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gomoku::{Board, Color, Limits, Player, PlayerError, Rule, SearchControl, SearchResult, Size};
use players::{Access, Spec, gomocup};

const BINARY: &str = env!("CARGO_BIN_EXE_pbrain-tengen");
const PLAYERS: [&str; 6] = ["tengen", "random", "greedy", "vcx", "tss", "andor"];
const MOVES: usize = 1000;
const TURN: Duration = Duration::from_millis(50);

fn main() {
    for name in PLAYERS {
        print(&format!("{name}, 50 ms a move"), TURN, play(name));
    }
    let starts = (0..100).map(|_| start()).collect();
    print("START, process creation included", TURN, starts);
    for time in [50, 100, 200, 500].map(Duration::from_millis) {
        let times = (0..20).map(|_| ask_hanging(time)).collect();
        print(
            &format!("a player that hangs, {time:?} a move"),
            time,
            times,
        );
    }
}

fn print(title: &str, limit: Duration, mut times: Vec<Duration>) {
    times.sort_unstable();
    let late = times.iter().filter(|&&time| time > limit).count();
    let quantile = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{title}: {} answers, median {:.1?}, 99 % within {:.1?}, slowest {:.1?}, {late} late",
        times.len(),
        quantile(0.5),
        quantile(0.99),
        quantile(1.0)
    );
}

/// Plays games against `random` until the engine has made 1,000 moves.
fn play(name: &str) -> Vec<Duration> {
    let build = |spec: &str| Spec::read(spec, &Access::local()).unwrap().build();
    let mut engine = build(&format!(
        "pbrain:cmd=\"'{BINARY}' --player {name}\",tolerance=60000"
    ));
    let mut opponent = build("random:near=no,seed=9");
    let mut times = Vec::with_capacity(MOVES);
    while times.len() < MOVES {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        engine.new_game();
        while board.winner().is_none() && !board.is_full() && times.len() < MOVES {
            let (player, limits) = match board.side_to_move() {
                Color::White => (&mut engine, Limits::with_turn_time(TURN)),
                Color::Black => (&mut opponent, Limits::default()),
            };
            let result = player
                .think(&board, &limits, &SearchControl::detached())
                .unwrap();
            if board.side_to_move() == Color::White {
                times.push(result.time);
            }
            board.play(result.best_move).unwrap();
        }
    }
    times
}

fn start() -> Duration {
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
    elapsed
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

/// How long a session takes to answer in the place of a player that hangs.
fn ask_hanging(time: Duration) -> Duration {
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
    let begin = Instant::now();
    write!(input, "INFO timeout_turn {}\nBEGIN\n", time.as_millis()).unwrap();
    let answer = lines.find(|line| !line.starts_with("MESSAGE ")).unwrap();
    let elapsed = begin.elapsed();
    assert!(answer.contains(','), "{answer}");
    drop(input);
    session.join().unwrap();
    elapsed
}

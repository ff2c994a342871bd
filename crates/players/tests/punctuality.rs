//! The engine takes no more processor time than the clock allows. Processor time and not the time on the clock: a busy
//! machine can delay any process, but does not make it compute longer. The bench `punctuality` measures the clock.
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use gomoku::{Board, Color, Limits, Point, Rule, SearchControl, Size};
use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;
use players::{Access, Spec};

/// A process of `pbrain-tengen`, and the clock of its processor time.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    clock: ClockId,
}

impl Engine {
    fn new(player: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .args(["--player", player])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pid = Pid::from_raw(child.id().try_into().unwrap());
        Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()).lines(),
            clock: clock_getcpuclockid(pid).unwrap(),
            child,
        }
    }

    /// Sends commands and returns the answer, with the processor time that it took.
    fn ask(&mut self, commands: &str) -> (String, Duration) {
        let begin = self.processor_time();
        writeln!(self.input, "{commands}").unwrap();
        let is_answer =
            |line: &String| !line.starts_with("MESSAGE ") && !line.starts_with("DEBUG ");
        let answer = self.output.by_ref().map(Result::unwrap).find(is_answer);
        (answer.unwrap(), self.processor_time() - begin)
    }

    /// The time that all threads of the process have computed.
    fn processor_time(&self) -> Duration {
        self.clock.now().unwrap().into()
    }

    fn end(mut self) {
        writeln!(self.input, "END").unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn start_takes_less_than_200_ms_of_processor_time() {
    let times: Vec<_> = (0..5)
        .map(|_| {
            let mut engine = Engine::new("tengen");
            let (answer, _) = engine.ask("START 20");
            assert_eq!(answer, "OK");
            let time = engine.processor_time();
            engine.end();
            time
        })
        .collect();
    println!("{times:?}");
    // The bench measures the release build, which takes a third. A virtual machine can count what its host took as the
    // process's own time, so the best of five counts.
    assert!(
        times.iter().min() < Some(&Duration::from_millis(200)),
        "{times:?}"
    );
}

#[test]
fn moves_at_50_ms_take_less_than_50_ms_of_processor_time() {
    for player in ["tengen", "random", "greedy", "vcx", "tss", "andor"] {
        let mut times = play(player, 100);
        times.sort_unstable();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{player}: median {median:.1?}, slowest {slowest:.1?}");
        // The median, for the same reason.
        assert!(median < Duration::from_millis(50), "{player}: {times:?}");
    }
}

/// Plays against `random`. Returns the processor time of each of the engine's moves, all of which are legal.
fn play(player: &str, moves: usize) -> Vec<Duration> {
    let mut opponent = Spec::read("random:near=no,seed=9", &Access::shipped())
        .unwrap()
        .build();
    let mut engine = Engine::new(player);
    let mut times = Vec::new();
    while times.len() < moves {
        let mut board = Board::new(Size::FIFTEEN, Rule::Freestyle);
        assert_eq!(engine.ask("START 15\nINFO timeout_turn 50").0, "OK");
        while board.winner().is_none() && !board.is_full() && times.len() < moves {
            if board.side_to_move() == Color::Black {
                let control = SearchControl::detached();
                let result = opponent.think(&board, &Limits::default(), &control);
                board.play(result.unwrap().best_move).unwrap();
            } else {
                let last = board.moves().last().unwrap();
                let (answer, time) = engine.ask(&format!("TURN {},{}", last.column(), last.row()));
                times.push(time);
                let (column, row) = answer.split_once(',').unwrap();
                let point = Point::new(column.parse().unwrap(), row.parse().unwrap());
                board.play(point).unwrap();
            }
        }
    }
    engine.end();
    times
}

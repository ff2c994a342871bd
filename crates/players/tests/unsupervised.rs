//! External brains without a supervisor, as on systems that cannot have one: process groups and clocks.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use gomoku::params::Params;
use gomoku::{Board, Limits, Player, PlayerError, Rule, SearchControl, Size};
use players::external::{Pbrain, PbrainParams};

fn ask(behavior: &str) -> PlayerError {
    let program = Path::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .with_file_name("examples")
        .join("bad-engine");
    let mut params = PbrainParams::default();
    for (key, value) in [
        ("cmd", format!("'{}' {behavior}", program.display())),
        ("start", "60000".into()),
        ("memory", "100".into()),
    ] {
        params.set(key, &value).unwrap();
    }
    let mut player = Pbrain::new(params);
    player.check_program().unwrap();
    let limits = Limits::with_turn_time(Duration::from_secs(600));
    let board = Board::new(Size::FIFTEEN, Rule::Freestyle);
    let control = SearchControl::detached();
    player.think(&board, &limits, &control).unwrap_err()
}

/// Processes with this text in their command line. Elsewhere than on Linux there is no way to tell.
fn processes_with(text: &str) -> usize {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(text))
        .count()
}

#[test]
fn faults_are_the_same_as_with_a_supervisor() {
    for (behavior, text) in [
        ("exit", "crashed: exit status: 3"),
        ("leave-child", "crashed: exit status: 4"),
        ("session-crash", "crashed: exit status: 4"),
        ("suggest-deaf", "illegal answer: SUGGEST 999"),
        ("flood", "illegal answer: more than"),
        ("last-words", "xxx / out of luck"),
    ] {
        let mark = format!("mark-{}-{behavior}", std::process::id());
        let error = ask(&format!("{behavior} {mark}")).to_string();
        assert!(error.contains(text), "{behavior}: {error}");
        let begin = Instant::now();
        while processes_with(&mark) > 0 {
            assert!(begin.elapsed() < Duration::from_secs(60), "{behavior}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn children_count_for_the_memory() {
    let error = ask("child-memory");
    assert!(matches!(error, PlayerError::Memory(_)), "{error}");
}

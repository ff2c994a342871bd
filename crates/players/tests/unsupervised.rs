//! External brains without a supervisor, as on systems that cannot have one: process groups and clocks.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::path::Path;
use std::time::Duration;

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

#[test]
fn faults_are_the_same_as_with_a_supervisor() {
    for (behavior, text) in [
        ("exit", "crashed: exit status: 3"),
        ("leave-child", "crashed: exit status: 4"),
        ("suggest-deaf", "illegal answer: SUGGEST 999"),
        ("flood", "illegal answer: more than"),
        ("last-words", "xxx / out of luck"),
    ] {
        let error = ask(behavior).to_string();
        assert!(error.contains(text), "{behavior}: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn children_count_for_the_memory() {
    let error = ask("child-memory");
    assert!(matches!(error, PlayerError::Memory(_)), "{error}");
}

//! A match against a program that misbehaves always ends, with the right format, and leaves no process behind.
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use arena::game_record::Termination;
use arena::{GameRecord, MatchConfig, PlayerConfig, PlayerLimits, workers};
use gomoku::{Procedure, StopFlag, TimeControl};

/// The program of the example `misbehaving-engine`.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program = profile.join("examples").join("misbehaving-engine");
    static BUILD: Once = Once::new();
    BUILD.call_once(|| {
        // `cargo test -p arena` has built it; with a single test chosen it may be missing.
        if !program.exists() {
            let arguments = ["build", "-p", "arena", "--example", "misbehaving-engine"];
            let built = Command::new(env!("CARGO")).args(arguments).status();
            assert!(built.unwrap().success());
        }
    });
    program
}

/// The bad engine against a good one. Only what a way of misbehaving is about has a narrow limit: on a busy machine a
/// program may take long to start, and anybody long to answer.
fn config(way: &str, turn: Duration) -> MatchConfig {
    let limits = PlayerLimits {
        time: TimeControl {
            turn_time: Some(turn),
            ..TimeControl::default()
        },
        ..PlayerLimits::default()
    };
    let start = if way == "deaf-start" { 400 } else { 60_000 };
    let spec = format!(
        "pbrain:cmd='{}' {way},start={start},tolerance=100,memory=100",
        program().display()
    );
    let one = |name: &str, spec: &str, limits: PlayerLimits| PlayerConfig {
        name: name.to_owned(),
        spec: spec.parse().unwrap(),
        limits,
    };
    let mut config = MatchConfig::new(
        one("bad", &spec, limits),
        one("good", "greedy", PlayerLimits::default()),
    );
    config.games = 2;
    config
}

fn play(config: &MatchConfig) -> Vec<GameRecord> {
    let mut games = Vec::new();
    let take = |game| {
        games.push(game);
        ControlFlow::Continue(())
    };
    workers::play_games(config, &HashSet::new(), 1, &StopFlag::new(), None, take).unwrap();
    games
}

/// Processes whose command line holds this text.
fn processes(text: &str) -> usize {
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| {
            String::from_utf8_lossy(line)
                .replace('\0', " ")
                .contains(text)
        })
        .count()
}

/// No engine of this kind is left; a process that has been killed takes a moment to leave.
fn assert_gone(way: &str) {
    assert_line_gone(way, &format!("{} {way}", program().display()));
}

fn assert_line_gone(way: &str, line: &str) {
    let begin = Instant::now();
    while processes(line) > 0 {
        assert!(begin.elapsed() < Duration::from_secs(60), "{way} lives");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn every_misbehavior_loses_for_what_it_is() {
    let short = Duration::from_millis(60);
    // Long enough for an answer, for 200 MB to be written to, or 16 MB to be printed.
    let long = Duration::from_secs(20);
    for (way, turn, kind) in [
        ("deaf-start", short, Termination::Time),
        ("refuse", long, Termination::Crash),
        ("hang", short, Termination::Time),
        ("hang-busy", short, Termination::Time),
        ("late", short, Termination::Time),
        ("exit", long, Termination::Crash),
        ("garbage", long, Termination::Illegal),
        ("error", long, Termination::Illegal),
        ("outside", long, Termination::Illegal),
        ("occupied", long, Termination::Illegal),
        ("flood", long, Termination::Illegal),
        ("memory", long, Termination::Memory),
        ("child-memory", long, Termination::Memory),
    ] {
        let games = play(&config(way, turn));
        assert_eq!(games.len(), 2, "{way}");
        for game in &games {
            let summary = game.summary();
            assert_eq!(summary.termination, kind, "{way}: {}", game.result.detail);
            assert_eq!(summary.forfeiter(), Some(0), "{way}");
            assert!(!game.result.detail.is_empty(), "{way}");
        }
        // It lost once as black and once as white.
        assert_ne!(games[0].players.black, games[1].players.black);
        assert_gone(way);
    }
    // Nor a child of one.
    assert_line_gone("hoard", "misbehaving-engine hoard");
}

#[test]
fn a_late_answer_within_its_own_tolerance_still_loses_by_the_arena_s_clock() {
    let mut config = config("late", Duration::from_millis(60));
    config.players[0].spec = config.players[0]
        .spec
        .to_string()
        .replace("tolerance=100", "tolerance=5000")
        .parse()
        .unwrap();
    for game in play(&config) {
        assert_eq!(game.summary().termination, Termination::Time);
        assert_eq!(game.summary().forfeiter(), Some(0));
        assert!(game.result.detail.contains("ms"), "{}", game.result.detail);
    }
}

#[test]
fn a_program_that_never_leaves_is_ended() {
    // It answers one legal move and then that move again.
    let games = play(&config("never-leave", Duration::from_secs(1)));
    assert!(
        games
            .iter()
            .all(|game| game.summary().forfeiter() == Some(0))
    );
    assert_gone("never-leave");
}

#[test]
fn a_program_that_does_not_exist_loses_every_game_and_stops_nothing() {
    let mut config = config("x", Duration::from_secs(1));
    config.players[0].spec = "pbrain:cmd=/no/such/engine".parse().unwrap();
    for procedure in [Procedure::Free, Procedure::Swap2] {
        config.procedure = procedure;
        let games = play(&config);
        assert_eq!(games.len(), 2);
        for game in games {
            assert_eq!(game.summary().termination, Termination::Crash);
            assert_eq!(game.summary().forfeiter(), Some(0));
        }
    }
}

#[test]
fn a_program_that_ignores_swap2_is_told_so() {
    for (way, kind, text) in [
        (
            "no-swap2",
            Termination::Time,
            "it did not answer SWAP2BOARD",
        ),
        (
            "bad-swap2",
            Termination::Illegal,
            "\"7,7 maybe\" to SWAP2BOARD",
        ),
        ("exit", Termination::Crash, "at SWAP2BOARD"),
    ] {
        // Time for a busy machine to put the question to a program that answers it badly.
        let turn = Duration::from_millis(if way == "no-swap2" { 60 } else { 20_000 });
        let mut config = config(way, turn);
        config.procedure = Procedure::Swap2;
        let games = play(&config);
        assert_eq!(games.len(), 2, "{way}");
        for game in games {
            let detail = &game.result.detail;
            assert_eq!(game.summary().termination, kind, "{way}: {detail}");
            assert_eq!(game.summary().forfeiter(), Some(0), "{way}: {detail}");
            assert!(detail.contains(text), "{way}: {detail}");
        }
        assert_gone(way);
    }
}

#[test]
fn ctrl_c_ends_a_match_with_a_hanging_program() {
    let mut config = config("hang", Duration::from_secs(100));
    config.games = 100;
    let stop = StopFlag::new();
    let raised = stop.clone();
    let raiser = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        raised.raise();
    });
    workers::play_games(
        &config,
        &HashSet::new(),
        2,
        &stop,
        None,
        |game: GameRecord| panic!("no game can end: {:?}", game.result.outcome),
    )
    .unwrap();
    raiser.join().unwrap();
    assert_gone("hang");
}

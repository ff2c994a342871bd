//! A match against a misbehaving program always ends with the right termination and leaves no process behind.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::HashSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use arena::game_record::Termination;
use arena::runner::MatchError;
use arena::{Callbacks, GameRecord, MatchConfig, MatchRunner, PlayerConfig, PlayerLimits, workers};
use gomoku::{Procedure, StopFlag, TimeControl};

/// Path of the example `misbehaving-engine`, which also supervises.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program = profile.join("examples").join("misbehaving-engine");
    static BUILD: Once = Once::new();
    BUILD.call_once(|| {
        // `cargo test -p arena` builds it, `cargo test --test bad_engine` does not.
        if !program.exists() {
            let arguments = ["build", "-p", "arena", "--example", "misbehaving-engine"];
            let built = Command::new(env!("CARGO")).args(arguments).status();
            assert!(built.unwrap().success());
        }
        players::external::set_supervisor(program.clone());
    });
    program
}

/// The bad engine against a good one. Only limits that a misbehavior should hit are tight, because programs start and
/// answer slowly on a busy machine.
fn config(misbehavior: &str, turn: Duration) -> MatchConfig {
    let limits = PlayerLimits {
        time: TimeControl {
            turn_time: Some(turn),
            ..TimeControl::default()
        },
        ..PlayerLimits::default()
    };
    let start = if misbehavior == "deaf-start" {
        400
    } else {
        60_000
    };
    let spec = format!(
        "pbrain:cmd='{}' {misbehavior},start={start},tolerance=100,memory=100",
        program().display()
    );
    let player = |name: &str, spec: &str, limits: PlayerLimits| PlayerConfig {
        name: name.to_owned(),
        spec: players::Spec::read(spec, &players::Access::local()).unwrap(),
        limits,
    };
    let mut config = MatchConfig::new(
        player("bad", &spec, limits),
        player("good", "greedy", PlayerLimits::default()),
    );
    config.games = 2;
    config
}

fn play(config: &MatchConfig) -> Vec<GameRecord> {
    let mut games = Vec::new();
    let on_game = |game| {
        games.push(game);
        ControlFlow::Continue(())
    };
    workers::play_games(config, &HashSet::new(), 1, &StopFlag::new(), None, on_game).unwrap();
    games
}

/// Number of processes whose command line contains this text.
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

/// Waits until no such engine is running. A killed process takes a moment to disappear.
fn assert_gone(misbehavior: &str) {
    assert_line_gone(
        misbehavior,
        &format!("{} {misbehavior}", program().display()),
    );
}

fn assert_line_gone(misbehavior: &str, line: &str) {
    let begin = Instant::now();
    while processes(line) > 0 {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "{misbehavior} is still running"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn every_misbehavior_has_its_termination() {
    let short = Duration::from_millis(60);
    // Long enough to answer, to fill 200 MB of memory or to print 100,000 lines.
    let long = Duration::from_secs(600);
    for (misbehavior, turn, kind) in [
        ("deaf-start", short, Termination::Time),
        ("refuse", long, Termination::Crash),
        ("hang", short, Termination::Time),
        ("hang-busy", short, Termination::Time),
        ("late", short, Termination::Time),
        ("stop-group", short, Termination::Time),
        ("ignore-signals", short, Termination::Time),
        ("exit", long, Termination::Crash),
        ("session-crash", long, Termination::Crash),
        ("garbage", long, Termination::Illegal),
        ("error", long, Termination::Illegal),
        ("outside", long, Termination::Illegal),
        ("occupied", long, Termination::Illegal),
        ("flood", long, Termination::Illegal),
        ("suggest-deaf", long, Termination::Illegal),
        ("memory", long, Termination::Memory),
        ("child-memory", long, Termination::Memory),
        ("session-memory", long, Termination::Memory),
    ] {
        let games = play(&config(misbehavior, turn));
        assert_eq!(games.len(), 2, "{misbehavior}");
        for game in &games {
            let summary = game.summary();
            assert_eq!(
                summary.termination, kind,
                "{misbehavior}: {}",
                game.result.detail
            );
            assert_eq!(summary.forfeiter(), Some(0), "{misbehavior}");
            assert!(!game.result.detail.is_empty(), "{misbehavior}");
        }
        // It lost once as black and once as white.
        assert_ne!(games[0].players.black, games[1].players.black);
        assert_gone(misbehavior);
    }
    // No child process is left either.
    for child in ["hoard", "own-session", "session-orphan"] {
        assert_line_gone(child, &format!("misbehaving-engine {child}"));
    }
}

#[test]
fn the_arena_s_clock_overrides_the_program_s_tolerance() {
    let mut config = config("late", Duration::from_millis(60));
    let text = config.players[0].spec.to_string();
    let text = text.replace("tolerance=100", "tolerance=5000");
    config.players[0].spec = players::Spec::read(&text, &players::Access::local()).unwrap();
    for game in play(&config) {
        assert_eq!(game.summary().termination, Termination::Time);
        assert_eq!(game.summary().forfeiter(), Some(0));
        assert!(game.result.detail.contains("ms"), "{}", game.result.detail);
    }
}

#[test]
fn a_program_that_never_exits_is_killed() {
    // It repeats its first move, which is then illegal.
    let games = play(&config("never-leave", Duration::from_secs(60)));
    assert!(
        games
            .iter()
            .all(|game| game.summary().forfeiter() == Some(0))
    );
    assert_gone("never-leave");
}

fn run(config: &MatchConfig) -> (u64, MatchError) {
    let mut games = 0;
    let mut on_game = |_: &GameRecord| {
        games += 1;
        Ok(())
    };
    let callbacks = Callbacks {
        on_game: Some(&mut on_game),
        ..Callbacks::default()
    };
    let runner = MatchRunner {
        concurrency: 1,
        ..MatchRunner::default()
    };
    let error = runner.run(config, &StopFlag::new(), callbacks).unwrap_err();
    (games, error)
}

#[test]
fn a_missing_program_is_refused_before_the_first_game() {
    let mut config = config("x", Duration::from_secs(1));
    config.players[0].spec =
        players::Spec::read("pbrain:cmd=/no/such/engine", &players::Access::local()).unwrap();
    for procedure in [Procedure::Free, Procedure::Swap2] {
        config.procedure = procedure;
        let (games, error) = run(&config);
        assert_eq!(games, 0);
        assert!(matches!(error, MatchError::Program { .. }), "{error}");
        let text = error.to_string();
        assert!(text.starts_with("bad: /no/such/engine: "), "{text}");
    }
    // The games of a finished match need no program.
    let done: HashSet<u64> = config.game_numbers().collect();
    let on_game = |_| ControlFlow::Continue(());
    workers::play_games(&config, &done, 1, &StopFlag::new(), None, on_game).unwrap();
}

#[test]
fn a_program_that_fails_again_and_again_ends_the_match() {
    let long = Duration::from_secs(600);
    for (misbehavior, games, text) in [
        ("crash-at-start", 3, "no license found"),
        ("exit", 3, "exit status: 3"),
        // It repeats its first move.
        ("well", 10, "4,4"),
    ] {
        let mut config = config(misbehavior, long);
        config.games = 100;
        let (played, error) = run(&config);
        assert_eq!(played, games, "{misbehavior}: {error}");
        assert!(matches!(error, MatchError::Faults { .. }), "{error}");
        let reason = format!("bad failed in {games} games in a row");
        assert!(error.to_string().starts_with(&reason), "{error}");
        assert!(error.to_string().contains(text), "{error}");
        assert_gone(misbehavior);
    }
}

#[test]
fn swap2_failures_are_described() {
    for (misbehavior, kind, text) in [
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
        // A busy machine needs time until a bad answer arrives.
        let turn = Duration::from_millis(if misbehavior == "no-swap2" {
            60
        } else {
            20_000
        });
        let mut config = config(misbehavior, turn);
        config.procedure = Procedure::Swap2;
        let games = play(&config);
        assert_eq!(games.len(), 2, "{misbehavior}");
        for game in games {
            let detail = &game.result.detail;
            assert_eq!(game.summary().termination, kind, "{misbehavior}: {detail}");
            assert_eq!(
                game.summary().forfeiter(),
                Some(0),
                "{misbehavior}: {detail}"
            );
            assert!(detail.contains(text), "{misbehavior}: {detail}");
        }
        assert_gone(misbehavior);
    }
}

#[test]
fn the_stop_flag_ends_a_match_whatever_its_program_does() {
    for misbehavior in ["hang", "stop-itself", "ignore-signals", "session"] {
        let mut config = config(misbehavior, Duration::from_secs(10_000));
        config.games = 100;
        let stop = StopFlag::new();
        let line = format!("{} {misbehavior}", program().display());
        thread::scope(|scope| {
            scope.spawn(|| {
                let begin = Instant::now();
                // Two games, each with an engine and its supervisor.
                while processes(&line) < 4 {
                    assert!(begin.elapsed() < Duration::from_secs(60), "{misbehavior}");
                    thread::sleep(Duration::from_millis(5));
                }
                stop.raise();
            });
            let on_game = |game: GameRecord| panic!("no game can end: {:?}", game.result.outcome);
            workers::play_games(&config, &HashSet::new(), 2, &stop, None, on_game).unwrap();
        });
        assert_gone(misbehavior);
    }
    assert_line_gone("session", "misbehaving-engine own-session");
}

//! External brains: every misbehavior gives its own error, and no process is left behind.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use gomoku::params::Params;
use gomoku::{
    Board, Limits, Player, PlayerError, Point, Rule, SearchControl, SearchResult, Size, StopFlag,
};
use players::external::{Pbrain, PbrainParams};

/// The program of `examples/bad-engine.rs` with the given behavior.
fn bad_engine(behavior: &str) -> Pbrain {
    let program = Path::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .with_file_name("examples")
        .join("bad-engine");
    assert!(
        program.exists(),
        "{} is built by `cargo test -p players`, or by `cargo build -p players --example bad-engine`",
        program.display()
    );
    let mut params = PbrainParams::default();
    for (key, value) in [
        ("cmd", format!("'{}' {behavior}", program.display())),
        ("start", "400".into()),
        ("tolerance", "100".into()),
        ("memory", "100".into()),
    ] {
        params.set(key, &value).unwrap();
    }
    Pbrain::new(params)
}

fn board() -> Board {
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &[Point::new(7, 7)]).unwrap()
}

fn ask(player: &mut Pbrain, time_ms: u64) -> Result<SearchResult, PlayerError> {
    let limits = Limits::with_turn_time(Duration::from_millis(time_ms));
    player.think(&board(), &limits, &SearchControl::detached())
}

/// The number of processes in a group, zombies included.
fn members(group: u32) -> usize {
    let in_group = |stat: String| {
        let fields = stat.rsplit_once(')').map(|(_, fields)| fields.to_owned());
        fields.is_some_and(|fields| fields.split_whitespace().nth(2) == Some(&group.to_string()))
    };
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| in_group(stat.clone()))
        .count()
}

/// Waits until the group is empty: init reaps killed grandchildren with a delay.
fn assert_gone(group: u32) {
    let begin = Instant::now();
    while members(group) > 0 {
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "group {group} is still running"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn each_misbehavior_gives_its_own_error() {
    let is_kind = |error: &PlayerError, kind: &str| match error {
        PlayerError::Crash(_) => kind == "crash",
        PlayerError::Time(_) => kind == "time",
        PlayerError::Memory(_) => kind == "memory",
        PlayerError::Illegal(_) => kind == "illegal",
    };
    for (behavior, kind) in [
        ("deaf-start", "time"),
        ("refuse", "crash"),
        ("hang", "time"),
        ("hang-busy", "time"),
        ("exit", "crash"),
        ("leave-child", "crash"),
        ("garbage", "illegal"),
        ("error", "illegal"),
        ("outside", "illegal"),
        ("occupied", "illegal"),
        ("long-line", "illegal"),
        ("memory", "memory"),
        ("child-memory", "memory"),
        ("late", "time"),
    ] {
        let mut player = bad_engine(behavior);
        // Long enough to write to 200 MB of memory, or to print 16 MB.
        let is_slow = ["memory", "child-memory", "long-line", "leave-child"].contains(&behavior);
        let time = if is_slow { 20_000 } else { 50 };
        let error = ask(&mut player, time).expect_err(behavior);
        println!("{behavior}: {error}");
        assert!(is_kind(&error, kind), "{behavior}: {error}");
        assert_eq!(player.process_id(), None, "{behavior}");
    }
}

#[test]
fn a_flood_of_output_ends_by_time_or_by_size() {
    let error = ask(&mut bad_engine("flood"), 20_000).unwrap_err();
    println!("{error}");
    assert!(matches!(error, PlayerError::Illegal(_)), "{error}");
    let error = ask(&mut bad_engine("flood"), 10).unwrap_err();
    assert!(matches!(error, PlayerError::Time(_)), "{error}");
}

#[test]
fn a_program_that_cannot_start_is_a_crash() {
    for cmd in ["", "/no/such/engine", "no-such-engine-anywhere", "./"] {
        let mut params = PbrainParams::default();
        params.set("cmd", cmd).unwrap();
        let error = ask(&mut Pbrain::new(params), 50).unwrap_err();
        assert!(matches!(error, PlayerError::Crash(_)), "{cmd}: {error}");
    }
}

#[test]
fn no_process_is_left_behind() {
    for behavior in ["well", "never-leave"] {
        let mut player = bad_engine(behavior);
        assert_eq!(ask(&mut player, 1000).unwrap().best_move, Point::new(4, 4));
        let group = player.process_id().unwrap();
        assert!(members(group) > 0);
        drop(player);
        assert_gone(group);
    }
}

#[test]
fn children_of_the_brain_are_killed_too() {
    let mut player = bad_engine("child-memory");
    let stop = StopFlag::new();
    let raised = stop.clone();
    let raiser = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        raised.raise();
    });
    let error = player
        .think(
            &board(),
            &Limits::default(),
            &SearchControl::new(stop, Instant::now()),
        )
        .unwrap_err();
    println!("{error}");
    raiser.join().unwrap();
    let begin = Instant::now();
    while processes_with("bad-engine hoard") > 0 {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "the child is still running"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

fn processes_with(arguments: &str) -> usize {
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| {
            String::from_utf8_lossy(line)
                .replace('\0', " ")
                .contains(arguments)
        })
        .count()
}

#[test]
fn the_brain_is_restarted_after_an_error() {
    let mut player = bad_engine("occupied");
    for _ in 0..2 {
        assert!(matches!(
            ask(&mut player, 500),
            Err(PlayerError::Illegal(_))
        ));
    }
}

#[test]
fn messages_of_the_brain_become_reports() {
    let mut player = bad_engine("chatter");
    let reports = Mutex::new(Vec::new());
    let listener = |result: &SearchResult| reports.lock().unwrap().push(result.clone());
    let control = SearchControl::new(StopFlag::new(), Instant::now()).with_listener(&listener);
    let result = player
        .think(
            &board(),
            &Limits::with_turn_time(Duration::from_secs(1)),
            &control,
        )
        .unwrap();
    let reports = reports.into_inner().unwrap();
    assert_eq!(reports.len(), 1);
    for result in [&reports[0], &result] {
        assert_eq!((result.depth, result.selective_depth), (9, 12));
        assert_eq!((result.score, result.nodes), (Some(-61.0), 575_000));
        assert_eq!(result.pv, [Point::new(4, 4), Point::new(5, 5)]);
    }
}

#[test]
fn a_stop_is_forwarded_to_the_brain() {
    for (behavior, is_answered) in [("stoppable", true), ("hang", false)] {
        let stop = StopFlag::new();
        let raised = stop.clone();
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            raised.raise();
        });
        let mut player = bad_engine(behavior);
        let control = SearchControl::new(stop, Instant::now());
        let result = player.think(&board(), &Limits::default(), &control);
        assert_eq!(result.is_ok(), is_answered, "{behavior}");
        raiser.join().unwrap();
    }
}

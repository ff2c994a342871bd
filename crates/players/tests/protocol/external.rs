//! Outside programs: each way to misbehave gives its own fault, and nothing is left running.

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

/// The program of `examples/bad-engine.rs`, told how to misbehave.
fn bad_engine(way: &str) -> Pbrain {
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
        ("cmd", format!("'{}' {way}", program.display())),
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

/// The processes of a group, dead ones that nobody has fetched yet included.
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

/// A killed grandchild is fetched by init, some time later.
fn assert_gone(group: u32) {
    let begin = Instant::now();
    while members(group) > 0 {
        assert!(
            begin.elapsed() < Duration::from_secs(5),
            "group {group} lives"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn each_misbehavior_is_its_own_fault() {
    let is = |fault: &PlayerError, name: &str| match fault {
        PlayerError::Crash(_) => name == "crash",
        PlayerError::Time(_) => name == "time",
        PlayerError::Memory(_) => name == "memory",
        PlayerError::Illegal(_) => name == "illegal",
    };
    for (way, fault) in [
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
        let mut player = bad_engine(way);
        // Long enough for 200 MB to be written to, or 16 MB to be printed.
        let is_slow = ["memory", "child-memory", "long-line", "leave-child"].contains(&way);
        let time = if is_slow { 20_000 } else { 50 };
        let error = ask(&mut player, time).expect_err(way);
        println!("{way}: {error}");
        assert!(is(&error, fault), "{way}: {error}");
        assert_eq!(player.process_id(), None, "{way}");
    }
}

#[test]
fn a_flood_ends_by_the_clock_or_by_its_size() {
    let error = ask(&mut bad_engine("flood"), 20_000).unwrap_err();
    println!("{error}");
    assert!(matches!(error, PlayerError::Illegal(_)), "{error}");
    let error = ask(&mut bad_engine("flood"), 10).unwrap_err();
    assert!(matches!(error, PlayerError::Time(_)), "{error}");
}

#[test]
fn a_program_that_cannot_be_run_is_a_crash() {
    for cmd in ["", "/no/such/engine", "no-such-engine-anywhere", "./"] {
        let mut params = PbrainParams::default();
        params.set("cmd", cmd).unwrap();
        let error = ask(&mut Pbrain::new(params), 50).unwrap_err();
        assert!(matches!(error, PlayerError::Crash(_)), "{cmd}: {error}");
    }
}

#[test]
fn nothing_is_left_running() {
    for way in ["well", "never-leave"] {
        let mut player = bad_engine(way);
        assert_eq!(ask(&mut player, 1000).unwrap().best_move, Point::new(4, 4));
        let group = player.process_id().unwrap();
        assert!(members(group) > 0);
        drop(player);
        assert_gone(group);
    }
}

#[test]
fn children_are_ended_too() {
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
        assert!(begin.elapsed() < Duration::from_secs(20), "the child lives");
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
fn it_is_started_again_after_a_fault() {
    let mut player = bad_engine("occupied");
    for _ in 0..2 {
        assert!(matches!(
            ask(&mut player, 500),
            Err(PlayerError::Illegal(_))
        ));
    }
}

#[test]
fn what_it_says_becomes_reports() {
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
fn a_stop_is_passed_on() {
    for (way, is_answered) in [("stoppable", true), ("hang", false)] {
        let stop = StopFlag::new();
        let raised = stop.clone();
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            raised.raise();
        });
        let mut player = bad_engine(way);
        let control = SearchControl::new(stop, Instant::now());
        let result = player.think(&board(), &Limits::default(), &control);
        assert_eq!(result.is_ok(), is_answered, "{way}");
        raiser.join().unwrap();
    }
}

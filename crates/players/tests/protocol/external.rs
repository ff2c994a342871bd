//! External brains: every misbehavior gives its own error, and no process is left behind.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use gomoku::params::Params;
use gomoku::{
    Board, Limits, Player, PlayerError, Point, Rule, SearchControl, SearchResult, Size, StopFlag,
};
use players::external::{Pbrain, PbrainParams, set_supervisor};

/// The program of `examples/bad-engine.rs`, which also supervises.
fn program() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
        .with_file_name("examples")
        .join("bad-engine");
    assert!(
        program.exists(),
        "{} is built by `cargo test -p players`, or by `cargo build -p players --example bad-engine`",
        program.display()
    );
    program
}

/// Limits are tight only for behaviors that should hit them: programs start and answer slowly on a busy machine.
fn bad_engine_with(behavior: &str, mark: &str, start_ms: u32) -> Pbrain {
    set_supervisor(program());
    let mut params = PbrainParams::default();
    for (key, value) in [
        (
            "cmd",
            format!("'{}' {behavior} {mark}", program().display()),
        ),
        ("start", start_ms.to_string()),
        ("tolerance", "100".into()),
        ("memory", "100".into()),
    ] {
        params.set(key, &value).unwrap();
    }
    Pbrain::new(params)
}

fn bad_engine(behavior: &str) -> Pbrain {
    bad_engine_with(behavior, "", 60_000)
}

fn board() -> Board {
    Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &[Point::new(7, 7)]).unwrap()
}

fn ask(player: &mut Pbrain, time_ms: u64) -> Result<SearchResult, PlayerError> {
    let limits = Limits::with_turn_time(Duration::from_millis(time_ms));
    player.think(&board(), &limits, &SearchControl::detached())
}

/// Processes with this text in their command line, zombies not included.
fn processes_with(text: &str) -> usize {
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

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(60), "never {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A mark that no other process has.
fn mark(name: &str) -> String {
    format!("mark-{}-{name}", std::process::id())
}

#[test]
fn each_misbehavior_gives_its_own_error() {
    let is_kind = |error: &PlayerError, kind: &str| match error {
        PlayerError::Crash(_) => kind == "crash",
        PlayerError::Time(_) => kind == "time",
        PlayerError::Memory(_) => kind == "memory",
        PlayerError::Illegal(_) => kind == "illegal",
    };
    for (behavior, kind, text) in [
        ("deaf-start", "time", "no OK within"),
        ("refuse", "crash", "only 20x20"),
        ("hang", "time", "no answer within"),
        ("hang-busy", "time", "no answer within"),
        ("late", "time", "no answer within"),
        ("stop-itself", "time", "no answer within"),
        ("stop-group", "time", "no answer within"),
        ("ignore-signals", "time", "no answer within"),
        ("exit", "crash", "exit status: 3"),
        ("abort", "crash", "SIGABRT"),
        ("kill-supervisor", "crash", "SIGKILL"),
        ("leave-child", "crash", "exit status: 4"),
        ("session-crash", "crash", "exit status: 4"),
        (
            "crash-at-start",
            "crash",
            "exit status: 9; standard error: no license found",
        ),
        ("last-words", "crash", "xxx / out of luck"),
        ("close-output", "crash", "it closed its output"),
        ("garbage", "illegal", "my move is"),
        ("error", "illegal", "I give up"),
        ("outside", "illegal", "15,15"),
        ("occupied", "illegal", "7,7"),
        ("long-line", "illegal", "16 MB of output"),
        ("flood", "illegal", "100000 lines"),
        ("flood-unknown", "illegal", "100000 lines"),
        ("flood-debug", "illegal", "100000 lines"),
        ("flood-at-start", "illegal", "100000 lines"),
        ("flood-suggest", "illegal", "8 suggestions"),
        ("suggest-deaf", "illegal", "SUGGEST 999"),
        ("memory", "memory", "of 100 MB"),
        ("child-memory", "memory", "of 100 MB"),
        ("session-memory", "memory", "of 100 MB"),
    ] {
        let mark = mark(behavior);
        let start = if behavior == "deaf-start" {
            400
        } else {
            60_000
        };
        let mut player = bad_engine_with(behavior, &mark, start);
        let time = if kind == "time" { 50 } else { 600_000 };
        let error = ask(&mut player, time).expect_err(behavior);
        println!("{behavior}: {:.200}", error.to_string());
        assert!(is_kind(&error, kind), "{behavior}: {error}");
        assert!(error.to_string().contains(text), "{behavior}: {error}");
        assert_eq!(player.process_id(), None, "{behavior}");
        // Children in their own session are gone, too, and so is the supervisor.
        wait_until("gone", || processes_with(&mark) == 0);
    }
}

#[test]
fn a_match_without_clocks_does_not_wait_for_ever() {
    let mut player = bad_engine("hang").in_match(Duration::from_millis(50));
    let control = SearchControl::detached();
    let error = player
        .think(&board(), &Limits::default(), &control)
        .unwrap_err();
    assert!(matches!(error, PlayerError::Time(_)), "{error}");
}

#[test]
fn a_flood_ends_by_time_too() {
    let error = ask(&mut bad_engine("flood"), 10).unwrap_err();
    assert!(
        matches!(error, PlayerError::Time(_) | PlayerError::Illegal(_)),
        "{error}"
    );
}

#[test]
fn a_program_that_cannot_start_is_a_crash_and_fails_its_check() {
    set_supervisor(program());
    let file = env::temp_dir().join(format!("tengen-no-program-{}", std::process::id()));
    fs::write(&file, "neither a script nor a binary").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    let (file_name, folder) = (file.display().to_string(), env::temp_dir());
    for (cmd, reason) in [
        ("/no/such/engine", "/no/such/engine: No such file"),
        ("no-such-engine-anywhere", "no such program in PATH"),
        (&*format!("{}/", folder.display()), "this is a directory"),
        (&*file_name, "Exec format error"),
    ] {
        let mut params = PbrainParams::default();
        params.set("cmd", cmd).unwrap();
        let mut player = Pbrain::new(params);
        let refused = player.check_program().unwrap_err();
        assert!(refused.contains(reason), "{cmd}: {refused}");
        assert!(refused.contains(cmd.trim_end_matches('/')), "{refused}");
        let error = ask(&mut player, 50).unwrap_err();
        assert!(matches!(error, PlayerError::Crash(_)), "{cmd}: {error}");
        assert!(error.to_string().contains(reason), "{cmd}: {error}");
    }
    fs::remove_file(file).unwrap();
    assert_eq!(bad_engine("well").check_program(), Ok(()));
}

#[test]
fn no_process_is_left_behind() {
    for behavior in ["well", "never-leave"] {
        let mark = mark(behavior);
        let mut player = bad_engine_with(behavior, &mark, 60_000);
        assert_eq!(
            ask(&mut player, 60_000).unwrap().best_move,
            Point::new(4, 4)
        );
        assert_eq!(processes_with(&mark), 2, "the engine and its supervisor");
        drop(player);
        wait_until("gone", || processes_with(&mark) == 0);
    }
}

#[test]
fn a_stopped_search_kills_children_in_sessions_of_their_own() {
    let mark = mark("stopped-session");
    let mut player = bad_engine_with("session", &mark, 60_000);
    let stop = StopFlag::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            wait_until("started", || {
                processes_with(&format!("own-session {mark}")) > 0
            });
            stop.raise();
        });
        let control = SearchControl::new(stop.clone(), Instant::now());
        let error = player
            .think(&board(), &Limits::default(), &control)
            .unwrap_err();
        println!("{error}");
    });
    wait_until("gone", || processes_with(&mark) == 0);
}

#[test]
fn a_killed_supervisor_is_a_crash() {
    let mark = mark("supervisor");
    let mut player = bad_engine_with("well", &mark, 60_000);
    ask(&mut player, 60_000).unwrap();
    let id = player.process_id().unwrap().cast_signed();
    let supervisor = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(supervisor, rustix::process::Signal::TERM).unwrap();
    wait_until("gone", || processes_with(&mark) == 0);
    let error = ask(&mut player, 60_000).unwrap_err();
    assert!(matches!(error, PlayerError::Crash(_)), "{error}");
}

#[test]
fn the_brain_is_restarted_after_an_error() {
    let mut player = bad_engine("occupied");
    for _ in 0..2 {
        assert!(matches!(
            ask(&mut player, 60_000),
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
            &Limits::with_turn_time(Duration::from_secs(60)),
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
    for behavior in ["stoppable", "hang"] {
        let stop = StopFlag::new();
        let raised = stop.clone();
        let raiser = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            raised.raise();
        });
        let mut player = bad_engine(behavior);
        let control = SearchControl::new(stop, Instant::now());
        let result = player.think(&board(), &Limits::default(), &control);
        match result {
            Ok(_) => assert_eq!(behavior, "stoppable"),
            // On a busy machine the answer may be late.
            Err(error) => assert!(error.to_string().contains("YXSTOP"), "{behavior}: {error}"),
        }
        raiser.join().unwrap();
    }
}

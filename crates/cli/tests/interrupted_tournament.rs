//! `kill -9` during a tournament: no finished game is lost or counted twice, and the resumed tournament has the same
//! result as an uninterrupted one.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use arena::Store;
use serde_json::Value;

const TOURNAMENT: &str = r#"
version = 1
format = "round-robin"
openings = "random:4"
seed = 17
concurrency = 2

[[players]]
spec = "greedy"

[[players]]
spec = "greedy:radius=1"

[[players]]
spec = "random"
"#;
/// How often the tournament is killed, unless `TENGEN_KILLS` says otherwise.
const KILLS: u64 = 3;
const PAIRINGS: u64 = 3;

fn kills() -> u64 {
    std::env::var("TENGEN_KILLS").map_or(KILLS, |text| text.parse().unwrap())
}

/// Games of each pairing: enough to be killed half way as often as wanted.
fn games_per_pairing() -> u64 {
    kills().max(100)
}

fn tournament(folder: &Path) -> Command {
    let file = folder.join("tournament.toml");
    let text = format!("games = {}\n{TOURNAMENT}", games_per_pairing());
    fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.arg("tournament").arg(file).arg("--json");
    command
}

fn result(folder: &Path) -> Value {
    let output = tournament(folder).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn stored(folder: &Path) -> u64 {
    let path = folder.join("tournament.db");
    if !path.exists() {
        return 0;
    }
    // The tournament may have created the file and not the tables yet.
    let Ok(store) = Store::open_read_only(&path) else {
        return 0;
    };
    store
        .matches(|bad| panic!("{bad}"))
        .unwrap()
        .iter()
        .map(|stored_match| stored_match.games)
        .sum()
}

/// Every game as text, without its times.
fn games(folder: &Path) -> Vec<String> {
    let store = Store::open_read_only(&folder.join("tournament.db")).unwrap();
    let stored_match = store.matches(|bad| panic!("{bad}")).unwrap().remove(0);
    let mut games = Vec::new();
    store
        .for_each_game(&stored_match, |game| {
            let game = game.unwrap();
            let result = &game.result;
            let text = format!(
                "{} {:?} {:?} {:?}",
                game.number, game.players, result.outcome, result.moves
            );
            games.push(text);
            Ok::<(), arena::store::StoreError>(())
        })
        .unwrap();
    games
}

#[test]
fn killed_and_resumed_equals_uninterrupted() {
    let (killed, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let total = PAIRINGS * games_per_pairing();
    let mut killed_runs = 0;
    for number in 1..=kills() {
        let wanted = number * total / (2 * kills());
        let mut child = tournament(killed.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while stored(killed.path()) < wanted && child.try_wait().unwrap().is_none() {
            assert!(begin.elapsed() < Duration::from_secs(120), "no games");
            thread::sleep(Duration::from_millis(2));
        }
        // SIGKILL on Unix: the process cannot react.
        child.kill().unwrap();
        killed_runs += u32::from(!child.wait().unwrap().success());
        assert!(stored(killed.path()) >= wanted);
    }
    println!(
        "{killed_runs} of {} runs were killed before their end",
        kills()
    );
    assert!(killed_runs > 0, "every run finished before it was killed");
    let mut resumed = result(killed.path());
    let mut uninterrupted = result(whole.path());
    assert!(resumed["restored"].as_u64().unwrap() >= total / 2);
    for value in [&mut resumed, &mut uninterrupted] {
        value["restored"] = Value::Null;
    }
    assert_eq!(resumed, uninterrupted);
    assert_eq!(uninterrupted["games"], total);
    let (resumed, uninterrupted) = (games(killed.path()), games(whole.path()));
    assert_eq!(resumed.len() as u64, total);
    assert_eq!(resumed, uninterrupted);
}

//! The store where nothing can be written: read-only folders, full disks, and two processes on one match. A full disk
//! is a limit on the size of files, which needs no privileges.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(TENGEN);
    command.args(arguments).stdin(Stdio::null());
    command
}

/// The same, but no file can grow beyond this many blocks of 512 or 1,024 bytes.
fn with_file_limit(blocks: u32, arguments: &[&str]) -> Output {
    // Without the trap the signal of the limit would end the program.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, TENGEN]).args(arguments);
    command.stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn assert_success(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// A store with a match of 10 games.
fn store() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let arguments = ["match", "greedy", "random", "--games", "10", "--openings"];
    let mut command = tengen(&arguments);
    command.args(["random:4", "--store"]).arg(&path);
    assert_success(&command.output().unwrap());
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    // SQLite's own files for sharing a store between processes may stay.
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with("-shm") && !name.ends_with("-wal"))
        .collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_does_not_stop_readers() {
    let (folder, path) = store();
    assert_eq!(names(folder.path()), ["games.db"]);
    let name = path.to_str().unwrap();
    let list = with_file_limit(0, &["games", "list", name]);
    assert!(assert_success(&list).contains("10 games"));
    let repair = with_file_limit(0, &["games", "repair", name]);
    assert!(assert_success(&repair).contains("nothing to repair"));
}

/// A copy of a store in use: games are in the log, and the file through which processes share it is missing.
#[test]
fn games_in_the_log_are_read_without_writing() {
    let (folder, path) = store();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch(
            "INSERT INTO matches (identity) SELECT replace(identity, '\"seed\":0', '\"seed\":1') FROM matches;
             INSERT INTO games SELECT 2, number, pair, opening, opening_plies, black, white, winner, termination,
                detail, moves, plies, started, duration_us FROM games;",
        )
        .unwrap();
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).unwrap();
    fs::copy(
        folder.path().join("games.db-wal"),
        folder.path().join("copy.db-wal"),
    )
    .unwrap();
    let list = with_file_limit(0, &["games", "list", copy.to_str().unwrap()]);
    let list = assert_success(&list);
    assert_eq!(list.matches("10 games").count(), 2, "{list}");
    drop(connection);
}

#[test]
fn a_read_only_folder_does_not_stop_readers() {
    let (folder, path) = store();
    let before = fs::read(&path).unwrap();
    for (file, mode) in [(path.as_path(), 0o444), (folder.path(), 0o555)] {
        fs::set_permissions(file, Permissions::from_mode(mode)).unwrap();
    }
    let mut list = tengen(&["games", "list", path.to_str().unwrap()]);
    let is_root = fs::write(folder.path().join("probe"), "").is_ok();
    if is_root {
        // Permissions do not stop the superuser, so become somebody else.
        fs::remove_file(folder.path().join("probe")).unwrap();
        list.uid(65_534);
    }
    match list.output() {
        Ok(output) => assert!(assert_success(&output).contains("10 games")),
        Err(error) => println!("skipped, another user cannot start the program: {error}"),
    }
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    assert_eq!(names(folder.path()), ["games.db"]);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_match_on_a_full_disk_fails_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let name = path.to_str().unwrap();
    let arguments = [
        "match",
        "greedy",
        "random",
        "--games",
        "200",
        "--openings",
        "random:4",
        "--store",
        name,
        "--json",
    ];
    let full = with_file_limit(400, &arguments);
    assert_eq!(full.status.code(), Some(1), "{}", text(&full.stderr));
    let error = text(&full.stderr);
    assert!(
        error.contains("game store") && !error.contains("panicked"),
        "{error}"
    );
    let resumed = assert_success(&tengen(&arguments).output().unwrap());
    let summary: serde_json::Value = serde_json::from_str(&resumed).unwrap();
    assert_eq!(summary["games"], 200);
    assert!(summary["restored"].as_u64().unwrap() > 0);
    assert_eq!(names(folder.path()), ["games.db"]);
}

#[test]
fn a_write_that_fails_leaves_no_partial_file() {
    let (folder, path) = store();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let record = file("game.sgf");
    fs::write(&record, "(;GM[4]SZ[15];B[hh];W[gg])").unwrap();
    let before = names(folder.path());
    let (psq, csv) = (file("game.psq"), file("games.csv"));
    for arguments in [
        vec!["convert", &record, &psq],
        vec!["games", "export", path.to_str().unwrap(), &csv],
        vec![
            "openings", "generate", "--count", "1", "--player", "greedy", &psq,
        ],
        vec![
            "train",
            "adp",
            "--net",
            "zhao",
            "--games",
            "1",
            "--rating-games",
            "0",
            "--out",
            &psq,
        ],
    ] {
        let output = with_file_limit(0, &arguments);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?} {error}");
        assert!(error.contains("File too large"), "{arguments:?} {error}");
        assert_eq!(names(folder.path()), before, "{arguments:?}");
    }
}

#[test]
fn a_second_process_on_one_match_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let arguments = [
        "match",
        "random",
        "random",
        "--games",
        "1000000",
        "--concurrency",
        "1",
        "--store",
        path.to_str().unwrap(),
    ];
    let mut first = tengen(&arguments);
    let mut first = first
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lock = folder.path().join("games.db-match-1.lock");
    let id = first.id().to_string();
    let begin = Instant::now();
    while fs::read_to_string(&lock).unwrap_or_default() != id {
        assert!(begin.elapsed() < Duration::from_secs(120), "no lock");
        assert!(first.try_wait().unwrap().is_none(), "the match has ended");
        thread::sleep(Duration::from_millis(5));
    }
    let second = tengen(&arguments).output().unwrap();
    let error = text(&second.stderr);
    assert_eq!(second.status.code(), Some(1));
    assert!(
        error.contains(&format!("already being played by process {id}")),
        "{error}"
    );
    // The lock ends with the process, even by SIGKILL; the file that stays does not matter.
    first.kill().unwrap();
    first.wait().unwrap();
    let mut short = arguments;
    short[4] = "2";
    assert_success(&tengen(&short).output().unwrap());
    assert!(!lock.exists());
}

//! The built program and engines that do everything wrong: it ends when it should, with the right exit code, and no
//! process is left behind.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Path of the example `evil-engine`.
fn engine() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let program = profile.join("examples").join("evil-engine");
    static BUILD: Once = Once::new();
    BUILD.call_once(|| {
        // `cargo test -p tengen` builds it, `cargo test --test engines` does not.
        if !program.exists() {
            let arguments = ["build", "-p", "tengen", "--example", "evil-engine"];
            let built = Command::new(env!("CARGO")).args(arguments).status();
            assert!(built.unwrap().success());
        }
    });
    program
}

/// The engine as a player, and a mark on all its processes.
fn player(behavior: &str, test: &str) -> (String, String) {
    let mark = format!("mark-{}-{test}-{behavior}", std::process::id());
    let spec = format!(
        "pbrain:cmd='{}' {behavior} {mark},start=600000",
        engine().display()
    );
    (spec, mark)
}

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Processes whose command line begins with the engine or its supervisor and contains this text. Our own program has
/// the mark in its arguments, too.
fn processes(text: &str) -> usize {
    let is_engine = |line: &str| {
        line.contains(text) && (line.contains(" supervise-engine ") || !line.contains("pbrain:"))
    };
    fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| is_engine(&String::from_utf8_lossy(line).replace('\0', " ")))
        .count()
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(60), "never {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn send_signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits for the end and returns the output. Reads while it waits, so that the program never does.
fn end_of(mut child: Child, what: &str) -> Output {
    let begin = Instant::now();
    let mut stderr = child.stderr.take().unwrap();
    let errors = thread::spawn(move || {
        let mut text = Vec::new();
        stderr.read_to_end(&mut text).unwrap();
        text
    });
    wait_until(&format!("ended: {what}"), || {
        child.try_wait().unwrap().is_some()
    });
    println!("{what}: {:?}", begin.elapsed());
    let mut output = child.wait_with_output().unwrap();
    output.stderr = errors.join().unwrap();
    output
}

#[test]
fn signals_end_a_match_whatever_its_engine_does() {
    for (behavior, signal) in [
        ("hang", Signal::INT),
        ("ignore-signals", Signal::TERM),
        ("stop-itself", Signal::TERM),
        ("stop-group", Signal::INT),
        ("deaf-start", Signal::TERM),
        ("session", Signal::INT),
        ("hang-busy", Signal::TERM),
    ] {
        let (spec, mark) = player(behavior, "signal");
        let arguments = [
            "match",
            &spec,
            "greedy",
            "--time",
            "10000s",
            "--games",
            "100000",
            "--concurrency",
            "1",
        ];
        let child = tengen(&arguments).spawn().unwrap();
        wait_until("started", || processes(&mark) >= 2);
        send_signal(&child, signal);
        let output = end_of(child, behavior);
        assert_eq!(output.status.code(), Some(130), "{behavior}: {output:?}");
        wait_until("gone", || processes(&mark) == 0);
    }
}

#[test]
fn an_engine_that_writes_requests_and_never_reads_is_a_fault() {
    let (spec, mark) = player("suggest-deaf", "flood");
    let output = tengen(&["match", &spec, "greedy", "--games", "2", "--json"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["losses"], 2, "{result}");
    wait_until("gone", || processes(&mark) == 0);
}

#[test]
fn signals_end_think_tournament_and_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let (spec, mark) = player("ignore-signals", "commands");
    let tournament = folder.path().join("tournament.toml");
    let players = format!("[[players]]\nspec = \"greedy\"\n[[players]]\nspec = \"{spec}\"\n");
    let text = format!("version = 1\nformat = \"round-robin\"\ngames = 2\n{players}");
    fs::write(&tournament, text).unwrap();
    let experiment = folder.path().join("evil.toml");
    let named = players
        .replace("spec = \"greedy\"", "name = \"a\"\nspec = \"greedy\"")
        .replace("spec = \"pbrain", "name = \"b\"\nspec = \"pbrain");
    let text =
        format!("version = 1\ntitle = \"t\"\nquestion = \"q\"\n{named}[matches]\ngames = 2\n");
    fs::write(&experiment, text).unwrap();
    let out = folder.path().display().to_string();
    for arguments in [
        &["think", "--player", &spec][..],
        &["tournament", tournament.to_str().unwrap()],
        &[
            "experiment",
            "run",
            experiment.to_str().unwrap(),
            "--out",
            &out,
        ],
    ] {
        for signal in [Signal::INT, Signal::TERM] {
            let mut child = tengen(arguments).spawn().unwrap();
            wait_until(&format!("started: {arguments:?}"), || {
                assert_eq!(child.try_wait().unwrap(), None, "{arguments:?}");
                processes(&mark) >= 2
            });
            send_signal(&child, signal);
            let output = end_of(child, arguments[0]);
            assert_eq!(output.status.code(), Some(130), "{arguments:?}: {output:?}");
            wait_until("gone", || processes(&mark) == 0);
        }
    }
}

/// Starts the server and asks it for a move of this player. The answer does not matter.
fn serve_and_ask(spec: &str) -> (tempfile::TempDir, Child, TcpStream) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    let arguments = [
        "serve",
        "--programs",
        "--addr",
        "127.0.0.1:0",
        "--data",
        &data,
    ];
    let mut child = tengen(&arguments).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.split("http://").nth(1).unwrap().trim();
    let address = address.trim_end_matches('/').to_owned();
    let body = serde_json::json!({
        "position": { "moves": "h8" }, "player": spec, "limits": { "time_ms": 60_000 }
    });
    let body = body.to_string();
    let mut stream = TcpStream::connect(&address).unwrap();
    write!(
        stream,
        "POST /api/think HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    (folder, child, stream)
}

#[test]
fn signals_end_the_server_and_its_engines() {
    for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
        let (spec, mark) = player("session", "serve");
        let (_folder, child, _stream) = serve_and_ask(&spec);
        wait_until("started", || processes(&format!("own-session {mark}")) > 0);
        send_signal(&child, signal);
        let output = end_of(child, "serve");
        if signal != Signal::KILL {
            assert_eq!(output.status.code(), Some(130), "{output:?}");
        }
        wait_until("gone", || processes(&mark) == 0);
    }
}

#[test]
fn a_killed_manager_leaves_no_engine_behind() {
    for (behavior, child_name) in [
        ("session", "own-session"),
        ("ignore-signals", "ignore-signals"),
        ("stop-group", "stop-group"),
        ("deaf-start", "deaf-start"),
    ] {
        let (spec, mark) = player(behavior, "killed");
        let child = tengen(&["match", &spec, "greedy"]).spawn().unwrap();
        let engine = format!("{child_name} {mark}");
        wait_until("started", || processes(&engine) >= 1);
        send_signal(&child, Signal::KILL);
        end_of(child, behavior);
        wait_until("gone", || processes(&mark) == 0);
    }
}

#[test]
fn a_program_that_cannot_run_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, "neither a script nor a binary").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.display().to_string()
    };
    for (path, reason) in [
        ("/no/such/engine".to_owned(), "No such file"),
        (folder.path().display().to_string(), "directory"),
        (file("plain", 0o644), "not executable"),
        (file("wrong-format", 0o755), "Exec format error"),
    ] {
        let spec = format!("pbrain:cmd={path}");
        let output = tengen(&["match", "greedy", &spec, "--json"])
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(output.stdout.is_empty());
        assert!(error.contains(&path) && error.contains(reason), "{error}");
    }
}

#[test]
fn an_engine_that_fails_again_and_again_ends_the_match() {
    let (spec, mark) = player("crash-at-start", "again");
    let output = tengen(&["match", &spec, "greedy", "--games", "1000000"])
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("games in a row"), "{error}");
    assert!(error.contains("no license found"), "{error}");
    wait_until("gone", || processes(&mark) == 0);
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        (&["match", "greedy", "random", "--games", "2"][..], 0),
        (&["think", "--player", "greedy"], 0),
        (&["verify", "/no/such/file.sgf"], 1),
        (&["tournament", "/no/such/file.toml"], 1),
        (&["think", "--player", "pbrain:cmd=/no/such/engine"], 1),
        (&["no-such-command"], 2),
        (&["match", "greedy"], 2),
        (&["match", "greedy", "no-such-player"], 2),
        (&["match", "greedy", "random", "--sprt-error", "2"], 2),
        (&["think", "--moves", "z99"], 2),
        (&["think", "--moves", "h8h8"], 2),
        (&["elo", "1", "2"], 2),
        (&["experiment", "run", "no-such-experiment"], 2),
    ] {
        let output = tengen(arguments).output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
        assert_eq!(output.stderr.is_empty(), code == 0, "{arguments:?}");
    }
}

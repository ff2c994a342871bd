//! A brain that misbehaves as its first argument says, for tests of the manager's side. A second argument marks its
//! processes, so that a test can find them all.
//!
//! It can also supervise: the tests of `players` and `arena` have no other program that could.
#![forbid(unsafe_code)]

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

fn main() {
    players::external::supervise_if_asked();
    let behavior = env::args().nth(1).unwrap_or_default();
    before_start(&behavior);
    let mut opponent = None;
    let mut is_swap2 = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "START" if behavior == "refuse" => send("ERROR only 20x20"),
            "START" if behavior == "crash-at-start" => {
                eprintln!("no license found");
                process::exit(9);
            }
            "START" => send("OK"),
            "TURN" => {
                opponent = line.split_whitespace().nth(1).map(str::to_owned);
                answer(&behavior, opponent.as_deref());
            }
            "BEGIN" => answer(&behavior, None),
            "SWAP2BOARD" => is_swap2 = true,
            "DONE" if is_swap2 && behavior == "no-swap2" => is_swap2 = false,
            "DONE" if is_swap2 && behavior == "bad-swap2" => send("7,7 maybe"),
            "DONE" => answer(&behavior, opponent.as_deref()),
            "YXSTOP" if behavior == "stoppable" => send("4,4"),
            "END" if behavior == "never-leave" => hang(),
            "END" => return,
            _ if line.ends_with(",2") => opponent = line.strip_suffix(",2").map(str::to_owned),
            _ => {}
        }
    }
    if behavior == "never-leave" {
        hang();
    }
}

/// What engines do that do not even read `START`.
fn before_start(behavior: &str) {
    match behavior {
        "deaf-start" => hang(),
        "hoard" => hoard_memory(),
        "flood-at-start" => flood(|| send("MESSAGE still starting")),
        // As many requests as a pipe holds, and more.
        "suggest-deaf" => {
            send("OK");
            let digits = "9".repeat(7000);
            flood(|| send(&format!("SUGGEST {digits}")));
        }
        "own-session" => {
            begin_session();
            hang();
        }
        // The child outlives us and holds all our pipes.
        "session-orphan" => {
            begin_session();
            spawn_child("own-session");
            process::exit(0);
        }
        "session-hoard" => {
            begin_session();
            spawn_child("hoard");
            process::exit(0);
        }
        _ => {}
    }
}

fn answer(behavior: &str, opponent: Option<&str>) {
    match behavior {
        "hang" | "stoppable" => {}
        "hang-busy" => hang(),
        "exit" => process::exit(3),
        "garbage" => send("my move is 7,7"),
        "error" => send("ERROR I give up"),
        "outside" => send("15,15"),
        "occupied" => send(opponent.unwrap_or("7,7")),
        "flood" => flood(|| send("MESSAGE still thinking about it")),
        "flood-unknown" => flood(|| send("UNKNOWN")),
        "flood-debug" => flood(|| send("DEBUG")),
        "flood-suggest" => flood(|| send("SUGGEST 4,4")),
        "long-line" => flood(|| {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        }),
        "memory" => hoard_memory(),
        "child-memory" => {
            spawn_child("hoard");
            hang();
        }
        "session-memory" => {
            spawn_child("session-hoard");
            hang();
        }
        "leave-child" => {
            spawn_child("deaf-start");
            process::exit(4);
        }
        "session" => {
            spawn_child("session-orphan");
            hang();
        }
        "session-crash" => {
            spawn_child("session-orphan");
            process::exit(4);
        }
        "last-words" => {
            eprintln!("{}\nout of luck", "x".repeat(1 << 20));
            process::exit(5);
        }
        "chatter" => {
            send("MESSAGE Depth 9-12 | Eval -61 | Node 575K | PV E11 F10");
            send("DEBUG nothing");
            send("4,4");
        }
        "suggest" => send("SUGGEST 4,4"),
        "late" => {
            thread::sleep(Duration::from_millis(300));
            send("4,4");
        }
        other => on_unix(other),
    }
}

#[cfg(unix)]
fn on_unix(behavior: &str) {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use rustix::process::{Signal, getpid, kill_current_process_group, kill_process};
    match behavior {
        "stop-itself" => {
            let _ = kill_process(getpid(), Signal::STOP);
        }
        "stop-group" => {
            let _ = kill_current_process_group(Signal::STOP);
        }
        "abort" => process::abort(),
        // The supervisor, and only then a child that nobody could find by its parents.
        "kill-supervisor" => {
            if let Some(parent) = rustix::process::getppid() {
                let _ = kill_process(parent, Signal::KILL);
            }
            spawn_child("session-orphan");
            hang();
        }
        "ignore-signals" => {
            for signal in [1, 2, 3, 15] {
                let ignored = Arc::new(AtomicBool::new(false));
                let _ = signal_hook::flag::register(signal, ignored);
            }
            hang();
        }
        "close-output" => {
            if let Ok(null) = std::fs::File::create("/dev/null") {
                let _ = rustix::stdio::dup2_stdout(&null);
            }
            hang();
        }
        _ => send("4,4"),
    }
}

#[cfg(not(unix))]
fn on_unix(_: &str) {
    send("4,4");
}

#[cfg(unix)]
fn begin_session() {
    let _ = rustix::process::setsid();
}

#[cfg(not(unix))]
fn begin_session() {}

/// Starts another bad engine with our mark, which keeps our output open.
fn spawn_child(behavior: &str) {
    let _child = Command::new(env::current_exe().expect("the path of this program"))
        .arg(behavior)
        .args(env::args().nth(2))
        .stdin(Stdio::null())
        .spawn();
}

fn flood(mut more: impl FnMut()) {
    loop {
        more();
    }
}

fn send(line: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .is_err()
    {
        process::exit(0);
    }
}

fn hoard_memory() -> ! {
    // Written to, so that the pages are resident.
    let hoard = vec![1u8; 200 << 20];
    loop {
        thread::sleep(Duration::from_secs(60));
        std::hint::black_box(&hoard);
    }
}

fn hang() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

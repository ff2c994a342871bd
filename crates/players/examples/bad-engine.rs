//! A brain that misbehaves as its first argument says, for tests of the manager's side.
#![forbid(unsafe_code)]

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

fn main() {
    let behavior = env::args().nth(1).unwrap_or_default();
    match &*behavior {
        "deaf-start" => hang(),
        "hoard" => hoard_memory(),
        _ => {}
    }
    let mut opponent = None;
    let mut is_swap2 = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "START" if behavior == "refuse" => send("ERROR only 20x20"),
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
        "long-line" => flood(|| {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        }),
        "memory" => hoard_memory(),
        "child-memory" => {
            spawn_child("hoard");
            hang();
        }
        "leave-child" => {
            spawn_child("deaf-start");
            process::exit(4);
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
        _ => send("4,4"),
    }
}

/// Starts another bad engine, which keeps our output open.
fn spawn_child(behavior: &str) {
    let _child = Command::new(env::current_exe().expect("the path of this program"))
        .arg(behavior)
        .stdin(process::Stdio::null())
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

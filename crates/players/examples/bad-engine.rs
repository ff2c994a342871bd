//! An engine that misbehaves in the way its first argument names, for the tests of those who run engines.
#![forbid(unsafe_code)]

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

fn main() {
    let way = env::args().nth(1).unwrap_or_default();
    match &*way {
        "deaf-start" => hang(),
        "hoard" => hoard(),
        _ => {}
    }
    let mut opponent = None;
    let mut is_swap2 = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "START" if way == "refuse" => say("ERROR only 20x20"),
            "START" => say("OK"),
            "TURN" => {
                opponent = line.split_whitespace().nth(1).map(str::to_owned);
                answer(&way, opponent.as_deref());
            }
            "BEGIN" => answer(&way, None),
            "SWAP2BOARD" => is_swap2 = true,
            "DONE" if is_swap2 && way == "no-swap2" => is_swap2 = false,
            "DONE" if is_swap2 && way == "bad-swap2" => say("7,7 maybe"),
            "DONE" => answer(&way, opponent.as_deref()),
            "YXSTOP" if way == "stoppable" => say("4,4"),
            "END" if way == "never-leave" => hang(),
            "END" => return,
            _ if line.ends_with(",2") => opponent = line.strip_suffix(",2").map(str::to_owned),
            _ => {}
        }
    }
    if way == "never-leave" {
        hang();
    }
}

fn answer(way: &str, opponent: Option<&str>) {
    match way {
        "hang" | "stoppable" => {}
        "hang-busy" => hang(),
        "exit" => process::exit(3),
        "garbage" => say("my move is 7,7"),
        "error" => say("ERROR I give up"),
        "outside" => say("15,15"),
        "occupied" => say(opponent.unwrap_or("7,7")),
        "flood" => flood(|| say("MESSAGE still thinking about it")),
        "long-line" => flood(|| {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        }),
        "memory" => hoard(),
        "child-memory" => {
            have_child("hoard");
            hang();
        }
        "leave-child" => {
            have_child("deaf-start");
            process::exit(4);
        }
        "chatter" => {
            say("MESSAGE Depth 9-12 | Eval -61 | Node 575K | PV E11 F10");
            say("DEBUG nothing");
            say("4,4");
        }
        "suggest" => say("SUGGEST 4,4"),
        "late" => {
            thread::sleep(Duration::from_millis(300));
            say("4,4");
        }
        _ => say("4,4"),
    }
}

/// Starts another bad engine, which holds our output open.
fn have_child(way: &str) {
    let _child = Command::new(env::current_exe().expect("we are running"))
        .arg(way)
        .stdin(process::Stdio::null())
        .spawn();
}

fn flood(mut more: impl FnMut()) {
    loop {
        more();
    }
}

fn say(line: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .is_err()
    {
        process::exit(0);
    }
}

fn hoard() -> ! {
    // Written to, so that the pages are really there.
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

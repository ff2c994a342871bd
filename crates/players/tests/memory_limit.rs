//! `INFO max_memory`, measured by the system as the peak of a real process. Linux only.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A brain in its own process.
struct Brain {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Brain {
    fn start() -> Brain {
        let mut process = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Brain {
            input: process.stdin.take().unwrap(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
        }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Sends a command and returns the lines up to the answer: `OK`, or a move. An error fails the test.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.tell(line);
        let mut lines = Vec::new();
        loop {
            let mut text = String::new();
            assert!(self.output.read_line(&mut text).unwrap() > 0, "{lines:?}");
            let is_answer = text == "OK\n" || text.starts_with(|char: char| char.is_ascii_digit());
            assert!(!text.starts_with("ERROR"), "{text}");
            lines.push(text.trim_end().to_owned());
            if is_answer {
                return lines;
            }
        }
    }

    /// The largest resident size so far, in kilobytes.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
        kilobytes.parse().unwrap()
    }

    /// A few moves of a renju game on the largest board of Gomocup, with enough nodes to fill a large table.
    fn play(&mut self) -> Vec<String> {
        for line in [
            "INFO rule 4",
            "INFO timeout_turn 600000",
            "INFO max_node 60000",
            "INFO thread_num 2",
        ] {
            self.tell(line);
        }
        let stones = |column| format!("BOARD\n9,9,1\n10,10,2\n10,8,1\n{column},12,2\nDONE");
        let answers = [5, 8, 10, 13].map(|column| self.ask(&stones(column)));
        answers.concat()
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_limit_holds_whether_it_comes_before_start_or_after() {
    for megabytes in [12, 16, 24, 40, 69, 83] {
        for comes_first in [true, false] {
            let mut brain = Brain::start();
            let limit = format!("INFO max_memory {}", megabytes << 20);
            if comes_first {
                brain.tell(&limit);
            }
            assert_eq!(brain.ask("START 20"), ["OK"]);
            assert!(brain.peak() <= megabytes << 10);
            if !comes_first {
                brain.tell(&limit);
            }
            let lines = brain.play();
            let told = lines.iter().any(|line| line.contains("max_memory"));
            assert!(!told, "{lines:?}");
            let peak = brain.peak();
            assert!(peak <= megabytes << 10, "{megabytes} MB: {peak} KB");
        }
    }
}

#[test]
fn a_limit_can_be_lowered_during_a_game() {
    let mut brain = Brain::start();
    brain.ask("START 20");
    brain.tell("INFO max_memory 41943040");
    brain.play();
    brain.tell("INFO max_memory 16777216");
    brain.play();
    // The peak counts from here on.
    let clear = format!("/proc/{}/clear_refs", brain.process.id());
    if fs::write(clear, "5").is_err() {
        return;
    }
    brain.play();
    let peak = brain.peak();
    assert!(peak <= 16 << 10, "{peak} KB");
}

#[test]
fn a_limit_that_cannot_be_kept_is_said_once_and_play_goes_on() {
    let mut brain = Brain::start();
    brain.tell("INFO max_memory 1000000");
    brain.ask("START 20");
    let lines = brain.play();
    let told = lines.iter().filter(|line| line.contains("max_memory"));
    let told: Vec<_> = told.collect();
    assert_eq!(
        told,
        ["MESSAGE max_memory 1000000 is too small: Tengen needs 12582912 bytes"]
    );
    let peak = brain.peak();
    assert!(peak <= 12 << 10, "as small as possible: {peak} KB");
    // No limit at all.
    brain.tell("INFO max_memory 0");
    let lines = brain.play();
    assert!(!lines.iter().any(|line| line.contains("max_memory")));
}

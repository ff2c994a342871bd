//! A session on a thread, connected by pipes.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gomoku::Player;
use players::{Access, Spec, gomocup};

/// How long a line may take before the test fails. Only a session that hangs takes as long, however busy the machine is.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Connection {
    input: Option<PipeWriter>,
    output: Receiver<String>,
    session: JoinHandle<()>,
}

impl Connection {
    /// A session with a player of the registry.
    pub(crate) fn to(spec: &str) -> Connection {
        let spec = Spec::read(spec, &Access::local()).unwrap();
        Connection::with(move || spec.build())
    }

    /// A session with any player.
    pub(crate) fn with(make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Connection {
        let (session_input, input) = pipe().unwrap();
        let (output, session_output) = pipe().unwrap();
        let session = thread::spawn(move || {
            gomocup::serve_player("Test", make, session_input, session_output);
        });
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Connection {
            input: Some(input),
            output: lines,
            session,
        }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open until finish");
        input.write_all(bytes).unwrap();
    }

    /// Reads the next line; panics if there is none.
    pub(crate) fn line(&self) -> String {
        self.output
            .recv_timeout(TIMEOUT)
            .unwrap_or_else(|error| panic!("no line: {error}"))
    }

    /// Asserts that the next line matches this pattern.
    pub(crate) fn expect(&self, pattern: &str) {
        let line = self.line();
        assert!(
            matches(pattern, &line),
            "expected {pattern:?}, got {line:?}"
        );
    }

    /// Reads a move, and skips the messages before it: on a busy machine even a well-behaved player can be late.
    pub(crate) fn expect_move(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("MESSAGE ") {
                assert!(matches("#,#", &line), "expected a move, got {line:?}");
                return line;
            }
        }
    }

    /// Asserts that nothing is printed for this time.
    pub(crate) fn expect_silence(&self, time: Duration) {
        if let Ok(line) = self.output.recv_timeout(time) {
            panic!("expected silence, got {line:?}");
        }
    }

    /// Waits for the session to end by itself and returns the unread lines.
    pub(crate) fn wait(self) -> Vec<String> {
        let begin = std::time::Instant::now();
        while !self.session.is_finished() {
            assert!(begin.elapsed() < TIMEOUT, "the session did not end");
            thread::sleep(Duration::from_millis(1));
        }
        self.session.join().unwrap();
        self.output.iter().collect()
    }

    /// Closes the input, waits for the session to end and returns the unread lines.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.input = None;
        self.wait()
    }
}

/// Does a line match a pattern? `#` matches a number, `*` anything.
pub(crate) fn matches(pattern: &str, line: &str) -> bool {
    match pattern.chars().next() {
        None => line.is_empty(),
        Some('*') => (0..=line.len())
            .filter(|&end| line.is_char_boundary(end))
            .any(|end| matches(&pattern[1..], &line[end..])),
        Some('#') => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            digits > 0 && matches(&pattern[1..], &line[digits..])
        }
        Some(char) => line
            .strip_prefix(char)
            .is_some_and(|rest| matches(&pattern[char.len_utf8()..], rest)),
    }
}

#[test]
fn patterns_match_numbers_and_wildcards() {
    assert!(matches("#,#", "12,7") && !matches("#,#", "12, 7") && !matches("#", ""));
    assert!(matches("ERROR *", "ERROR no game") && matches("*", "") && !matches("OK", "OKAY"));
}

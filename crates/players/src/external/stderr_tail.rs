//! The end of what a program wrote to its standard error. A thread reads it at once, so that the program never waits.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Bytes that are kept.
const CAPACITY: usize = 8 << 10;

/// The last bytes of a stream.
#[derive(Debug)]
pub(super) struct StderrTail {
    bytes: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl StderrTail {
    /// Reads the stream to its end on another thread.
    pub(super) fn new(input: impl Read + Send + 'static) -> StderrTail {
        let bytes = Arc::new(Mutex::new(VecDeque::with_capacity(CAPACITY)));
        let kept = Arc::clone(&bytes);
        let reader = thread::spawn(move || read_all(input, &kept));
        StderrTail { bytes, reader }
    }

    /// The last lines on one line. Waits a moment for the end of the stream, which comes when all processes have ended.
    pub(super) fn text(&self, timeout: Duration) -> String {
        let begin = Instant::now();
        while !self.reader.is_finished() && begin.elapsed() < timeout {
            thread::sleep(Duration::from_millis(1));
        }
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = bytes.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines = text
            .split(['\n', '\r'])
            .map(|line| line.replace(char::is_control, " ").trim().to_owned())
            .filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(" / ")
    }
}

fn read_all(mut input: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut chunk = [0; 4096];
    loop {
        let count = match input.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let excess = (kept.len() + count).saturating_sub(CAPACITY);
        kept.drain(..excess);
        kept.extend(&chunk[..count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept_and_control_characters_are_not() {
        let input = "x".repeat(1 << 20) + "\nred \x1b[31m\r\n\nend\n";
        let text = StderrTail::new(std::io::Cursor::new(input)).text(Duration::from_secs(60));
        assert!(text.len() < CAPACITY + 100);
        assert!(text.ends_with("x / red  [31m / end"), "{text}");
        assert!(!text.contains(char::is_control));
    }
}

//! Reads lines from an untrusted byte stream.
//!
//! CR, LF, CRLF and the end of the stream all end a line. Empty lines are skipped. Byte order marks and zero bytes are
//! dropped, other invalid UTF-8 becomes a replacement character, and long lines are truncated.

use std::io::{ErrorKind, Read};

/// Longer lines are truncated. A full board of 22 × 22 on one line needs 5 kB.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// Splits a stream into lines.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    chunk: Box<[u8]>,
    start: usize,
    end: usize,
    max_bytes: usize,
}

/// One line without its terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The sanitized text.
    pub text: String,
    /// Was the end of the line dropped?
    pub is_truncated: bool,
}

impl<R: Read> LineReader<R> {
    /// Reads lines of at most `max_bytes` bytes.
    pub fn new(input: R, max_bytes: usize) -> LineReader<R> {
        LineReader {
            input,
            chunk: vec![0; 8192].into_boxed_slice(),
            start: 0,
            end: 0,
            max_bytes,
        }
    }

    /// The next non-empty line; `None` at the end of the stream or after a read error.
    pub fn next_line(&mut self) -> Option<Line> {
        loop {
            let (bytes, is_truncated, is_last) = self.raw_line();
            let text = sanitize(&bytes);
            if !text.trim().is_empty() {
                return Some(Line { text, is_truncated });
            }
            if is_last {
                return None;
            }
        }
    }

    /// The bytes up to the next terminator, whether some were dropped, and whether the stream has ended.
    fn raw_line(&mut self) -> (Vec<u8>, bool, bool) {
        let (mut line, mut is_truncated) = (Vec::new(), false);
        loop {
            if self.start == self.end && !self.fill() {
                return (line, is_truncated, true);
            }
            let rest = &self.chunk[self.start..self.end];
            let stop = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let part = &rest[..stop.unwrap_or(rest.len())];
            let room = part.len().min(self.max_bytes - line.len());
            is_truncated |= room < part.len();
            line.extend_from_slice(&part[..room]);
            self.start += part.len() + usize::from(stop.is_some());
            if stop.is_some() {
                return (line, is_truncated, false);
            }
        }
    }

    fn fill(&mut self) -> bool {
        self.start = 0;
        self.end = loop {
            match self.input.read(&mut self.chunk) {
                Ok(count) => break count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break 0,
            }
        };
        self.end > 0
    }
}

fn sanitize(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    text.retain(|char| char != '\0' && char != '\u{feff}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = LineReader::new(bytes, 10);
        std::iter::from_fn(|| lines.next_line())
            .map(|line| line.text)
            .collect()
    }

    #[test]
    fn every_terminator_ends_a_line_and_empty_lines_are_skipped() {
        assert_eq!(
            lines(b"a\r\nb\rc\n\n \r\n\td\n\re"),
            ["a", "b", "c", "\td", "e"]
        );
        assert!(lines(b"").is_empty());
        assert!(lines(b"\n\r\n \0\n").is_empty());
    }

    #[test]
    fn byte_order_marks_zeros_and_invalid_utf8_are_sanitized() {
        assert_eq!(lines(b"\xef\xbb\xbfEN\0D\nx\xff"), ["END", "x\u{fffd}"]);
    }

    #[test]
    fn long_lines_are_truncated_and_marked() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend(b"\nshort");
        let mut lines = LineReader::new(&input[..], 10);
        assert_eq!(
            lines.next_line(),
            Some(Line {
                text: "x".repeat(10),
                is_truncated: true
            })
        );
        assert_eq!(lines.next_line().unwrap().text, "short");
        assert_eq!(lines.next_line(), None);
    }
}

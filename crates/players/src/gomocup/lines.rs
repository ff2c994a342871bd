//! Lines out of a byte stream that promises nothing.
//!
//! Carriage return, line feed and both together end a line, and so does the end of the stream. Empty lines do not
//! count. Byte order marks and zero bytes are dropped, anything else that is not UTF-8 becomes a replacement
//! character, and of a line that never ends only the beginning is kept.

use std::io::{ErrorKind, Read};

/// What is kept of one line. A full board of 22 × 22 on one line needs 5 kB.
pub const LONGEST_LINE: usize = 1 << 16;

/// Cuts a stream into lines.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    chunk: Box<[u8]>,
    start: usize,
    end: usize,
    longest: usize,
}

/// One line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text, cleaned.
    pub text: String,
    /// Was there more than is kept?
    pub is_cut: bool,
}

impl<R: Read> Lines<R> {
    /// Lines of at most `longest` bytes each.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines {
            input,
            chunk: vec![0; 8192].into_boxed_slice(),
            start: 0,
            end: 0,
            longest,
        }
    }

    /// The next line that is not empty; `None` at the end, which is also what a broken stream looks like.
    pub fn next_line(&mut self) -> Option<Line> {
        loop {
            let (bytes, is_cut, is_last) = self.raw_line();
            let text = clean(&bytes);
            if !text.trim().is_empty() {
                return Some(Line { text, is_cut });
            }
            if is_last {
                return None;
            }
        }
    }

    /// The bytes up to the next line end, whether some were dropped, and whether the stream has ended.
    fn raw_line(&mut self) -> (Vec<u8>, bool, bool) {
        let (mut line, mut is_cut) = (Vec::new(), false);
        loop {
            if self.start == self.end && !self.fill() {
                return (line, is_cut, true);
            }
            let rest = &self.chunk[self.start..self.end];
            let stop = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            let part = &rest[..stop.unwrap_or(rest.len())];
            let room = part.len().min(self.longest - line.len());
            is_cut |= room < part.len();
            line.extend_from_slice(&part[..room]);
            self.start += part.len() + usize::from(stop.is_some());
            if stop.is_some() {
                return (line, is_cut, false);
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

fn clean(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    text.retain(|char| char != '\0' && char != '\u{feff}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(bytes, 10);
        std::iter::from_fn(|| lines.next_line())
            .map(|line| line.text)
            .collect()
    }

    #[test]
    fn every_line_end_counts_and_empty_lines_do_not() {
        assert_eq!(
            lines(b"a\r\nb\rc\n\n \r\n\td\n\re"),
            ["a", "b", "c", "\td", "e"]
        );
        assert!(lines(b"").is_empty());
        assert!(lines(b"\n\r\n \0\n").is_empty());
    }

    #[test]
    fn marks_zeros_and_foreign_bytes_are_cleaned() {
        assert_eq!(lines(b"\xef\xbb\xbfEN\0D\nx\xff"), ["END", "x\u{fffd}"]);
    }

    #[test]
    fn long_lines_are_cut_and_say_so() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend(b"\nshort");
        let mut lines = Lines::new(&input[..], 10);
        assert_eq!(
            lines.next_line(),
            Some(Line {
                text: "x".repeat(10),
                is_cut: true
            })
        );
        assert_eq!(lines.next_line().unwrap().text, "short");
        assert_eq!(lines.next_line(), None);
    }
}

//! Weights files: the text header that critics and residual networks share, and the one error for all files.
//!
//! A header consists of lines of text, so that `head` shows what a file is. The first line is the title, the last one
//! `weights N`; each line between them is a key, a space and a value. Then follow `N` little-endian 32-bit floats, whose
//! FNV-1a checksum is in the header.
//!
//! Errors say where a file is wrong and what belongs there, and quote nothing of it: whoever reads the message may not be
//! allowed to read the file.

use std::ops::RangeInclusive;

/// Longest header line in bytes, and the maximum number of lines.
const MAX_HEADER: usize = 1 << 16;

/// Why a weights file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A file of another kind or version.
    #[error("not {kind}: the first line is not {expected:?}")]
    Title {
        /// The kind of file, with its article.
        kind: &'static str,
        /// The title of this kind of file.
        expected: String,
    },
    /// A bad header line.
    #[error("line {number} of the header: {expected}")]
    Header {
        /// Counted from 1.
        number: usize,
        /// What is allowed there.
        expected: String,
    },
    /// A required header line is missing.
    #[error("the header has no line {0:?}")]
    Missing(&'static str),
    /// The file is too short or too long.
    #[error("{found} bytes of weights, expected {expected}")]
    Length {
        /// By the header.
        expected: usize,
        /// In the file.
        found: usize,
    },
    /// The weights differ from those that were written.
    #[error("the checksum does not fit the weights: the file is damaged")]
    Checksum,
    /// A weight is too large for the arithmetic of the network.
    #[error("weight {0} is out of range")]
    Range(usize),
    /// A weight is infinite or NaN.
    #[error("weight {0} is not a finite number")]
    NotFinite(usize),
}

/// Reads a header line by line.
pub(crate) struct HeaderReader<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> HeaderReader<'a> {
    /// Reads the title.
    pub(crate) fn new(
        bytes: &'a [u8],
        kind: &'static str,
        title: &'static str,
    ) -> Result<HeaderReader<'a>, WeightsError> {
        let mut reader = HeaderReader {
            rest: bytes,
            number: 0,
        };
        match reader.next_line() {
            Ok(first) if first == title => Ok(reader),
            _ => Err(WeightsError::Title {
                kind,
                expected: title.to_owned(),
            }),
        }
    }

    /// Reads the next line as key and value.
    pub(crate) fn next_pair(&mut self) -> Result<(String, String), WeightsError> {
        let line = self.next_line()?;
        let (key, value) = line.split_once(' ').unwrap_or((&line, ""));
        Ok((key.to_owned(), value.to_owned()))
    }

    /// The error for the current line.
    pub(crate) fn error(&self, expected: &str) -> WeightsError {
        WeightsError::Header {
            number: self.number,
            expected: expected.to_owned(),
        }
    }

    /// Parses a value of the current line.
    pub(crate) fn parse_in(
        &self,
        value: &str,
        range: RangeInclusive<usize>,
    ) -> Result<usize, WeightsError> {
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (min, max) = (range.start(), range.end());
            self.error(&format!("expected a number from {min} to {max}"))
        })
    }

    /// Parses a checksum of the current line.
    pub(crate) fn parse_checksum(&self, value: &str) -> Result<u64, WeightsError> {
        u64::from_str_radix(value, 16).map_err(|_| self.error("expected a hexadecimal number"))
    }

    /// Reads the weights behind the header and checks their count, checksum and finiteness.
    pub(crate) fn weights(
        self,
        announced: &str,
        expected: usize,
        checksum: u64,
    ) -> Result<impl Iterator<Item = f32> + 'a, WeightsError> {
        let body = self.rest;
        let announced: usize = announced
            .parse()
            .map_err(|_| self.error("expected the number of weights"))?;
        if announced != expected || body.len() != expected * 4 {
            return Err(WeightsError::Length {
                expected: expected * 4,
                found: body.len(),
            });
        }
        if fnv1a(body) != checksum {
            return Err(WeightsError::Checksum);
        }
        let (chunks, _) = body.as_chunks::<4>();
        let weights = chunks.iter().map(|&bytes| f32::from_le_bytes(bytes));
        match weights.clone().position(|weight| !weight.is_finite()) {
            Some(index) => Err(WeightsError::NotFinite(index)),
            None => Ok(weights),
        }
    }

    fn next_line(&mut self) -> Result<String, WeightsError> {
        self.number += 1;
        let end = self.rest.iter().take(MAX_HEADER).position(|&b| b == b'\n');
        let text = &self.rest[..end.unwrap_or(self.rest.len().min(MAX_HEADER))];
        let (Some(end), true) = (end, self.number < MAX_HEADER) else {
            return Err(self.error("the header ends without a line \"weights N\""));
        };
        let line = std::str::from_utf8(text).map_err(|_| self.error("not UTF-8 text"))?;
        self.rest = &self.rest[end + 1..];
        Ok(line.to_owned())
    }
}

/// Writes a header and its weights.
pub(crate) fn to_bytes(
    title: &str,
    lines: &[String],
    notes: &[String],
    weights: impl Iterator<Item = f32>,
) -> Vec<u8> {
    let body: Vec<u8> = weights.flat_map(f32::to_le_bytes).collect();
    let mut header = format!("{title}\n");
    for line in lines {
        header += &format!("{line}\n");
    }
    header += &format!("checksum {:016x}\n", fnv1a(&body));
    for note in notes {
        header += &format!("note {}\n", note.replace(['\n', '\r'], " "));
    }
    header += &format!("weights {}\n", body.len() / 4);
    [header.into_bytes(), body].concat()
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// 32-bit FNV-1a, for files whose checksum is at their end.
pub(crate) fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| {
        (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

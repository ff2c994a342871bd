//! How the files of networks begin: lines of text, so that `head` shows what a file is, then the weights.
//!
//! The first line is the title, the last one `weights N`; each line between them is a key, a space and a value. After the
//! header come `N` little-endian 32-bit floats, whose FNV-1a checksum one of the lines gives.

/// No header is longer.
const LONGEST: usize = 1 << 16;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Not such a file at all, or of another version.
    #[error("this is no {kind}: it begins with {found:?} instead of {wanted:?}")]
    Title {
        /// What was to be read.
        kind: &'static str,
        /// How the bytes begin.
        found: String,
        /// How they should.
        wanted: &'static str,
    },
    /// A line of the header that says nothing known.
    #[error("line {number} of the header is {line:?}: {expected}")]
    Header {
        /// Counted from 1.
        number: usize,
        /// What stands there.
        line: String,
        /// What should.
        expected: String,
    },
    /// The header does not say something that it must.
    #[error("the header does not say its {0}")]
    Missing(&'static str),
    /// The file is too short or too long.
    #[error("{found} bytes of weights where {wanted} belong")]
    Length {
        /// By the header.
        wanted: usize,
        /// In the file.
        found: usize,
    },
    /// The weights are not those that were written.
    #[error("the checksum is {found:016x} and not {wanted:016x}: the file is damaged")]
    Checksum {
        /// By the header.
        wanted: u64,
        /// Of the bytes.
        found: u64,
    },
    /// A weight is no number.
    #[error("weight {0} is not a finite number")]
    NotFinite(usize),
}

/// Reads a header line by line.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
    line: String,
}

impl<'a> Lines<'a> {
    /// Behind the title.
    pub(crate) fn after_title(
        bytes: &'a [u8],
        kind: &'static str,
        title: &'static str,
    ) -> Result<Lines<'a>, WeightsError> {
        let mut lines = Lines {
            rest: bytes,
            number: 0,
            line: String::new(),
        };
        match lines.next_line() {
            Ok(first) if first == title => Ok(lines),
            _ => Err(WeightsError::Title {
                kind,
                found: lines.shown(),
                wanted: title,
            }),
        }
    }

    /// The next key and its value.
    pub(crate) fn next_pair(&mut self) -> Result<(String, String), WeightsError> {
        let line = self.next_line()?;
        let (key, value) = line.split_once(' ').unwrap_or((&line, ""));
        Ok((key.to_owned(), value.to_owned()))
    }

    /// What is wrong with the line that was read last.
    pub(crate) fn refuse(&self, expected: &str) -> WeightsError {
        WeightsError::Header {
            number: self.number,
            line: self.shown(),
            expected: expected.to_owned(),
        }
    }

    /// A number of the line that was read last.
    pub(crate) fn number_in(
        &self,
        value: &str,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, WeightsError> {
        let number = value.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.refuse(&format!(
                "a number from {} to {} belongs there",
                range.start(),
                range.end()
            ))
        })
    }

    /// The checksum of the line that was read last.
    pub(crate) fn checksum(&self, value: &str) -> Result<u64, WeightsError> {
        u64::from_str_radix(value, 16).map_err(|_| self.refuse("a hexadecimal number"))
    }

    /// The numbers behind the header, if they are as many as announced and expected, whole and finite.
    pub(crate) fn weights(
        self,
        announced: &str,
        expected: usize,
        checksum: u64,
    ) -> Result<impl Iterator<Item = f32> + 'a, WeightsError> {
        let body = self.rest;
        let announced: usize = announced
            .parse()
            .map_err(|_| self.refuse("the number of weights"))?;
        if announced != expected || body.len() != expected * 4 {
            return Err(WeightsError::Length {
                wanted: expected * 4,
                found: body.len(),
            });
        }
        let found = fnv(body);
        if found != checksum {
            return Err(WeightsError::Checksum {
                wanted: checksum,
                found,
            });
        }
        let (numbers, _) = body.as_chunks::<4>();
        let numbers = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes));
        match numbers.clone().position(|number| !number.is_finite()) {
            Some(index) => Err(WeightsError::NotFinite(index)),
            None => Ok(numbers),
        }
    }

    fn next_line(&mut self) -> Result<String, WeightsError> {
        self.number += 1;
        let end = self.rest.iter().take(LONGEST).position(|&b| b == b'\n');
        let text = &self.rest[..end.unwrap_or(self.rest.len().min(LONGEST))];
        self.line = String::from_utf8_lossy(text).into_owned();
        let (Some(end), true) = (end, self.number < LONGEST) else {
            return Err(self.refuse("the header ends without its line of weights"));
        };
        self.rest = &self.rest[end + 1..];
        Ok(self.line.clone())
    }

    /// The beginning of the line, for messages.
    fn shown(&self) -> String {
        self.line.chars().take(60).collect()
    }
}

/// A header and the numbers that belong to it.
pub(crate) fn file(
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
    header += &format!("checksum {:016x}\n", fnv(&body));
    for note in notes {
        header += &format!("note {}\n", note.replace(['\n', '\r'], " "));
    }
    header += &format!("weights {}\n", body.len() / 4);
    [header.into_bytes(), body].concat()
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

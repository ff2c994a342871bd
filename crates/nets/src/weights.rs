//! The file of a critic.
//!
//! ```text
//! tengen adp critic 1                 what it is, and the version of the form
//! inputs cao 322                      the kind of inputs and how many there are
//! hidden 100
//! biases yes
//! checksum 0123456789abcdef           FNV-1a of the bytes below
//! note any text                       as many as there are
//! weights 32401                       how many follow
//! ```
//!
//! Then the weights as little-endian 32-bit floats: first layer input by input, output, biases. The header is text so
//! that `head` shows what a file is.

use std::sync::Arc;

use crate::critic::Critic;
use crate::inputs::Inputs;
use crate::kernel::HIDDEN;

const TITLE: &str = "tengen adp critic 1";
/// No header is longer.
const LONGEST_HEADER: usize = 1 << 16;

/// Why bytes are no critic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Not such a file at all, or of another version.
    #[error("this is no critic: it begins with {0:?} instead of {TITLE:?}")]
    Title(String),
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

impl Critic {
    /// The critic as a file, with notes that nothing depends on.
    pub fn to_bytes(&self, notes: &[String]) -> Vec<u8> {
        let body: Vec<u8> = self.weights().flat_map(f32::to_le_bytes).collect();
        let mut header = format!(
            "{TITLE}\ninputs {} {}\nhidden {}\nbiases {}\nchecksum {:016x}\n",
            self.inputs.name,
            self.inputs.count(),
            self.hidden,
            if self.has_biases { "yes" } else { "no" },
            fnv(&body)
        );
        for note in notes {
            header += &format!("note {}\n", note.replace(['\n', '\r'], " "));
        }
        header += &format!("weights {}\n", self.weight_count());
        [header.into_bytes(), body].concat()
    }

    /// Reads a critic.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Critic, WeightsError> {
        Critic::with_notes(bytes).map(|(critic, _)| critic)
    }

    /// Reads a critic and its notes.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn with_notes(bytes: &[u8]) -> Result<(Critic, Vec<String>), WeightsError> {
        let (header, body) = Header::read(bytes)?;
        let inputs = header.inputs.ok_or(WeightsError::Missing("inputs"))?;
        let hidden = header.hidden.ok_or(WeightsError::Missing("hidden units"))?;
        let biases = header.biases.ok_or(WeightsError::Missing("biases"))?;
        let wanted = header.checksum.ok_or(WeightsError::Missing("checksum"))?;
        let mut critic = Critic::new(inputs, hidden, biases);
        let length = critic.weight_count() * 4;
        if header.weights != critic.weight_count() || body.len() != length {
            return Err(WeightsError::Length {
                wanted: length,
                found: body.len(),
            });
        }
        let found = fnv(body);
        if found != wanted {
            return Err(WeightsError::Checksum { wanted, found });
        }
        let (numbers, _) = body.as_chunks::<4>();
        for (index, (weight, &number)) in critic.weights_mut().zip(numbers).enumerate() {
            *weight = f32::from_le_bytes(number);
            if !weight.is_finite() {
                return Err(WeightsError::NotFinite(index));
            }
        }
        Ok((critic, header.notes))
    }
}

/// What the header says.
#[derive(Default)]
struct Header {
    inputs: Option<&'static Inputs>,
    hidden: Option<usize>,
    biases: Option<bool>,
    checksum: Option<u64>,
    notes: Vec<String>,
    weights: usize,
}

impl Header {
    /// The header and what follows it.
    fn read(bytes: &[u8]) -> Result<(Header, &[u8]), WeightsError> {
        let mut header = Header::default();
        let mut rest = bytes;
        for number in 1..LONGEST_HEADER {
            let end = rest.iter().take(LONGEST_HEADER).position(|&b| b == b'\n');
            let shown = &rest[..end.unwrap_or(rest.len()).min(60)];
            let line = String::from_utf8_lossy(shown).into_owned();
            let refuse = |expected: &str| WeightsError::Header {
                number,
                line: line.clone(),
                expected: expected.to_owned(),
            };
            let Some(end) = end else {
                return Err(if number == 1 {
                    WeightsError::Title(line)
                } else {
                    refuse("the header ends without its line of weights")
                });
            };
            let text = String::from_utf8_lossy(&rest[..end]).into_owned();
            rest = &rest[end + 1..];
            if number == 1 {
                if text != TITLE {
                    return Err(WeightsError::Title(line));
                }
                continue;
            }
            let (key, value) = text.split_once(' ').unwrap_or((&text, ""));
            match key {
                "inputs" => header.inputs = Some(read_inputs(value).map_err(|e| refuse(&e))?),
                "hidden" => {
                    let hidden = value.parse().ok();
                    let fits = hidden.filter(|hidden| (1..=HIDDEN).contains(hidden));
                    let expected = format!("hidden units are 1 to {HIDDEN}");
                    header.hidden = Some(fits.ok_or_else(|| refuse(&expected))?);
                }
                "biases" => {
                    header.biases = Some(match value {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(refuse("yes or no")),
                    });
                }
                "checksum" => {
                    let sum = u64::from_str_radix(value, 16).ok();
                    header.checksum = Some(sum.ok_or_else(|| refuse("a hexadecimal number"))?);
                }
                "note" => header.notes.push(value.to_owned()),
                "weights" => {
                    let count = value.parse().ok();
                    header.weights = count.ok_or_else(|| refuse("the number of weights"))?;
                    return Ok((header, rest));
                }
                _ => return Err(refuse("no such line is known")),
            }
        }
        Err(WeightsError::Missing("weights"))
    }
}

/// `cao 322`.
fn read_inputs(text: &str) -> Result<&'static Inputs, String> {
    let (name, count) = text.split_once(' ').unwrap_or((text, ""));
    let names = || {
        let names: Vec<_> = crate::inputs::ALL.iter().map(|one| one.name).collect();
        format!("the kinds of inputs are {}", names.join(", "))
    };
    let inputs = Inputs::named(name).ok_or_else(names)?;
    if count.parse() == Ok(inputs.count()) {
        Ok(inputs)
    } else {
        Err(format!("{name} has {} inputs", inputs.count()))
    }
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The critics that come with the program.
pub const SHIPPED: [&str; 4] = ["zhao", "cao", "chen", "best"];

/// A critic that comes with the program; `None` when there is none of this name.
pub fn shipped(name: &str) -> Option<Arc<Critic>> {
    let bytes: &[u8] = match name {
        "zhao" => include_bytes!("../../../weights/adp-zhao.critic"),
        "cao" => include_bytes!("../../../weights/adp-cao.critic"),
        "chen" => include_bytes!("../../../weights/adp-chen.critic"),
        "best" => include_bytes!("../../../weights/adp-best.critic"),
        _ => return None,
    };
    let critic = Critic::from_bytes(bytes).expect("a test reads every file that is built in");
    Some(Arc::new(critic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Critic {
        let mut critic = Critic::new(Inputs::named("cao").unwrap(), 5, true);
        for (index, weight) in critic.weights_mut().enumerate() {
            *weight = index as f32 * 0.25;
        }
        critic
    }

    #[test]
    fn what_is_written_is_read() {
        let critic = example();
        assert_eq!(critic.weights().count(), critic.weight_count());
        let bytes = critic.to_bytes(&["made\nfor a test".to_owned()]);
        let (copy, notes) = Critic::with_notes(&bytes).unwrap();
        assert_eq!(notes, ["made for a test"]);
        assert!(copy.weights().eq(critic.weights()));
        assert_eq!((copy.hidden, copy.has_biases), (5, true));
    }

    #[test]
    fn the_critics_that_come_along_are_whole() {
        for name in SHIPPED {
            assert!(shipped(name).is_some(), "{name}");
        }
        assert!(shipped("worst").is_none());
    }

    #[test]
    fn damage_is_named() {
        let bytes = example().to_bytes(&[]);
        let message = |bytes: &[u8]| Critic::from_bytes(bytes).unwrap_err().to_string();
        let replaced = |from: &str, to: &str| {
            let header = bytes.iter().rposition(|&b| b == b'\n');
            let start = bytes.windows(8).position(|w| w == b"weights ").unwrap();
            let end = start + bytes[start..].iter().position(|&b| b == b'\n').unwrap();
            assert!(header.is_some());
            let text = String::from_utf8(bytes[..end].to_vec()).unwrap();
            assert!(text.contains(from));
            [text.replace(from, to).as_bytes(), &bytes[end..]].concat()
        };
        assert!(message(b"").contains("no critic"));
        assert!(message(b"\x7fELF\n").contains("no critic"));
        assert!(message(&replaced("critic 1", "critic 2")).contains("critic 2"));
        assert!(message(&replaced("cao 322", "cao 321")).contains("cao has 322"));
        assert!(message(&replaced("cao", "lin")).contains("zhao, zhao-counts"));
        assert!(message(&replaced("hidden 5", "hidden 500")).contains("1 to 112"));
        assert!(message(&replaced("hidden 5", "hidden 6")).contains("bytes of weights"));
        assert!(message(&replaced("biases yes", "biases")).contains("yes or no"));
        assert!(message(&replaced("checksum", "chequesum")).contains("chequesum"));
        assert!(message(&replaced("biases yes\n", "")).contains("biases"));
        assert!(message(&bytes[..bytes.len() - 1]).contains("bytes of weights"));
        assert!(message(&[&bytes[..], b"0"].concat()).contains("bytes of weights"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(message(&flipped).contains("damaged"));
        let mut infinite = example();
        infinite.output_bias = f32::NAN;
        assert!(message(&infinite.to_bytes(&[])).contains("not a finite"));
        for cut in 0..200 {
            assert!(Critic::from_bytes(&bytes[..cut]).is_err());
        }
    }
}

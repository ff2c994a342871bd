//! The file format of critics, and the shipped critics.
//!
//! ```text
//! tengen adp critic 1                 title and version
//! inputs cao 322                      the kind of inputs and how many there are
//! hidden 100
//! biases yes
//! checksum 0123456789abcdef           FNV-1a of the bytes below
//! note any text                       any number of them
//! weights 32401                       how many follow
//! ```
//!
//! Then the weights as little-endian 32-bit floats: first layer input by input, output, biases.

use std::sync::Arc;

use super::Critic;
use crate::inputs::Inputs;
use crate::kernel::HIDDEN;
use crate::weights_file::{self, HeaderReader, WeightsError};

const TITLE: &str = "tengen adp critic 1";

impl Critic {
    /// Writes the critic as a file. Notes are free text.
    pub fn to_bytes(&self, notes: &[String]) -> Vec<u8> {
        let lines = [
            format!("inputs {} {}", self.inputs.name, self.inputs.count()),
            format!("hidden {}", self.hidden),
            format!("biases {}", if self.has_biases { "yes" } else { "no" }),
        ];
        weights_file::to_bytes(TITLE, &lines, notes, self.weights())
    }

    /// Reads a critic.
    ///
    /// # Errors
    /// When the file is of another kind, has a bad header or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Critic, WeightsError> {
        Critic::with_notes(bytes).map(|(critic, _)| critic)
    }

    /// Reads a critic and its notes.
    ///
    /// # Errors
    /// When the file is of another kind, has a bad header or is damaged.
    pub fn with_notes(bytes: &[u8]) -> Result<(Critic, Vec<String>), WeightsError> {
        let mut header = HeaderReader::new(bytes, "a critic", TITLE)?;
        let (mut inputs, mut hidden, mut biases) = (None, None, None);
        let (mut checksum, mut notes) = (None, Vec::new());
        let announced = loop {
            let (key, value) = header.next_pair()?;
            match key.as_str() {
                "inputs" => inputs = Some(parse_inputs(&value).map_err(|e| header.error(&e))?),
                "hidden" => hidden = Some(header.parse_in(&value, 1..=HIDDEN)?),
                "biases" => {
                    biases = Some(match value.as_str() {
                        "yes" => true,
                        "no" => false,
                        _ => return Err(header.error("expected yes or no")),
                    });
                }
                "checksum" => checksum = Some(header.parse_checksum(&value)?),
                "note" => notes.push(value),
                "weights" => break value,
                _ => return Err(header.error("unknown key")),
            }
        };
        let inputs = inputs.ok_or(WeightsError::Missing("inputs"))?;
        let hidden = hidden.ok_or(WeightsError::Missing("hidden"))?;
        let biases = biases.ok_or(WeightsError::Missing("biases"))?;
        let checksum = checksum.ok_or(WeightsError::Missing("checksum"))?;
        let mut critic = Critic::new(inputs, hidden, biases);
        let weights = header.weights(&announced, critic.weight_count(), checksum)?;
        for (weight, stored) in critic.weights_mut().zip(weights) {
            *weight = stored;
        }
        Ok((critic, notes))
    }
}

/// Parses kind and count such as `cao 322`.
fn parse_inputs(text: &str) -> Result<&'static Inputs, String> {
    let (name, count) = text.split_once(' ').unwrap_or((text, ""));
    let names = || {
        let names: Vec<_> = crate::inputs::ALL.iter().map(|one| one.name).collect();
        format!("expected one of {}", names.join(", "))
    };
    let inputs = Inputs::named(name).ok_or_else(names)?;
    if count.parse() == Ok(inputs.count()) {
        Ok(inputs)
    } else {
        Err(format!("{name} has {} inputs", inputs.count()))
    }
}

/// Names of the shipped critics.
pub const SHIPPED: [&str; 4] = ["zhao", "cao", "chen", "best"];

/// The shipped critic of this name.
pub fn shipped(name: &str) -> Option<Arc<Critic>> {
    let bytes: &[u8] = match name {
        "zhao" => include_bytes!("../../../../weights/adp-zhao.critic"),
        "cao" => include_bytes!("../../../../weights/adp-cao.critic"),
        "chen" => include_bytes!("../../../../weights/adp-chen.critic"),
        "best" => include_bytes!("../../../../weights/adp-best.critic"),
        _ => return None,
    };
    let critic = Critic::from_bytes(bytes).expect("a test reads every shipped file");
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
    fn files_round_trip() {
        let critic = example();
        assert_eq!(critic.weights().count(), critic.weight_count());
        let bytes = critic.to_bytes(&["made\nfor a test".to_owned()]);
        let (copy, notes) = Critic::with_notes(&bytes).unwrap();
        assert_eq!(notes, ["made for a test"]);
        assert!(copy.weights().eq(critic.weights()));
        assert_eq!((copy.hidden, copy.has_biases), (5, true));
    }

    #[test]
    fn every_shipped_critic_can_be_read() {
        for name in SHIPPED {
            assert!(shipped(name).is_some(), "{name}");
        }
        assert!(shipped("worst").is_none());
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
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
        assert!(message(b"").contains("not a critic"));
        assert!(message(b"\x7fELF\n").contains("not a critic"));
        assert!(message(&replaced("critic 1", "critic 2")).contains("not a critic"));
        assert!(message(&replaced("cao 322", "cao 321")).contains("cao has 322"));
        assert!(message(&replaced("cao", "lin")).contains("zhao, zhao-counts"));
        assert!(message(&replaced("hidden 5", "hidden 500")).contains("1 to 112"));
        assert!(message(&replaced("hidden 5", "hidden 6")).contains("bytes of weights"));
        assert!(message(&replaced("biases yes", "biases")).contains("expected yes or no"));
        assert!(
            message(&replaced("checksum", "chequesum"))
                .contains("line 5 of the header: unknown key")
        );
        assert!(message(&replaced("biases yes\n", "")).contains("biases"));
        assert!(message(&bytes[..bytes.len() - 1]).contains("bytes of weights"));
        assert!(message(&[&bytes[..], b"0"].concat()).contains("bytes of weights"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(message(&flipped).contains("damaged"));
        let mut infinite = example();
        infinite.output_bias = f32::NAN;
        assert!(message(&infinite.to_bytes(&[])).contains("not a finite"));
        let mut garbled = example().to_bytes(&["a note".to_owned()]);
        let note = garbled.windows(6).position(|w| w == b"a note").unwrap();
        garbled[note] = 0xff;
        assert!(message(&garbled).contains("line 6 of the header: not UTF-8"));
        for cut in 0..200 {
            assert!(Critic::from_bytes(&bytes[..cut]).is_err());
        }
    }
}

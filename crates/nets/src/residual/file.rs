//! The file format of residual networks.
//!
//! ```text
//! tengen residual network 1           title and version
//! blocks 4
//! channels 48
//! policy-channels 16
//! value-channels 16
//! value-hidden 64
//! checksum 0123456789abcdef           FNV-1a of the bytes below
//! note any text                       any number of them
//! weights 172593                      how many follow
//! ```
//!
//! Then the weights as little-endian 32-bit floats in the order of [`Residual::tensors`], batch normalization folded in.

use super::{Residual, Shape};
use crate::weights_file::{self, HeaderReader, WeightsError};

const TITLE: &str = "tengen residual network 1";

impl Residual {
    /// Writes the network as a file. Notes are free text.
    pub fn to_bytes(&self, notes: &[String]) -> Vec<u8> {
        let shape = self.shape();
        let lines = [
            format!("blocks {}", shape.blocks),
            format!("channels {}", shape.channels),
            format!("policy-channels {}", shape.policy_channels),
            format!("value-channels {}", shape.value_channels),
            format!("value-hidden {}", shape.value_hidden),
        ];
        weights_file::to_bytes(TITLE, &lines, notes, self.tensors().flatten().copied())
    }

    /// Reads a network.
    ///
    /// # Errors
    /// When the file is of another kind, has a bad header or is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Residual, WeightsError> {
        Residual::with_notes(bytes).map(|(network, _)| network)
    }

    /// Reads a network and its notes.
    ///
    /// # Errors
    /// When the file is of another kind, has a bad header or is damaged.
    pub fn with_notes(bytes: &[u8]) -> Result<(Residual, Vec<String>), WeightsError> {
        let mut header = HeaderReader::new(bytes, "a residual network", TITLE)?;
        let (mut blocks, mut channels, mut hidden) = (None, None, None);
        let (mut policy, mut value) = (None, None);
        let (mut checksum, mut notes) = (None, Vec::new());
        let announced = loop {
            let (key, text) = header.next_pair()?;
            match key.as_str() {
                "blocks" => blocks = Some(header.parse_in(&text, Shape::BLOCKS)?),
                "channels" => channels = Some(header.parse_in(&text, Shape::CHANNELS)?),
                "policy-channels" => policy = Some(header.parse_in(&text, Shape::HEAD)?),
                "value-channels" => value = Some(header.parse_in(&text, Shape::HEAD)?),
                "value-hidden" => hidden = Some(header.parse_in(&text, Shape::HIDDEN)?),
                "checksum" => checksum = Some(header.parse_checksum(&text)?),
                "note" => notes.push(text),
                "weights" => break text,
                _ => return Err(header.error("unknown key")),
            }
        };
        let shape = Shape {
            blocks: blocks.ok_or(WeightsError::Missing("blocks"))?,
            channels: channels.ok_or(WeightsError::Missing("channels"))?,
            policy_channels: policy.ok_or(WeightsError::Missing("policy-channels"))?,
            value_channels: value.ok_or(WeightsError::Missing("value-channels"))?,
            value_hidden: hidden.ok_or(WeightsError::Missing("value-hidden"))?,
        };
        let checksum = checksum.ok_or(WeightsError::Missing("checksum"))?;
        let mut weights = header.weights(&announced, shape.weight_count(), checksum)?;
        let mut network = Residual::zero(shape);
        for weight in network.tensors_mut().flatten() {
            *weight = weights.next().expect("the reader checked the count");
        }
        Ok((network, notes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Residual {
        Residual::random(Shape::new(1, 3).expect("a shape"), 5)
    }

    #[test]
    fn files_round_trip() {
        for shape in [Shape::new(1, 3).unwrap(), Shape::new(2, 17).unwrap()] {
            let network = Residual::random(shape, 11);
            assert_eq!(network.weight_count(), shape.weight_count());
            let bytes = network.to_bytes(&["made\nfor a test".to_owned(), String::new()]);
            let (copy, notes) = Residual::with_notes(&bytes).unwrap();
            assert_eq!(notes, ["made for a test", ""]);
            assert_eq!(copy, network);
        }
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let bytes = example().to_bytes(&[]);
        let message = |bytes: &[u8]| Residual::from_bytes(bytes).unwrap_err().to_string();
        let start = bytes.windows(9).position(|w| w == b"\nweights ").unwrap() + 1;
        let end = start + bytes[start..].iter().position(|&b| b == b'\n').unwrap();
        let replaced = |from: &str, to: &str| {
            let text = String::from_utf8(bytes[..end].to_vec()).unwrap();
            assert!(text.contains(from), "{from}");
            [text.replace(from, to).as_bytes(), &bytes[end..]].concat()
        };
        assert!(message(b"").contains("not a residual network"));
        assert!(message(b"\x7fELF\n").contains("not a residual network"));
        assert!(message(&vec![b'a'; 1 << 20]).contains("not a residual network"));
        assert!(message(b"tengen adp critic 1\n").contains("not a residual network"));
        assert!(message(&replaced("network 1", "network 2")).contains("not a residual network"));
        assert!(message(&replaced("blocks 1", "blocks 41")).contains("1 to 40"));
        assert!(message(&replaced("blocks 1", "blocks 99999999999999999999")).contains("1 to 40"));
        assert!(message(&replaced("blocks 1", "blocks -1")).contains("1 to 40"));
        assert!(message(&replaced("channels 3", "channels 4")).contains("bytes of weights"));
        // The largest shape allocates nothing before the length has been compared.
        let largest = replaced("\nchannels 3", "\nchannels 256");
        assert!(message(&largest).contains("bytes of weights"));
        assert!(message(&replaced("value-hidden 64", "value-hidden x")).contains("1 to 512"));
        assert!(message(&replaced("value-hidden 64\n", "")).contains("value-hidden"));
        assert!(
            message(&replaced("checksum", "chequesum"))
                .contains("line 7 of the header: unknown key")
        );
        assert!(message(&replaced("weights ", "weights 1")).contains("bytes of weights"));
        assert!(message(&replaced("weights ", "weights x")).contains("number of weights"));
        assert!(message(&bytes[..bytes.len() - 1]).contains("bytes of weights"));
        assert!(message(&[&bytes[..], b"0"].concat()).contains("bytes of weights"));
        let mut flipped = bytes.clone();
        *flipped.last_mut().unwrap() ^= 1;
        assert!(message(&flipped).contains("damaged"));
        let mut infinite = example();
        infinite.stem.weights[2] = f32::INFINITY;
        assert!(message(&infinite.to_bytes(&[])).contains("weight 2 is not a finite"));
        for cut in 0..=end {
            assert!(Residual::from_bytes(&bytes[..cut]).is_err());
        }
    }
}

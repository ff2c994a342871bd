//! A learner in a file: a header in text, then its parts as they are.
//!
//! ```text
//! tengen learner 1
//! 4x48 policy=16 … adamw              what a learner must be to go on from here
//! steps 1200
//! parts 700000 1400000                bytes of each
//! checksum 0123456789abcdef           FNV-1a of the bytes below
//! ```

use super::learner::LoadError;

const TITLE: &str = "tengen learner 1";

/// All that the next step depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    /// What kind of learner it is.
    pub(super) identity: String,
    /// Steps so far.
    pub(super) steps: u64,
    /// The weights with their statistics, and the optimiser's memory.
    pub(super) parts: [Vec<u8>; 2],
}

impl Saved {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let [one, two] = &self.parts;
        let header = format!(
            "{TITLE}\n{}\nsteps {}\nparts {} {}\nchecksum {:016x}\n",
            self.identity,
            self.steps,
            one.len(),
            two.len(),
            fnv([one, two])
        );
        [header.as_bytes(), one, two].concat()
    }

    /// Reads a learner that is `wanted`.
    pub(super) fn from_bytes(bytes: &[u8], wanted: &str) -> Result<Saved, LoadError> {
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().take(1000).position(|&byte| byte == b'\n');
            let (line, tail) = rest.split_at(end.unwrap_or(rest.len().min(60)));
            rest = tail.get(1..).unwrap_or_default();
            String::from_utf8_lossy(line).into_owned()
        };
        let title = line();
        if title != TITLE {
            return Err(LoadError::Title(title.chars().take(60).collect()));
        }
        let identity = line();
        if identity != wanted {
            return Err(LoadError::Other {
                found: identity,
                wanted: wanted.to_owned(),
            });
        }
        let [steps, parts, checksum] = [line(), line(), line()];
        let damaged = |line: &str| LoadError::Damaged(format!("its header says {line:?}"));
        let after = |line: &str, key: &str| line.strip_prefix(key).map(str::to_owned);
        let steps = after(&steps, "steps ")
            .and_then(|steps| steps.parse().ok())
            .ok_or_else(|| damaged(&steps))?;
        let lengths: Option<[usize; 2]> = after(&parts, "parts ").and_then(|parts| {
            let (one, two) = parts.split_once(' ')?;
            Some([one.parse().ok()?, two.parse().ok()?])
        });
        let [one, two] = lengths.ok_or_else(|| damaged(&parts))?;
        let expected = after(&checksum, "checksum ")
            .and_then(|sum| u64::from_str_radix(&sum, 16).ok())
            .ok_or_else(|| damaged(&checksum))?;
        if one.checked_add(two) != Some(rest.len()) {
            return Err(LoadError::Damaged(format!(
                "{} bytes where {one} and {two} belong",
                rest.len()
            )));
        }
        let (one, two) = rest.split_at(one);
        if fnv([one, two]) != expected {
            return Err(LoadError::Damaged("its checksum is another".to_owned()));
        }
        Ok(Saved {
            identity,
            steps,
            parts: [one.to_vec(), two.to_vec()],
        })
    }
}

/// FNV-1a.
fn fnv<const N: usize>(parts: [&[u8]; N]) -> u64 {
    let bytes = parts.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_is_named() {
        let saved = Saved {
            identity: "4x48 adamw".to_owned(),
            steps: 12,
            parts: [b"weights".to_vec(), b"moments\n".to_vec()],
        };
        let bytes = saved.to_bytes();
        assert_eq!(Saved::from_bytes(&bytes, "4x48 adamw"), Ok(saved));
        let refused = |bytes: &[u8]| Saved::from_bytes(bytes, "4x48 adamw").unwrap_err();
        assert!(matches!(refused(b""), LoadError::Title(_)));
        assert!(matches!(refused(&vec![7; 5000]), LoadError::Title(_)));
        let other = Saved::from_bytes(&bytes, "4x32 adamw").unwrap_err();
        assert!(other.to_string().contains("4x48") && other.to_string().contains("4x32"));
        for cut in 0..bytes.len() {
            refused(&bytes[..cut]);
        }
        for index in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1;
            // A digit of the steps is not protected.
            let digits = bytes.windows(6).position(|w| w == b"steps ").unwrap() + 6;
            if !(digits..digits + 2).contains(&index) {
                refused(&flipped);
            }
        }
    }
}

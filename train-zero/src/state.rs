//! The serialized learner: a text header, then the raw bytes of weights and optimizer.
//!
//! ```text
//! tengen learner 1
//! 4x48 policy=16 … adamw              identity: must match to load
//! steps 1200
//! parts 700000 1400000                length of each part in bytes
//! checksum 0123456789abcdef           FNV-1a of the bytes below
//! ```

use learn::zero::learner::LoadError;

const TITLE: &str = "tengen learner 1";

/// Everything the next step depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LearnerState {
    /// Network shape, framework version and optimizer.
    pub(crate) identity: String,
    /// Steps taken.
    pub(crate) steps: u64,
    /// The weights with their running statistics, and the optimizer's moments.
    pub(crate) parts: [Vec<u8>; 2],
}

impl LearnerState {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let [weights, moments] = &self.parts;
        let header = format!(
            "{TITLE}\n{}\nsteps {}\nparts {} {}\nchecksum {:016x}\n",
            self.identity,
            self.steps,
            weights.len(),
            moments.len(),
            fnv1a([weights, moments])
        );
        [header.as_bytes(), weights, moments].concat()
    }

    /// Parses a state whose identity is `expected_identity`.
    pub(crate) fn from_bytes(
        bytes: &[u8],
        expected_identity: &str,
    ) -> Result<LearnerState, LoadError> {
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
        if identity != expected_identity {
            return Err(LoadError::Mismatch {
                found: identity,
                expected: expected_identity.to_owned(),
            });
        }
        let [steps, parts, checksum] = [line(), line(), line()];
        let damaged = |line: &str| LoadError::Damaged(format!("header line {line:?}"));
        let after = |line: &str, key: &str| line.strip_prefix(key).map(str::to_owned);
        let steps = after(&steps, "steps ")
            .and_then(|steps| steps.parse().ok())
            .ok_or_else(|| damaged(&steps))?;
        let lengths: Option<[usize; 2]> = after(&parts, "parts ").and_then(|parts| {
            let (weights, moments) = parts.split_once(' ')?;
            Some([weights.parse().ok()?, moments.parse().ok()?])
        });
        let [weights_length, moments_length] = lengths.ok_or_else(|| damaged(&parts))?;
        let expected_checksum = after(&checksum, "checksum ")
            .and_then(|sum| u64::from_str_radix(&sum, 16).ok())
            .ok_or_else(|| damaged(&checksum))?;
        if weights_length.checked_add(moments_length) != Some(rest.len()) {
            return Err(LoadError::Damaged(format!(
                "{} bytes instead of {weights_length} + {moments_length}",
                rest.len()
            )));
        }
        let (weights, moments) = rest.split_at(weights_length);
        if fnv1a([weights, moments]) != expected_checksum {
            return Err(LoadError::Damaged("the checksum does not match".to_owned()));
        }
        Ok(LearnerState {
            identity,
            steps,
            parts: [weights.to_vec(), moments.to_vec()],
        })
    }
}

/// The FNV-1a hash of the concatenated parts.
fn fnv1a<const N: usize>(parts: [&[u8]; N]) -> u64 {
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
        let saved = LearnerState {
            identity: "4x48 adamw".to_owned(),
            steps: 12,
            parts: [b"weights".to_vec(), b"moments\n".to_vec()],
        };
        let bytes = saved.to_bytes();
        assert_eq!(LearnerState::from_bytes(&bytes, "4x48 adamw"), Ok(saved));
        let refused = |bytes: &[u8]| LearnerState::from_bytes(bytes, "4x48 adamw").unwrap_err();
        assert!(matches!(refused(b""), LoadError::Title(_)));
        assert!(matches!(refused(&vec![7; 5000]), LoadError::Title(_)));
        let other = LearnerState::from_bytes(&bytes, "4x32 adamw").unwrap_err();
        assert!(other.to_string().contains("4x48") && other.to_string().contains("4x32"));
        for cut in 0..bytes.len() {
            refused(&bytes[..cut]);
        }
        for index in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[index] ^= 1;
            // The digits of the step count are not protected.
            let digits = bytes.windows(6).position(|w| w == b"steps ").unwrap() + 6;
            if !(digits..digits + 2).contains(&index) {
                refused(&flipped);
            }
        }
    }
}

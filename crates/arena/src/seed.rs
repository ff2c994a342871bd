//! Derived seeds: every game and every player in it gets its own.

/// Hashes the parts, in order, to a seed.
pub fn derive(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0x7465_6e67_656e_u64, |state, part| {
        mix(state.rotate_left(17) ^ mix(part))
    }) >> 1 // Seeds in spec strings are non-negative i64.
}

/// The finalizer of SplitMix64.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_every_part_matter() {
        let seeds = [
            derive([]),
            derive([0]),
            derive([1]),
            derive([0, 0]),
            derive([0, 1]),
            derive([1, 0]),
        ];
        for (index, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(seed));
            assert!(i64::try_from(*seed).is_ok());
        }
    }
}

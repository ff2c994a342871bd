//! Weaker levels: fewer nodes, and noise in the evaluation.
//!
//! The noise of a position is a hash of its key and the engine's seed, so a level is as reproducible as the full engine: it
//! misjudges the same position in the same way for a whole game.

use crate::score::Score;

/// Full strength.
pub(crate) const MAX_LEVEL: i32 = 10;

/// The handicap of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Nodes per move.
    pub(crate) nodes: u64,
    pub(crate) noise: Noise,
}

/// Nodes and noise amplitude of the levels below full strength.
const LEVELS: [(u64, Score); MAX_LEVEL as usize - 1] = [
    (8, 600),
    (20, 450),
    (60, 330),
    (200, 240),
    (600, 170),
    (2_000, 110),
    (8_000, 60),
    (30_000, 30),
    (150_000, 10),
];

/// Evaluation noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noise {
    amplitude: Score,
    seed: u64,
}

impl Level {
    /// The handicap of a level from 1 on; `None` at full strength.
    pub(crate) fn new(level: i32, seed: u64) -> Option<Level> {
        let index = usize::try_from(level - 1).ok()?;
        let &(nodes, amplitude) = LEVELS.get(index)?;
        Some(Level {
            nodes,
            noise: Noise { amplitude, seed },
        })
    }
}

impl Noise {
    /// The noise of the position with this key.
    #[inline]
    pub(crate) fn of(self, key: u64) -> Score {
        if self.amplitude == 0 {
            return 0;
        }
        // Two rounds of multiply and fold; the difference of two uniform numbers makes small noise likelier.
        let mixed = (key ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let part = |shift: u32| (mixed >> shift & 0xffff) as Score * self.amplitude / 0xffff;
        part(16) - part(40)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_bounded_and_unbiased() {
        let noise = Level::new(1, 7).unwrap().noise;
        let errors: Vec<Score> = (0..10_000).map(|key| noise.of(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= noise.amplitude));
        let mean = errors.iter().sum::<Score>() / 10_000;
        assert!(mean.abs() < noise.amplitude / 20, "{mean}");
        assert_eq!(Noise::default().of(5), 0);
        assert_eq!(Level::new(MAX_LEVEL, 0), None);
    }
}

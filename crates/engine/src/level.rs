//! Weaker levels: fewer nodes, and an evaluation that errs.
//!
//! The error of a position is drawn from its key and the engine's seed, so a level is as repeatable as the full engine: it
//! believes the same wrong things about the same position for a whole game.

use crate::score::Score;

/// The full engine.
pub(crate) const FULL: i64 = 10;

/// What a level is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Nodes for each move.
    pub(crate) nodes: u64,
    pub(crate) noise: Noise,
}

/// Nodes and greatest error of the levels below the full engine.
const LEVELS: [(u64, Score); FULL as usize - 1] = [
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

/// Errors in the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Noise {
    amplitude: Score,
    seed: u64,
}

impl Level {
    /// The level of this number from 1 on; `None` for the full engine.
    pub(crate) fn new(level: i64, seed: u64) -> Option<Level> {
        let place = usize::try_from(level - 1).ok()?;
        let &(nodes, amplitude) = LEVELS.get(place)?;
        Some(Level {
            nodes,
            noise: Noise { amplitude, seed },
        })
    }
}

impl Noise {
    /// The error in the evaluation of the position with this key.
    #[inline]
    pub(crate) fn of(self, key: u64) -> Score {
        if self.amplitude == 0 {
            return 0;
        }
        // Two rounds of multiply and fold; small errors are likelier than large ones.
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
    fn noise_is_bounded_and_fair() {
        let noise = Level::new(1, 7).unwrap().noise;
        let errors: Vec<Score> = (0..10_000).map(|key| noise.of(key)).collect();
        assert!(errors.iter().all(|error| error.abs() <= noise.amplitude));
        let mean = errors.iter().sum::<Score>() / 10_000;
        assert!(mean.abs() < noise.amplitude / 20, "{mean}");
        assert_eq!(Noise::default().of(5), 0);
        assert_eq!(Level::new(FULL, 0), None);
    }
}

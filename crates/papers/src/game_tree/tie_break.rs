//! Random tie-breaks.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves a random one of the best entries to the front. `ranked` is not empty and sorted, best first.
pub(crate) fn random_best_first<T, S: PartialEq>(
    ranked: &mut [T],
    score: impl Fn(&T) -> S,
    rng: &mut Xoshiro256PlusPlus,
) {
    let best = score(&ranked[0]);
    let equals = ranked
        .iter()
        .take_while(|&entry| score(entry) == best)
        .count();
    let chosen = rng.random_range(0..equals);
    ranked[..=chosen].rotate_right(1);
}

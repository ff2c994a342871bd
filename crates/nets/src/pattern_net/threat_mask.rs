//! Threat masks: thirteen bits that say which threats each side has.
//!
//! A sum over points cannot express that the side to move with a single four has won, so the evaluation adds a score
//! for each mask.

use gomoku::{Color, Patterns, Threat};

/// How many masks there are.
pub const THREAT_MASKS: usize = 1 << BITS.len();

/// Whose threat each bit stands for (true: the side to move), and which.
pub const BITS: [(bool, Threat); 13] = [
    (false, Threat::OpenFour),
    (false, Threat::FourThree),
    (false, Threat::FourPlus),
    (false, Threat::Four),
    (false, Threat::DoubleThree),
    (false, Threat::ThreePlus),
    (false, Threat::Three),
    (true, Threat::FourThree),
    (true, Threat::FourPlus),
    (true, Threat::Four),
    (true, Threat::DoubleThree),
    (true, Threat::ThreePlus),
    (true, Threat::Three),
];

/// The mask of a position with this side to move.
#[inline]
pub fn threat_mask(patterns: &Patterns, side: Color) -> usize {
    let mut mask = 0;
    for (bit, (own, threat)) in BITS.into_iter().enumerate() {
        let color = if own { side } else { !side };
        mask |= usize::from(patterns.count(color, threat) > 0) << bit;
    }
    mask
}

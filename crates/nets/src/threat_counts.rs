//! Threat counts: empty points by the threat a stone there would make in all four directions together.
//!
//! Patterns lie on single lines, so their counts cannot express that two lines meet in one point. The incremental
//! [`gomoku::Patterns`] keep these counts; here the relevant ones are selected.

use gomoku::{Color, Patterns, Threat};

/// The threats that are counted for each side. Twos and blocked threes on a single line are left out, since the papers'
/// patterns count them already.
pub const COUNTED_THREATS: [Threat; 10] = [
    Threat::DoubleTwo,
    Threat::BlockedThreePlus,
    Threat::Three,
    Threat::ThreePlus,
    Threat::DoubleThree,
    Threat::Four,
    Threat::FourPlus,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
];

/// Number of points for each threat: black's, then white's.
pub type ThreatCounts = [i16; 2 * COUNTED_THREATS.len()];

/// The threat counts of a position.
#[inline]
pub fn threat_counts(patterns: &Patterns) -> ThreatCounts {
    let mut counts = [0; 2 * COUNTED_THREATS.len()];
    for color in Color::BOTH {
        for (index, &threat) in COUNTED_THREATS.iter().enumerate() {
            counts[color.index() * COUNTED_THREATS.len() + index] =
                patterns.count(color, threat) as i16;
        }
    }
    counts
}

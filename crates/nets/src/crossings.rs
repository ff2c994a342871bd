//! Points in which threats meet: what counts of patterns on lines cannot tell.
//!
//! A side's crossings are its empty points by what a stone there would make in all four directions together. The patterns
//! of [`gomoku`] keep these counts; here the classes that matter are picked out of them.

use gomoku::{Color, Patterns, Threat};

/// The classes that are counted, each for both sides. Single twos and blocked threes are on every line of the papers'
/// patterns already.
pub const CLASSES: [Threat; 10] = [
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

/// How many points there are of each class: black's, then white's.
pub type Crossings = [i16; 2 * CLASSES.len()];

/// The crossings of a board.
#[inline]
pub fn crossings(patterns: &Patterns) -> Crossings {
    let mut crossings = [0; 2 * CLASSES.len()];
    for color in Color::BOTH {
        for (class, &threat) in CLASSES.iter().enumerate() {
            crossings[color.index() * CLASSES.len() + class] = patterns.count(color, threat) as i16;
        }
    }
    crossings
}

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

/// Who certainly wins at sight, with this side to move, where any five wins: who can make a five; else the other side if it can
/// make two; else the side to move if it can make an open four.
#[inline]
pub fn certain_winner(crossings: &Crossings, side: Color) -> Option<Color> {
    let of = |color: Color, class: usize| crossings[color.index() * CLASSES.len() + class];
    const OPEN_FOUR: usize = 8;
    const FIVE: usize = 9;
    match (of(side, FIVE), of(!side, FIVE)) {
        (1.., _) => Some(side),
        (_, 2..) => Some(!side),
        (_, 0) if of(side, OPEN_FOUR) > 0 => Some(side),
        _ => None,
    }
}

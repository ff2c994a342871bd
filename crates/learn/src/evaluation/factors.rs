//! Factorization of tables by pattern code.
//!
//! A table has one parameter per pattern code, and shared ones for each of its four line classes and for the threat they
//! make together; its entries are the sums. Codes that rarely occur then get the value of their factors.

use gomoku::{LineClass, Threat};
use nets::pattern_net::pattern_code;

/// The factors of a pattern code.
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    /// Line classes of the four directions.
    pub classes: [u8; 4],
    /// Index of the threat that they make.
    pub threat: usize,
}

/// The factors of every pattern code.
pub fn all() -> Vec<Factors> {
    pattern_code::all()
        .map(|classes| {
            let lines = classes.map(|class| LineClass::ALL[class as usize]);
            Factors {
                classes,
                threat: Threat::from_lines(lines, false) as usize,
            }
        })
        .collect()
}

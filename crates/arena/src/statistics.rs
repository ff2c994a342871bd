//! Match statistics. Nothing here plays or stores games.
//!
//! - [`Tally`]: wins, draws and losses;
//! - [`Pentanomial`]: results of game pairs, with Elo and the likelihood of superiority;
//! - [`Estimate`]: an estimate with its confidence interval, by likelihood;
//! - [`Sprt`]: sequential test that ends a match early;
//! - [`ratings`]: Elo ratings of a tournament;
//! - [`fairness`]: openings that one color always wins.
//!
//! Two games from the same opening are not independent: if black wins by force, each player wins once. Counting pairs
//! instead of games removes this from the variance, which matters more in Gomoku than in games with many draws.

pub mod fairness;
mod normal;
pub mod pentanomial;
pub(crate) mod profile;
pub mod ratings;
pub mod sprt;
pub mod tally;

use std::fmt;

pub use fairness::OpeningTally;
pub use pentanomial::Pentanomial;
pub use ratings::{Encounter, Rating, RatingModel, Ratings};
pub use sprt::{Hypothesis, Sprt, SprtModel};
pub use tally::Tally;

/// Half-width of the central 95 % of a normal distribution, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % confidence interval, which need not be symmetric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Maximum-likelihood value; infinite if one side has every point.
    pub value: f64,
    /// Lower end of the interval; −∞ if the results set none.
    pub low: f64,
    /// Upper end of the interval; ∞ if the results set none.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// `+12.3 [-4.5, +30.1]`, with one decimal by default.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, low, high } = self;
        let digits = f.precision().unwrap_or(1);
        write!(f, "{value:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
    }
}

/// Elo difference that corresponds to an expected score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Elo of a score whose 95 % interval is known.
pub(crate) fn elo_estimate(score: f64, (low, high): (f64, f64)) -> Estimate {
    Estimate {
        value: elo_of_score(score),
        low: elo_of_score(low.min(score)),
        high: elo_of_score(high.max(score)),
    }
}

//! Match statistics. Nothing here plays or stores games.
//!
//! - [`Tally`]: wins, draws and losses;
//! - [`Pentanomial`]: results of game pairs, with Elo, its error and the likelihood of superiority;
//! - [`Sprt`]: sequential test that ends a match early;
//! - [`ratings`]: Elo ratings of a tournament;
//! - [`fairness`]: openings that one color always wins.
//!
//! Two games from the same opening are not independent: if black wins by force, each player wins once. Counting pairs
//! instead of games removes this from the variance, which matters more in Gomoku than in games with many draws.

pub mod fairness;
mod normal;
pub mod pentanomial;
pub mod ratings;
pub mod sprt;
pub mod tally;

pub use fairness::OpeningTally;
pub use pentanomial::Pentanomial;
pub use ratings::{Encounter, Rating, RatingModel, Ratings};
pub use sprt::{Hypothesis, Sprt, SprtModel};
pub use tally::Tally;

/// Half-width of the central 95 % of a normal distribution, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Maximum-likelihood value.
    pub value: f64,
    /// Half-width of the 95 % interval.
    pub error: f64,
}

/// Elo difference that corresponds to an expected score; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Elo of a score with this standard error; `None` for a score of 0 or 1.
pub(crate) fn elo_estimate(score: f64, standard_error: f64) -> Option<Estimate> {
    let value = elo_of_score(score);
    // Elo diverges at 0 and 1.
    let bound = |score: f64| elo_of_score(score.clamp(1e-6, 1.0 - 1e-6));
    let error = (bound(score + Z95 * standard_error) - bound(score - Z95 * standard_error)) / 2.0;
    value.is_finite().then_some(Estimate { value, error })
}

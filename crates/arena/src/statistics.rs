//! What a set of results says, and how sure that is. Nothing here plays or stores.
//!
//! - [`Tally`]: wins, draws, losses, and the share of points;
//! - [`Pairs`]: the pentanomial counts of openings played with both colors, with Elo, its error and superiority;
//! - [`Sprt`]: may the match stop already?
//! - [`ratings`]: one number for each player of a tournament;
//! - [`fairness`]: openings that one color always wins.
//!
//! Two games from the same opening are not independent: where black wins by force, each player wins once. Counting
//! pairs instead of games keeps that out of the variance, which matters more here than in games with many draws.

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

/// How far from the mean 95 % of a normal distribution reach, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// How far the truth may lie from it, with a probability of 95 %.
    pub error: f64,
}

/// The difference in Elo at which a share of points is expected; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The share of points that a difference in Elo promises.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo of a share of points with this standard error; `None` when every point went to one side.
pub(crate) fn elo_estimate(score: f64, deviation: f64) -> Option<Estimate> {
    let value = elo_of_score(score);
    // The ends are kept off 0 and 1, where Elo has no bounds.
    let end = |score: f64| elo_of_score(score.clamp(1e-6, 1.0 - 1e-6));
    let error = (end(score + Z95 * deviation) - end(score - Z95 * deviation)) / 2.0;
    value.is_finite().then_some(Estimate { value, error })
}

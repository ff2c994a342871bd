//! Confidence intervals of a score by profile likelihood.
//!
//! The results of pairs are draws from an unknown distribution over the five scores, those of single games over three.
//! For every mean there is a likeliest distribution with that mean; the interval holds the means whose likeliest
//! distribution explains the results not much worse than the best of all. A score that never occurred may still have a
//! probability, so two equal pairs are not taken for certainty, and at 100 % there is a lower bound and no upper one.
//!
//! "Not much worse" is a drop of twice the log-likelihood below χ²(95 %) = 3.84. With few decisive results this is too
//! narrow, so the threshold is raised by 1 + 2.3 / (2 + decisive results). Both numbers were fitted to the coverage
//! that `tests/coverage.rs` measures: 93 % or more from four games to a thousand, for equal and for unequal players.

use super::normal;
use super::pentanomial::{Pentanomial, SCORES};
use super::tally::Tally;

/// The 95 % quantile of χ² with one degree of freedom.
const CHI_SQUARE: f64 = 3.841_458_820_694_124;
/// With only wins or only losses the bound is one-sided: at it, such a result has a probability of 5 %.
const ONE_SIDED: f64 = 5.991_464_547_107_979;
/// The small-sample correction.
const WIDENING: f64 = 2.3;
/// Stands for a count of 0, which may have a probability but adds nothing to the likelihood.
const NEVER: f64 = 1e-9;
/// Enough for full `f64` precision.
const BISECTIONS: usize = 100;
/// The scores of a single game.
const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// The results that a score is estimated from: pairs of games, and games without a partner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sample {
    pub(crate) pairs: Pentanomial,
    pub(crate) games: Tally,
}

impl Sample {
    /// The 95 % interval of the score; `None` without results.
    pub(crate) fn interval(&self) -> Option<(f64, f64)> {
        let score = self.score()?;
        let limit = self.threshold(score);
        let bound = |mut inside: f64, mut outside: f64| {
            for _ in 0..BISECTIONS / 2 {
                let middle = f64::midpoint(inside, outside);
                if self.deviance(middle) > limit {
                    outside = middle;
                } else {
                    inside = middle;
                }
            }
            inside
        };
        let low = if score > 0.0 { bound(score, 0.0) } else { 0.0 };
        let high = if score < 1.0 { bound(score, 1.0) } else { 1.0 };
        Some((low, high))
    }

    /// The probability that the expected score is above ½, by the signed root of the deviance.
    pub(crate) fn likelihood_of_superiority(&self) -> Option<f64> {
        let score = self.score()?;
        let deviations = (self.deviance(0.5) / correction(self.decisive()))
            .max(0.0)
            .sqrt();
        Some(normal::cdf(deviations.copysign(score - 0.5)))
    }

    /// The score of all games; each pair counts as two.
    fn score(&self) -> Option<f64> {
        let games = 2 * self.pairs.count() + self.games.games();
        let points = 2.0 * self.pairs.count() as f64 * self.pairs.score().unwrap_or(0.0)
            + self.games.points();
        (games > 0).then(|| points / games as f64)
    }

    /// How far the deviance may rise within the interval.
    fn threshold(&self, score: f64) -> f64 {
        let two_sided = threshold(self.decisive());
        if score <= 0.0 || score >= 1.0 {
            two_sided.max(ONE_SIDED)
        } else {
            two_sided
        }
    }

    /// Decisive results; pairs with ¾ of the points count as a quarter.
    fn decisive(&self) -> f64 {
        let decisive = |score: f64| (2.0 * score - 1.0).powi(2);
        let pairs = self.pairs.0.iter().zip(SCORES);
        let pairs: f64 = pairs.map(|(&n, score)| n as f64 * decisive(score)).sum();
        let games = (self.games.wins + self.games.losses) as f64;
        pairs + games
    }

    /// Twice the drop of the log-likelihood from its maximum to the likeliest distributions with this mean.
    fn deviance(&self, mean: f64) -> f64 {
        let Tally {
            wins,
            draws,
            losses,
        } = self.games;
        deviance(&SCORES, &self.pairs.0, mean)
            + deviance(&GAME_SCORES, &[losses, draws, wins], mean)
    }
}

/// The deviance at the ends of a 95 % interval.
pub(super) fn threshold(decisive: f64) -> f64 {
    CHI_SQUARE * correction(decisive)
}

fn correction(decisive: f64) -> f64 {
    1.0 + WIDENING / (2.0 + decisive)
}

fn deviance(scores: &[f64], counts: &[u64], mean: f64) -> f64 {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let shares = shares(counts, NEVER);
    let excess: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    let theta = tilt(&shares, &excess);
    let drops = counts.iter().zip(&excess);
    2.0 * drops
        .filter(|(count, _)| **count > 0)
        .map(|(&count, excess)| count as f64 * (1.0 + theta * excess).ln())
        .sum::<f64>()
}

/// The likeliest distribution of pairs with this mean score.
pub(super) fn likeliest_with_mean(pairs: &Pentanomial, mean: f64) -> [f64; 5] {
    let shares = shares(&pairs.0, NEVER);
    let excess = SCORES.map(|score| score - mean);
    let theta = tilt(&shares, &excess);
    let mut likely = [0.0; 5];
    for ((likely, share), excess) in likely.iter_mut().zip(&shares).zip(excess) {
        *likely = share / (1.0 + theta * excess);
    }
    likely
}

/// Relative frequencies, with `never` in place of a count of 0.
fn shares(counts: &[u64], never: f64) -> Vec<f64> {
    let counts: Vec<f64> = counts.iter().map(|&n| (n as f64).max(never)).collect();
    let total: f64 = counts.iter().sum();
    counts.iter().map(|count| count / total).collect()
}

/// The θ with which p / (1 + θ · excess) is the likeliest distribution with an expected excess of 0. All shares are
/// positive and the excesses have both signs, so θ lies between two poles and bisection finds it.
pub(super) fn tilt(shares: &[f64], excess: &[f64]) -> f64 {
    let imbalance = |theta: f64| -> f64 {
        let limits = shares.iter().zip(excess);
        limits.map(|(p, e)| p * e / (1.0 + theta * e)).sum()
    };
    let max = excess.iter().copied().fold(f64::MIN, f64::max);
    let min = excess.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        // The imbalance decreases in θ.
        if imbalance(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

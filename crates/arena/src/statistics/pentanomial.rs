//! Pentanomial results: the points of two games from one opening with colors swapped.

use super::profile::{Sample, likeliest_with_mean};
use super::{Estimate, elo_estimate};

/// Number of game pairs with 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// Replaces a count of 0, so that a few equal pairs are not taken for certainty.
const REGULARIZATION: f64 = 1e-3;
/// One normalized Elo in standard deviations of a game.
const NORMALIZED_UNIT: f64 = std::f64::consts::LN_10 / 800.0;

impl Pentanomial {
    /// Adds a pair with 0 to 4 half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The opponent's results.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Regularized frequencies of the five results, and their total count.
    pub(super) fn distribution(&self) -> ([f64; 5], f64) {
        let counts = self.0.map(|count| {
            if count == 0 {
                REGULARIZATION
            } else {
                count as f64
            }
        });
        let total: f64 = counts.iter().sum();
        (counts.map(|count| count / total), total)
    }

    /// Mean and variance of a pair's score, from 0 to 1.
    #[cfg(test)]
    pub(super) fn moments(&self) -> (f64, f64) {
        let (shares, _) = self.distribution();
        moments(&shares)
    }

    /// Points per game.
    pub fn score(&self) -> Option<f64> {
        let points: u64 = self
            .0
            .iter()
            .zip(0..)
            .map(|(count, half)| count * half)
            .sum();
        (self.count() > 0).then(|| points as f64 / (4 * self.count()) as f64)
    }

    /// Elo difference; `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        Some(elo_estimate(self.score()?, self.sample().interval()?))
    }

    /// Probability that this player is stronger.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        self.sample().likelihood_of_superiority()
    }

    /// Normalized Elo: the score's excess over ½ in standard deviations of a game, scaled like Elo. The ends of its
    /// interval are those of the distributions at which the score's interval ends.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (low, high) = self.sample().interval()?;
        let total = self.count() as f64;
        let value = normalized_elo(&self.0.map(|count| count as f64 / total));
        let at = |mean: f64, limit: f64| {
            if mean > 0.0 && mean < 1.0 {
                normalized_elo(&likeliest_with_mean(self, mean))
            } else {
                limit
            }
        };
        Some(Estimate {
            value,
            low: at(low, f64::NEG_INFINITY).min(value),
            high: at(high, f64::INFINITY).max(value),
        })
    }

    fn sample(self) -> Sample {
        Sample {
            pairs: self,
            ..Sample::default()
        }
    }
}

/// Infinite if every pair has the same score other than ½.
fn normalized_elo(shares: &[f64; 5]) -> f64 {
    let (mean, variance) = moments(shares);
    let excess = mean - 0.5;
    if excess == 0.0 {
        0.0
    } else {
        excess / variance.sqrt() / (std::f64::consts::SQRT_2 * NORMALIZED_UNIT)
    }
}

/// The scores of the five results.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

pub(super) fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(SCORES).map(|(p, s)| p * s).sum();
    let variance = shares
        .iter()
        .zip(SCORES)
        .map(|(p, s)| p * (s - mean) * (s - mean));
    (mean, variance.sum())
}

/// A normalized Elo difference in standard deviations of a pair.
pub(super) fn deviations_of_normalized_elo(elo: f64) -> f64 {
    elo * NORMALIZED_UNIT * std::f64::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from the tests of fastchess.
    #[test]
    fn matches_fastchess() {
        for (counts, elo, normalized, superiority) in [
            (
                [34, 54, 31 + 32, 64, 75],
                (55.58, 27.65),
                (57.94, 28.28),
                1.0,
            ),
            (
                [332, 433, 457 + 41, 333, 334],
                (-8.64, 10.33),
                (-9.17, 10.96),
                0.0505,
            ),
            (
                [7895, 8757, 5485 + 200, 568, 9999],
                (-21.04, 2.95),
                (-19.01, 2.65),
                0.0,
            ),
        ] {
            let pairs = Pentanomial(counts);
            let near = |estimate: Estimate, published: (f64, f64)| {
                assert!((estimate.value - published.0).abs() < 0.01, "{estimate:?}");
                let tolerance = 0.05 * published.1;
                assert!(
                    (estimate.error() - published.1).abs() < tolerance,
                    "{estimate:?}"
                );
            };
            near(pairs.elo().unwrap(), elo);
            near(pairs.normalized_elo().unwrap(), normalized);
            assert!((pairs.likelihood_of_superiority().unwrap() - superiority).abs() < 1e-3);
        }
        let published = Pentanomial([379, 10170, 21828, 10640, 343]);
        assert!((published.normalized_elo().unwrap().value - 3.05).abs() < 0.005);
    }

    #[test]
    fn the_opponent_has_the_opposite_elo() {
        let pairs = Pentanomial([3, 1, 4, 1, 5]);
        let (one, other) = (pairs.elo().unwrap(), pairs.reversed().elo().unwrap());
        assert!((one.value + other.value).abs() < 1e-9);
        assert!((one.low + other.high).abs() < 1e-6);
        assert!((one.high + other.low).abs() < 1e-6);
        assert_eq!(Pentanomial::default().elo(), None);
    }

    /// Results whose normal approximation printed ± 1024, ± 152 on +8969, and ± 17.
    #[test]
    fn lopsided_and_few_results_have_sensible_intervals() {
        let lopsided = Pentanomial([0, 0, 2, 0, 18]).elo().unwrap();
        assert!(lopsided.low > 250.0 && lopsided.high < 1000.0, "{lopsided}");
        assert!(lopsided.high - lopsided.value > lopsided.value - lopsided.low);
        let sweep = Pentanomial([0, 0, 0, 0, 10]);
        let (elo, normalized) = (sweep.elo().unwrap(), sweep.normalized_elo().unwrap());
        assert!(elo.low > 100.0 && elo.low < 300.0, "{elo}");
        assert!(normalized.value == f64::INFINITY && normalized.high == f64::INFINITY);
        assert!(
            normalized.low > 50.0 && normalized.low < 300.0,
            "{normalized}"
        );
        let split = Pentanomial([0, 0, 2, 0, 0]).elo().unwrap();
        assert!(split.high > 150.0 && split.high < 600.0, "{split}");
        assert!((split.high + split.low).abs() < 1e-6 && split.value == 0.0);
    }
}

//! Sequential probability ratio test on game pairs.
//!
//! After each pair the log-likelihood ratio (LLR) compares two hypotheses: H0, the Elo difference is `elo0`, and H1, it
//! is `elo1`. The match ends when the LLR leaves the interval from ln(β / (1 − α)) to ln((1 − β) / α).
//!
//! - Logistic Elo fixes the mean score.
//! - Normalized Elo fixes (mean − ½) / standard deviation.
//!
//! This is the generalized SPRT of Van den Bergh: the likelihood of a hypothesis is the maximum over all distributions
//! that satisfy it. For many pairs with mixed results, the normalized LLR approaches
//! N/2 · ln((1 + (t − t0)²) / (1 + (t − t1)²)). That approximation fails if one side wins nearly everything, which is
//! common in Gomoku.

use std::str::FromStr;

use super::pentanomial::{Pentanomial, SCORES, deviations_of_normalized_elo, moments};
use super::profile::tilt;
use super::score_of_elo;

/// Elo model of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SprtModel {
    /// Normalized Elo; the length of a test does not depend on the draw rate.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// Parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// Elo model.
    pub model: SprtModel,
}

/// The accepted hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// Far beyond any difference that can be measured.
const MAX_ELO: f64 = 10_000.0;

/// Not two numbers in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected elo0,elo1 with elo0 < elo1, such as 0,5; found {0:?}")]
pub struct ParseSprtError(pub String);

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let error = || ParseSprtError(text.to_owned());
        let (elo0, elo1) = text.split_once(',').ok_or_else(error)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| error());
        let (elo0, elo1) = (number(elo0)?, number(elo1)?);
        let is_allowed = |elo: f64| elo.abs() <= MAX_ELO;
        if elo0 < elo1 && is_allowed(elo0) && is_allowed(elo1) {
            Ok(Sprt::new(elo0, elo1))
        } else {
            Err(error())
        }
    }
}

impl Sprt {
    /// A test in normalized Elo with α = β = 0.05.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: SprtModel::default(),
        }
    }

    /// The LLR at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// Log-likelihood ratio; 0 without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        match self.model {
            SprtModel::Normalized => self.normalized_llr(pairs),
            SprtModel::Logistic => self.logistic_llr(pairs),
        }
    }

    /// The accepted hypothesis, if the LLR is out of bounds.
    pub fn decide(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }

    fn normalized_llr(&self, pairs: &Pentanomial) -> f64 {
        let (shares, total) = pairs.distribution();
        let under = |elo| with_advantage(&shares, deviations_of_normalized_elo(elo));
        total * mean_log_ratio(&shares, &under(self.elo0), &under(self.elo1))
    }

    fn logistic_llr(&self, pairs: &Pentanomial) -> f64 {
        let (shares, total) = pairs.distribution();
        let under = |elo| with_zero_excess(&shares, &SCORES.map(|score| score - score_of_elo(elo)));
        total * mean_log_ratio(&shares, &under(self.elo0), &under(self.elo1))
    }
}

/// Mean contribution of a pair to the LLR.
fn mean_log_ratio(shares: &[f64; 5], under0: &[f64; 5], under1: &[f64; 5]) -> f64 {
    (0..shares.len())
        .map(|class| shares[class] * (under1[class] / under0[class]).ln())
        .sum()
}

/// Maximum-likelihood distribution with an expected excess of 0, given the observed shares.
fn with_zero_excess(shares: &[f64; 5], excess: &[f64; 5]) -> [f64; 5] {
    let theta = tilt(shares, excess);
    let mut likely = *shares;
    for (share, excess) in likely.iter_mut().zip(excess) {
        *share /= 1.0 + theta * excess;
    }
    likely
}

/// Maximum-likelihood distribution whose mean is `advantage` standard deviations above ½. The constraint is not linear
/// in the probabilities; it is linearized around the last distribution until that converges.
fn with_advantage(shares: &[f64; 5], advantage: f64) -> [f64; 5] {
    let mut likely = [0.2; 5];
    for _ in 0..MAX_ITERATIONS {
        let (mean, variance) = moments(&likely);
        let deviation = variance.sqrt();
        let excess = SCORES.map(|score| {
            let spread = 1.0 + ((score - mean) / deviation).powi(2);
            score - 0.5 - advantage * deviation * spread / 2.0
        });
        let before = likely;
        likely = with_zero_excess(shares, &excess);
        let change = |class: usize| (likely[class] - before[class]).abs();
        if (0..likely.len()).all(|class| change(class) < 1e-9) {
            break;
        }
    }
    likely
}

/// Twice as many as any result has needed.
const MAX_ITERATIONS: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(counts: [u64; 5], elo0: f64, elo1: f64, model: SprtModel) -> f64 {
        Sprt {
            model,
            ..Sprt::new(elo0, elo1)
        }
        .llr(&Pentanomial(counts))
    }

    /// Values from issue 783 and the tests of fastchess.
    #[test]
    fn matches_fastchess() {
        use SprtModel::{Logistic, Normalized};
        for (counts, elo0, elo1, model, published) in [
            (
                [379, 10170, 21828, 10640, 343],
                0.0,
                2.0,
                Normalized,
                2.946_f64,
            ),
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalized, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalized, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let ours = llr(counts, elo0, elo1, model);
            let tolerance = 0.01 * published.abs();
            assert!((ours - published).abs() < tolerance, "{counts:?}: {ours}");
        }
        // The approximation in the module documentation, as published: 2.94598.
        let pairs = Pentanomial([379, 10170, 21828, 10640, 343]);
        let (mean, variance) = pairs.moments();
        let misfit = |elo| {
            let t = (mean - 0.5) / variance.sqrt() - deviations_of_normalized_elo(elo);
            1.0 + t * t
        };
        let short = pairs.count() as f64 / 2.0 * (misfit(0.0) / misfit(2.0)).ln();
        assert!((short - 2.945_98).abs() < 5e-6, "{short}");
        assert!((Sprt::new(0.0, 2.0).llr(&pairs) - short).abs() < 1e-3);
    }

    #[test]
    fn a_clean_sweep_has_the_exact_llr() {
        // With x the probability of a won pair, (x − ½) / √(x (1 − x)) is the advantage under H1; x = ½ under H0.
        let t = deviations_of_normalized_elo(5.0);
        let x = 0.5 + 0.5 * t / (1.0 + t * t).sqrt();
        let expected = 104.0 * (x / 0.5).ln();
        let found = llr([0, 0, 0, 0, 104], 0.0, 5.0, SprtModel::Normalized);
        assert!((found - expected).abs() < 1e-3, "{found} {expected}");
    }

    #[test]
    fn decides_at_the_bounds() {
        let sprt: Sprt = "0, 10".parse().unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.decide(&Pentanomial::default()), None);
        assert_eq!(
            sprt.decide(&Pentanomial([0, 10, 500, 200, 50])),
            Some(Hypothesis::H1)
        );
        assert_eq!(
            sprt.decide(&Pentanomial([50, 200, 500, 10, 0])),
            Some(Hypothesis::H0)
        );
        for bad in ["", "0", "5,0", "a,b", "0,0", "0,inf", "0,1e300", "nan,1"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    #[test]
    fn llr_is_finite_for_extreme_results() {
        for model in [SprtModel::Normalized, SprtModel::Logistic] {
            for class in 0..5 {
                let mut counts = [0; 5];
                counts[class] = 1;
                assert!(llr(counts, 0.0, 5.0, model).is_finite());
            }
        }
    }
}

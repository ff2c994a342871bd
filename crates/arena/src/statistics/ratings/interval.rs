//! Confidence intervals of ratings by profile likelihood: a value belongs to the interval if the best ratings with this
//! value explain the games not much worse than the best of all. Unlike the curvature at the maximum, this is right for
//! players that win or lose nearly everything, whose intervals are far from symmetric.

use super::likelihood::{Likelihood, product};
use super::linear::solve;

/// Where the search for an end gives up, in units of the model: 3,500 Elo.
const FAR: f64 = 20.0;
/// Precision of an end: 0.02 Elo.
const PRECISION: f64 = 1e-4;
/// Far more than the search needs.
const MAX_STEPS: usize = 60;

/// The maximum of a likelihood, and what lies around it.
pub(super) struct Peak<'a> {
    pub(super) fit: &'a Likelihood,
    pub(super) point: &'a [f64],
}

impl Peak<'_> {
    /// The interval of a linear function of the parameters, relative to its value at the maximum. `threshold` is the
    /// drop of twice the log-likelihood at its ends.
    pub(super) fn interval(&self, function: &[f64], threshold: f64) -> (f64, f64) {
        let along = solve(self.fit.information(self.point), function.to_vec());
        let variance = product(function, &along);
        if variance.is_nan() || variance <= 0.0 {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let direction: Vec<f64> = along.iter().map(|part| part / variance).collect();
        let scale = (threshold * variance).sqrt();
        let end = |sign: f64| sign * self.distance(function, &direction, sign * scale, threshold);
        (end(-1.0), end(1.0))
    }

    /// How far the function can move in one direction. The root of the deviance is almost linear in the distance, so
    /// the secant method needs a few steps; bisection guards it.
    fn distance(&self, function: &[f64], direction: &[f64], scale: f64, threshold: f64) -> f64 {
        let sign = scale.signum();
        let excess = |distance: f64| {
            let deviance = self.deviance(function, direction, sign * distance);
            deviance.sqrt() - threshold.sqrt()
        };
        let (mut inside, mut low) = (0.0, -threshold.sqrt());
        let mut outside = scale.abs().min(FAR);
        let mut high = excess(outside);
        while high < 0.0 {
            if outside >= FAR {
                return f64::INFINITY;
            }
            (inside, low) = (outside, high);
            outside = (2.0 * outside).min(FAR);
            high = excess(outside);
        }
        for _ in 0..MAX_STEPS {
            if outside - inside < PRECISION {
                break;
            }
            let share = (-low / (high - low)).clamp(0.1, 0.9);
            let middle = inside + share * (outside - inside);
            let at = excess(middle);
            if at < 0.0 {
                (inside, low) = (middle, at);
            } else {
                (outside, high) = (middle, at);
            }
        }
        f64::midpoint(inside, outside)
    }

    /// Twice the drop of the log-likelihood at the best point with the function moved by `distance`.
    fn deviance(&self, function: &[f64], direction: &[f64], distance: f64) -> f64 {
        let moved = self.point.iter().zip(direction);
        let mut point: Vec<f64> = moved.map(|(p, d)| p + distance * d).collect();
        if self.fit.has_draws {
            let draw = self.fit.draw();
            point[draw] = point[draw].max(self.point[draw] / 16.0);
        }
        self.fit.maximize_within(&mut point, function);
        let drop = 2.0 * (self.fit.value(self.point) - self.fit.value(&point));
        drop.max(0.0)
    }
}

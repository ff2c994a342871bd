//! The log-likelihood of game results, and its maximum by Newton's method.

use super::Encounter;
use super::linear::solve;

/// Inverse variance of a weak prior on the advantage. It keeps the advantage at 0 if the results do not determine it.
const ADVANTAGE_PRECISION: f64 = 1e-4;
/// Newton steps.
const MAX_STEPS: usize = 100;

/// Log-likelihood as a function of a parameter vector: the ratings, then the advantage, then the draw width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Likelihood {
    /// Number of players.
    pub(super) count: usize,
    pub(super) has_draws: bool,
    pub(super) has_advantage: bool,
    pub(super) encounters: Vec<Encounter>,
}

impl Likelihood {
    /// Index of the advantage.
    pub(super) fn advantage(&self) -> usize {
        self.count
    }

    /// Index of the draw width.
    pub(super) fn draw(&self) -> usize {
        self.count + 1
    }

    /// Newton's method with step halving.
    pub(super) fn maximize(&self, point: &mut Vec<f64>) {
        self.climb(point, |_, step| step);
    }

    /// The maximum among the points with the same value of the linear function `fixed`.
    pub(super) fn maximize_within(&self, point: &mut Vec<f64>, fixed: &[f64]) {
        self.climb(point, |information, mut step| {
            let along = solve(information, fixed.to_vec());
            let length = product(fixed, &along);
            if length.abs() > f64::MIN_POSITIVE {
                let excess = product(fixed, &step) / length;
                for (part, along) in step.iter_mut().zip(along) {
                    *part -= excess * along;
                }
            }
            step
        });
    }

    fn climb(&self, point: &mut Vec<f64>, restrict: impl Fn(Vec<Vec<f64>>, Vec<f64>) -> Vec<f64>) {
        for _ in 0..MAX_STEPS {
            let information = self.information(point);
            let step = solve(information.clone(), self.gradient(point));
            let step = restrict(information, step);
            let mut length = 1.0;
            let before = self.value(point);
            loop {
                let next: Vec<f64> = point
                    .iter()
                    .zip(&step)
                    .map(|(p, s)| p + length * s)
                    .collect();
                let is_valid = !self.has_draws || next[self.draw()] > 0.0;
                if is_valid && self.value(&next) >= before {
                    *point = next;
                    break;
                }
                length /= 2.0;
                if length < 1e-9 {
                    return;
                }
            }
            // Newton's method squares the error: the next step would change nothing.
            if step.iter().all(|part| part.abs() < 1e-7) {
                return;
            }
        }
    }

    /// Probabilities that the first mover wins and loses.
    fn probabilities(&self, point: &[f64], one: &Encounter) -> (f64, f64) {
        let lead = point[one.first] - point[one.second] + point[self.advantage()];
        let width = point[self.draw()];
        (logistic(lead - width), logistic(-lead - width))
    }

    pub(super) fn value(&self, point: &[f64]) -> f64 {
        let draws: f64 = self.encounters.iter().map(|one| one.draws).sum();
        let width = if self.has_draws {
            draws * ((2.0 * point[self.draw()]).exp() - 1.0).ln()
        } else {
            0.0
        };
        let games: f64 = self
            .encounters
            .iter()
            .map(|one| {
                let (win, loss) = self.probabilities(point, one);
                (one.wins + one.draws) * win.ln() + (one.losses + one.draws) * loss.ln()
            })
            .sum();
        let mean: f64 = point[..self.count].iter().sum();
        games + width
            - mean * mean / (2.0 * self.count as f64)
            - ADVANTAGE_PRECISION * point[self.advantage()].powi(2) / 2.0
    }

    fn gradient(&self, point: &[f64]) -> Vec<f64> {
        let (advantage, draw) = (self.advantage(), self.draw());
        let mut gradient = vec![0.0; self.count + 2];
        for one in &self.encounters {
            let (win, loss) = self.probabilities(point, one);
            let up = (one.wins + one.draws) * (1.0 - win);
            let down = (one.losses + one.draws) * (1.0 - loss);
            gradient[one.first] += up - down;
            gradient[one.second] -= up - down;
            gradient[advantage] += up - down;
            gradient[draw] -= up + down;
            if self.has_draws {
                let wide = (2.0 * point[draw]).exp();
                gradient[draw] += one.draws * 2.0 * wide / (wide - 1.0);
            }
        }
        let mean: f64 = point[..self.count].iter().sum();
        for part in &mut gradient[..self.count] {
            *part -= mean / self.count as f64;
        }
        gradient[advantage] -= ADVANTAGE_PRECISION * point[advantage];
        if !self.has_draws {
            gradient[draw] = 0.0;
        }
        if !self.has_advantage {
            gradient[advantage] = 0.0;
        }
        gradient
    }

    /// Observed information: the negated second derivatives. Fixed parameters have a unit row and column.
    pub(super) fn information(&self, point: &[f64]) -> Vec<Vec<f64>> {
        let (advantage, draw) = (self.advantage(), self.draw());
        let mut matrix = vec![vec![0.0; self.count + 2]; self.count + 2];
        for one in &self.encounters {
            let (win, loss) = self.probabilities(point, one);
            let up = (one.wins + one.draws) * win * (1.0 - win);
            let down = (one.losses + one.draws) * loss * (1.0 - loss);
            let lead = [(one.first, 1.0), (one.second, -1.0), (advantage, 1.0)];
            for (row, sign) in lead {
                for (column, other) in lead {
                    matrix[row][column] += sign * other * (up + down);
                }
                matrix[row][draw] -= sign * (up - down);
                matrix[draw][row] -= sign * (up - down);
            }
            matrix[draw][draw] += up + down;
            if self.has_draws {
                let wide = (2.0 * point[draw]).exp();
                matrix[draw][draw] += one.draws * 4.0 * wide / (wide - 1.0).powi(2);
            }
        }
        for row in &mut matrix[..self.count] {
            for cell in &mut row[..self.count] {
                *cell += 1.0 / self.count as f64;
            }
        }
        matrix[advantage][advantage] += ADVANTAGE_PRECISION;
        for (index, is_free) in [(advantage, self.has_advantage), (draw, self.has_draws)] {
            if !is_free {
                for row in &mut matrix {
                    row[index] = 0.0;
                }
                matrix[index].fill(0.0);
                matrix[index][index] = 1.0;
            }
        }
        matrix
    }
}

pub(super) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub(super) fn product(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(l, r)| l * r).sum()
}

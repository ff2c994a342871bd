//! Ratings of a tournament: Bradley–Terry with draws and the advantage of the first move, as BayesElo models it.
//!
//! With d the difference of two ratings, a the first mover's advantage and t ≥ 0 the width of the draw (all in units in
//! which 400 Elo are ln 10):
//!
//! ```text
//! P(first wins)  = 1 / (1 + exp(−(d + a − t)))
//! P(second wins) = 1 / (1 + exp(  d + a + t ))
//! P(draw)        = (exp(2t) − 1) · P(first wins) · P(second wins)
//! ```
//!
//! The logarithm of the likelihood is concave, so Newton's method finds the one maximum, and the curvature there gives
//! the error bars. A small prior, a win and a loss spread over each player's opponents, keeps the rating of a player who
//! has won everything finite. Ratings are relative to the mean of the pool, and so are their errors.

use super::{Estimate, Z95};

/// All games between two players with the same one moving first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Who moved first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Games that the first mover won.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games that the first mover lost.
    pub losses: f64,
}

/// What is estimated besides the ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingModel {
    /// Wins and losses that each player is given in advance, spread over its opponents.
    pub prior: f64,
    /// Whether moving first is an advantage to be estimated, or none.
    pub has_advantage: bool,
}

impl Default for RatingModel {
    fn default() -> RatingModel {
        RatingModel {
            prior: 0.5,
            has_advantage: true,
        }
    }
}

/// One player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of the pool.
    pub elo: Estimate,
    /// Games it rests on.
    pub games: u64,
    /// Points per game.
    pub score: f64,
}

/// What a tournament says of its players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One for each player, in the players' order.
    pub players: Vec<Rating>,
    /// What the first move is worth in Elo.
    pub advantage: Option<Estimate>,
    /// The width of the draw in Elo; 0 without draws.
    pub draw_elo: f64,
    covariance: Vec<Vec<f64>>,
}

/// Elo per natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Holds the advantage when the results say nothing of it, and does not matter otherwise: one over its variance.
const ADVANTAGE_PRECISION: f64 = 1e-4;
const MAX_STEPS: usize = 100;

impl Ratings {
    /// Rates players 0 to `count`. Games of a player with itself are passed over.
    pub fn new(count: usize, encounters: &[Encounter], model: RatingModel) -> Ratings {
        let played: Vec<Encounter> = encounters
            .iter()
            .copied()
            .filter(|one| one.first != one.second)
            .collect();
        let has_draws = played.iter().any(|one| one.draws > 0.0);
        let mut fit = Fit {
            count,
            has_draws,
            has_advantage: model.has_advantage,
            encounters: played.clone(),
        };
        fit.encounters.extend(prior(count, &played, model.prior));
        let mut point = vec![0.0; count + 2];
        if has_draws {
            point[fit.draw()] = 0.1;
        }
        fit.climb(&mut point);
        let covariance = inverse(fit.curvature(&point));
        let error = |index: usize, gauge: f64| {
            Z95 * ELO * (covariance[index][index] - gauge).max(0.0).sqrt()
        };
        let players = (0..count).map(|index| {
            let (mut games, mut points) = (0.0, 0.0);
            for one in &played {
                let total = one.wins + one.draws + one.losses;
                if one.first == index {
                    games += total;
                    points += one.wins + one.draws / 2.0;
                } else if one.second == index {
                    games += total;
                    points += one.losses + one.draws / 2.0;
                }
            }
            Rating {
                elo: Estimate {
                    value: point[index] * ELO,
                    // The pinned mean adds this much to every variance.
                    error: error(index, 1.0 / count as f64),
                },
                games: games as u64,
                score: if games > 0.0 { points / games } else { 0.5 },
            }
        });
        Ratings {
            players: players.collect(),
            advantage: model.has_advantage.then(|| Estimate {
                value: point[fit.advantage()] * ELO,
                error: error(fit.advantage(), 0.0),
            }),
            draw_elo: point[fit.draw()] * ELO,
            covariance,
        }
    }

    /// By how much one player is rated above another, with the error of that difference.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        let covariance = &self.covariance;
        let variance =
            covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other];
        Estimate {
            value: self.players[one].elo.value - self.players[other].elo.value,
            error: Z95 * ELO * variance.max(0.0).sqrt(),
        }
    }
}

fn prior(count: usize, played: &[Encounter], weight: f64) -> Vec<Encounter> {
    let mut met = vec![vec![false; count]; count];
    for one in played {
        met[one.first][one.second] = true;
        met[one.second][one.first] = true;
    }
    let mut virtual_games = Vec::new();
    for (first, met) in met.iter().enumerate() {
        let opponents: Vec<usize> = (0..count).filter(|&second| met[second]).collect();
        for &second in &opponents {
            // Half of it with either of the two moving first, so that it says nothing of the advantage.
            let share = weight / opponents.len() as f64 / 2.0;
            for (first, second) in [(first, second), (second, first)] {
                virtual_games.push(Encounter {
                    first,
                    second,
                    wins: share,
                    draws: 0.0,
                    losses: share,
                });
            }
        }
    }
    virtual_games
}

/// The likelihood as a function of the ratings, the advantage and the width of the draw, in this order.
struct Fit {
    count: usize,
    has_draws: bool,
    has_advantage: bool,
    encounters: Vec<Encounter>,
}

impl Fit {
    fn advantage(&self) -> usize {
        self.count
    }

    fn draw(&self) -> usize {
        self.count + 1
    }

    fn climb(&self, point: &mut Vec<f64>) {
        for _ in 0..MAX_STEPS {
            let step = solve(self.curvature(point), self.gradient(point));
            let mut length = 1.0;
            let before = self.likelihood(point);
            loop {
                let next: Vec<f64> = point
                    .iter()
                    .zip(&step)
                    .map(|(p, s)| p + length * s)
                    .collect();
                let is_allowed = !self.has_draws || next[self.draw()] > 0.0;
                if is_allowed && self.likelihood(&next) >= before {
                    *point = next;
                    break;
                }
                length /= 2.0;
                if length < 1e-9 {
                    return;
                }
            }
            if step.iter().all(|part| part.abs() < 1e-10) {
                return;
            }
        }
    }

    /// How likely the first mover is to win, and to lose.
    fn chances(&self, point: &[f64], one: &Encounter) -> (f64, f64) {
        let lead = point[one.first] - point[one.second] + point[self.advantage()];
        let width = point[self.draw()];
        (logistic(lead - width), logistic(-lead - width))
    }

    fn likelihood(&self, point: &[f64]) -> f64 {
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
                let (win, loss) = self.chances(point, one);
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
            let (win, loss) = self.chances(point, one);
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

    /// The negated second derivatives; parameters that are not estimated stand alone.
    fn curvature(&self, point: &[f64]) -> Vec<Vec<f64>> {
        let (advantage, draw) = (self.advantage(), self.draw());
        let mut matrix = vec![vec![0.0; self.count + 2]; self.count + 2];
        for one in &self.encounters {
            let (win, loss) = self.chances(point, one);
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

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Solves a linear system by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        // A player without games leaves a row of nothing; it stays where it is.
        if matrix[column][column].abs() < 1e-300 {
            matrix[column][column] = 1.0;
        }
        let pivot = matrix[column].clone();
        for row in column + 1..size {
            let factor = matrix[row][column] / pivot[column];
            for (cell, above) in matrix[row].iter_mut().zip(&pivot).skip(column) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        for column in row + 1..size {
            right[row] -= matrix[row][column] * right[column];
        }
        right[row] /= matrix[row][row];
    }
    right
}

fn inverse(matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    (0..size)
        .map(|index| {
            let mut unit = vec![0.0; size];
            unit[index] = 1.0;
            solve(matrix.clone(), unit)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEAMS: [&str; 7] = [
        "Baltimore",
        "Boston",
        "Cleveland",
        "Detroit",
        "Milwaukee",
        "New York",
        "Toronto",
    ];

    /// Home games of the American League's eastern division in 1987 (Agresti, Categorical Data Analysis): home
    /// team, wins and losses against each other team in the order of `TEAMS`.
    const SEASON: [[(u32, u32); 7]; 7] = [
        [(0, 0), (1, 6), (3, 4), (1, 5), (2, 5), (2, 4), (1, 6)],
        [(6, 0), (0, 0), (5, 2), (2, 5), (5, 1), (4, 2), (3, 3)],
        [(2, 4), (4, 2), (0, 0), (3, 3), (2, 5), (4, 3), (3, 4)],
        [(4, 3), (6, 0), (6, 1), (0, 0), (3, 3), (4, 3), (4, 2)],
        [(6, 0), (6, 1), (4, 2), (4, 3), (0, 0), (4, 3), (4, 2)],
        [(6, 1), (4, 3), (4, 2), (5, 1), (3, 3), (0, 0), (2, 5)],
        [(6, 0), (4, 3), (4, 2), (4, 3), (2, 5), (2, 4), (0, 0)],
    ];

    fn season() -> Vec<Encounter> {
        let mut encounters = Vec::new();
        for (first, row) in SEASON.iter().enumerate() {
            for (second, &(wins, losses)) in row.iter().enumerate() {
                encounters.push(Encounter {
                    first,
                    second,
                    wins: wins.into(),
                    draws: 0.0,
                    losses: losses.into(),
                });
            }
        }
        encounters
    }

    /// The coefficients and standard errors that R's BradleyTerry2 prints for these games.
    #[test]
    fn published_figures_with_and_without_home_advantage() {
        let plain = [0.0, 1.1077, 0.6839, 1.4364, 1.5814, 1.2476, 1.2945];
        let at_home = [0.0, 1.1438, 0.7047, 1.4754, 1.6196, 1.2813, 1.3271];
        let errors = [0.0, 0.3378, 0.3350, 0.3446, 0.3474, 0.3404, 0.3403];
        for (has_advantage, published) in [(false, plain), (true, at_home)] {
            let model = RatingModel {
                prior: 0.0,
                has_advantage,
            };
            let ratings = Ratings::new(TEAMS.len(), &season(), model);
            for (index, expected) in published.into_iter().enumerate() {
                let found = ratings.difference(index, 0);
                assert!(
                    (found.value / ELO - expected).abs() < 1e-3,
                    "{}: {} instead of {expected}",
                    TEAMS[index],
                    found.value / ELO
                );
                if has_advantage {
                    assert!((found.error / ELO / Z95 - errors[index]).abs() < 1e-3);
                }
            }
            if let Some(advantage) = ratings.advantage {
                assert!(
                    (advantage.value / ELO - 0.3023).abs() < 1e-3,
                    "{advantage:?}"
                );
                assert!((advantage.error / ELO / Z95 - 0.1309).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn draws_are_part_of_the_model() {
        // Ratings, advantage and width that made the counts are found again.
        let (ratings, advantage, width) = ([0.6, 0.0, -0.6], 0.3, 0.2);
        let mut encounters = Vec::new();
        for first in 0..3 {
            for second in (0..3).filter(|&second| second != first) {
                let lead: f64 = ratings[first] - ratings[second] + advantage;
                let (wins, losses) = (logistic(lead - width), logistic(-lead - width));
                encounters.push(Encounter {
                    first,
                    second,
                    wins: 1000.0 * wins,
                    draws: 1000.0 * (1.0 - wins - losses),
                    losses: 1000.0 * losses,
                });
            }
        }
        let model = RatingModel {
            prior: 0.0,
            ..RatingModel::default()
        };
        let found = Ratings::new(3, &encounters, model);
        for (index, rating) in ratings.into_iter().enumerate() {
            assert!((found.players[index].elo.value / ELO - rating).abs() < 1e-6);
        }
        assert!((found.advantage.unwrap().value / ELO - advantage).abs() < 1e-4);
        assert!((found.draw_elo / ELO - width).abs() < 1e-6);
    }

    #[test]
    fn a_player_who_wins_everything_has_a_finite_rating() {
        let encounters: Vec<_> = [(0, 1), (1, 0)]
            .into_iter()
            .map(|(first, second)| Encounter {
                first,
                second,
                wins: if first == 0 { 10.0 } else { 0.0 },
                draws: 0.0,
                losses: if first == 0 { 0.0 } else { 10.0 },
            })
            .collect();
        let ratings = Ratings::new(3, &encounters, RatingModel::default());
        assert!(ratings.players[0].elo.value > 100.0);
        assert!(ratings.players.iter().all(|one| one.elo.value.is_finite()));
        assert_eq!(ratings.players[2].games, 0);
    }
}

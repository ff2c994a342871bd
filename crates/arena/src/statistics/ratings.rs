//! Tournament ratings: Bradley–Terry with draws and a first-move advantage, the model of BayesElo.
//!
//! With d the difference of two ratings, a the first mover's advantage and t ≥ 0 the draw width (in units in which
//! 400 Elo are ln 10):
//!
//! ```text
//! P(first wins)  = 1 / (1 + exp(−(d + a − t)))
//! P(second wins) = 1 / (1 + exp(  d + a + t ))
//! P(draw)        = (exp(2t) − 1) · P(first wins) · P(second wins)
//! ```
//!
//! The log-likelihood is concave, so Newton's method finds its maximum, and the curvature there gives the error bars. A
//! weak prior of virtual wins and losses against each player's opponents keeps the rating of a player that has won
//! everything finite. Ratings are relative to the mean of all players, and so are their errors.

mod likelihood;
mod linear;

use super::{Estimate, Z95};

use likelihood::Likelihood;

/// All games between two players in which the same player moved first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// The player that moved first.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
    /// Wins of the first mover.
    pub wins: f64,
    /// Draws.
    pub draws: f64,
    /// Losses of the first mover.
    pub losses: f64,
}

/// Options of the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingModel {
    /// Virtual wins and losses of each player, spread over its opponents.
    pub prior: f64,
    /// Whether the first-move advantage is estimated or 0.
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

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the mean of all players.
    pub elo: Estimate,
    /// Number of games.
    pub games: u64,
    /// Points per game.
    pub score: f64,
}

/// Ratings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Ratings in the order of the players.
    pub players: Vec<Rating>,
    /// First-move advantage in Elo.
    pub advantage: Option<Estimate>,
    /// Draw width in Elo (BayesElo's eloDraw); 0 without draws.
    pub draw_elo: f64,
    covariance: Vec<Vec<f64>>,
}

/// Elo per unit of the model.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// Rates players 0 to `count` − 1. Games of a player against itself are ignored.
    pub fn new(count: usize, encounters: &[Encounter], model: RatingModel) -> Ratings {
        let played: Vec<Encounter> = encounters
            .iter()
            .copied()
            .filter(|one| one.first != one.second)
            .collect();
        let has_draws = played.iter().any(|one| one.draws > 0.0);
        let mut fit = Likelihood {
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
        fit.maximize(&mut point);
        let covariance = linear::inverse(fit.information(&point));
        let error = |index: usize, correction: f64| {
            Z95 * ELO * (covariance[index][index] - correction).max(0.0).sqrt()
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
                    // The constraint on the mean adds this much to every variance.
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

    /// The rating difference of two players, with its own error.
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

/// Virtual games of the prior.
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
            // Each of the two moves first in half of the games, so the prior is neutral about the advantage.
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

#[cfg(test)]
mod tests;

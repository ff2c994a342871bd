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
//! The log-likelihood is concave, so Newton's method finds its maximum, and its profile gives the intervals. A weak prior
//! of virtual wins and losses against each player's opponents keeps the rating of a player that has won everything
//! finite; its interval is still open at that end. Ratings and intervals are relative to the mean of all players.

mod interval;
mod likelihood;
mod linear;

use super::Estimate;
use super::profile::threshold;

use interval::Peak;
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
    /// Elo relative to the mean of all players with games.
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
    fit: Likelihood,
    point: Vec<f64>,
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
        let peak = Peak {
            fit: &fit,
            point: &point,
        };
        let totals: Vec<Total> = (0..count).map(|index| Total::of(index, &played)).collect();
        let rated = totals.iter().filter(|total| total.games > 0.0).count() as f64;
        let players = totals.iter().enumerate().map(|(index, total)| {
            // A player without games could be anywhere, and the mean with it.
            let mut function = vec![0.0; count + 2];
            for (weight, other) in function.iter_mut().zip(&totals) {
                *weight = if other.games > 0.0 { -1.0 / rated } else { 0.0 };
            }
            function[index] += 1.0;
            let mut elo = estimate(&peak, &function, total.decisive);
            if total.score() >= Some(1.0) {
                elo.high = f64::INFINITY;
            }
            if total.score() <= Some(0.0) {
                elo.low = f64::NEG_INFINITY;
            }
            Rating {
                elo,
                games: total.games as u64,
                score: total.score().unwrap_or(0.5),
            }
        });
        let players = players.collect();
        let advantage = model.has_advantage.then(|| {
            let mut function = vec![0.0; count + 2];
            function[fit.advantage()] = 1.0;
            // Every game has two players.
            let decisive: f64 = totals.iter().map(|total| total.decisive).sum();
            estimate(&peak, &function, decisive / 2.0)
        });
        Ratings {
            players,
            advantage,
            draw_elo: point[fit.draw()] * ELO,
            fit,
            point,
        }
    }

    /// The rating difference of two players, with its own interval.
    pub fn difference(&self, one: usize, other: usize) -> Estimate {
        let mut function = vec![0.0; self.point.len()];
        function[one] += 1.0;
        function[other] -= 1.0;
        if one == other {
            let (value, low, high) = (0.0, 0.0, 0.0);
            return Estimate { value, low, high };
        }
        let peak = Peak {
            fit: &self.fit,
            point: &self.point,
        };
        estimate(
            &peak,
            &function,
            Total::of(one, &self.fit.encounters).decisive,
        )
    }
}

/// A linear function of the parameters in Elo.
fn estimate(peak: &Peak<'_>, function: &[f64], decisive: f64) -> Estimate {
    let value = likelihood::product(function, peak.point);
    let (down, up) = peak.interval(function, threshold(decisive));
    Estimate {
        value: value * ELO,
        low: (value + down) * ELO,
        high: (value + up) * ELO,
    }
}

/// The games of one player.
#[derive(Default)]
struct Total {
    games: f64,
    points: f64,
    decisive: f64,
}

impl Total {
    fn of(index: usize, played: &[Encounter]) -> Total {
        let mut total = Total::default();
        for one in played {
            let points = if one.first == index {
                one.wins
            } else if one.second == index {
                one.losses
            } else {
                continue;
            };
            total.games += one.wins + one.draws + one.losses;
            total.points += points + one.draws / 2.0;
            total.decisive += one.wins + one.losses;
        }
        total
    }

    /// Points per game.
    fn score(&self) -> Option<f64> {
        (self.games > 0.0).then(|| self.points / self.games)
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

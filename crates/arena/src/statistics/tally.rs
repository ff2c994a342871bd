//! Wins, draws and losses.

use super::{Estimate, elo_estimate, normal};

/// Results of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

/// The result of one game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// 0 points.
    Loss,
    /// ½ point.
    Draw,
    /// 1 point.
    Win,
}

impl GameScore {
    /// Twice the points: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Win => self.wins += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Loss => self.losses += 1,
        }
    }

    /// The opponent's results.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points; a draw is half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Standard error of the score, with games taken as independent.
    pub fn standard_error(&self) -> Option<f64> {
        let score = self.score()?;
        let games = self.games() as f64;
        let squares = self.wins as f64 * (1.0 - score).powi(2)
            + self.draws as f64 * (0.5 - score).powi(2)
            + self.losses as f64 * score.powi(2);
        Some((squares / games / games).sqrt())
    }

    /// Elo difference, with games taken as independent; `None` for a score of 0 or 1.
    pub fn elo(&self) -> Option<Estimate> {
        elo_estimate(self.score()?, self.standard_error()?)
    }

    /// Probability that this player is stronger, with games taken as independent.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        likelihood_of_superiority(self.score()?, self.standard_error()?)
    }
}

pub(super) fn likelihood_of_superiority(score: f64, standard_error: f64) -> Option<f64> {
    (standard_error > 0.0).then(|| normal::cdf((score - 0.5) / standard_error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from the tests of fastchess.
    #[test]
    fn matches_fastchess() {
        let tally = Tally {
            wins: 136,
            losses: 96,
            draws: 111,
        };
        let elo = tally.elo().unwrap();
        assert!((elo.value - 40.70).abs() < 0.01, "{elo:?}");
        assert!((elo.error - 30.43).abs() < 0.05, "{elo:?}");
        assert!((tally.likelihood_of_superiority().unwrap() - 0.9960).abs() < 5e-5);
        let worse = Tally {
            wins: 76,
            losses: 89,
            draws: 123,
        };
        assert!((worse.likelihood_of_superiority().unwrap() - 0.1553).abs() < 5e-5);
    }

    #[test]
    fn no_estimate_without_evidence() {
        assert_eq!(Tally::default().elo(), None);
        let all = Tally {
            wins: 5,
            ..Tally::default()
        };
        assert_eq!(all.elo(), None);
        assert_eq!(all.likelihood_of_superiority(), None);
    }
}

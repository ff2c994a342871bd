//! Wins, draws and losses.

use super::{Estimate, elo_estimate, normal};

/// Results of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// One game as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameScore {
    /// 0, 1 or 2.
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

    /// The same games as the other side sees them.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: a draw is half a point.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` before the first game.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The standard error of the score, each game taken for itself.
    pub fn standard_error(&self) -> Option<f64> {
        let score = self.score()?;
        let games = self.games() as f64;
        let squares = self.wins as f64 * (1.0 - score).powi(2)
            + self.draws as f64 * (0.5 - score).powi(2)
            + self.losses as f64 * score.powi(2);
        Some((squares / games / games).sqrt())
    }

    /// The difference in Elo, each game taken for itself; `None` when one side has every point.
    pub fn elo(&self) -> Option<Estimate> {
        elo_estimate(self.score()?, self.standard_error()?)
    }

    /// The probability that this player is the better one, each game taken for itself.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        superiority(self.score()?, self.standard_error()?)
    }
}

pub(super) fn superiority(score: f64, deviation: f64) -> Option<f64> {
    (deviation > 0.0).then(|| normal::below((score - 0.5) / deviation))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of fastchess's own tests, in wins, losses and draws.
    #[test]
    fn published_figures() {
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
    fn nothing_is_claimed_without_evidence() {
        assert_eq!(Tally::default().elo(), None);
        let all = Tally {
            wins: 5,
            ..Tally::default()
        };
        assert_eq!(all.elo(), None);
        assert_eq!(all.likelihood_of_superiority(), None);
    }
}

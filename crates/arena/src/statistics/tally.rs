//! Wins, draws and losses.

use super::profile::Sample;
use super::{Estimate, elo_estimate};

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

    /// Removes a game that was added before.
    pub fn remove(&mut self, score: GameScore) {
        match score {
            GameScore::Win => self.wins = self.wins.saturating_sub(1),
            GameScore::Draw => self.draws = self.draws.saturating_sub(1),
            GameScore::Loss => self.losses = self.losses.saturating_sub(1),
        }
    }

    /// The 95 % interval of the score, with games taken as independent; `None` without games.
    pub fn score_interval(&self) -> Option<(f64, f64)> {
        self.sample().interval()
    }

    /// Elo difference, with games taken as independent; `None` without games.
    pub fn elo(&self) -> Option<Estimate> {
        Some(elo_estimate(self.score()?, self.score_interval()?))
    }

    /// Probability that this player is stronger, with games taken as independent.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        self.sample().likelihood_of_superiority()
    }

    fn sample(self) -> Sample {
        Sample {
            games: self,
            ..Sample::default()
        }
    }
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
        assert!((elo.error() - 30.43).abs() < 0.3, "{elo:?}");
        assert!((tally.likelihood_of_superiority().unwrap() - 0.9960).abs() < 5e-4);
        let worse = Tally {
            wins: 76,
            losses: 89,
            draws: 123,
        };
        assert!((worse.likelihood_of_superiority().unwrap() - 0.1553).abs() < 2e-3);
    }

    #[test]
    fn a_clean_sweep_has_one_bound() {
        assert_eq!(Tally::default().elo(), None);
        let all = Tally {
            wins: 20,
            ..Tally::default()
        };
        let elo = all.elo().unwrap();
        // 0.05 = p^20.
        let bound = super::super::elo_of_score(0.05_f64.powf(1.0 / 20.0));
        assert!((elo.low - bound).abs() < 0.5, "{elo}");
        assert!(elo.value == f64::INFINITY && elo.high == f64::INFINITY);
        let none = all.reversed().elo().unwrap();
        assert!((none.high + bound).abs() < 0.5 && none.low == f64::NEG_INFINITY);
        let superiority = all.likelihood_of_superiority().unwrap();
        assert!((0.999..1.0).contains(&superiority), "{superiority}");
    }
}

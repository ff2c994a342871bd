//! Which game numbers a match uses.

use super::{Colors, MatchConfig};

/// The numbers of the games of a match.
#[derive(Clone, Copy)]
pub(super) struct Schedule {
    colors: Colors,
    games: u64,
    rounds: u64,
    games_per_round: u64,
}

impl Schedule {
    pub(super) fn new(config: &MatchConfig) -> Schedule {
        let pairings = config.pairings().len() as u64;
        let (rounds, games_per_round) = match config.colors {
            Colors::Both => (config.games.div_ceil(2), 2 * pairings),
            Colors::Fixed => (config.games, pairings),
        };
        Schedule {
            colors: config.colors,
            games: config.games,
            rounds,
            games_per_round,
        }
    }

    /// The number after the last one.
    pub(super) fn end(self) -> u64 {
        self.rounds * self.games_per_round
    }

    /// Whether a number before the end is used. If the number of games is odd, the last round has only the first game of each pair.
    pub(super) fn contains(self, number: u64) -> bool {
        let is_second = self.colors == Colors::Both && number % 2 == 1;
        let is_last_round = number / self.games_per_round.max(1) + 1 == self.rounds;
        !(is_second && is_last_round && self.games % 2 == 1)
    }
}

//! Which games a contest consists of. Every game has a number, and the number says everything about it.
//!
//! Pairings take turns, so that a contest that is stopped early has given everybody about the same number of games, and
//! in each round all pairings get the same opening. With both colors, games 2n and 2n + 1 are a pair.

use gomoku::Point;

use crate::contest::{Colors, Contest, Format};
use crate::seed;

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The contestant that begins, as black unless the opening procedure decides otherwise; and the other one.
    pub seats: [usize; 2],
    /// The number of its opening in the book.
    pub opening: u64,
    /// The stones of the opening.
    pub stones: Vec<Point>,
}

impl Contest {
    /// Who meets whom.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.contestants.len();
        match self.format {
            Format::RoundRobin => (0..count)
                .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
                .collect(),
            Format::Gauntlet => (1..count).map(|second| (0, second)).collect(),
            Format::Selves => (0..count).map(|one| (one, one)).collect(),
        }
    }

    /// How many games there are in all.
    pub fn game_count(&self) -> u64 {
        self.games * self.pairings().len() as u64
    }

    /// The numbers of all games.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let pairings = self.pairings().len() as u64;
        let games = self.games;
        let colors = self.colors;
        let in_round = match colors {
            Colors::Both => 2 * pairings,
            Colors::Fixed => pairings,
        };
        let rounds = match colors {
            Colors::Both => games.div_ceil(2),
            Colors::Fixed => games,
        };
        (0..rounds * in_round).filter(move |number| {
            // With an odd number of games the last pair is half a pair.
            let is_second = colors == Colors::Both && number % 2 == 1;
            let is_last_round = number / in_round.max(1) + 1 == rounds;
            !(is_second && is_last_round && games % 2 == 1)
        })
    }

    /// The game of this number.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairings = self.pairings();
        let count = pairings.len().max(1) as u64;
        let (pair, is_reversed) = match self.colors {
            Colors::Both => (number / 2, number % 2 == 1),
            Colors::Fixed => (number, false),
        };
        let (first, second) = pairings[(pair % count) as usize];
        let round = pair / count;
        let (opening, stones) =
            self.book
                .opening(round, seed::derive([self.seed, BOOK]), self.size, self.rule);
        Fixture {
            number,
            pair,
            seats: if is_reversed {
                [second, first]
            } else {
                [first, second]
            },
            opening,
            stones,
        }
    }

    /// The seed of a contestant in a game; `seat` keeps two sides of the same player apart.
    pub fn player_seed(&self, number: u64, seat: usize, contestant: usize) -> u64 {
        let own = self.contestants[contestant].spec.seed();
        seed::derive([self.seed, number, seat as u64, own])
    }
}

/// Keeps the random numbers of openings apart from those of players.
const BOOK: u64 = u64::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::Contestant;
    use crate::terms::Terms;

    fn contest(players: usize, format: Format, games: u64) -> Contest {
        let one = |name: String| Contestant {
            name,
            spec: "random".parse().unwrap(),
            terms: Terms::default(),
        };
        let mut contest = Contest::of_two(one("0".into()), one("1".into()));
        contest.contestants = (0..players).map(|name| one(name.to_string())).collect();
        contest.format = format;
        contest.games = games;
        contest
    }

    #[test]
    fn everybody_gets_both_colors_equally_often() {
        for (format, players, pairings) in [
            (Format::RoundRobin, 4, 6),
            (Format::Gauntlet, 4, 3),
            (Format::Selves, 3, 3),
        ] {
            let contest = contest(players, format, 6);
            let numbers: Vec<u64> = contest.numbers().collect();
            assert_eq!(numbers.len() as u64, contest.game_count());
            assert_eq!(numbers.len(), pairings * 6);
            let mut balance = vec![0; players];
            for fixture in numbers.iter().map(|&number| contest.fixture(number)) {
                balance[fixture.seats[0]] += 1;
                balance[fixture.seats[1]] -= 1;
            }
            assert!(balance.iter().all(|&difference| difference == 0));
        }
    }

    #[test]
    fn a_longer_contest_begins_with_the_shorter_one() {
        let (short, long) = (
            contest(3, Format::RoundRobin, 5),
            contest(3, Format::RoundRobin, 8),
        );
        assert_eq!(short.numbers().count(), 15);
        let all: Vec<u64> = long.numbers().collect();
        for number in short.numbers() {
            assert!(all.contains(&number));
            assert_eq!(short.fixture(number), long.fixture(number));
        }
        assert_eq!(short.identity(), long.identity());
    }

    #[test]
    fn fixed_colors_stay() {
        let mut contest = contest(2, Format::RoundRobin, 5);
        contest.colors = Colors::Fixed;
        assert!(
            contest
                .numbers()
                .all(|number| contest.fixture(number).seats == [0, 1])
        );
        assert_eq!(contest.numbers().count(), 5);
    }
}

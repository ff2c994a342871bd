//! Everything that determines the games of a match, a tournament or an experiment.
//!
//! A match is between two players; with more it is a tournament. Games have numbers, and a number determines its game:
//! pairing, colors, opening and seeds. Pairings alternate, so a match that is stopped early has given every pairing
//! about the same number of games, and all pairings of a round share one opening. With [`Colors::Both`], games 2n and
//! 2n + 1 form a pair.
//!
//! Two configurations with equal [`MatchConfig::identity`] and no clocks have the same games, on any number of
//! threads. The number of games is not part of the identity, so a match can be extended later.

mod identity;
mod schedule;

use gomoku::opening::OpeningError;
use gomoku::{Opening, Point, Procedure, Rule, Size};
use players::Spec;

use crate::game::Adjudication;
use crate::limits::PlayerLimits;
use crate::openings::OpeningBook;
use crate::seed;

use schedule::Schedule;

/// A player in a match.
#[derive(Clone, Debug)]
pub struct PlayerConfig {
    /// Display name, unique within the match.
    pub name: String,
    /// Which algorithm or program, with its parameters.
    pub spec: Spec,
    /// Time, node and memory limits.
    pub limits: PlayerLimits,
}

/// Which players meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Everyone plays everyone; with two players this is a match.
    #[default]
    RoundRobin,
    /// The first player plays everyone else.
    Gauntlet,
    /// Each player plays itself.
    SelfPlay,
}

/// Assignment of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Each opening is played twice, with colors swapped.
    #[default]
    Both,
    /// The first player of a pairing always has black.
    Fixed,
}

/// Configuration of a match or tournament.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// The players.
    pub players: Vec<PlayerConfig>,
    /// Which of them meet.
    pub format: TournamentFormat,
    /// Assignment of colors.
    pub colors: Colors,
    /// Games per pairing.
    pub games: u64,
    /// Board size.
    pub size: Size,
    /// Game rule.
    pub rule: Rule,
    /// Openings.
    pub book: OpeningBook,
    /// Opening procedure; with any other than `Free` the book is not used.
    pub procedure: Procedure,
    /// Move limit and time margin.
    pub adjudication: Adjudication,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Game number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// Indices of the two players. The first moves first, as black unless the opening procedure decides otherwise.
    pub seats: [usize; 2],
    /// Index of the opening in the book.
    pub opening: u64,
    /// Stones of the opening.
    pub stones: Vec<Point>,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchConfigError {
    /// Not enough players.
    #[error("at least {required} players required, found {found}")]
    TooFewPlayers {
        /// Minimum for this format.
        required: usize,
        /// Players given.
        found: usize,
    },
    /// No games, or too many.
    #[error("{0} games for each pairing; expected 1 to {MAX_GAMES}")]
    Games(u64),
    /// The opening procedure does not fit the board.
    #[error("{procedure} on {size}x{size}: {error}")]
    Procedure {
        /// The procedure.
        procedure: String,
        /// Board size.
        size: Size,
        /// Cause.
        error: OpeningError,
    },
}

/// Games for each pairing. Far beyond what can be played; their numbers never overflow.
pub const MAX_GAMES: u64 = 1_000_000_000;
/// Separates the random numbers of openings from those of players.
const OPENINGS_STREAM: u64 = u64::MAX;

impl MatchConfig {
    /// A match of 100 games from the empty board, freestyle on 15x15.
    pub fn new(first: PlayerConfig, second: PlayerConfig) -> MatchConfig {
        MatchConfig {
            players: vec![first, second],
            format: TournamentFormat::RoundRobin,
            colors: Colors::Both,
            games: 100,
            size: Size::FIFTEEN,
            rule: Rule::Freestyle,
            book: OpeningBook::Empty,
            procedure: Procedure::Free,
            adjudication: Adjudication::default(),
            seed: 0,
        }
    }

    /// Whether the match can be played.
    ///
    /// # Errors
    /// If there are too few players, no or too many games, or the opening procedure does not fit the board.
    pub fn check(&self) -> Result<(), MatchConfigError> {
        let required = match self.format {
            TournamentFormat::SelfPlay => 1,
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => 2,
        };
        let found = self.players.len();
        if found < required {
            return Err(MatchConfigError::TooFewPlayers { required, found });
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(MatchConfigError::Games(self.games));
        }
        let opening = self.new_opening();
        opening
            .map(|_| ())
            .map_err(|error| MatchConfigError::Procedure {
                procedure: self.procedure.to_string(),
                size: self.size,
                error,
            })
    }

    /// The opening procedure at its first step.
    pub(crate) fn new_opening(&self) -> Result<Opening, OpeningError> {
        Opening::new(self.procedure.clone(), self.size, self.rule)
    }

    /// One line of JSON that is equal for equal games.
    pub fn identity(&self) -> String {
        identity::to_json(self).to_string()
    }

    /// Whether results depend on the speed of the machine.
    pub fn has_clock(&self) -> bool {
        self.players.iter().any(|player| player.limits.has_clock())
    }

    /// Player names in order.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.iter().map(|player| player.name.clone());
        names.collect()
    }

    /// The pairs of players that meet.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        match self.format {
            TournamentFormat::RoundRobin => (0..count)
                .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
                .collect(),
            TournamentFormat::Gauntlet => (1..count).map(|second| (0, second)).collect(),
            TournamentFormat::SelfPlay => (0..count).map(|player| (player, player)).collect(),
        }
    }

    /// Total number of games.
    pub fn game_count(&self) -> u64 {
        self.games.saturating_mul(self.pairings().len() as u64)
    }

    /// The numbers of all games, ascending.
    pub fn game_numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let schedule = Schedule::new(self);
        (0..schedule.end()).filter(move |&number| schedule.contains(number))
    }

    /// Whether a game with this number is to be played.
    pub fn is_scheduled(&self, number: u64) -> bool {
        let schedule = Schedule::new(self);
        number < schedule.end() && schedule.contains(number)
    }

    /// The pair of a game, its pairing, and whether the colors of the pairing are swapped.
    fn scheduled_pair(&self, number: u64) -> (u64, u64, [usize; 2]) {
        let pairings = self.pairings();
        let count = pairings.len().max(1) as u64;
        let (pair, is_reversed) = match self.colors {
            Colors::Both => (number / 2, number % 2 == 1),
            Colors::Fixed => (number, false),
        };
        let (first, second) = pairings[(pair % count) as usize];
        let seats = if is_reversed {
            [second, first]
        } else {
            [first, second]
        };
        (pair, pair / count, seats)
    }

    /// The players of the game with this number.
    pub fn scheduled_seats(&self, number: u64) -> [usize; 2] {
        self.scheduled_pair(number).2
    }

    /// The game with this number.
    pub fn scheduled_game(&self, number: u64) -> ScheduledGame {
        let (pair, round, seats) = self.scheduled_pair(number);
        let book_seed = seed::derive([self.seed, OPENINGS_STREAM]);
        let (opening, stones) = self.book.opening(round, book_seed, self.size, self.rule);
        ScheduledGame {
            number,
            pair,
            seats,
            opening,
            stones,
        }
    }

    /// The seed of a player in a game. `seat` distinguishes the two sides of self-play.
    pub fn player_seed(&self, number: u64, seat: usize, player: usize) -> u64 {
        let own = self.players[player].spec.seed();
        seed::derive([self.seed, number, seat as u64, own])
    }
}

/// Unique display names: the spec strings, repeated ones numbered from 2.
pub fn distinct_names(specs: &[Spec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for spec in specs {
        let name = spec.to_string();
        let name = if names.contains(&name) {
            (2..)
                .map(|index| format!("{name} #{index}"))
                .find(|name| !names.contains(name))
                .unwrap_or(name)
        } else {
            name
        };
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(players: usize, format: TournamentFormat, games: u64) -> MatchConfig {
        let player = |name: String| PlayerConfig {
            name,
            spec: Spec::read("random", &players::Access::shipped()).unwrap(),
            limits: PlayerLimits::default(),
        };
        let mut config = MatchConfig::new(player("0".into()), player("1".into()));
        config.players = (0..players).map(|name| player(name.to_string())).collect();
        config.format = format;
        config.games = games;
        config
    }

    #[test]
    fn every_player_gets_both_colors_equally_often() {
        for (format, players, pairings) in [
            (TournamentFormat::RoundRobin, 4, 6),
            (TournamentFormat::Gauntlet, 4, 3),
            (TournamentFormat::SelfPlay, 3, 3),
        ] {
            let config = config(players, format, 6);
            let numbers: Vec<u64> = config.game_numbers().collect();
            assert_eq!(numbers.len() as u64, config.game_count());
            assert_eq!(numbers.len(), pairings * 6);
            let mut balance = vec![0; players];
            for game in numbers.iter().map(|&number| config.scheduled_game(number)) {
                balance[game.seats[0]] += 1;
                balance[game.seats[1]] -= 1;
            }
            assert!(balance.iter().all(|&difference| difference == 0));
        }
    }

    #[test]
    fn an_extended_match_starts_with_the_same_games() {
        let (short, long) = (
            config(3, TournamentFormat::RoundRobin, 5),
            config(3, TournamentFormat::RoundRobin, 8),
        );
        assert_eq!(short.game_numbers().count(), 15);
        let all: Vec<u64> = long.game_numbers().collect();
        for number in short.game_numbers() {
            assert!(all.contains(&number));
            assert_eq!(short.scheduled_game(number), long.scheduled_game(number));
        }
        assert_eq!(short.identity(), long.identity());
    }

    #[test]
    fn fixed_colors_never_swap() {
        let mut config = config(2, TournamentFormat::RoundRobin, 5);
        config.colors = Colors::Fixed;
        assert!(
            config
                .game_numbers()
                .all(|number| config.scheduled_game(number).seats == [0, 1])
        );
        assert_eq!(config.game_numbers().count(), 5);
    }
}

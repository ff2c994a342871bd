//! Scores of a match: per pairing, per opening and by termination.

mod sprt_state;

use std::collections::{BTreeMap, HashMap, HashSet};

use gomoku::{ByColor, Color};

use crate::game_record::{GameSummary, SearchTotals, Termination};
use crate::match_config::{Colors, MatchConfig};
use crate::statistics::fairness::{self, OpeningTally};
use crate::statistics::profile::Sample;
use crate::statistics::tally::GameScore;
use crate::statistics::{
    Encounter, Estimate, Pentanomial, RatingModel, Ratings, Tally, elo_estimate,
};

pub use sprt_state::SprtState;

/// The games between two players, as the first of them sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairingScore {
    /// The player whose wins are counted.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
    /// Results of single games.
    pub tally: Tally,
    /// Results of pairs of games.
    pub pentanomial: Pentanomial,
    /// Results of the games that are not part of a pair.
    pub unpaired: Tally,
    /// Results of the black side.
    pub by_black: Tally,
    /// What the first player used as black and as white.
    pub first_totals: ByColor<SearchTotals>,
    /// What the second player used as black and as white.
    pub second_totals: ByColor<SearchTotals>,
}

impl PairingScore {
    /// Elo difference; `None` without games.
    pub fn elo(&self) -> Option<Estimate> {
        Some(elo_estimate(self.tally.score()?, self.score_interval()?))
    }

    /// The 95 % interval of the score; `None` without games.
    pub fn score_interval(&self) -> Option<(f64, f64)> {
        self.sample().interval()
    }

    /// Probability that the first player is stronger.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        self.sample().likelihood_of_superiority()
    }

    fn sample(&self) -> Sample {
        Sample {
            pairs: self.pentanomial,
            games: self.unpaired,
        }
    }
}

/// Scores of a match.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    pairings: Vec<PairingScore>,
    index: HashMap<(usize, usize), usize>,
    has_pairs: bool,
    players: usize,
    /// The first game of each unfinished pair, by pairing and pair.
    half_pairs: HashMap<(usize, u64), GameScore>,
    openings: Vec<(u64, Option<Color>)>,
    distinct: HashSet<u64>,
    games: u64,
    stones: u64,
    terminations: BTreeMap<Termination, u64>,
    forfeits: Vec<u64>,
}

impl Scoreboard {
    /// No games yet.
    pub fn new(config: &MatchConfig) -> Scoreboard {
        let pairings = config.pairings();
        Scoreboard {
            index: pairings.iter().copied().zip(0..).collect(),
            pairings: pairings
                .into_iter()
                .map(|(first, second)| PairingScore {
                    first,
                    second,
                    ..PairingScore::default()
                })
                .collect(),
            has_pairs: config.colors == Colors::Both,
            players: config.players.len(),
            half_pairs: HashMap::new(),
            openings: Vec::new(),
            distinct: HashSet::new(),
            games: 0,
            stones: 0,
            terminations: BTreeMap::new(),
            forfeits: vec![0; config.players.len()],
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameSummary) {
        let ByColor { black, white } = game.players;
        let pairing = self
            .index
            .get(&(black, white))
            .or_else(|| self.index.get(&(white, black)));
        let Some(&index) = pairing else {
            return;
        };
        let pairing = &mut self.pairings[index];
        let score = game.score_of(pairing.first);
        pairing.tally.add(score);
        pairing.by_black.add(match game.winner {
            Some(Color::Black) => GameScore::Win,
            Some(Color::White) => GameScore::Loss,
            None => GameScore::Draw,
        });
        for color in Color::BOTH {
            // In self-play, black counts as the first player.
            let is_first =
                game.players[color] == pairing.first && (black != white || color == Color::Black);
            let totals = if is_first {
                &mut pairing.first_totals[color]
            } else {
                &mut pairing.second_totals[color]
            };
            totals.add(game.totals[color]);
        }
        let key = (index, game.pair);
        if let Some(other) = self.half_pairs.remove(&key) {
            pairing.unpaired.remove(other);
            let half_points = other.half_points() + score.half_points();
            pairing.pentanomial.add(half_points);
        } else {
            pairing.unpaired.add(score);
            if self.has_pairs {
                self.half_pairs.insert(key, score);
            }
        }
        self.openings.push((game.opening, game.winner));
        self.distinct.insert(game.moves_hash);
        self.games += 1;
        self.stones += game.stones as u64;
        *self.terminations.entry(game.termination).or_default() += 1;
        if let Some(forfeiter) = game.forfeiter() {
            self.forfeits[forfeiter] += 1;
        }
    }

    /// All pairings.
    pub fn pairings(&self) -> &[PairingScore] {
        &self.pairings
    }

    /// The first pairing; a match of two players has no other.
    pub fn first(&self) -> &PairingScore {
        &self.pairings[0]
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of distinct games.
    pub fn distinct_games(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// Mean number of stones at the end of a game.
    pub fn mean_stones(&self) -> f64 {
        self.stones as f64 / self.games.max(1) as f64
    }

    /// Number of games by termination.
    pub fn terminations(&self) -> &BTreeMap<Termination, u64> {
        &self.terminations
    }

    /// Forfeits of each player.
    pub fn forfeits(&self) -> &[u64] {
        &self.forfeits
    }

    /// Results by opening.
    pub fn openings(&self) -> Vec<OpeningTally> {
        fairness::by_opening(self.openings.iter().copied())
    }

    /// Results of one player against all others.
    pub fn total(&self, player: usize) -> Tally {
        let mut total = Tally::default();
        for pairing in &self.pairings {
            let tally = if pairing.first == player {
                pairing.tally
            } else if pairing.second == player {
                pairing.tally.reversed()
            } else {
                continue;
            };
            total.wins += tally.wins;
            total.draws += tally.draws;
            total.losses += tally.losses;
        }
        total
    }

    /// Ratings of all players. Black counts as the side that moves first.
    pub fn ratings(&self, games: &[GameSummary]) -> Ratings {
        let mut encounters: BTreeMap<(usize, usize), Encounter> = BTreeMap::new();
        for game in games {
            let ByColor { black, white } = game.players;
            let one = encounters.entry((black, white)).or_insert(Encounter {
                first: black,
                second: white,
                wins: 0.0,
                draws: 0.0,
                losses: 0.0,
            });
            match game.winner {
                Some(Color::Black) => one.wins += 1.0,
                Some(Color::White) => one.losses += 1.0,
                None => one.draws += 1.0,
            }
        }
        let encounters: Vec<Encounter> = encounters.into_values().collect();
        Ratings::new(self.players, &encounters, RatingModel::default())
    }
}

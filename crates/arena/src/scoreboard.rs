//! The standing of a config while it goes on and at its end.

use std::collections::{BTreeMap, HashMap, HashSet};

use gomoku::{ByColor, Color};

use crate::game_record::{GameSummary, SearchTotals, Termination};
use crate::match_config::{Colors, MatchConfig};
use crate::statistics::fairness::{self, OpeningTally};
use crate::statistics::{
    Encounter, Estimate, Hypothesis, Pentanomial, RatingModel, Ratings, Sprt, Tally,
};

/// The games between two players, as the first of them sees them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairingScore {
    /// The one whose wins are counted.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Its results.
    pub tally: Tally,
    /// Its results by pairs of games.
    pub pentanomial: Pentanomial,
    /// Games in which black won, drawn ones, and those in which white won.
    pub by_black: Tally,
    /// What the first spent as black and as white.
    pub first_totals: ByColor<SearchTotals>,
    /// What the second spent as black and as white.
    pub second_totals: ByColor<SearchTotals>,
}

impl PairingScore {
    /// The difference in Elo, from pairs where there are any.
    pub fn elo(&self) -> Option<Estimate> {
        let deviation = self
            .pentanomial
            .standard_error()
            .or_else(|| self.tally.standard_error())?;
        crate::statistics::elo_estimate(self.tally.score()?, deviation)
    }

    /// The probability that the first is the better one.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        self.pentanomial
            .likelihood_of_superiority()
            .or_else(|| self.tally.likelihood_of_superiority())
    }
}

/// A standing.
#[derive(Clone, Debug)]
pub struct Scoreboard {
    pairings: Vec<PairingScore>,
    index: HashMap<(usize, usize), usize>,
    has_pairs: bool,
    players: usize,
    half_pairs: HashMap<u64, usize>,
    openings: Vec<(u64, Option<Color>)>,
    distinct: HashSet<u64>,
    games: u64,
    stones: u64,
    terminations: BTreeMap<Termination, u64>,
    forfeits: Vec<u64>,
}

impl Scoreboard {
    /// The standing before the first game.
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

    /// Counts a game.
    pub fn add(&mut self, game: &GameSummary) {
        let ByColor { black, white } = game.players;
        let slot = self
            .index
            .get(&(black, white))
            .or_else(|| self.index.get(&(white, black)));
        let Some(&slot) = slot else {
            return;
        };
        let pairing = &mut self.pairings[slot];
        let score = game.score_of(pairing.first);
        pairing.tally.add(score);
        pairing.by_black.add(match game.winner {
            Some(Color::Black) => crate::statistics::tally::GameScore::Win,
            Some(Color::White) => crate::statistics::tally::GameScore::Loss,
            None => crate::statistics::tally::GameScore::Draw,
        });
        for color in Color::BOTH {
            // Of a player against itself, black is the first.
            let is_first =
                game.players[color] == pairing.first && (black != white || color == Color::Black);
            let totals = if is_first {
                &mut pairing.first_totals[color]
            } else {
                &mut pairing.second_totals[color]
            };
            totals.add(game.totals[color]);
        }
        if self.has_pairs {
            match self.half_pairs.remove(&game.pair) {
                Some(other) => pairing.pentanomial.add(other + score.half_points()),
                None => {
                    self.half_pairs.insert(game.pair, score.half_points());
                }
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

    /// Every pairing.
    pub fn pairings(&self) -> &[PairingScore] {
        &self.pairings
    }

    /// The first pairing: the whole standing of a match between two.
    pub fn first(&self) -> &PairingScore {
        &self.pairings[0]
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them differ from each other.
    pub fn distinct_games(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// Stones at the end of a game, on average.
    pub fn mean_stones(&self) -> f64 {
        self.stones as f64 / self.games.max(1) as f64
    }

    /// How often games ended for each reason.
    pub fn terminations(&self) -> &BTreeMap<Termination, u64> {
        &self.terminations
    }

    /// Games that each player lost by something that is not on the board.
    pub fn forfeits(&self) -> &[u64] {
        &self.forfeits
    }

    /// What came of each opening.
    pub fn openings(&self) -> Vec<OpeningTally> {
        fairness::by_opening(self.openings.iter().copied())
    }

    /// Results of one player against everybody.
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

    /// Rates everybody. The games are counted by who played black.
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

/// A match that may end early. Pairs are judged in the order of their numbers and not in the order in which they end,
/// so the decision is the same on any number of threads; games that ended beyond it do not count.
#[derive(Clone, Debug)]
pub struct SprtState {
    sprt: Sprt,
    ordered: Scoreboard,
    waiting: BTreeMap<u64, GameSummary>,
    next: u64,
    decision: Option<Hypothesis>,
}

impl SprtState {
    /// A test on a match between two.
    pub fn new(sprt: Sprt, config: &MatchConfig) -> SprtState {
        SprtState {
            sprt,
            ordered: Scoreboard::new(config),
            waiting: BTreeMap::new(),
            next: 0,
            decision: None,
        }
    }

    /// Takes a game; the decision, once there is one.
    pub fn add(&mut self, game: &GameSummary) -> Option<Hypothesis> {
        self.waiting.insert(game.number, *game);
        while self.decision.is_none()
            && let Some(game) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.ordered.add(&game);
            if self.next.is_multiple_of(2) {
                self.decision = self.sprt.decide(&self.ordered.first().pentanomial);
            }
        }
        self.decision
    }

    /// The decision.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.decision
    }

    /// The games up to the decision.
    pub fn scoreboard(&self) -> &Scoreboard {
        &self.ordered
    }

    /// The log-likelihood ratio of the games in order.
    pub fn llr(&self) -> f64 {
        self.sprt.llr(&self.ordered.first().pentanomial)
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }
}

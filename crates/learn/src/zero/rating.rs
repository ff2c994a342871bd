//! Ratings of the networks of a run: matches against fixed players and against the best earlier network, rated together.

mod curve;

use arena::statistics::Tally;
use arena::statistics::ratings::{Encounter, RatingModel, Ratings};
use gomoku::StopFlag;

use super::config::TrainConfig;
use super::folder::{RunError, RunFolder, file_error};
use crate::journal::Journal;
use crate::rating_match::{self, RatingMatch};

/// How the networks are rated.
#[derive(Clone, Debug)]
pub struct RatingConfig {
    /// Self-play games between two ratings.
    pub every: u64,
    /// Spec strings of the fixed players.
    pub opponents: Vec<String>,
    /// Games against each fixed player; 0 for none.
    pub games: u64,
    /// Games against the best network so far.
    pub gate_games: u64,
    /// Visits per move of the network.
    pub visits: u64,
    /// Concurrent games.
    pub threads: usize,
}

/// A network wins its gate match with a score above this.
const GATE_SCORE: f64 = 0.55;

/// The result of a rating match.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedMatch {
    /// Games the network was trained on.
    pub games: u64,
    /// A spec string, or `=800` for the network trained on 800 games.
    pub opponent: String,
    /// Wins, draws and losses of the network.
    pub tally: Tally,
}

impl RatedMatch {
    fn is_gate(&self) -> bool {
        self.opponent.starts_with('=')
    }
}

/// All rating matches of a run, kept in `matches.log`.
#[derive(Debug)]
pub struct RatingLog {
    journal: Journal,
    matches: Vec<RatedMatch>,
}

/// The rating of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkRating {
    /// Games it was trained on.
    pub games: u64,
    /// Elo above the untrained network.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end of its 95 % interval.
    pub high: f64,
}

impl RatingLog {
    /// Reads the matches of a run.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn open(folder: &RunFolder) -> Result<RatingLog, RunError> {
        let path = folder.file("matches.log");
        let mut matches = Vec::new();
        let journal = Journal::open(&path, |line| {
            matches.extend(parse_line(line)?);
            Ok(())
        });
        Ok(RatingLog {
            journal: journal.map_err(|error| file_error(&path, error))?,
            matches,
        })
    }

    /// The matches so far.
    pub fn matches(&self) -> &[RatedMatch] {
        &self.matches
    }

    /// Has the network trained on this many games been rated?
    pub fn contains(&self, games: u64) -> bool {
        self.matches.iter().any(|result| result.games == games)
    }

    /// The last network that won its gate match, by the games it was trained on; the untrained one at first.
    pub fn best(&self) -> u64 {
        let passed = |result: &&RatedMatch| {
            result.is_gate() && result.tally.score().is_some_and(|score| score > GATE_SCORE)
        };
        let last = self.matches.iter().rev().find(passed);
        last.map_or(0, |result| result.games)
    }

    /// Plays the rating matches of the network trained on this many games. Writes nothing unless all of them finish.
    ///
    /// # Errors
    /// If a match cannot be played or written.
    pub fn rate(
        &mut self,
        games: u64,
        rating: &RatingConfig,
        config: &TrainConfig,
        folder: &RunFolder,
        stop: &StopFlag,
    ) -> Result<(), RunError> {
        let spec = |games: u64| {
            let net = rating_match::quoted(&folder.network(games));
            format!("zero:net={net},iterations={}", rating.visits)
        };
        let mut pairings = Vec::new();
        let best = self.best();
        if games > 0 && rating.gate_games > 0 {
            pairings.push((format!("={best}"), spec(best), rating.gate_games));
        }
        if rating.games > 0 {
            let fixed = rating.opponents.iter();
            pairings.extend(fixed.map(|spec| (spec.clone(), spec.clone(), rating.games)));
        }
        let mut matches = Vec::new();
        for (name, opponent, count) in pairings {
            let settings = RatingMatch {
                size: config.size,
                rule: config.rule,
                games: count,
                seed: config.seed,
            };
            let config = rating_match::config(&spec(games), &opponent, settings)?;
            let Some(tally) = rating_match::play(&config, rating.threads, stop) else {
                return Ok(());
            };
            matches.push(RatedMatch {
                games,
                opponent: name,
                tally,
            });
        }
        // One line for all matches, so that a partial rating is never read back.
        let line: Vec<String> = matches.iter().map(format_match).collect();
        let append = self.journal.append(&line.join(" | "));
        append.map_err(|error| file_error(&folder.file("matches.log"), error))?;
        self.matches.extend(matches);
        Ok(())
    }

    /// The ratings of all rated networks.
    pub fn ratings(&self) -> Vec<NetworkRating> {
        let mut names: Vec<String> = vec!["=0".to_owned()];
        let mut index_of = |name: String| {
            let known = names.iter().position(|known| *known == name);
            known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let mut networks = vec![(0, 0)];
        let mut encounters = Vec::new();
        for result in &self.matches {
            let first = index_of(format!("={}", result.games));
            let second = index_of(result.opponent.clone());
            if !networks.contains(&(result.games, first)) {
                networks.push((result.games, first));
            }
            encounters.push(Encounter {
                first,
                second,
                wins: result.tally.wins as f64,
                draws: result.tally.draws as f64,
                losses: result.tally.losses as f64,
            });
        }
        let model = RatingModel {
            has_advantage: false,
            ..RatingModel::default()
        };
        let ratings = Ratings::new(names.len(), &encounters, model);
        networks
            .into_iter()
            .map(|(games, index)| {
                let elo = ratings.difference(index, 0);
                NetworkRating {
                    games,
                    elo: elo.value,
                    low: elo.low,
                    high: elo.high,
                }
            })
            .collect()
    }
}

/// `GAMES WINS+DRAWS-LOSSES OPPONENT`.
fn format_match(result: &RatedMatch) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = result.tally;
    format!(
        "{} {wins}+{draws}-{losses} {}",
        result.games, result.opponent
    )
}

fn parse_line(line: &str) -> Result<Vec<RatedMatch>, String> {
    let parse = |text: &str| {
        let mut words = text.splitn(3, ' ');
        let games = words.next()?.parse().ok()?;
        let (wins, rest) = words.next()?.split_once('+')?;
        let (draws, losses) = rest.split_once('-')?;
        Some(RatedMatch {
            games,
            opponent: words.next()?.to_owned(),
            tally: Tally {
                wins: wins.parse().ok()?,
                draws: draws.parse().ok()?,
                losses: losses.parse().ok()?,
            },
        })
    };
    let matches = line.split(" | ").filter(|text| !text.is_empty());
    matches
        .map(|text| parse(text).ok_or_else(|| format!("invalid match {text:?}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_read_as_they_were_written() {
        let tally = Tally {
            wins: 7,
            draws: 1,
            losses: 2,
        };
        let matches = ["=800", "mcts:iterations=1000"].map(|opponent| RatedMatch {
            games: 1600,
            opponent: opponent.to_owned(),
            tally,
        });
        let line: Vec<_> = matches.iter().map(format_match).collect();
        assert_eq!(line[0], "1600 7+1-2 =800");
        assert_eq!(parse_line(&line.join(" | ")).unwrap(), matches);
        assert!(parse_line("1600 7+1 greedy").is_err());
    }
}

//! How strong the networks of a run are: matches against fixed players and against earlier networks, rated together.

use std::fmt::Write as _;

use arena::plot::{Plot, Series};
use arena::statistics::Tally;
use arena::statistics::ratings::{Encounter, RatingModel, Ratings};
use gomoku::StopFlag;

use super::folder::{Folder, RunError, file_error};
use super::plan::Plan;
use crate::journal::Journal;
use crate::measure::{self, MatchTerms};

/// How the networks are measured.
#[derive(Clone, Debug)]
pub struct Measure {
    /// After so many games.
    pub every: u64,
    /// Spec strings of the fixed players.
    pub opponents: Vec<String>,
    /// Games against each of them; none with 0.
    pub games: u64,
    /// Games against the best network so far.
    pub gate_games: u64,
    /// Visits of the network.
    pub visits: u64,
    /// Games at once.
    pub threads: usize,
}

/// A network wins its gate match with more than this share of the points.
const GATE: f64 = 0.55;

/// A match that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Games that the network had learned from.
    pub games: u64,
    /// A spec string, or `=800` for the network after 800 games.
    pub opponent: String,
    /// What the network got.
    pub tally: Tally,
}

/// All matches of a run.
#[derive(Debug)]
pub struct Matches {
    journal: Journal,
    played: Vec<Played>,
}

/// A network's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Games that it had learned from.
    pub games: u64,
    /// Elo above the untrained network.
    pub elo: f64,
    /// How far that may be off.
    pub error: f64,
}

impl Matches {
    /// Reads the matches of a run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn open(folder: &Folder) -> Result<Matches, RunError> {
        let path = folder.file("matches.log");
        let mut played = Vec::new();
        let journal = Journal::open(&path, |line| {
            played.extend(read(line)?);
            Ok(())
        });
        Ok(Matches {
            journal: journal.map_err(|error| file_error(&path, error))?,
            played,
        })
    }

    /// The matches so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Has the network after this many games been measured?
    pub fn has(&self, games: u64) -> bool {
        self.played.iter().any(|one| one.games == games)
    }

    /// The last network that won its gate match; the untrained one at first.
    pub fn best(&self) -> u64 {
        let passed = |one: &&Played| {
            one.opponent.starts_with('=') && one.tally.score().is_some_and(|score| score > GATE)
        };
        let last = self.played.iter().rev().find(passed);
        last.map_or(0, |one| one.games)
    }

    /// Measures the network after this many games. Nothing is written unless all matches are played.
    ///
    /// # Errors
    /// When a match cannot be played or written.
    pub fn measure(
        &mut self,
        games: u64,
        measure: &Measure,
        plan: &Plan,
        folder: &Folder,
        stop: &StopFlag,
    ) -> Result<(), RunError> {
        let spec = |games: u64| {
            let net = measure::quoted(&folder.network(games));
            format!("zero:net={net},iterations={}", measure.visits)
        };
        let terms = |count: u64| MatchTerms {
            size: plan.size,
            rule: plan.rule,
            games: count,
            seed: plan.seed,
        };
        let mut matches = Vec::new();
        let best = self.best();
        if games > 0 && measure.gate_games > 0 {
            matches.push((format!("={best}"), spec(best), measure.gate_games));
        }
        if measure.games > 0 {
            let fixed = measure.opponents.iter();
            matches.extend(fixed.map(|one| (one.clone(), one.clone(), measure.games)));
        }
        let mut played = Vec::new();
        for (name, opponent, count) in matches {
            let contest = measure::contest(&spec(games), &opponent, terms(count))?;
            let Some(tally) = measure::play(&contest, measure.threads, stop) else {
                return Ok(());
            };
            played.push(Played {
                games,
                opponent: name,
                tally,
            });
        }
        // One line for all, so that no half measurement is ever read.
        let line: Vec<String> = played.iter().map(write).collect();
        let append = self.journal.append(&line.join(" | "));
        append.map_err(|error| file_error(&folder.file("matches.log"), error))?;
        self.played.extend(played);
        Ok(())
    }

    /// The ratings of all measured networks.
    pub fn marks(&self) -> Vec<Mark> {
        let mut names: Vec<String> = vec!["=0".to_owned()];
        let mut place = |name: String| {
            let known = names.iter().position(|one| *one == name);
            known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let mut networks = vec![(0, 0)];
        let mut encounters = Vec::new();
        for one in &self.played {
            let first = place(format!("={}", one.games));
            let second = place(one.opponent.clone());
            if !networks.contains(&(one.games, first)) {
                networks.push((one.games, first));
            }
            encounters.push(Encounter {
                first,
                second,
                wins: one.tally.wins as f64,
                draws: one.tally.draws as f64,
                losses: one.tally.losses as f64,
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
                Mark {
                    games,
                    elo: elo.value,
                    error: elo.error,
                }
            })
            .collect()
    }

    /// Draws and lists the ratings.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_curve(&self, folder: &Folder) -> Result<(), RunError> {
        let marks = self.marks();
        let mut opponents: Vec<&str> = Vec::new();
        for one in &self.played {
            if !one.opponent.starts_with('=') && !opponents.contains(&one.opponent.as_str()) {
                opponents.push(&one.opponent);
            }
        }
        let score = |games: u64, opponent: &str| {
            let mut matches = self.played.iter();
            let found = matches.find(|one| one.games == games && one.opponent == opponent);
            found.and_then(|one| one.tally.score())
        };
        let mut csv = String::from("games,elo,error");
        for opponent in &opponents {
            let _ = write!(csv, ",against {}", opponent.replace(',', " "));
        }
        csv += "\n";
        for mark in &marks {
            let _ = write!(csv, "{},{:.0},{:.0}", mark.games, mark.elo, mark.error);
            for opponent in &opponents {
                let score = score(mark.games, opponent);
                let _ = write!(
                    csv,
                    ",{}",
                    score.map_or(String::new(), |one| format!("{one:.3}"))
                );
            }
            csv += "\n";
        }
        folder.replace("rating.csv", csv.as_bytes())?;
        let rating = Plot {
            name: "rating".into(),
            title: "Rating of the networks".into(),
            x_label: "games of self-play".into(),
            y_label: "Elo above the untrained network".into(),
            series: vec![Series {
                name: "network".into(),
                points: marks
                    .iter()
                    .map(|mark| (mark.games as f64, mark.elo))
                    .collect(),
                errors: marks.iter().map(|mark| mark.error).collect(),
                ..Series::default()
            }],
            ..Plot::default()
        };
        folder.replace("rating.svg", rating.to_svg().as_bytes())?;
        let series = opponents
            .iter()
            .enumerate()
            .map(|(color, opponent)| Series {
                name: (*opponent).to_owned(),
                color,
                points: marks
                    .iter()
                    .filter_map(|mark| Some((mark.games as f64, score(mark.games, opponent)?)))
                    .collect(),
                ..Series::default()
            });
        let scores = Plot {
            name: "scores".into(),
            title: "Share of the points against fixed players".into(),
            x_label: "games of self-play".into(),
            y_label: "share of the points".into(),
            series: series.collect(),
            ..Plot::default()
        };
        folder.replace("scores.svg", scores.to_svg().as_bytes())
    }
}

fn write(one: &Played) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = one.tally;
    format!("{} {wins}+{draws}-{losses} {}", one.games, one.opponent)
}

fn read(line: &str) -> Result<Vec<Played>, String> {
    let one = |text: &str| {
        let mut words = text.splitn(3, ' ');
        let games = words.next()?.parse().ok()?;
        let (wins, rest) = words.next()?.split_once('+')?;
        let (draws, losses) = rest.split_once('-')?;
        Some(Played {
            games,
            opponent: words.next()?.to_owned(),
            tally: Tally {
                wins: wins.parse().ok()?,
                draws: draws.parse().ok()?,
                losses: losses.parse().ok()?,
            },
        })
    };
    let all = line.split(" | ").filter(|text| !text.is_empty());
    all.map(|text| one(text).ok_or_else(|| format!("{text:?} is no match")))
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
        let played = ["=800", "mcts:iterations=1000"].map(|opponent| Played {
            games: 1600,
            opponent: opponent.to_owned(),
            tally,
        });
        let line: Vec<_> = played.iter().map(write).collect();
        assert_eq!(line[0], "1600 7+1-2 =800");
        assert_eq!(read(&line.join(" | ")).unwrap(), played);
        assert!(read("1600 7+1 greedy").is_err());
    }
}

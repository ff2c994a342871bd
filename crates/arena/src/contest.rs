//! Everything that decides the games of a match, a tournament or an experiment.
//!
//! Two contests with the same [`Contest::identity`] and without clocks consist of the same games, in whatever order and
//! on however many threads they are played: each game's seeds follow from the contest's seed and the game's number.
//! How many games are wanted is not part of the identity, so a contest can be made longer later.

use gomoku::{Procedure, Rule, Size};
use players::Spec;
use serde_json::{Value, json};

use crate::duration;
use crate::game::HouseRules;
use crate::openings::Book;
use crate::terms::{Terms, TermsFile};

/// A player with a name and terms.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// How it is called in tables; unique in its contest.
    pub name: String,
    /// Who it is.
    pub spec: Spec,
    /// What it may use.
    pub terms: Terms,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody; between two, that is a match.
    #[default]
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Everybody meets itself.
    Selves,
}

/// Who has which color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Each opening is played twice, with the colors exchanged.
    #[default]
    Both,
    /// The contestant that is named first always begins.
    Fixed,
}

/// A contest.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who takes part.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub format: Format,
    /// Who has which color.
    pub colors: Colors,
    /// Games of each pairing.
    pub games: u64,
    /// Points on a side.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// Where games begin.
    pub book: Book,
    /// How they begin; with anything but `Free` the book is not used.
    pub procedure: Procedure,
    /// Draws and margins.
    pub house: HouseRules,
    /// Where all random numbers begin.
    pub seed: u64,
}

/// The form of [`Contest::identity`].
const VERSION: u32 = 1;

impl Contest {
    /// A match between two.
    pub fn of_two(first: Contestant, second: Contestant) -> Contest {
        Contest {
            contestants: vec![first, second],
            format: Format::RoundRobin,
            colors: Colors::Both,
            games: 100,
            size: Size::FIFTEEN,
            rule: Rule::Freestyle,
            book: Book::Empty,
            procedure: Procedure::Free,
            house: HouseRules::default(),
            seed: 0,
        }
    }

    /// What makes these games these games, as one line of JSON.
    pub fn identity(&self) -> String {
        let contestants: Vec<Value> = self
            .contestants
            .iter()
            .map(|one| {
                json!({
                    "name": one.name,
                    "spec": one.spec.to_string(),
                    "terms": TermsFile::from(&one.terms),
                })
            })
            .collect();
        let book = match &self.book {
            Book::Empty => json!("empty"),
            Book::Random(stones) => json!({ "random": stones }),
            Book::List {
                openings,
                is_turned,
            } => {
                let lines: Vec<String> = openings
                    .iter()
                    .map(|stones| {
                        stones
                            .iter()
                            .map(|point| point.name(self.size).to_string())
                            .collect()
                    })
                    .collect();
                json!({ "list": lines, "turned": is_turned })
            }
        };
        json!({
            "version": VERSION,
            "contestants": contestants,
            "format": match self.format {
                Format::RoundRobin => "round-robin",
                Format::Gauntlet => "gauntlet",
                Format::Selves => "selves",
            },
            "colors": match self.colors {
                Colors::Both => "both",
                Colors::Fixed => "fixed",
            },
            "size": self.size.get(),
            "rule": self.rule.name(),
            "book": book,
            "procedure": self.procedure.to_string(),
            "move_limit": self.house.move_limit,
            "margin": duration::write(self.house.margin),
            "seed": self.seed,
        })
        .to_string()
    }

    /// Do the games depend on the speed of the machine?
    pub fn has_clock(&self) -> bool {
        self.contestants.iter().any(|one| one.terms.has_clock())
    }
}

/// Names for spec strings that are short and different from each other.
pub fn distinct_names(specs: &[Spec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for spec in specs {
        let name = spec.to_string();
        let same = names.iter().filter(|other| **other == name).count();
        let repeated = (2..).map(|number| format!("{name} #{number}"));
        let name = if same == 0 {
            name
        } else {
            repeated
                .into_iter()
                .find(|name| !names.contains(name))
                .unwrap_or(name)
        };
        names.push(name);
    }
    names
}

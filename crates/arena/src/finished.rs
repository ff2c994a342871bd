//! A finished game of a contest, whole and in short.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use gomoku::{ByColor, Color, EndReason};

use crate::game::Played;
use crate::statistics::tally::Score;

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number in the contest.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The number of its opening.
    pub opening: u64,
    /// Stones that were there before the players moved.
    pub opening_plies: usize,
    /// The contestants.
    pub players: ByColor<usize>,
    /// What happened.
    pub played: Played,
    /// When it began, in seconds since 1970.
    pub started: u64,
    /// How long it lasted.
    pub took: Duration,
}

impl Finished {
    /// What statistics need of it.
    pub fn summary(&self) -> Summary {
        let played = &self.played;
        let mut summary = Summary {
            number: self.number,
            pair: self.pair,
            opening: self.opening,
            players: self.players,
            winner: played.outcome.winner,
            kind: ReasonKind::of(&played.outcome.reason),
            stones: played.moves.len(),
            key: {
                let mut hasher = DefaultHasher::new();
                played.moves.hash(&mut hasher);
                hasher.finish()
            },
            effort: ByColor::default(),
        };
        let black_begins = self.opening_plies.is_multiple_of(2);
        for (index, ply) in played.plies.iter().enumerate() {
            let color = if index.is_multiple_of(2) == black_begins {
                Color::Black
            } else {
                Color::White
            };
            let effort = &mut summary.effort[color];
            effort.moves += 1;
            effort.time += ply.time;
            effort.nodes += ply.result.nodes;
        }
        summary
    }
}

/// What one side spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Moves.
    pub moves: u64,
    /// Time.
    pub time: Duration,
    /// Nodes, or rounds of the main loop.
    pub nodes: u64,
}

impl Effort {
    /// Adds another one.
    pub fn add(&mut self, other: Effort) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
    }

    /// Milliseconds for each move.
    pub fn milliseconds_per_move(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.moves.max(1) as f64
    }

    /// Nodes for each move.
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }
}

/// A game without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number in the contest.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The number of its opening.
    pub opening: u64,
    /// The contestants.
    pub players: ByColor<usize>,
    /// Who won.
    pub winner: Option<Color>,
    /// Why.
    pub kind: ReasonKind,
    /// Stones at the end.
    pub stones: usize,
    /// Equal for games with equal moves.
    pub key: u64,
    /// What each side spent.
    pub effort: ByColor<Effort>,
}

impl Summary {
    /// The result of a contestant that plays one of the two colors.
    pub fn score_of(&self, contestant: usize) -> Score {
        match self.winner {
            None => Score::Draw,
            Some(winner) if self.players[winner] == contestant => Score::Win,
            Some(_) => Score::Loss,
        }
    }

    /// Who lost by something that is not on the board.
    pub fn forfeiter(&self) -> Option<usize> {
        let winner = self.winner.filter(|_| self.kind.is_forfeit())?;
        Some(self.players[!winner])
    }
}

/// [`EndReason`] without its details, as it is counted and stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ReasonKind {
    /// A winning row.
    Five,
    /// A forbidden point.
    Forbidden,
    /// Too late.
    Time,
    /// Too much memory.
    Memory,
    /// Not a legal move.
    Illegal,
    /// The program failed.
    Crash,
    /// Given up.
    Resignation,
    /// No empty point.
    FullBoard,
    /// Too long.
    MoveLimit,
    /// Only forbidden points left.
    NoLegalMove,
}

impl ReasonKind {
    /// Every kind with its name in files.
    pub const NAMES: [(ReasonKind, &'static str); 10] = [
        (ReasonKind::Five, "five"),
        (ReasonKind::Forbidden, "foul"),
        (ReasonKind::Time, "time"),
        (ReasonKind::Memory, "memory"),
        (ReasonKind::Illegal, "illegal"),
        (ReasonKind::Crash, "crash"),
        (ReasonKind::Resignation, "resignation"),
        (ReasonKind::FullBoard, "full-board"),
        (ReasonKind::MoveLimit, "move-limit"),
        (ReasonKind::NoLegalMove, "no-legal-move"),
    ];

    /// The kind of a reason.
    pub fn of(reason: &EndReason) -> ReasonKind {
        match reason {
            EndReason::Five => ReasonKind::Five,
            EndReason::Forbidden(_) => ReasonKind::Forbidden,
            EndReason::Time => ReasonKind::Time,
            EndReason::Memory => ReasonKind::Memory,
            EndReason::Illegal(_) => ReasonKind::Illegal,
            EndReason::Crash(_) => ReasonKind::Crash,
            EndReason::Resignation => ReasonKind::Resignation,
            EndReason::FullBoard => ReasonKind::FullBoard,
            EndReason::MoveLimit => ReasonKind::MoveLimit,
            EndReason::NoLegalMove => ReasonKind::NoLegalMove,
        }
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        ReasonKind::NAMES
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("five", |(_, name)| name)
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<ReasonKind> {
        let found = ReasonKind::NAMES.iter().find(|(_, known)| *known == name);
        found.map(|(kind, _)| *kind)
    }

    /// Does somebody lose although nobody has five?
    pub fn is_forfeit(self) -> bool {
        matches!(
            self,
            ReasonKind::Forbidden
                | ReasonKind::Time
                | ReasonKind::Memory
                | ReasonKind::Illegal
                | ReasonKind::Crash
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (kind, name) in ReasonKind::NAMES {
            assert_eq!(ReasonKind::from_name(name), Some(kind));
            assert_eq!(kind.name(), name);
        }
    }
}

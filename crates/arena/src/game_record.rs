//! Records of finished games, complete and summarized.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use gomoku::{ByColor, Color, EndReason};

use crate::game::GameResult;
use crate::statistics::tally::GameScore;

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Game number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// Index of the opening.
    pub opening: u64,
    /// Stones on the board before the players' first move.
    pub opening_plies: usize,
    /// Indices of the players.
    pub players: ByColor<usize>,
    /// Moves and outcome.
    pub result: GameResult,
    /// Start time in seconds since 1970.
    pub started: u64,
    /// Wall-clock duration.
    pub duration: Duration,
}

impl GameRecord {
    /// The part that statistics need.
    pub fn summary(&self) -> GameSummary {
        let result = &self.result;
        let mut summary = GameSummary {
            number: self.number,
            pair: self.pair,
            opening: self.opening,
            players: self.players,
            winner: result.outcome.winner,
            termination: Termination::of(&result.outcome.reason),
            stones: result.moves.len(),
            moves_hash: {
                let mut hasher = DefaultHasher::new();
                result.moves.hash(&mut hasher);
                hasher.finish()
            },
            totals: ByColor::default(),
        };
        for (stones, ply) in (self.opening_plies..).zip(&result.plies) {
            let totals = &mut summary.totals[side_to_move(stones)];
            totals.moves += 1;
            totals.time += ply.time;
            totals.nodes += ply.result.nodes;
        }
        summary
    }
}

/// The color that moves with this many stones on the board.
pub(crate) fn side_to_move(stones: usize) -> Color {
    if stones.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// What one side's searches used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTotals {
    /// Moves.
    pub moves: u64,
    /// Time.
    pub time: Duration,
    /// Nodes, or whatever the player counts as nodes.
    pub nodes: u64,
}

impl SearchTotals {
    /// Adds `other`.
    pub fn add(&mut self, other: SearchTotals) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
    }

    /// Milliseconds per move.
    pub fn milliseconds_per_move(&self) -> f64 {
        self.time.as_secs_f64() * 1e3 / self.moves.max(1) as f64
    }

    /// Nodes per move.
    pub fn nodes_per_move(&self) -> f64 {
        self.nodes as f64 / self.moves.max(1) as f64
    }
}

/// A finished game without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Game number.
    pub number: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// Index of the opening.
    pub opening: u64,
    /// Indices of the players.
    pub players: ByColor<usize>,
    /// Winner; `None` is a draw.
    pub winner: Option<Color>,
    /// How the game ended.
    pub termination: Termination,
    /// Stones at the end.
    pub stones: usize,
    /// Hash of the moves, to count distinct games.
    pub moves_hash: u64,
    /// What each side used.
    pub totals: ByColor<SearchTotals>,
}

impl GameSummary {
    /// The score of one of the two players.
    pub fn score_of(&self, player: usize) -> GameScore {
        match self.winner {
            None => GameScore::Draw,
            Some(winner) if self.players[winner] == player => GameScore::Win,
            Some(_) => GameScore::Loss,
        }
    }

    /// The player that lost by forfeit.
    pub fn forfeiter(&self) -> Option<usize> {
        let winner = self.winner.filter(|_| self.termination.is_forfeit())?;
        Some(self.players[!winner])
    }
}

/// How a game ended: [`EndReason`] without details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Termination {
    /// Five in a row.
    Five,
    /// Black played a forbidden point.
    Forbidden,
    /// Out of time.
    Time,
    /// Out of memory.
    Memory,
    /// Illegal move.
    Illegal,
    /// The player crashed.
    Crash,
    /// Resignation.
    Resignation,
    /// Draw by full board.
    FullBoard,
    /// Draw by move limit.
    MoveLimit,
    /// Draw because every empty point is forbidden.
    NoLegalMove,
}

impl Termination {
    /// All terminations with their names in files.
    pub const NAMES: [(Termination, &'static str); 10] = [
        (Termination::Five, "five"),
        (Termination::Forbidden, "forbidden"),
        (Termination::Time, "time"),
        (Termination::Memory, "memory"),
        (Termination::Illegal, "illegal"),
        (Termination::Crash, "crash"),
        (Termination::Resignation, "resignation"),
        (Termination::FullBoard, "full-board"),
        (Termination::MoveLimit, "move-limit"),
        (Termination::NoLegalMove, "no-legal-move"),
    ];

    /// The termination of a reason.
    pub fn of(reason: &EndReason) -> Termination {
        match reason {
            EndReason::Five => Termination::Five,
            EndReason::Forbidden(_) => Termination::Forbidden,
            EndReason::Time => Termination::Time,
            EndReason::Memory => Termination::Memory,
            EndReason::Illegal(_) => Termination::Illegal,
            EndReason::Crash(_) => Termination::Crash,
            EndReason::Resignation => Termination::Resignation,
            EndReason::FullBoard => Termination::FullBoard,
            EndReason::MoveLimit => Termination::MoveLimit,
            EndReason::NoLegalMove => Termination::NoLegalMove,
        }
    }

    /// Name in files.
    pub fn name(self) -> &'static str {
        Termination::NAMES
            .iter()
            .find(|(termination, _)| *termination == self)
            .map_or("five", |(_, name)| name)
    }

    /// Inverse of [`Termination::name`].
    pub fn from_name(name: &str) -> Option<Termination> {
        let found = Termination::NAMES.iter().find(|(_, known)| *known == name);
        found.map(|(termination, _)| *termination)
    }

    /// Whether the loser was not beaten on the board.
    pub fn is_forfeit(self) -> bool {
        matches!(
            self,
            Termination::Forbidden
                | Termination::Time
                | Termination::Memory
                | Termination::Illegal
                | Termination::Crash
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for (termination, name) in Termination::NAMES {
            assert_eq!(Termination::from_name(name), Some(termination));
            assert_eq!(termination.name(), name);
        }
    }
}

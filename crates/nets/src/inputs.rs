//! What a critic sees: pattern counts turned into inputs.
//!
//! A count `n` becomes five inputs (table I of Cao and Lin, the same in all ADP papers):
//!
//! ```text
//! [n >= 1, n >= 2, n >= 3, n >= 4, (n > 4 ? (n - 4) / 2 : 0)]
//! ```
//!
//! The players of a network are called one and two. How the turn is told differs:
//!
//! - Cao and Lin, Chen and Zhang: two inputs, (1,0) when player one is to move and (0,1) when player two is;
//! - Zhao: two inputs for each of the 40 patterns, (1,0) or (0,1) when the pattern is there, (0,0) when it is not.
//!
//! Zhao adds two inputs for whoever moved first, counts the five by one input, and compares four other encodings
//! (table 2), which are here as well. The last of them has no patterns, only the stones of a 15 x 15 board; points beyond
//! it have no input.
//!
//! No paper has the last kind. Patterns lie on lines, so none of the papers' critics sees that two lines meet: a four and a
//! three through one point. `crossing` adds to Cao and Lin's counts how many such points either side has
//! ([`crossings`](crate::crossings)), and has every input twice, for player one to move and for player two: who is to
//! move decides what a threat is worth. Either player can be taken for player one; the mean of both views is played
//! ([`Inputs::both_views`]).

use gomoku::{Board, Color};

use crate::automaton::COUNTERS;
use crate::counts::Counts;
use crate::crossings::{CLASSES, Crossings};
use crate::kernel::Change;
use crate::pattern_set::{self, PatternSet};

/// The inputs of a kind of critic.
#[derive(Debug)]
pub struct Inputs {
    /// The name in the weights file and on the command line.
    pub name: &'static str,
    /// The patterns; without them the inputs are the stones themselves.
    pub set: Option<&'static PatternSet>,
    code: CountCode,
    turn: TurnCode,
    tells_first: bool,
    /// Are the points counted in which threats cross?
    pub crossings: bool,
    /// Is the value the mean of both views, with either side as player one? Then the critic learns with the players
    /// exchanged.
    pub both_views: bool,
    /// What is known without asking the network.
    pub knowledge: Knowledge,
}

/// Positions that need no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// None.
    Nothing,
    /// A side with a four and the move has won. Only Cao and Lin's patterns tell.
    Fours,
    /// [Static mates](gomoku::tactics::freestyle_static_mate). Only crossings tell.
    Sight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountCode {
    Five,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnCode {
    PerPattern,
    Pair,
    /// Every input twice, for either player to move.
    Whole,
    None,
}

/// Every kind there is.
pub static ALL: [Inputs; 8] = [
    zhao("zhao", CountCode::Five, TurnCode::PerPattern),
    zhao("zhao-counts", CountCode::Raw, TurnCode::PerPattern),
    zhao("zhao-turn", CountCode::Five, TurnCode::Pair),
    zhao("zhao-no-turn", CountCode::Five, TurnCode::None),
    Inputs {
        name: "zhao-board",
        set: None,
        code: CountCode::Raw,
        turn: TurnCode::Pair,
        tells_first: false,
        crossings: false,
        both_views: false,
        knowledge: Knowledge::Nothing,
    },
    Inputs {
        name: "cao",
        set: Some(&pattern_set::CAO),
        code: CountCode::Five,
        turn: TurnCode::Pair,
        tells_first: false,
        crossings: false,
        both_views: false,
        knowledge: Knowledge::Fours,
    },
    Inputs {
        name: "chen",
        set: Some(&pattern_set::CHEN),
        code: CountCode::Five,
        turn: TurnCode::Pair,
        tells_first: false,
        crossings: false,
        both_views: false,
        knowledge: Knowledge::Nothing,
    },
    Inputs {
        name: "crossing",
        set: Some(&pattern_set::CAO),
        code: CountCode::Five,
        turn: TurnCode::Whole,
        tells_first: false,
        crossings: true,
        both_views: true,
        knowledge: Knowledge::Sight,
    },
];

const fn zhao(name: &'static str, code: CountCode, turn: TurnCode) -> Inputs {
    Inputs {
        name,
        set: Some(&pattern_set::ZHAO),
        code,
        turn,
        tells_first: true,
        crossings: false,
        both_views: false,
        knowledge: Knowledge::Nothing,
    }
}

/// Inputs of one count in the five-fold code.
const PER_COUNT: u16 = 5;
/// Points on a side that have inputs of their own.
const BOARD: u16 = 15;

impl Inputs {
    /// The kind of this name.
    pub fn named(name: &str) -> Option<&'static Inputs> {
        ALL.iter().find(|inputs| inputs.name == name)
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        let crossings = if self.crossings {
            2 * PER_COUNT * 2 * CLASSES.len() as u16
        } else {
            0
        };
        usize::from(self.crossing_row() + crossings)
    }

    fn patterns(&self) -> u16 {
        self.set.map_or(0, |set| set.patterns.len() as u16)
    }

    /// Inputs that code the counts, or the stones, of one player.
    fn per_player(&self) -> u16 {
        match (self.set, self.code) {
            (None, _) => BOARD * BOARD,
            (Some(_), CountCode::Raw) => self.patterns(),
            // Zhao's five, the last of his patterns, is there or not.
            (Some(set), CountCode::Five) if set.longest_only => {
                PER_COUNT * (self.patterns() - 1) + 1
            }
            (Some(_), CountCode::Five) => PER_COUNT * self.patterns(),
        }
    }

    fn turn_row(&self) -> u16 {
        2 * self.per_player()
    }

    fn first_mover_row(&self) -> u16 {
        let turn = match self.turn {
            TurnCode::PerPattern => 4 * self.patterns(),
            TurnCode::Pair => 2,
            TurnCode::Whole => 2 * self.per_player() + 2,
            TurnCode::None => 0,
        };
        self.turn_row() + turn
    }

    fn crossing_row(&self) -> u16 {
        self.first_mover_row() + if self.tells_first { 2 } else { 0 }
    }

    /// The inputs of each counter when this color is player one.
    pub(crate) fn layout(&self, player_one: Color) -> Layout {
        let mut rows = [CounterRows::default(); ALL_COUNTERS];
        let patterns = usize::from(self.patterns());
        for color in Color::BOTH {
            let player = u16::from(color != player_one);
            for pattern in 0..patterns {
                let number = pattern as u16;
                let is_flag = self.set.is_some_and(|set| set.longest_only)
                    && self.code == CountCode::Five
                    && pattern + 1 == patterns;
                let per_count = match self.code {
                    CountCode::Five => PER_COUNT,
                    CountCode::Raw => 1,
                };
                let turn = self.turn_row() + 2 * (player * self.patterns() + number);
                let first = player * self.per_player() + number * per_count;
                let second = match self.turn {
                    TurnCode::Whole => self.turn_row() + first,
                    _ => first,
                };
                rows[color.index() * PatternSet::MOST + pattern] = CounterRows {
                    first: [first, second],
                    code: match self.code {
                        _ if is_flag => RowCode::Flag,
                        CountCode::Five => RowCode::Five,
                        CountCode::Raw => RowCode::Raw,
                    },
                    turn: (self.turn == TurnCode::PerPattern).then_some([turn, turn + 1]),
                };
            }
            for class in 0..CLASSES.len() {
                let counter = color.index() * CLASSES.len() + class;
                let of_player = player * CLASSES.len() as u16 + class as u16;
                let first = self.crossing_row() + 2 * PER_COUNT * of_player;
                rows[COUNTERS + counter] = CounterRows {
                    first: [first, first + PER_COUNT],
                    ..CounterRows::default()
                };
            }
        }
        Layout { rows, player_one }
    }

    /// The inputs that no stone changes: whose turn it is, and who moved first. Black always does.
    pub(crate) fn constant(&self, side: Color, player_one: Color) -> Vec<Change> {
        let mut inputs = Vec::new();
        let of_side = u16::from(side != player_one);
        match self.turn {
            TurnCode::Pair => inputs.push((self.turn_row() + of_side, 1.0)),
            TurnCode::Whole => inputs.push((self.first_mover_row() - 2 + of_side, 1.0)),
            TurnCode::PerPattern | TurnCode::None => {}
        }
        if self.tells_first {
            let is_two = u16::from(player_one != Color::Black);
            inputs.push((self.first_mover_row() + is_two, 1.0));
        }
        inputs
    }

    /// The inputs of the stones themselves, for the kind without patterns.
    pub(crate) fn stones(&self, board: &Board, player_one: Color, inputs: &mut Vec<Change>) {
        for point in &board.occupied() {
            let (column, row) = (u16::from(point.column()), u16::from(point.row()));
            let is_one = board.cell(point) == gomoku::Cell::Stone(player_one);
            if column < BOARD && row < BOARD {
                let player = if is_one { 0 } else { self.per_player() };
                inputs.push((player + row * BOARD + column, 1.0));
            }
        }
    }
}

/// Counters of patterns, then those of crossings.
const ALL_COUNTERS: usize = COUNTERS + 2 * CLASSES.len();

/// Which inputs belong to which counter.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    rows: [CounterRows; ALL_COUNTERS],
    player_one: Color,
}

#[derive(Clone, Copy, Debug, Default)]
struct CounterRows {
    /// Where the inputs begin for player one to move, and for player two.
    first: [u16; 2],
    code: RowCode,
    /// For player one to move, and for player two.
    turn: Option<[u16; 2]>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RowCode {
    #[default]
    Five,
    Flag,
    Raw,
}

impl Layout {
    /// The color that is player one.
    pub(crate) fn player_one(&self) -> Color {
        self.player_one
    }

    /// The inputs that differ between two counts of one counter, for this side to move.
    #[inline]
    pub(crate) fn changes(
        &self,
        counter: usize,
        (old, new): (i16, i16),
        side: Color,
        changes: &mut Vec<Change>,
    ) {
        let rows = &self.rows[counter];
        let turn = usize::from(side != self.player_one);
        let first = rows.first[turn];
        let sign = if new > old { 1.0 } else { -1.0 };
        let appears = (old > 0) != (new > 0);
        match rows.code {
            RowCode::Five => {
                let (low, high) = (old.min(new), old.max(new));
                for threshold in low..high.min(4) {
                    changes.push((first + threshold as u16, sign));
                }
                let excess = |count: i16| f32::from((count - 4).max(0)) / 2.0;
                if high > 4 {
                    changes.push((first + 4, excess(new) - excess(old)));
                }
            }
            RowCode::Flag if appears => changes.push((first, sign)),
            RowCode::Flag => {}
            RowCode::Raw => changes.push((first, f32::from(new - old))),
        }
        if let (true, Some(rows)) = (appears, rows.turn) {
            changes.push((rows[turn], sign));
        }
    }

    /// The inputs that differ between two boards' counts.
    #[inline]
    pub(crate) fn all_changes(
        &self,
        old: &Counts,
        new: &Counts,
        side: Color,
        changes: &mut Vec<Change>,
    ) {
        for counter in 0..COUNTERS {
            if old[counter] != new[counter] {
                self.changes(counter, (old[counter], new[counter]), side, changes);
            }
        }
    }

    /// The inputs that differ between two boards' crossings.
    #[inline]
    pub(crate) fn crossing_changes(
        &self,
        old: &Crossings,
        new: &Crossings,
        side: Color,
        changes: &mut Vec<Change>,
    ) {
        for (counter, (&old, &new)) in old.iter().zip(new).enumerate() {
            if old != new {
                self.changes(COUNTERS + counter, (old, new), side, changes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_numbers_of_inputs() {
        for (name, count) in [
            ("zhao", 274),
            ("zhao-counts", 122),
            ("zhao-turn", 196),
            ("zhao-no-turn", 194),
            ("zhao-board", 452),
            ("cao", 322),
            ("chen", 292),
            ("crossing", 842),
        ] {
            assert_eq!(Inputs::named(name).unwrap().count(), count, "{name}");
        }
        assert!(Inputs::named("lin").is_none());
    }

    #[test]
    fn a_count_becomes_five_inputs() {
        let layout = Inputs::named("cao").unwrap().layout(Color::Black);
        let code = |count: i16| {
            let mut changes = Vec::new();
            layout.changes(2, (0, count), Color::Black, &mut changes);
            let mut inputs = [0.0; 5];
            for (row, value) in changes {
                inputs[usize::from(row - 10)] += value;
            }
            inputs
        };
        assert_eq!(code(1), [1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(code(3), [1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(code(4), [1.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(code(7), [1.0, 1.0, 1.0, 1.0, 1.5]);
    }
}

//! The input encodings of critics: pattern counts turned into inputs.
//!
//! A count `n` becomes five inputs (table I of Cao and Lin, the same in all ADP papers):
//!
//! ```text
//! [n >= 1, n >= 2, n >= 3, n >= 4, (n > 4 ? (n - 4) / 2 : 0)]
//! ```
//!
//! The players of a network are called one and two. The papers encode the side to move differently:
//!
//! - Cao and Lin, Chen and Zhang: two inputs, (1,0) when player one is to move and (0,1) when player two is;
//! - Zhao: two inputs for each of the 40 patterns, (1,0) or (0,1) when the pattern occurs, (0,0) when it does not.
//!
//! Zhao adds two inputs for the player who moved first, encodes the five by one input, and compares four other encodings
//! (table 2), which are here as well. The last of them has no patterns, only the stones of a 15 x 15 board; points beyond
//! it have no input.
//!
//! The last kind, `threats`, is ours. Patterns lie on single lines, so the papers' critics cannot see a four and a three
//! that meet in one point. `threats` adds such points ([`threat_counts`](crate::threat_counts)) to Cao and Lin's counts,
//! and has every input twice, once for each player to move, since that decides what a threat is worth. Either color can
//! be player one; the value in play is the mean of both views ([`Inputs::both_views`]).

use gomoku::{Board, Color};

use crate::automaton::COUNTERS;
use crate::counts::Counts;
use crate::kernel::SparseInput;
use crate::pattern_set::{self, PatternSet};
use crate::threat_counts::{COUNTED_THREATS, ThreatCounts};

/// An input encoding.
#[derive(Debug)]
pub struct Inputs {
    /// The name in the weights file and on the command line.
    pub name: &'static str,
    /// The patterns; `None` where the inputs are the stones themselves.
    pub set: Option<&'static PatternSet>,
    code: CountEncoding,
    turn: TurnEncoding,
    encodes_first_player: bool,
    /// Whether threat counts are inputs.
    pub threat_counts: bool,
    /// Whether the value is the mean of both views, with either color as player one. Then training uses positions with
    /// the players swapped.
    pub both_views: bool,
    /// Positions that are decided without the network.
    pub knowledge: StaticKnowledge,
}

/// Which positions are decided statically, without the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticKnowledge {
    /// None.
    None,
    /// The side to move has a four. Needs Cao and Lin's patterns.
    Fours,
    /// [Static mates](gomoku::tactics::freestyle_static_mate). Needs threat counts.
    Mates,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountEncoding {
    Five,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnEncoding {
    PerPattern,
    Pair,
    /// Every input twice, once for each player to move.
    Whole,
    None,
}

/// All encodings.
pub static ALL: [Inputs; 8] = [
    zhao("zhao", CountEncoding::Five, TurnEncoding::PerPattern),
    zhao("zhao-counts", CountEncoding::Raw, TurnEncoding::PerPattern),
    zhao("zhao-turn", CountEncoding::Five, TurnEncoding::Pair),
    zhao("zhao-no-turn", CountEncoding::Five, TurnEncoding::None),
    Inputs {
        name: "zhao-board",
        set: None,
        code: CountEncoding::Raw,
        turn: TurnEncoding::Pair,
        encodes_first_player: false,
        threat_counts: false,
        both_views: false,
        knowledge: StaticKnowledge::None,
    },
    Inputs {
        name: "cao",
        set: Some(&pattern_set::CAO),
        code: CountEncoding::Five,
        turn: TurnEncoding::Pair,
        encodes_first_player: false,
        threat_counts: false,
        both_views: false,
        knowledge: StaticKnowledge::Fours,
    },
    Inputs {
        name: "chen",
        set: Some(&pattern_set::CHEN),
        code: CountEncoding::Five,
        turn: TurnEncoding::Pair,
        encodes_first_player: false,
        threat_counts: false,
        both_views: false,
        knowledge: StaticKnowledge::None,
    },
    Inputs {
        name: "threats",
        set: Some(&pattern_set::CAO),
        code: CountEncoding::Five,
        turn: TurnEncoding::Whole,
        encodes_first_player: false,
        threat_counts: true,
        both_views: true,
        knowledge: StaticKnowledge::Mates,
    },
];

const fn zhao(name: &'static str, code: CountEncoding, turn: TurnEncoding) -> Inputs {
    Inputs {
        name,
        set: Some(&pattern_set::ZHAO),
        code,
        turn,
        encodes_first_player: true,
        threat_counts: false,
        both_views: false,
        knowledge: StaticKnowledge::None,
    }
}

/// Inputs of one count in the five-fold code.
const PER_COUNT: u16 = 5;
/// Side of the board that has inputs for its points.
const BOARD: u16 = 15;

impl Inputs {
    /// The encoding of this name.
    pub fn named(name: &str) -> Option<&'static Inputs> {
        ALL.iter().find(|inputs| inputs.name == name)
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        let threats = if self.threat_counts {
            2 * PER_COUNT * 2 * COUNTED_THREATS.len() as u16
        } else {
            0
        };
        usize::from(self.threat_row() + threats)
    }

    fn patterns(&self) -> u16 {
        self.set.map_or(0, |set| set.patterns.len() as u16)
    }

    /// Inputs for the counts, or the stones, of one player.
    fn per_player(&self) -> u16 {
        match (self.set, self.code) {
            (None, _) => BOARD * BOARD,
            (Some(_), CountEncoding::Raw) => self.patterns(),
            // Zhao's five, the last of his patterns, has a single input.
            (Some(set), CountEncoding::Five) if set.longest_only => {
                PER_COUNT * (self.patterns() - 1) + 1
            }
            (Some(_), CountEncoding::Five) => PER_COUNT * self.patterns(),
        }
    }

    fn turn_row(&self) -> u16 {
        2 * self.per_player()
    }

    fn first_mover_row(&self) -> u16 {
        let turn = match self.turn {
            TurnEncoding::PerPattern => 4 * self.patterns(),
            TurnEncoding::Pair => 2,
            TurnEncoding::Whole => 2 * self.per_player() + 2,
            TurnEncoding::None => 0,
        };
        self.turn_row() + turn
    }

    fn threat_row(&self) -> u16 {
        self.first_mover_row() + if self.encodes_first_player { 2 } else { 0 }
    }

    /// The inputs of each counter with this color as player one.
    pub(crate) fn layout(&self, player_one: Color) -> Layout {
        let mut rows = [CounterRows::default(); ALL_COUNTERS];
        let patterns = usize::from(self.patterns());
        for color in Color::BOTH {
            let player = u16::from(color != player_one);
            for pattern in 0..patterns {
                let index = pattern as u16;
                let is_flag = self.set.is_some_and(|set| set.longest_only)
                    && self.code == CountEncoding::Five
                    && pattern + 1 == patterns;
                let per_count = match self.code {
                    CountEncoding::Five => PER_COUNT,
                    CountEncoding::Raw => 1,
                };
                let turn = self.turn_row() + 2 * (player * self.patterns() + index);
                let first = player * self.per_player() + index * per_count;
                let second = match self.turn {
                    TurnEncoding::Whole => self.turn_row() + first,
                    _ => first,
                };
                rows[color.index() * PatternSet::MAX_PATTERNS + pattern] = CounterRows {
                    first: [first, second],
                    code: match self.code {
                        _ if is_flag => RowEncoding::Flag,
                        CountEncoding::Five => RowEncoding::Five,
                        CountEncoding::Raw => RowEncoding::Raw,
                    },
                    turn: (self.turn == TurnEncoding::PerPattern).then_some([turn, turn + 1]),
                };
            }
            for class in 0..COUNTED_THREATS.len() {
                let counter = color.index() * COUNTED_THREATS.len() + class;
                let of_player = player * COUNTED_THREATS.len() as u16 + class as u16;
                let first = self.threat_row() + 2 * PER_COUNT * of_player;
                rows[COUNTERS + counter] = CounterRows {
                    first: [first, first + PER_COUNT],
                    ..CounterRows::default()
                };
            }
        }
        Layout { rows, player_one }
    }

    /// The inputs that no stone changes: the side to move, and who moved first, which is always black.
    pub(crate) fn constant(&self, side: Color, player_one: Color) -> Vec<SparseInput> {
        let mut inputs = Vec::new();
        let of_side = u16::from(side != player_one);
        match self.turn {
            TurnEncoding::Pair => inputs.push((self.turn_row() + of_side, 1.0)),
            TurnEncoding::Whole => inputs.push((self.first_mover_row() - 2 + of_side, 1.0)),
            TurnEncoding::PerPattern | TurnEncoding::None => {}
        }
        if self.encodes_first_player {
            let is_two = u16::from(player_one != Color::Black);
            inputs.push((self.first_mover_row() + is_two, 1.0));
        }
        inputs
    }

    /// The inputs of the stones, for the encoding without patterns.
    pub(crate) fn stones(&self, board: &Board, player_one: Color, inputs: &mut Vec<SparseInput>) {
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

/// Pattern counters, then threat counters.
const ALL_COUNTERS: usize = COUNTERS + 2 * COUNTED_THREATS.len();

/// The inputs of each counter.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    rows: [CounterRows; ALL_COUNTERS],
    player_one: Color,
}

#[derive(Clone, Copy, Debug, Default)]
struct CounterRows {
    /// The first input for player one to move, and for player two.
    first: [u16; 2],
    code: RowEncoding,
    /// For player one to move, and for player two.
    turn: Option<[u16; 2]>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RowEncoding {
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
        changes: &mut Vec<SparseInput>,
    ) {
        let rows = &self.rows[counter];
        let turn = usize::from(side != self.player_one);
        let first = rows.first[turn];
        let sign = if new > old { 1.0 } else { -1.0 };
        let appears = (old > 0) != (new > 0);
        match rows.code {
            RowEncoding::Five => {
                let (low, high) = (old.min(new), old.max(new));
                for threshold in low..high.min(4) {
                    changes.push((first + threshold as u16, sign));
                }
                let excess = |count: i16| f32::from((count - 4).max(0)) / 2.0;
                if high > 4 {
                    changes.push((first + 4, excess(new) - excess(old)));
                }
            }
            RowEncoding::Flag if appears => changes.push((first, sign)),
            RowEncoding::Flag => {}
            RowEncoding::Raw => changes.push((first, f32::from(new - old))),
        }
        if let (true, Some(rows)) = (appears, rows.turn) {
            changes.push((rows[turn], sign));
        }
    }

    /// The inputs that differ between two sets of pattern counts.
    #[inline]
    pub(crate) fn all_changes(
        &self,
        old: &Counts,
        new: &Counts,
        side: Color,
        changes: &mut Vec<SparseInput>,
    ) {
        for counter in 0..COUNTERS {
            if old[counter] != new[counter] {
                self.changes(counter, (old[counter], new[counter]), side, changes);
            }
        }
    }

    /// The inputs that differ between two sets of threat counts.
    #[inline]
    pub(crate) fn threat_changes(
        &self,
        old: &ThreatCounts,
        new: &ThreatCounts,
        side: Color,
        changes: &mut Vec<SparseInput>,
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
    fn input_counts_match_the_papers() {
        for (name, count) in [
            ("zhao", 274),
            ("zhao-counts", 122),
            ("zhao-turn", 196),
            ("zhao-no-turn", 194),
            ("zhao-board", 452),
            ("cao", 322),
            ("chen", 292),
            ("threats", 842),
        ] {
            assert_eq!(Inputs::named(name).unwrap().count(), count, "{name}");
        }
        assert!(Inputs::named("lin").is_none());
    }

    #[test]
    fn counts_are_encoded_in_five_inputs() {
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

//! A pattern set compiled into an automaton that counts a line in one pass.
//!
//! The state is the last seven cells read, two bits each: 14 bits. Reading a cell shifts out the oldest one. Each state
//! has a list of the counters to increment. This is the papers' walk through a trie from every cell, precomputed for
//! all states.
//!
//! A stone is part of seven states only, so its effect depends on six cells to either side. [`Automaton::changes`] runs
//! the automaton over these thirteen cells without and with the stone.

use std::sync::OnceLock;

use gomoku::Color;

use crate::pattern_set::PatternSet;

/// The content of a cell, two bits.
pub type CellBits = u64;
/// Off the board, or blocked.
pub const WALL: CellBits = 0;
/// An empty point.
pub const EMPTY: CellBits = 1;

/// A stone of this color.
#[inline]
pub const fn stone(color: Color) -> CellBits {
    2 + color.index() as CellBits
}

/// Cells in a state.
const CELLS: usize = 7;
const STATES: usize = 1 << (2 * CELLS);
/// Cells to either side of a stone that determine its effect.
pub const REACH: usize = CELLS - 1;

/// Counters of both sides: black's patterns from 0, white's from [`PatternSet::MAX_PATTERNS`].
pub const COUNTERS: usize = 2 * PatternSet::MAX_PATTERNS;

/// A compiled pattern set.
#[derive(Debug)]
pub struct Automaton {
    /// Start of each state's list in `outputs`, and the end of the last one.
    starts: Vec<u16>,
    /// Counters to increment.
    outputs: Vec<u8>,
}

impl Automaton {
    /// The automaton of a set, compiled once.
    pub fn of(set: &'static PatternSet) -> &'static Automaton {
        static CAO: OnceLock<Automaton> = OnceLock::new();
        static CHEN: OnceLock<Automaton> = OnceLock::new();
        static ZHAO: OnceLock<Automaton> = OnceLock::new();
        let cell = match set.name {
            "chen" => &CHEN,
            "zhao" => &ZHAO,
            _ => &CAO,
        };
        cell.get_or_init(|| Automaton::compile(set))
    }

    fn compile(set: &PatternSet) -> Automaton {
        let strings = strings(set);
        // Where shapes of six suppress those of five, the first cell only shows what precedes.
        let start = usize::from(set.longest_only);
        let mut lists = vec![Vec::new(); STATES];
        for string in &strings {
            for state in string.states(start) {
                let is_suppressed = set.longest_only
                    && strings.iter().any(|other| {
                        other.cells.len() > string.cells.len()
                            && (other.is_at(state, 0) || other.is_at(state, 1))
                    });
                if !is_suppressed {
                    lists[state].push(string.counter);
                }
            }
        }
        let mut automaton = Automaton {
            starts: vec![0],
            outputs: Vec::new(),
        };
        for list in lists {
            automaton.outputs.extend(list);
            automaton.starts.push(automaton.outputs.len() as u16);
        }
        automaton
    }

    /// The counters to increment in a state.
    #[inline]
    fn outputs(&self, state: usize) -> &[u8] {
        let (start, end) = (self.starts[state], self.starts[state + 1]);
        &self.outputs[usize::from(start)..usize::from(end)]
    }

    /// Adds to `counts` the effect of a stone in the middle of thirteen cells. The first cell is in the lowest bits; the
    /// middle one is taken as empty.
    pub fn changes(&self, window: u32, color: Color, counts: &mut [i8; COUNTERS]) {
        let others = window & !(3 << (2 * REACH));
        let before = others | (EMPTY as u32) << (2 * REACH);
        let after = others | (stone(color) as u32) << (2 * REACH);
        for offset in 0..CELLS {
            let state = |window: u32| (window >> (2 * offset)) as usize % STATES;
            for &counter in self.outputs(state(before)) {
                counts[usize::from(counter) % COUNTERS] -= 1;
            }
            for &counter in self.outputs(state(after)) {
                counts[usize::from(counter) % COUNTERS] += 1;
            }
        }
    }
}

/// A pattern of one side, read in one direction.
struct PatternString {
    counter: u8,
    cells: Vec<CellBits>,
}

impl PatternString {
    fn bits(&self) -> usize {
        let cells = self.cells.iter().rev();
        cells.fold(0, |bits, &cell| bits << 2 | cell as usize)
    }

    /// Whether a state contains it from this cell on.
    fn is_at(&self, state: usize, start: usize) -> bool {
        let mask = (1 << (2 * self.cells.len())) - 1;
        state >> (2 * start) & mask == self.bits()
    }

    /// Every state that contains it from this cell on.
    fn states(&self, start: usize) -> impl Iterator<Item = usize> + use<> {
        let (low, high) = (2 * start, 2 * (start + self.cells.len()));
        let bits = self.bits() << low;
        (0..1_usize << low).flat_map(move |before| {
            (0..STATES >> high).map(move |after| before | bits | after << high)
        })
    }
}

/// Every pattern for both sides, in both directions unless it is symmetric.
fn strings(set: &PatternSet) -> Vec<PatternString> {
    let mut strings = Vec::new();
    for color in Color::BOTH {
        for (index, pattern) in set.patterns.iter().enumerate() {
            let cell = |letter: u8| match letter {
                b'X' => stone(color),
                b'O' => stone(!color),
                _ => EMPTY,
            };
            let cells: Vec<_> = pattern.text.bytes().map(cell).collect();
            let mirrored: Vec<_> = cells.iter().rev().copied().collect();
            let counter = (color.index() * PatternSet::MAX_PATTERNS + index) as u8;
            if mirrored != cells {
                strings.push(PatternString {
                    counter,
                    cells: mirrored,
                });
            }
            strings.push(PatternString { counter, cells });
        }
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::MAX_CHANGES;
    use crate::pattern_set;

    /// All windows of thirteen cells with the edge of the board on either side.
    #[test]
    fn no_stone_changes_more_counters_than_a_cache_entry_holds() {
        let sets = [&pattern_set::CAO, &pattern_set::CHEN, &pattern_set::ZHAO];
        let automata = sets.map(Automaton::of);
        let mut max = 0;
        for left_wall in 0..=REACH {
            for right_wall in 0..=REACH {
                let free = 2 * REACH - left_wall - right_wall;
                for code in 0..3_usize.pow(free as u32) {
                    let mut code = code;
                    let mut window = 0_u32;
                    for cell in left_wall..2 * REACH + 1 - right_wall {
                        if cell != REACH {
                            window |= ((code % 3 + 1) << (2 * cell)) as u32;
                            code /= 3;
                        }
                    }
                    for automaton in &automata {
                        let mut counts = [0; COUNTERS];
                        automaton.changes(window, Color::Black, &mut counts);
                        max = max.max(counts.iter().filter(|&&change| change != 0).count());
                    }
                }
            }
        }
        assert!((8..=MAX_CHANGES).contains(&max), "{max}");
    }
}

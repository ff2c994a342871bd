//! Transposition table: score, depth, bound and best move of searched positions.
//!
//! An entry is used only at its own depth. A deeper entry would be more accurate, but then a position's score would
//! depend on what was searched before, and the search could not be tested against plain alpha-beta.

use gomoku::Point;

/// What a stored score means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TtEntry {
    key: u64,
    pub(super) score: i32,
    best_move: u16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl TtEntry {
    pub(super) fn best_move(&self) -> Point {
        Point::from_index(self.best_move.into())
    }
}

/// One entry per slot, always replaced.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<TtEntry>,
}

impl TranspositionTable {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let max_entries = (bytes / size_of::<TtEntry>()).max(2);
        TranspositionTable {
            entries: vec![TtEntry::default(); 1 << max_entries.ilog2()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(TtEntry::default());
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        key: u64,
        (score, bound): (i32, Bound),
        depth: u32,
        best_move: Point,
    ) {
        let slot = self.slot(key);
        self.entries[slot] = TtEntry {
            key,
            score,
            best_move: best_move.index() as u16,
            depth: depth as u8,
            bound,
        };
    }
}

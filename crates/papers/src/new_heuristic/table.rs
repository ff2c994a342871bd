//! Positions seen before, by their key: value, depth and best move.
//!
//! An entry answers only for its own depth. One of a deeper search would be worth more, but then the value of a position
//! would depend on what was searched before, and the search could no longer be held to plain alpha-beta's values.

use gomoku::Point;

/// What a stored value says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    best: u16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

impl Entry {
    pub(super) fn best(&self) -> Point {
        Point::from_index(self.best.into())
    }
}

/// One entry to a slot; the newer one stays.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Entry>()).max(2);
        Table {
            entries: vec![Entry::default(); 1 << most.ilog2()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.slot(key)];
        (entry.key == key && entry.depth > 0).then_some(entry)
    }

    #[inline]
    pub(super) fn put(&mut self, key: u64, (value, bound): (i32, Bound), depth: u32, best: Point) {
        let slot = self.slot(key);
        self.entries[slot] = Entry {
            key,
            value,
            best: best.index() as u16,
            depth: depth as u8,
            bound,
        };
    }
}

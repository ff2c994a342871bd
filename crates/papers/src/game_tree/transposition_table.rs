//! Transposition table: score, depth, bound and best move of searched positions.
//!
//! An entry is used only at its own depth. A deeper entry would be more accurate, but then a position's score would
//! depend on what was searched before, and the search could not be tested against plain alpha-beta.

use gomoku::Point;
use gomoku::hash_table::zeroed_table;

use crate::game_tree::score::Window;

/// What a stored score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    /// What a score means that a search with this window returned.
    pub(crate) fn within(score: i32, window: Window<i32>) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) score: i32,
    best_move: u16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
}

impl TtEntry {
    pub(crate) fn new(score: i32, bound: Bound, depth: u32, best_move: Point) -> TtEntry {
        TtEntry {
            score,
            best_move: best_move.index() as u16,
            depth: depth as u8,
            bound,
        }
    }

    pub(crate) fn best_move(&self) -> Point {
        Point::from_index(self.best_move.into())
    }

    /// From low to high: score 32, move 16, depth 8, bound 8 bits. Never 0, because no stored depth is.
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.score.cast_unsigned())
            | u64::from(self.best_move) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
    }

    pub(crate) fn unpack(data: u64) -> TtEntry {
        TtEntry {
            score: (data as u32).cast_signed(),
            best_move: (data >> 32) as u16,
            depth: (data >> 48) as u8,
            bound: match data >> 56 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
        }
    }
}

/// A key and a packed entry, zero if there is none.
type Slot = [u64; 2];

/// One entry per slot, always replaced. The first search allocates the table, because it knows the memory limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct TranspositionTable {
    slots: Option<Box<[Slot]>>,
    /// The bytes asked for; the system may have given less.
    bytes: u64,
}

impl TranspositionTable {
    /// Makes it a table of at most this many bytes. The entries are lost if the size changes.
    pub(crate) fn resize(&mut self, bytes: u64) {
        if self.slots.is_none() || self.bytes != bytes {
            self.slots = None;
            let max_slots = (bytes / size_of::<Slot>() as u64).max(2);
            self.slots = Some(zeroed_table(1 << max_slots.ilog2()));
            self.bytes = bytes;
        }
    }

    /// Frees the memory. [`TranspositionTable::resize`] must follow.
    pub(crate) fn clear(&mut self) {
        self.slots = None;
    }

    #[inline]
    fn slots(&self) -> &[Slot] {
        self.slots.as_deref().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        let slots = self.slots();
        let [known, data] = *slots.get(key as usize & (slots.len().wrapping_sub(1)))?;
        (known == key && data != 0).then(|| TtEntry::unpack(data))
    }

    #[inline]
    pub(crate) fn store(
        &mut self,
        key: u64,
        (score, bound): (i32, Bound),
        depth: u32,
        best_move: Point,
    ) {
        let entry = TtEntry::new(score, bound, depth, best_move);
        let slots = self.slots.as_deref_mut().unwrap_or_default();
        let index = key as usize & (slots.len().wrapping_sub(1));
        if let Some(slot) = slots.get_mut(index)
            && entry.depth > 0
        {
            *slot = [key, entry.pack()];
        }
    }
}

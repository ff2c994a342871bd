//! The transposition table: what earlier searches found out about a position, shared by all threads.
//!
//! An entry is two words, the data and the position's key mixed with it. Two threads that write one entry at once
//! leave words that do not match, and the entry is not believed; so no lock is needed. Four entries share a cache line,
//! and of those the one gives way that is shallowest and oldest.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use gomoku::Point;

use crate::prefetch::prefetch;
use crate::score::Score;

/// What the score of an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TtBound {
    /// Nothing.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

impl TtBound {
    const ALL: [TtBound; 4] = [
        TtBound::None,
        TtBound::Upper,
        TtBound::Lower,
        TtBound::Exact,
    ];

    /// Does a score with this bound decide the question whether the true score reaches `beta`?
    pub fn decides(self, score: Score, beta: Score) -> bool {
        if score >= beta {
            matches!(self, TtBound::Lower | TtBound::Exact)
        } else {
            matches!(self, TtBound::Upper | TtBound::Exact)
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The score, proven results counted from the position.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The best move, or the one that was good enough.
    pub best: Option<Point>,
    /// How deep the search went, in plies.
    pub depth: i32,
    /// What the score says.
    pub bound: TtBound,
    /// Did the position stand in a principal line?
    pub tt_pv: bool,
}

/// Entries of one cache line.
const BUCKET: usize = 4;
/// How many plies of depth an entry loses in value with each search that did not use it.
const AGING: i32 = 4;
/// Ages wrap around at this.
const AGES: u8 = 32;
/// Added to depths, so that quiet searches below zero fit a byte.
const DEPTH_OFFSET: i32 = 8;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
    /// No search has begun since it was empty: nothing to clear.
    is_fresh: bool,
}

impl TranspositionTable {
    /// A table of at most this many bytes, and at least one bucket.
    pub fn new(bytes: u64) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>() as u64).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(count as usize, Bucket::default);
        TranspositionTable {
            buckets,
            age: 0,
            is_fresh: true,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.buckets.len() * size_of::<Bucket>()) as u64
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.is_fresh {
            return;
        }
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.age = 0;
        self.is_fresh = true;
    }

    /// A new search begins: what it does not use grows older.
    pub fn new_search(&mut self) {
        self.is_fresh = false;
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Asks the memory for what is known of the position with this key, which will be wanted soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Remembers an entry. What is known of the same position stays when it is much deeper, unless the new entry is exact.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let old = unpack(data);
                if entry.bound != TtBound::Exact
                    && entry.depth + 3 < old.depth
                    && age_of(data) == self.age
                {
                    return;
                }
                entry.best = entry.best.or(old.best);
                place = slot;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let years = (self.age + AGES - age_of(data)) % AGES;
                depth_of(data) - AGING * i32::from(years)
            };
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        let data = pack(&entry, self.age);
        place.data.store(data, Relaxed);
        place.check.store(key ^ data, Relaxed);
    }
}

/// From low to high: score 16, evaluation 16, move 10, bound 2, principal 1, age 5, depth 8 bits.
fn pack(entry: &TtEntry, age: u8) -> u64 {
    let point = entry.best.map_or(0, Point::index) as u64;
    let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u64;
    (entry.score as u16 as u64)
        | (entry.eval as u16 as u64) << 16
        | point << 32
        | (entry.bound as u64) << 42
        | u64::from(entry.tt_pv) << 44
        | u64::from(age) << 45
        | depth << 50
        // Nothing is ever all zero, which means an empty place.
        | 1 << 63
}

fn unpack(data: u64) -> TtEntry {
    let point = (data >> 32 & 0x3ff) as usize;
    TtEntry {
        score: Score::from(data as u16 as i16),
        eval: Score::from((data >> 16) as u16 as i16),
        // Cell 0 is a wall.
        best: (point != 0).then(|| Point::from_index(point)),
        depth: depth_of(data),
        bound: TtBound::ALL[(data >> 42 & 3) as usize],
        tt_pv: data >> 44 & 1 == 1,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 50 & 0xff) as i32 - DEPTH_OFFSET
}

fn age_of(data: u64) -> u8 {
    (data >> 45 & 0x1f) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32) -> TtEntry {
        TtEntry {
            score,
            eval: -77,
            best: Some(Point::new(3, 4)),
            depth,
            bound: TtBound::Lower,
            tt_pv: true,
        }
    }

    #[test]
    fn what_was_put_comes_back() {
        let table = TranspositionTable::new(1 << 16);
        for (key, score, depth) in [(1, 0, 0), (u64::MAX, -29_990, 200), (77 << 50, 29_999, -2)] {
            table.store(key, entry(score, depth));
            assert_eq!(table.probe(key), Some(entry(score, depth)));
            assert_eq!(table.probe(key ^ 1), None);
        }
    }

    #[test]
    fn the_shallowest_gives_way() {
        let mut table = TranspositionTable::new(0);
        table.new_search();
        for depth in 1..=5 {
            table.store(depth, entry(10, depth as i32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        // An old deep entry gives way to new ones at last.
        for _ in 0..3 {
            table.new_search();
        }
        table.store(9, entry(1, 1));
        table.store(10, entry(1, 1));
        assert!(table.probe(9).is_some() && table.probe(10).is_some());
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one() {
        let table = TranspositionTable::new(0);
        table.store(5, entry(100, 10));
        table.store(5, entry(50, 2));
        assert_eq!(table.probe(5).unwrap().score, 100);
        table.store(
            5,
            TtEntry {
                bound: TtBound::Exact,
                best: None,
                ..entry(50, 2)
            },
        );
        assert_eq!(table.probe(5).unwrap().score, 50);
        assert_eq!(table.probe(5).unwrap().best, Some(Point::new(3, 4)));
    }
}

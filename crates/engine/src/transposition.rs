//! The transposition table (TT): results of earlier searches, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key XOR the data. When two threads write an entry at once, the words do not match
//! and the entry is ignored (Hyatt's lockless hashing). A bucket of four entries fills a cache line; the shallowest and oldest of
//! them is replaced.
//!
//! The memory of a new or cleared table is committed page by page as the search touches it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use gomoku::Point;
use gomoku::hash_table::zeroed_table;
use zerocopy::FromZeros;

use crate::prefetch::prefetch;
use crate::score::Score;

/// How the score of an entry bounds the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TtBound {
    /// Not at all.
    None = 0,
    /// The true score is at most this: the search failed low.
    Upper = 1,
    /// The true score is at least this: the search failed high.
    Lower = 2,
    /// The score is exact.
    Exact = 3,
}

impl TtBound {
    const ALL: [TtBound; 4] = [
        TtBound::None,
        TtBound::Upper,
        TtBound::Lower,
        TtBound::Exact,
    ];

    /// Does a score with this bound decide whether the true score reaches `beta`?
    pub fn decides(self, score: Score, beta: Score) -> bool {
        if score >= beta {
            matches!(self, TtBound::Lower | TtBound::Exact)
        } else {
            matches!(self, TtBound::Upper | TtBound::Exact)
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The score, with mates counted from this position.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The best move, or the one that failed high.
    pub best: Option<Point>,
    /// Depth in plies.
    pub depth: i32,
    /// What the score means.
    pub bound: TtBound,
    /// Was the position ever in a principal variation?
    pub tt_pv: bool,
}

/// Entries in a cache line.
const BUCKET_SIZE: usize = 4;
const CACHE_LINE: usize = BUCKET_SIZE * size_of::<Slot>();
/// Plies of depth that an entry loses in replacement value with each search since it was stored.
const AGE_PENALTY: i32 = 4;
/// Ages are counted modulo this.
const AGE_CYCLE: u8 = 32;
/// Added to depths, so that slightly negative ones fit a byte.
const DEPTH_OFFSET: i32 = 8;

#[derive(Debug, Default, FromZeros)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Aligned to a cache line by [`TranspositionTable::offset`]. An aligned type would do too, but the standard library
/// zeroes memory of such types itself and so commits all of it.
type Bucket = [Slot; BUCKET_SIZE];

/// The transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Slots before the first bucket.
    offset: usize,
    age: u8,
    /// No search has begun since the table was cleared.
    is_fresh: bool,
}

impl TranspositionTable {
    /// A table of at most this many bytes, and at least one bucket.
    pub fn new(bytes: u64) -> TranspositionTable {
        let count = (bytes / CACHE_LINE as u64).max(1) as usize;
        let slots: Box<[Slot]> = zeroed_table(count.saturating_add(1).saturating_mul(BUCKET_SIZE));
        let offset = slots.as_ptr().align_offset(CACHE_LINE);
        TranspositionTable {
            slots,
            offset: offset.min(BUCKET_SIZE - 1),
            age: 0,
            is_fresh: true,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.buckets().len() * CACHE_LINE) as u64
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        if self.is_fresh {
            return;
        }
        // New memory is zeroed by the system, and only where it is used. The old goes first, so that both never coexist.
        let bytes = self.bytes();
        self.slots = Box::default();
        *self = TranspositionTable::new(bytes);
    }

    /// Starts a new search: existing entries age.
    pub fn new_search(&mut self) {
        self.is_fresh = false;
        self.age = (self.age + 1) % AGE_CYCLE;
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        // The last slots, as many as the offset leaves of a bucket, are not used.
        let end = self.slots.len() - BUCKET_SIZE + self.offset;
        self.slots[self.offset..end].as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        let index = (u128::from(key) * buckets.len() as u128) >> 64;
        &buckets[index as usize]
    }

    /// Prefetches the bucket of this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry. A much deeper entry of the same position and search stays, unless the new one is exact.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut lowest_value = i32::MAX;
        for slot in bucket {
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
                victim = slot;
                break;
            }
            let value = if data == 0 {
                i32::MIN
            } else {
                let age = (self.age + AGE_CYCLE - age_of(data)) % AGE_CYCLE;
                depth_of(data) - AGE_PENALTY * i32::from(age)
            };
            if value < lowest_value {
                (lowest_value, victim) = (value, slot);
            }
        }
        let data = pack(&entry, self.age);
        victim.data.store(data, Relaxed);
        victim.check.store(key ^ data, Relaxed);
    }
}

/// From low to high: score 16, evaluation 16, move 10, bound 2, PV 1, age 5, depth 8 bits.
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
        // Never all zero, which marks an empty slot.
        | 1 << 63
}

fn unpack(data: u64) -> TtEntry {
    let point = (data >> 32 & 0x3ff) as usize;
    TtEntry {
        score: Score::from(data as u16 as i16),
        eval: Score::from((data >> 16) as u16 as i16),
        // Cell 0 is a wall, so 0 means no move.
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
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1 << 16);
        for (key, score, depth) in [(1, 0, 0), (u64::MAX, -29_990, 200), (77 << 50, 29_999, -2)] {
            table.store(key, entry(score, depth));
            assert_eq!(table.probe(key), Some(entry(score, depth)));
            assert_eq!(table.probe(key ^ 1), None);
        }
    }

    /// Threads that write and read the same few buckets never see an entry that nobody stored.
    #[test]
    fn threads_never_read_a_torn_entry() {
        let rounds = std::env::var("TENGEN_STRESS_ROUNDS").map_or(1_000_000, |text| {
            text.parse::<u64>().expect("a number of rounds")
        });
        // Two buckets and more keys than they hold, so that every slot is contested.
        let table = TranspositionTable::new(2 * size_of::<Bucket>() as u64);
        let keys: Vec<u64> = (1..=12_u64)
            .map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .collect();
        // The score tells who stored the entry, and the rest of the entry follows from key and score.
        let made = |key: u64, score: Score| TtEntry {
            eval: (key as i16 as Score) ^ score,
            depth: 5,
            bound: TtBound::Exact,
            ..entry(score, 5)
        };
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    let mut found = 0;
                    for round in 0..rounds {
                        let at = (round.wrapping_mul(7) + thread * 3) % keys.len() as u64;
                        let key = keys[at as usize];
                        let score = ((round * 4 + thread) % 20_000) as Score;
                        table.store(key, made(key, score));
                        let other = keys[((at + round) % keys.len() as u64) as usize];
                        if let Some(entry) = table.probe(other) {
                            assert_eq!(entry, made(other, entry.score));
                            found += 1;
                        }
                    }
                    // Every twelfth probe is for the entry just stored. How often others survive is the scheduler's choice.
                    assert!(found > rounds / 1000, "{found} entries found");
                });
            }
        });
    }

    #[test]
    fn buckets_are_aligned_and_as_many_as_asked_for() {
        for bytes in [0, 64, 1 << 16, 64 << 20] {
            let table = TranspositionTable::new(bytes);
            assert_eq!(table.bytes(), bytes.max(64));
            let address = table.buckets().as_ptr().addr();
            assert!(address.is_multiple_of(CACHE_LINE), "{bytes}: {address:x}");
        }
    }

    #[test]
    fn the_shallowest_entry_is_replaced() {
        let mut table = TranspositionTable::new(0);
        table.new_search();
        for depth in 1..=5 {
            table.store(depth, entry(10, depth as i32));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        // In the end new entries replace an old deep one.
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

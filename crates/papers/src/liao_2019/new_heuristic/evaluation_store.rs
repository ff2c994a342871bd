//! A database of evaluations (Liao 2019, sections 1.2.4 and 5): "we want to build a database similar to the hash table to store
//! the values of all possible best paths", and "in future program improvements, we can consider whether to use the database,
//! which can reduce a large number of duplicates".
//!
//! The best path and the transposition table last for a game. A store outlives the player: it keeps the answers at the root
//! and the scores of inner nodes that are expensive enough, under keys that contain the position, the depth and everything
//! else that the score depends on. A hit is what a search would have returned, so scores do not change.
//!
//! This crate opens no files: the store is an interface.

use std::fmt::Debug;

use gomoku::Point;

use super::candidates::CandidateSelection;
use crate::game_tree::transposition_table::{Bound, TtEntry};

/// Words by key, kept beyond the life of a player.
pub trait EvaluationStore: Debug + Send + Sync {
    /// The word that was stored under a key.
    fn get(&self, key: u64) -> Option<u64>;
    /// Stores a word.
    fn put(&self, key: u64, value: u64);
    /// Makes what was stored since the last call permanent.
    fn flush(&self);
}

/// The least depth at which a node is stored: below it, searching is as fast as looking up.
pub(super) const STORED_DEPTH: u32 = 4;

/// Set in the depth of an answer at the root, which a best path may have narrowed to one candidate.
const ROOT: u64 = 1 << 32;

/// A store, seen by the searches of one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoreView<'a> {
    store: &'a dyn EvaluationStore,
    /// What the scores depend on besides position and depth; size and rule are part of the board's key.
    settings: u64,
}

impl<'a> StoreView<'a> {
    pub(super) fn new(
        store: &'a dyn EvaluationStore,
        selection: CandidateSelection,
    ) -> StoreView<'a> {
        let candidates = selection.max_candidates.min(1 << 16) as u64;
        StoreView {
            store,
            settings: candidates << 8
                | u64::from(selection.range) << 1
                | u64::from(selection.optimized),
        }
    }

    fn key(self, board: u64, depth: u64) -> u64 {
        mix(mix(board ^ mix(depth)).wrapping_add(self.settings))
    }

    /// The entry of an inner node.
    pub(super) fn node(self, board: u64, depth: u32) -> Option<TtEntry> {
        self.read(self.key(board, depth.into()), depth)
    }

    pub(super) fn put_node(self, board: u64, entry: TtEntry) {
        let key = self.key(board, entry.depth.into());
        let is_better = |known: TtEntry| known.bound == Bound::Exact;
        if !self.read(key, entry.depth.into()).is_some_and(is_better) {
            self.store.put(key, entry.pack());
        }
    }

    /// The answer at the root: the best move and its score.
    pub(super) fn answer(self, board: u64, depth: u32) -> Option<(Point, i32)> {
        let entry = self.read(self.key(board, ROOT | u64::from(depth)), depth)?;
        Some((entry.best_move(), entry.score))
    }

    pub(super) fn put_answer(self, board: u64, depth: u32, (point, score): (Point, i32)) {
        let entry = TtEntry::new(score, Bound::Exact, depth, point);
        let key = self.key(board, ROOT | u64::from(depth));
        self.store.put(key, entry.pack());
    }

    pub(super) fn flush(self) {
        self.store.flush();
    }

    /// An entry of this depth; anything else under the key is a collision or damage.
    fn read(self, key: u64, depth: u32) -> Option<TtEntry> {
        let entry = TtEntry::unpack(self.store.get(key)?);
        (u32::from(entry.depth) == depth).then_some(entry)
    }
}

/// The finalizer of SplitMix64.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

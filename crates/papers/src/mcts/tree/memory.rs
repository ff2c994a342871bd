//! The memory limit of a tree.
//!
//! Nodes and move lists lie in vectors that double, so growing takes the old vector and the new one together. The last
//! doubling is from a half to the maximum: three fifths of the limit are the full tree, and three tenths the old half.
//! If the system refuses memory before that, the tree stays as large as it is.

use super::memory_terms::MEMORY_TERM_BYTES;
use super::{
    NodeIndex, SearchNode, SearchTree, Selection, capacity, moves_class, next_children_class,
};

/// Bytes of a node: itself, its two selection terms, and its share of the list of free blocks.
const NODE_BYTES: u64 = size_of::<SearchNode>() as u64 + 8 + 4;
/// Bytes of a listed move without its prior, and with it.
const MOVE_BYTES: u64 = 2;
const PRIOR_BYTES: u64 = 4;
/// Listed moves per node. Most listed moves are never expanded. With priors they take more room than the nodes.
const MOVES_PER_NODE: u64 = 16;
const MOVES_PER_NODE_WITH_PRIORS: u64 = 8;
/// The smallest tree, which can list the root's moves.
const MIN_NODES: u64 = 1 << 10;
/// Indices have 32 bits.
const MAX_NODES: u64 = 1 << 28;

impl SearchTree {
    /// Sets the memory limit in bytes. A tree that is larger loses its nodes and its memory.
    pub(crate) fn set_memory(&mut self, memory: u64) {
        let (moves, bytes) = match self.selection {
            Selection::Uct => (MOVES_PER_NODE, MOVE_BYTES),
            Selection::Puct => (MOVES_PER_NODE_WITH_PRIORS, MOVE_BYTES + PRIOR_BYTES),
        };
        let terms = self.memory_terms.as_ref().map_or(0, |_| MEMORY_TERM_BYTES);
        let max_nodes = memory / 5 * 3 / (NODE_BYTES + terms + moves * bytes);
        let max_nodes = max_nodes.clamp(MIN_NODES, MAX_NODES);
        self.max_nodes = max_nodes as usize;
        self.max_moves = (max_nodes * moves) as usize;
        if self.nodes.capacity() > self.max_nodes || self.moves.capacity() > self.max_moves {
            let (max_nodes, max_moves) = (self.max_nodes, self.max_moves);
            let share = self.memory_terms.as_ref().map(|terms| terms.share);
            *self = SearchTree::empty(self.selection).with_memory_share(share);
            (self.max_nodes, self.max_moves) = (max_nodes, max_moves);
            self.clear();
        }
    }

    /// Bytes that the tree holds.
    pub(crate) fn bytes(&self) -> u64 {
        let free = self.free_nodes.iter().chain(&self.free_moves);
        let free: usize = free.map(Vec::capacity).sum();
        let terms = self.memory_terms.as_ref().map_or(0, |_| MEMORY_TERM_BYTES);
        self.nodes.capacity() as u64 * (NODE_BYTES - 4 + terms)
            + self.moves.capacity() as u64 * MOVE_BYTES
            + self.priors.capacity() as u64 * PRIOR_BYTES
            + free as u64 * 4
    }

    /// Is there memory for one more child of this node?
    #[inline]
    pub(crate) fn has_room(&mut self, id: NodeIndex) -> bool {
        let node = *self.node(id);
        if usize::from(node.num_children) < capacity(&node) {
            return true;
        }
        let needed = self.nodes.len() + (1 << next_children_class(&node));
        needed <= self.nodes.capacity() || self.reserve_nodes(needed)
    }

    fn reserve_nodes(&mut self, needed: usize) -> bool {
        if needed > self.max_nodes {
            return false;
        }
        let length = grown(needed, self.max_nodes);
        let is_reserved = reserve(&mut self.nodes, length)
            && reserve(&mut self.exploitation, length)
            && reserve(&mut self.exploration, length)
            && self.memory_terms.as_mut().is_none_or(|terms| {
                reserve(&mut terms.totals, length) && reserve(&mut terms.numbers, length)
            });
        if !is_reserved {
            self.max_nodes = self.nodes.len();
        }
        is_reserved
    }

    /// Is there memory for one more list of this many moves?
    pub(crate) fn has_room_for_moves(&mut self, num_moves: usize) -> bool {
        let class = moves_class(num_moves);
        if !self.free_moves[usize::from(class)].is_empty() {
            return true;
        }
        let needed = self.moves.len() + (1 << class);
        if needed > self.max_moves {
            return false;
        }
        if needed <= self.moves.capacity() {
            return true;
        }
        let length = grown(needed, self.max_moves);
        let has_priors = self.selection == Selection::Puct;
        let is_reserved =
            reserve(&mut self.moves, length) && (!has_priors || reserve(&mut self.priors, length));
        if !is_reserved {
            self.max_moves = self.moves.len();
        }
        is_reserved
    }
}

/// The smallest halving of `max` that is large enough.
fn grown(needed: usize, max: usize) -> usize {
    let mut length = max;
    while length / 2 >= needed {
        length /= 2;
    }
    length
}

/// Makes room for a vector of this length, if the system has the memory.
fn reserve<T>(vector: &mut Vec<T>, length: usize) -> bool {
    let more = length.saturating_sub(vector.len());
    vector.try_reserve_exact(more).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::ROOT;

    fn fill(tree: &mut SearchTree) -> usize {
        let mut node = ROOT;
        let mut count = 0;
        while tree.has_room(node) && tree.has_room_for_moves(30) {
            let mut moves: Vec<_> = (0..30).map(|index| (index, 1.0 / 30.0)).collect();
            match tree.selection {
                Selection::Uct => tree.set_moves(node, 0..30),
                Selection::Puct => tree.set_moves_with_priors(node, &mut moves),
            }
            node = tree.add_child(node, 3);
            count += 1;
        }
        count
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = SearchTree::new(Selection::Uct, 0);
        assert!((100..2000).contains(&fill(&mut tree)));
        for selection in [Selection::Uct, Selection::Puct] {
            for megabytes in [1, 5, 16] {
                let mut tree = SearchTree::new(selection, megabytes << 20);
                assert!(fill(&mut tree) > 1000);
                // The rest is for the old vector while the last one grows.
                assert!(tree.bytes() <= (megabytes << 20) / 5 * 3 + (1 << 16));
            }
        }
    }

    #[test]
    fn a_lower_limit_frees_the_memory() {
        let mut tree = SearchTree::new(Selection::Uct, 8 << 20);
        fill(&mut tree);
        assert!(tree.bytes() > 2 << 20);
        tree.set_memory(1 << 20);
        assert!(tree.bytes() < 1 << 20);
        assert_eq!(tree.children(ROOT).count(), 0);
        assert!(fill(&mut tree) > 100);
    }
}

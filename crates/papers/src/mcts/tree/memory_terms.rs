//! What a search with a [state memory](crate::mcts::state_memory) keeps for each node, beside the nodes themselves: plain
//! searches do not pay for it.

use super::{NodeIndex, SearchTree};
use crate::mcts::state_memory::{MemoryShare, StateNumber};

/// Bytes of a node's terms.
pub(super) const MEMORY_TERM_BYTES: u64 = 12;

/// Sums of `V_M` and numbers of states, by node.
#[derive(Clone, Debug)]
pub(super) struct MemoryTerms {
    pub(super) share: MemoryShare,
    /// The sum of `V_M` over the visits, for the side that made the move.
    pub(super) totals: Vec<f64>,
    /// The node's state in the memory, 0 for none.
    pub(super) numbers: Vec<StateNumber>,
}

impl MemoryTerms {
    pub(super) fn new(share: MemoryShare) -> MemoryTerms {
        MemoryTerms {
            share,
            totals: Vec::new(),
            numbers: Vec::new(),
        }
    }

    pub(super) fn resize(&mut self, length: usize) {
        self.totals.resize(length, 0.0);
        self.numbers.resize(length, 0);
    }

    /// Forgets the node that was here before.
    pub(super) fn reset(&mut self, id: NodeIndex) {
        self.totals[id as usize] = 0.0;
        self.numbers[id as usize] = 0;
    }

    pub(super) fn copy_within(&mut self, from: std::ops::Range<usize>, to: usize) {
        self.totals.copy_within(from.clone(), to);
        self.numbers.copy_within(from, to);
    }
}

impl SearchTree {
    /// Mixes the memory's values into those of the nodes.
    pub(crate) fn with_memory_share(mut self, share: Option<MemoryShare>) -> SearchTree {
        self.memory_terms = share.map(MemoryTerms::new);
        let length = self.nodes.len();
        if let Some(terms) = &mut self.memory_terms {
            terms.resize(length);
        }
        self
    }

    pub(crate) fn state_number(&self, id: NodeIndex) -> StateNumber {
        let terms = self.memory_terms.as_ref();
        terms.map_or(0, |terms| terms.numbers[id as usize])
    }

    pub(crate) fn set_state_number(&mut self, id: NodeIndex, number: StateNumber) {
        if let Some(terms) = &mut self.memory_terms {
            terms.numbers[id as usize] = number;
        }
    }

    /// Adds the value of one visit for the side that made the move.
    pub(crate) fn add_memory_value(&mut self, id: NodeIndex, value: f64) {
        if let Some(terms) = &mut self.memory_terms {
            terms.totals[id as usize] += value;
        }
    }
}

//! The search tree: an arena of nodes.
//!
//! The children of a node lie side by side in a block that doubles when it is full, so that selection reads two short
//! arrays from end to end ([`selection`]). Blocks that were left go to a free list of their size.
//!
//! The tree never takes more than its memory limit ([`memory`]). A tree that is full goes on counting visits.
//!
//! Children are added one at a time. With PUCT the move list is sorted by prior, so the next unexpanded move is always the
//! one with the largest prior.

mod memory;
mod memory_terms;
mod node;
mod reroot;
mod selection;

use gomoku::{ByColor, Color};

use memory_terms::MemoryTerms;

pub(crate) use node::{NodeIndex, NodeState, ROOT, SearchNode};
pub use selection::Selection;

/// The smallest block of children, as a power of two.
const MIN_CHILDREN_CLASS: u8 = 2;
const CLASSES: usize = 12;

/// A tree with a bounded number of nodes.
#[derive(Clone, Debug)]
pub(crate) struct SearchTree {
    selection: Selection,
    nodes: Vec<SearchNode>,
    /// Selection terms of each node, see [`selection`].
    exploitation: Vec<f32>,
    exploration: Vec<f32>,
    /// For searches with a memory of states.
    memory_terms: Option<MemoryTerms>,
    free_nodes: [Vec<u32>; CLASSES],
    /// Move lists as grid indices, and the priors beside them (PUCT only).
    moves: Vec<u16>,
    priors: Vec<f32>,
    free_moves: [Vec<u32>; CLASSES],
    max_nodes: usize,
    max_moves: usize,
}

impl SearchTree {
    /// A tree with nothing but an unexpanded root.
    pub(crate) fn new(selection: Selection, memory: u64) -> SearchTree {
        let mut tree = SearchTree::empty(selection);
        tree.set_memory(memory);
        tree.clear();
        tree
    }

    /// A tree without a root.
    fn empty(selection: Selection) -> SearchTree {
        SearchTree {
            selection,
            nodes: Vec::new(),
            exploitation: Vec::new(),
            exploration: Vec::new(),
            memory_terms: None,
            free_nodes: Default::default(),
            moves: Vec::new(),
            priors: Vec::new(),
            free_moves: Default::default(),
            max_nodes: 0,
            max_moves: 0,
        }
    }

    /// Removes all nodes but keeps the allocations.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.exploitation.clear();
        self.exploration.clear();
        if let Some(terms) = &mut self.memory_terms {
            terms.resize(0);
        }
        self.moves.clear();
        self.priors.clear();
        self.free_nodes.iter_mut().for_each(Vec::clear);
        self.free_moves.iter_mut().for_each(Vec::clear);
        self.grow_nodes(1);
    }

    fn grow_nodes(&mut self, count: usize) {
        let length = self.nodes.len() + count;
        self.nodes.resize(length, SearchNode::default());
        self.exploitation.resize(length, 0.0);
        self.exploration.resize(length, 0.0);
        if let Some(terms) = &mut self.memory_terms {
            terms.resize(length);
        }
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeIndex) -> &SearchNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeIndex) -> &mut SearchNode {
        &mut self.nodes[id as usize]
    }

    pub(crate) fn children(&self, id: NodeIndex) -> impl Iterator<Item = NodeIndex> + use<> {
        let node = self.node(id);
        node.first_child..node.first_child + u32::from(node.num_children)
    }

    /// A child by its index, which stays valid when its block moves; ids do not.
    #[inline]
    pub(crate) fn child(&self, id: NodeIndex, index: u16) -> NodeIndex {
        self.node(id).first_child + u32::from(index)
    }

    /// The nodes on a path of child indices, the root first.
    pub(crate) fn path_nodes(&self, path: &[u16]) -> Vec<NodeIndex> {
        let mut ids = vec![ROOT];
        for &index in path {
            ids.push(self.child(ids[ids.len() - 1], index));
        }
        ids
    }

    /// The last node on a path of child indices.
    pub(crate) fn path_end(&self, path: &[u16]) -> NodeIndex {
        path.iter().fold(ROOT, |id, &index| self.child(id, index))
    }

    /// Sets the moves of a node, all of them unexpanded.
    pub(crate) fn set_moves(&mut self, id: NodeIndex, moves: impl ExactSizeIterator<Item = u16>) {
        let num_moves = moves.len();
        let class = moves_class(num_moves);
        let start = match self.free_moves[usize::from(class)].pop() {
            Some(start) => start as usize,
            None => {
                let start = self.moves.len();
                self.moves.resize(start + (1 << class), 0);
                start
            }
        };
        for (slot, point) in self.moves[start..].iter_mut().zip(moves) {
            *slot = point;
        }
        let node = &mut self.nodes[id as usize];
        node.first_move = start as u32;
        node.num_moves = num_moves as u16;
        node.moves_class = class;
        node.state = NodeState::Expanded;
    }

    /// Sets the moves of a node with their priors, all of them unexpanded.
    pub(crate) fn set_moves_with_priors(&mut self, id: NodeIndex, moves: &mut [(u16, f32)]) {
        sort_by_prior(moves);
        self.set_moves(id, moves.iter().map(|&(point, _)| point));
        self.priors.resize(self.moves.len(), 0.0);
        let start = self.node(id).first_move as usize;
        for (slot, &mut (_, prior)) in self.priors[start..].iter_mut().zip(moves) {
            *slot = prior;
        }
    }

    /// The unexpanded moves with their priors, the largest prior first.
    pub(crate) fn unexpanded_moves(&self, id: NodeIndex) -> impl Iterator<Item = (u16, f32)> {
        let node = self.node(id);
        let start = node.first_move as usize;
        (start + usize::from(node.num_children)..start + usize::from(node.num_moves))
            .map(|index| (self.moves[index], self.priors[index]))
    }

    /// Maps the prior of every move of a node, expanded or not.
    pub(crate) fn map_priors(&mut self, id: NodeIndex, mut map: impl FnMut(u16, f32) -> f32) {
        for child in self.children(id) {
            let node = self.node_mut(child);
            node.prior = map(node.move_index, node.prior);
            self.update_selection_terms(child);
        }
        let mut moves: Vec<_> = self.unexpanded_moves(id).collect();
        for (point, prior) in &mut moves {
            *prior = map(*point, *prior);
        }
        sort_by_prior(&mut moves);
        let node = self.node(id);
        let start = node.first_move as usize + usize::from(node.num_children);
        for (offset, (point, prior)) in moves.into_iter().enumerate() {
            self.moves[start + offset] = point;
            self.priors[start + offset] = prior;
        }
    }

    /// Adds a child for one of the unexpanded moves, given by its index among them.
    pub(crate) fn add_child(&mut self, id: NodeIndex, unexpanded_index: usize) -> NodeIndex {
        let node = self.nodes[id as usize];
        let num_children = usize::from(node.num_children);
        if num_children == capacity(&node) {
            self.grow_children(id);
        }
        let next = node.first_move as usize + num_children;
        self.moves.swap(next, next + unexpanded_index);
        let move_index = self.moves[next];
        let mut prior = 0.0;
        if self.selection == Selection::Puct {
            self.priors.swap(next, next + unexpanded_index);
            prior = self.priors[next];
        }
        let node = &mut self.nodes[id as usize];
        node.num_children += 1;
        let child = node.first_child + num_children as u32;
        if node.num_children == node.num_moves {
            // Every move is a child now, and the children store their moves.
            self.free_moves[usize::from(node.moves_class)].push(node.first_move);
        }
        self.nodes[child as usize] = SearchNode {
            move_index,
            prior,
            ..SearchNode::default()
        };
        if let Some(terms) = &mut self.memory_terms {
            terms.reset(child);
        }
        child
    }

    /// Moves the children to a block of twice the size.
    fn grow_children(&mut self, id: NodeIndex) {
        let node = self.nodes[id as usize];
        let class = next_children_class(&node);
        let start = match self.free_nodes[usize::from(class)].pop() {
            Some(start) => start as usize,
            None => {
                let start = self.nodes.len();
                self.grow_nodes(1 << class);
                start
            }
        };
        let first = node.first_child as usize;
        let old = first..first + usize::from(node.num_children);
        self.nodes.copy_within(old.clone(), start);
        self.exploitation.copy_within(old.clone(), start);
        self.exploration.copy_within(old.clone(), start);
        if let Some(terms) = &mut self.memory_terms {
            terms.copy_within(old, start);
        }
        if node.children_class > 0 {
            self.free_nodes[usize::from(node.children_class)].push(node.first_child);
        }
        let node = &mut self.nodes[id as usize];
        node.first_child = start as u32;
        node.children_class = class;
    }

    /// Adds visits and their rewards for the side that made the move.
    #[inline]
    pub(crate) fn add_visits(&mut self, id: NodeIndex, reward: f64, visits: u32) {
        let node = self.node_mut(id);
        node.total_reward += reward;
        node.visits += visits;
        self.update_selection_terms(id);
    }

    /// Backs up the rewards of `visits` visits: every node on the path gets the reward of the side that moved into it.
    pub(crate) fn backup(
        &mut self,
        path: &[u16],
        root_side: Color,
        rewards: &ByColor<f64>,
        visits: u32,
    ) {
        let mut id = ROOT;
        let mut mover = !root_side;
        self.add_visits(id, rewards[mover], visits);
        for &index in path {
            id = self.child(id, index);
            mover = !mover;
            self.add_visits(id, rewards[mover], visits);
        }
    }
}

/// Largest prior first. Equal priors stay in board order, so that results are reproducible.
fn sort_by_prior(moves: &mut [(u16, f32)]) {
    moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
}

/// The size of a block for this many moves, as a power of two.
fn moves_class(num_moves: usize) -> u8 {
    num_moves.next_power_of_two().trailing_zeros() as u8
}

/// The size of the block that the children move to when theirs is full.
fn next_children_class(node: &SearchNode) -> u8 {
    if node.children_class == 0 {
        MIN_CHILDREN_CLASS
    } else {
        node.children_class + 1
    }
}

fn capacity(node: &SearchNode) -> usize {
    if node.children_class == 0 {
        0
    } else {
        1 << node.children_class
    }
}

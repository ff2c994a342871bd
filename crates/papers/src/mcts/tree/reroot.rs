//! Tree reuse: keep the subtree below the new root and drop the rest.

use super::{NodeIndex, NodeState, ROOT, SearchNode, SearchTree, Selection};

impl SearchTree {
    /// Makes a node the root. Only the nodes below it are kept. Returns false if there is no memory for the copy beside
    /// the old tree; the tree is unchanged then.
    pub(crate) fn reroot(&mut self, root: NodeIndex, memory: u64) -> bool {
        let share = self.memory_terms.as_ref().map(|terms| terms.share);
        let mut tree = SearchTree::new(self.selection, memory.saturating_sub(self.bytes()))
            .with_memory_share(share);
        self.copy_node(root, &mut tree, ROOT);
        let mut stack = vec![(root, ROOT)];
        while let Some((from, to)) = stack.pop() {
            if !self.copy_moves(from, &mut tree, to) {
                return false;
            }
            // All children before any grandchild, so that no block moves while it is being filled.
            for child in self.children(from) {
                if !tree.has_room(to) {
                    return false;
                }
                let copy = tree.add_child(to, 0);
                self.copy_node(child, &mut tree, copy);
            }
            for (child, copy) in self.children(from).zip(tree.children(to)) {
                if self.node(child).state == NodeState::Expanded {
                    stack.push((child, copy));
                }
            }
        }
        (tree.max_nodes, tree.max_moves) = (self.max_nodes, self.max_moves);
        *self = tree;
        true
    }

    fn copy_node(&self, from: NodeIndex, tree: &mut SearchTree, to: NodeIndex) {
        let node = self.nodes[from as usize];
        tree.nodes[to as usize] = SearchNode {
            total_reward: node.total_reward,
            visits: node.visits,
            bias: node.bias,
            prior: node.prior,
            move_index: node.move_index,
            state: node.state,
            plies_to_end: node.plies_to_end,
            ..SearchNode::default()
        };
        tree.exploitation[to as usize] = self.exploitation[from as usize];
        tree.exploration[to as usize] = self.exploration[from as usize];
        if let (Some(terms), Some(copy)) = (&self.memory_terms, &mut tree.memory_terms) {
            // The memory itself begins anew with each search.
            copy.totals[to as usize] = terms.totals[from as usize];
        }
    }

    /// Copies the move list of a node, the expanded moves in the order of its children. Returns false if there is no
    /// room for it.
    fn copy_moves(&self, from: NodeIndex, tree: &mut SearchTree, to: NodeIndex) -> bool {
        let node = self.node(from);
        if node.state != NodeState::Expanded {
            return true;
        }
        if !tree.has_room_for_moves(usize::from(node.num_moves)) {
            return false;
        }
        let expanded = self.children(from).map(|child| self.node(child).move_index);
        let start = node.first_move as usize;
        let unexpanded = &self.moves[start + usize::from(node.num_children)..];
        let num_unexpanded = usize::from(node.num_moves - node.num_children);
        let moves: Vec<u16> = expanded
            .chain(unexpanded.iter().copied().take(num_unexpanded))
            .collect();
        tree.set_moves(to, moves.into_iter());
        if self.selection == Selection::Puct {
            // Expanded moves keep their priors in their own nodes.
            tree.priors.resize(tree.moves.len(), 0.0);
            let start = tree.node(to).first_move as usize + usize::from(node.num_children);
            for (offset, (_, prior)) in self.unexpanded_moves(from).enumerate() {
                tree.priors[start + offset] = prior;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reroot_keeps_the_subtree() {
        let mut tree = SearchTree::new(Selection::Uct, 1 << 20);
        tree.set_moves(ROOT, (0..20).map(|index| index * 3));
        for _ in 0..12 {
            let child = tree.add_child(ROOT, 5);
            tree.add_visits(child, 0.5, 1);
        }
        let middle = tree.children(ROOT).nth(7).unwrap();
        tree.set_moves(middle, 0..9);
        for step in 0..9 {
            let child = tree.add_child(middle, 0);
            tree.add_visits(child, f64::from(step), 2);
        }
        let list = |tree: &SearchTree, id| -> Vec<_> {
            tree.children(id)
                .map(|child| {
                    let node = tree.node(child);
                    (node.move_index, node.visits, node.mean())
                })
                .collect()
        };
        let below = list(&tree, middle);
        let selected = tree.best_child(middle, 0.3);
        assert!(tree.reroot(middle, 1 << 20));
        assert_eq!(list(&tree, ROOT), below);
        assert_eq!(tree.best_child(ROOT, 0.3), selected);
        let root = tree.node(ROOT);
        assert_eq!((root.num_children, root.num_moves), (9, 9));
    }
}

//! The AND/OR tree: node values, and the priority queue of leaves.

use std::collections::BinaryHeap;

use gomoku::Point;

const ROOT_VALUE: f64 = 100.0;
const DECAY: f64 = 10.0;
const MIN_VALUE: f64 = 1e-3;

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    /// The move that leads here.
    pub(super) point: Option<Point>,
    pub(super) key: u64,
    pub(super) is_attack: bool,
    /// The score of the attack that leads here.
    pub(super) score: f64,
    pub(super) value: f64,
    pub(super) solved: Option<bool>,
    pub(super) children: std::ops::Range<usize>,
}

impl Node {
    pub(super) fn root(key: u64) -> Node {
        Node {
            parent: None,
            point: None,
            key,
            is_attack: true,
            score: 1.0,
            value: ROOT_VALUE,
            solved: None,
            children: 0..0,
        }
    }
}

/// A leaf in the queue. An entry is stale if its value differs from the node's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct QueueEntry {
    pub(super) value: f64,
    pub(super) node: usize,
}

impl Eq for QueueEntry {}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &QueueEntry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueueEntry {
    fn cmp(&self, other: &QueueEntry) -> std::cmp::Ordering {
        self.value
            .total_cmp(&other.value)
            .then(other.node.cmp(&self.node))
    }
}

/// The tree and the queue of its undecided leaves.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) queue: BinaryHeap<QueueEntry>,
}

impl Tree {
    pub(super) fn new(key: u64) -> Tree {
        let root = QueueEntry {
            value: ROOT_VALUE,
            node: 0,
        };
        Tree {
            nodes: vec![Node::root(key)],
            queue: BinaryHeap::from([root]),
        }
    }

    /// The moves from the root to a node.
    pub(super) fn path(&self, node: usize) -> Vec<Point> {
        let up = |&node: &usize| self.nodes[node].parent;
        let mut path: Vec<Point> = std::iter::successors(Some(node), up)
            .filter_map(|node| self.nodes[node].point)
            .collect();
        path.reverse();
        path
    }

    /// Is the node or one of its ancestors decided?
    pub(super) fn has_decided_ancestor(&self, node: usize) -> bool {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent)
            .any(|node| self.nodes[node].solved.is_some())
    }

    /// The result of a node that its children decide, and the deciding move.
    pub(super) fn combine_children(&self, node: usize) -> Option<(bool, Option<Point>)> {
        let Node {
            is_attack,
            ref children,
            ..
        } = self.nodes[node];
        let children = &self.nodes[children.clone()];
        // One solved attack solves the node, one unsolvable defense refutes it.
        if let Some(child) = children
            .iter()
            .find(|child| child.solved == Some(is_attack))
        {
            return Some((is_attack, child.point));
        }
        let all = !children.is_empty() && children.iter().all(|child| child.solved.is_some());
        all.then_some((!is_attack, None))
    }

    /// Recomputes the values of all undecided nodes below this one.
    pub(super) fn update_values_below(&mut self, node: usize) {
        let mut stack = vec![node];
        while let Some(parent) = stack.pop() {
            let Node {
                is_attack,
                value,
                ref children,
                ..
            } = self.nodes[parent];
            let children = children.clone();
            let total = children.len() as f64;
            let is_solved = |node: &&Node| node.solved == Some(true);
            let solved = self.nodes[children.clone()]
                .iter()
                .filter(is_solved)
                .count() as f64;
            for child in children {
                if self.nodes[child].solved.is_some() {
                    continue;
                }
                let value = if is_attack {
                    (value - (DECAY / self.nodes[child].score).powi(2)).max(MIN_VALUE)
                } else {
                    value * total / (total - solved)
                };
                self.nodes[child].value = value;
                if self.nodes[child].children.is_empty() {
                    self.queue.push(QueueEntry { value, node: child });
                } else {
                    stack.push(child);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A root with a child for each attack score.
    fn tree(scores: &[f64]) -> Tree {
        let mut tree = Tree::new(0);
        add(&mut tree, 0, scores);
        tree
    }

    fn add(tree: &mut Tree, parent: usize, scores: &[f64]) {
        let first = tree.nodes.len();
        let is_attack = !tree.nodes[parent].is_attack;
        tree.nodes.extend(scores.iter().map(|&score| Node {
            parent: Some(parent),
            is_attack,
            score,
            ..Node::root(0)
        }));
        tree.nodes[parent].children = first..tree.nodes.len();
        tree.update_values_below(parent);
    }

    fn value_is(tree: &Tree, node: usize, expected: f64) {
        let value = tree.nodes[node].value;
        assert!((value - expected).abs() < 1e-9, "{node}: {value}");
    }

    /// Zhong's slides, below an OR node: H(parent) - (c / attackScore)^2. With c = 10 and H(root) = 100 a four (50) has
    /// 100 - 0.04, a solid three (20) 100 - 0.25 and the weakest attack (15) 100 - 4/9.
    #[test]
    fn weak_attacks_cost_more() {
        let tree = tree(&[50.0, 20.0, 15.0]);
        value_is(&tree, 1, 99.96);
        value_is(&tree, 2, 99.75);
        value_is(&tree, 3, 100.0 - 4.0 / 9.0);
        assert_eq!(tree.queue.peek().map(|entry| entry.node), Some(0));
    }

    /// Zhong's slides, below an AND node: H(parent) * total / (total - solvable). Of three defenses to the solid three one
    /// and then two are solved: 99.75 * 3 / 2 and 99.75 * 3 / 1, also in the subtrees.
    #[test]
    fn solved_defenses_raise_the_others() {
        let mut tree = tree(&[20.0]);
        add(&mut tree, 1, &[1.0; 3]);
        (2..5).for_each(|defense| value_is(&tree, defense, 99.75));
        add(&mut tree, 4, &[50.0]);
        value_is(&tree, 5, 99.75 - 0.04);
        tree.nodes[2].solved = Some(true);
        tree.update_values_below(1);
        value_is(&tree, 3, 149.625);
        value_is(&tree, 5, 149.625 - 0.04);
        tree.nodes[3].solved = Some(true);
        tree.update_values_below(1);
        value_is(&tree, 4, 299.25);
    }

    /// The slides print neither: ours.
    #[test]
    fn constants_are_ours() {
        assert_eq!((ROOT_VALUE, DECAY, MIN_VALUE), (100.0, 10.0, 1e-3));
        // An attack can cost more than its parent has.
        value_is(&tree(&[0.5]), 1, MIN_VALUE);
    }
}

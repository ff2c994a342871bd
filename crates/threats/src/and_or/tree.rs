//! The tree: values, open leaves, and what children say of their parents.

use std::collections::BinaryHeap;

use gomoku::Point;

const ROOT_VALUE: f64 = 100.0;
const DECAY: f64 = 10.0;
const LEAST_VALUE: f64 = 1e-3;

/// A position of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<usize>,
    /// The move that leads here.
    pub(super) point: Option<Point>,
    pub(super) key: u64,
    pub(super) is_attack: bool,
    /// Of the attack that leads here.
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

/// A leaf that waits. An entry whose value is not the node's any more counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Waiting {
    pub(super) value: f64,
    pub(super) node: usize,
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Waiting) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Waiting) -> std::cmp::Ordering {
        self.value
            .total_cmp(&other.value)
            .then(other.node.cmp(&self.node))
    }
}

/// The tree and its open leaves.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    pub(super) waiting: BinaryHeap<Waiting>,
}

impl Tree {
    pub(super) fn new(key: u64) -> Tree {
        let waiting = Waiting {
            value: ROOT_VALUE,
            node: 0,
        };
        Tree {
            nodes: vec![Node::root(key)],
            waiting: BinaryHeap::from([waiting]),
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

    /// Is the node, or one above it, decided?
    pub(super) fn is_settled(&self, node: usize) -> bool {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent)
            .any(|node| self.nodes[node].solved.is_some())
    }

    /// What the children say of a node, and the child that says it.
    pub(super) fn join(&self, node: usize) -> Option<(bool, Option<Point>)> {
        let Node {
            is_attack,
            ref children,
            ..
        } = self.nodes[node];
        let children = &self.nodes[children.clone()];
        // One solved attack solves, one unsolvable answer refutes.
        if let Some(child) = children
            .iter()
            .find(|child| child.solved == Some(is_attack))
        {
            return Some((is_attack, child.point));
        }
        let all = !children.is_empty() && children.iter().all(|child| child.solved.is_some());
        all.then_some((!is_attack, None))
    }

    /// Values everything undecided below a node.
    pub(super) fn value_below(&mut self, node: usize) {
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
            let solvable = self.nodes[children.clone()]
                .iter()
                .filter(is_solved)
                .count() as f64;
            for child in children {
                if self.nodes[child].solved.is_some() {
                    continue;
                }
                let value = if is_attack {
                    (value - (DECAY / self.nodes[child].score).powi(2)).max(LEAST_VALUE)
                } else {
                    value * total / (total - solvable)
                };
                self.nodes[child].value = value;
                if self.nodes[child].children.is_empty() {
                    self.waiting.push(Waiting { value, node: child });
                } else {
                    stack.push(child);
                }
            }
        }
    }
}

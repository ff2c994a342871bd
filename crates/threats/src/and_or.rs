//! A best-first AND/OR tree with decaying values (Zhao Zhikun 2021).
//!
//! An OR node (attacker to move) is solved if one child is, and unsolvable if all are. An AND node (defender to move) is
//! solved if all children are, and unsolvable if one is. The search expands the undecided leaf with the highest value H:
//!
//! - under an OR node, H = H(parent) - (c / attack score)^2: weak attacks cost more;
//! - under an AND node, H = H(parent) * total / (total - solved), where `solved` of `total` defenses are solved. When that
//!   number changes, the search recomputes the values of the siblings and their subtrees.
//!
//! The defender blocks a four; against a three he blocks or makes a four.
//!
//! Left out: the source's tags "first" and "last", whose meaning is unknown.
//!
//! \[our\] H(root) = 100, c = 10 and the attack scores, which the source does not give; H stays above a small epsilon,
//! because the AND rule would lower a negative value; ties go to the older node; transpositions are separate nodes, and a
//! table holds decided positions; a solid three has several ways to an open four; a win is reported only if `certify` can
//! prove it against every defense.

mod tree;

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Direction, LineClass, Point, Position, Threat};

use crate::attacks::{defenses_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use tree::{Node, QueueEntry, Tree};

/// Approximate size of a node in bytes, with its share of the queue and the table, both of which double when they grow.
const NODE_BYTES: u64 = 160;
/// Queue entries per node. A node whose value changes leaves a stale entry behind.
const MAX_QUEUE_SHARE: usize = 4;

/// A decided position: solved or not, and the winning attack of a solved OR node.
#[derive(Clone, Copy, Debug)]
struct Decided {
    solved: bool,
    attack: Option<Point>,
}

/// The AND/OR solver and its table of decided positions.
#[derive(Debug)]
pub struct AndOr {
    decided: HashMap<u64, Decided>,
    max_nodes: usize,
}

/// The result of expanding a leaf.
enum Expansion {
    Decided(Decided),
    /// Moves with their attack scores; a defense scores 1.
    Moves(Vec<(Point, f64)>),
}

impl AndOr {
    /// A solver that uses about this many bytes.
    pub fn new(memory: u64) -> AndOr {
        AndOr {
            decided: HashMap::new(),
            max_nodes: (memory / NODE_BYTES).max(1024) as usize,
        }
    }

    /// Searches for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        match self.search_tree(position, budget) {
            Some(true) => certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win),
            Some(false) => Verdict::None,
            None => Verdict::Unknown,
        }
    }

    /// Searches a new tree until its root is decided.
    fn search_tree(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<bool> {
        if self.decided.len() > self.max_nodes {
            self.decided.clear();
        }
        let mut tree = Tree::new(position.board().key());
        while let Some(QueueEntry { value, node }) = tree.queue.pop() {
            let stale = tree.nodes[node].value != value || !tree.nodes[node].children.is_empty();
            if stale || tree.has_decided_ancestor(node) {
                continue;
            }
            let is_full = tree.nodes.len() > self.max_nodes
                || tree.queue.len() > self.max_nodes * MAX_QUEUE_SHARE;
            if !budget.spend_node() || is_full {
                return None;
            }
            let path = tree.path(node);
            for &point in &path {
                position.push(point);
            }
            match self.expand(position, tree.nodes[node].is_attack) {
                Expansion::Decided(decided) => {
                    self.decided.insert(tree.nodes[node].key, decided);
                    tree.nodes[node].solved = Some(decided.solved);
                }
                Expansion::Moves(moves) => {
                    self.add_children(&mut tree, node, &moves, position, budget)
                }
            }
            for _ in &path {
                position.pop();
            }
            self.back_up(&mut tree, node);
            if tree.nodes[0].solved.is_some() {
                return tree.nodes[0].solved;
            }
        }
        tree.nodes[0].solved
    }

    /// Decides a position statically or generates its moves.
    fn expand(&self, position: &mut Position, is_attack: bool) -> Expansion {
        let decide = |solved, attack| Expansion::Decided(Decided { solved, attack });
        if let Some(&decided) = self.decided.get(&position.board().key()) {
            return Expansion::Decided(decided);
        }
        if is_attack {
            if let Some(point) = winning_move(position) {
                return decide(true, Some(point));
            }
            let moves = threat_attacks(position);
            return if moves.is_empty() {
                decide(false, None)
            } else {
                let scored = |point| (point, attack_score(position, point));
                Expansion::Moves(moves.into_iter().map(scored).collect())
            };
        }
        let defender = position.board().side_to_move();
        if position.patterns().count(defender, Threat::Five) > 0 {
            return decide(false, None);
        }
        let four = position.patterns().count(!defender, Threat::Five) > 0;
        let defenses = if four {
            sufficient_blocks(position)
        } else {
            defenses_to_three(position)
        };
        if defenses.is_empty() {
            // A four without a block wins; an attack without a threat fails.
            return decide(four, None);
        }
        Expansion::Moves(defenses.into_iter().map(|point| (point, 1.0)).collect())
    }

    /// Adds the children of a node.
    fn add_children(
        &self,
        tree: &mut Tree,
        parent: usize,
        moves: &[(Point, f64)],
        position: &Position,
        budget: &mut Budget<'_>,
    ) {
        let first = tree.nodes.len();
        for &(point, score) in moves {
            budget.spend_node();
            let key = position.board().key_after(point);
            tree.nodes.push(Node {
                parent: Some(parent),
                point: Some(point),
                is_attack: !tree.nodes[parent].is_attack,
                score,
                solved: self.decided.get(&key).map(|decided| decided.solved),
                ..Node::root(key)
            });
        }
        tree.nodes[parent].children = first..tree.nodes.len();
        tree.update_values_below(parent);
    }

    /// Backs up decided nodes towards the root.
    fn back_up(&mut self, tree: &mut Tree, from: usize) {
        let mut at = Some(from);
        while let Some(node) = at {
            if tree.nodes[node].solved.is_none() {
                let is_attack = tree.nodes[node].is_attack;
                let Some((solved, attack)) = tree.combine_children(node) else {
                    if !is_attack && node != from {
                        // One more defense is solved, which raises the values of the others.
                        tree.update_values_below(node);
                    }
                    return;
                };
                tree.nodes[node].solved = Some(solved);
                let attack = attack.filter(|_| is_attack && solved);
                self.decided
                    .insert(tree.nodes[node].key, Decided { solved, attack });
            }
            at = tree.nodes[node].parent;
        }
    }
}

impl Strategy for AndOr {
    fn memory(&self) -> u64 {
        self.max_nodes as u64 * NODE_BYTES
    }

    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if !self.decided.contains_key(&key) {
            self.search_tree(position, budget);
        }
        let decided = self.decided.get(&key);
        decided
            .and_then(|decided| decided.attack)
            .into_iter()
            .collect()
    }
}

/// The score of an attack. A block without a threat scores like the weakest attack.
fn attack_score(position: &Position, point: Point) -> f64 {
    let attacker = position.board().side_to_move();
    let is_solid = || {
        Direction::ALL.into_iter().any(|direction| {
            position.patterns().line_class(attacker, point, direction) == LineClass::StrongThree
        })
    };
    match position.patterns().threat(attacker, point) {
        Threat::Five | Threat::OpenFour => 100.0,
        Threat::FourThree => 80.0,
        Threat::Four | Threat::FourPlus => 50.0,
        Threat::DoubleThree => 40.0,
        _ if is_solid() => 20.0,
        _ => 15.0,
    }
}

//! A best-first AND/OR tree with decaying values (Zhao Zhikun 2021).
//!
//! An OR node has the attacker to move and is solved if one child is, unsolvable if all are; an AND node has the
//! defender to move and is solved if all children are, unsolvable if one is. The undecided leaf with the highest
//! value H is expanded next:
//!
//! - under an OR node, H = H(parent) - (c / attack score)^2: weak attacks cost more;
//! - under an AND node, H = H(parent) * total / (total - solvable), where `total` answers are known and `solvable` of
//!   them are solved; whenever that number changes, the siblings and what hangs on them are valued anew.
//!
//! The defender answers a four on the cell of five, a three on the cells that block it and where he makes a four.
//!
//! Left out: the source's tags "first" and "last", whose meaning is not known.
//!
//! \[our\] H(root) = 100, c = 10 and the scores, which the source does not give; H stays above a small epsilon, because the
//! AND rule would lower a negative value; equal values in the order of birth; the tree stays a tree, and the
//! transposition table holds decided positions; a solid three is one with several ways to an open four; a win is
//! claimed only if `certify` can prove it against every defense.

mod tree;

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Direction, LineClass, Point, Position, Threat};

use crate::attacks::{answers_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use tree::{Node, Tree, Waiting};

/// A node with its share of the queue and the table takes about this many bytes.
const NODE_BYTES: u64 = 160;

/// A decided position: solved or not, and with the attacker to move, how.
#[derive(Clone, Copy, Debug)]
struct Decided {
    solved: bool,
    by: Option<Point>,
}

/// The solver, with what it remembers.
#[derive(Debug)]
pub struct AndOr {
    decided: HashMap<u64, Decided>,
    most_nodes: usize,
}

/// What an expansion finds.
enum Expansion {
    Decided(Decided),
    /// Moves, with the scores of the attacks.
    Moves(Vec<(Point, f64)>),
}

impl AndOr {
    /// A solver that uses about this many bytes.
    pub fn new(memory: u64) -> AndOr {
        AndOr {
            decided: HashMap::new(),
            most_nodes: (memory / NODE_BYTES).max(1024) as usize,
        }
    }

    /// Looks for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        match self.grow(position, budget) {
            Some(true) => certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win),
            Some(false) => Verdict::None,
            None => Verdict::Unknown,
        }
    }

    /// Grows a tree until its root is decided.
    fn grow(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<bool> {
        if self.decided.len() > self.most_nodes {
            self.decided.clear();
        }
        let mut tree = Tree::new(position.board().key());
        while let Some(Waiting { value, node }) = tree.waiting.pop() {
            let stale = tree.nodes[node].value != value || !tree.nodes[node].children.is_empty();
            if stale || tree.is_settled(node) {
                continue;
            }
            if !budget.spend_node() || tree.nodes.len() > self.most_nodes {
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
                Expansion::Moves(moves) => self.bear(&mut tree, node, &moves, position, budget),
            }
            for _ in &path {
                position.pop();
            }
            self.propagate(&mut tree, node);
            if tree.nodes[0].solved.is_some() {
                return tree.nodes[0].solved;
            }
        }
        tree.nodes[0].solved
    }

    /// What follows from a position.
    fn expand(&self, position: &mut Position, is_attack: bool) -> Expansion {
        let decide = |solved, by| Expansion::Decided(Decided { solved, by });
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
                let scored = |point| (point, score(position, point));
                Expansion::Moves(moves.into_iter().map(scored).collect())
            };
        }
        let defender = position.board().side_to_move();
        if position.patterns().count(defender, Threat::Five) > 0 {
            return decide(false, None);
        }
        let four = position.patterns().count(!defender, Threat::Five) > 0;
        let answers = if four {
            sufficient_blocks(position)
        } else {
            answers_to_three(position)
        };
        if answers.is_empty() {
            // No answer to a four loses; an attack that threatens nothing needs none.
            return decide(four, None);
        }
        Expansion::Moves(answers.into_iter().map(|point| (point, 1.0)).collect())
    }

    /// Adds the children of a node.
    fn bear(
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
        tree.value_below(parent);
    }

    /// Passes what was decided upward.
    fn propagate(&mut self, tree: &mut Tree, from: usize) {
        let mut at = Some(from);
        while let Some(node) = at {
            if tree.nodes[node].solved.is_none() {
                let is_attack = tree.nodes[node].is_attack;
                let Some((solved, by)) = tree.join(node) else {
                    if !is_attack && node != from {
                        // One answer more is solved: the others are worth more attention.
                        tree.value_below(node);
                    }
                    return;
                };
                tree.nodes[node].solved = Some(solved);
                let by = by.filter(|_| is_attack && solved);
                self.decided
                    .insert(tree.nodes[node].key, Decided { solved, by });
            }
            at = tree.nodes[node].parent;
        }
    }
}

impl Strategy for AndOr {
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if !self.decided.contains_key(&key) {
            self.grow(position, budget);
        }
        let decided = self.decided.get(&key);
        decided.and_then(|decided| decided.by).into_iter().collect()
    }
}

/// How strong an attack is. A block that threatens nothing counts like the weakest attack.
fn score(position: &Position, point: Point) -> f64 {
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

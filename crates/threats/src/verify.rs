//! The proof checker: replays a proof on a plain board against every legal defense.
//!
//! It uses the rules and nothing else: no patterns, no threat classes, no defense generator. A listed defense must lose to
//! its continuation, and every other legal move to the `otherwise` continuation. The attacker's last move must make five.

use std::collections::HashSet;

use gomoku::{Board, Cell, Color, Direction, IllegalMove, Point, Rule};

use crate::proof::{Proof, ProofNodeId};

/// Why a proof is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The proof has no nodes.
    #[error("the proof is empty")]
    Empty,
    /// An attack is not a legal move.
    #[error("after {line}: the attack {point} is illegal: {error}")]
    IllegalAttack {
        /// The moves that lead to the position.
        line: String,
        /// The attack.
        point: String,
        /// Why it is illegal.
        error: IllegalMove,
    },
    /// The defender can make five.
    #[error("after {line}: the defender wins with {point}")]
    DefenderWins {
        /// The moves that lead to the position.
        line: String,
        /// The defender's move.
        point: String,
    },
    /// A legal defense has no continuation.
    #[error("after {line}: the defense {point} has no continuation")]
    Unanswered {
        /// The moves that lead to the position.
        line: String,
        /// The defense.
        point: String,
    },
    /// The board fills up before the attacker wins.
    #[error("after {line}: the board is full")]
    Full {
        /// The moves that lead to the position.
        line: String,
    },
}

/// Checks that the proof is valid for the side to move.
///
/// # Errors
/// The first error found in the proof.
pub fn verify(board: &Board, proof: &Proof) -> Result<(), ProofError> {
    if proof.is_empty() {
        return Err(ProofError::Empty);
    }
    Checker {
        start: board.ply(),
        attacker: board.side_to_move(),
        board: board.clone(),
        proof,
        checked: HashSet::new(),
    }
    .attack(proof.root())
}

struct Checker<'a> {
    board: Board,
    start: usize,
    attacker: Color,
    proof: &'a Proof,
    /// Verified pairs of position and node: a proof may reach a position along many paths.
    checked: HashSet<(u64, ProofNodeId)>,
}

impl Checker<'_> {
    fn name(&self, point: Point) -> String {
        point.name(self.board.size()).to_string()
    }

    fn line(&self) -> String {
        let moves = &self.board.history()[self.start..];
        moves
            .iter()
            .flatten()
            .map(|&point| self.name(point))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Plays the attack of a node and checks every defense.
    fn attack(&mut self, id: ProofNodeId) -> Result<(), ProofError> {
        let node = self.proof.node(id);
        let entry = (self.board.key(), id);
        if self.checked.contains(&entry) {
            return Ok(());
        }
        self.board
            .check(node.attack)
            .map_err(|error| ProofError::IllegalAttack {
                line: self.line(),
                point: self.name(node.attack),
                error,
            })?;
        self.board.push(node.attack);
        let result = if self.board.winner() == Some(self.attacker) {
            Ok(())
        } else {
            self.defend(id)
        };
        self.board.pop();
        if result.is_ok() {
            self.checked.insert(entry);
        }
        result
    }

    fn defend(&mut self, id: ProofNodeId) -> Result<(), ProofError> {
        if self.board.is_full() {
            return Err(ProofError::Full { line: self.line() });
        }
        let defender = !self.attacker;
        let node = self.proof.node(id);
        let otherwise_five = node.otherwise.and_then(|next| self.five_of(next));
        for point in self.board.size().points() {
            if !self.board.is_empty(point) {
                continue;
            }
            if self.board.wins(point, defender) {
                return Err(ProofError::DefenderWins {
                    line: self.line(),
                    point: self.name(point),
                });
            }
            let listed = node.defenses.iter().any(|&(defense, _)| defense == point);
            // Skip stones that cannot affect the threatened five: most of the board.
            if !listed && otherwise_five.is_some_and(|five| !self.touches(five, point)) {
                continue;
            }
            if self.board.forbidden_reason(point).is_some() {
                continue;
            }
            let next = node.reply_to(point).ok_or_else(|| ProofError::Unanswered {
                line: self.line(),
                point: self.name(point),
            })?;
            self.board.push(point);
            let result = self.attack(next);
            self.board.pop();
            result?;
        }
        Ok(())
    }

    /// The attack of this node, if it makes five at once.
    fn five_of(&self, id: ProofNodeId) -> Option<Point> {
        let point = self.proof.node(id).attack;
        let wins = self.board.size().contains(point)
            && self.board.cell(point) == Cell::Empty
            && self.board.wins(point, self.attacker);
        wins.then_some(point)
    }

    /// Can a stone affect the five at this point?
    fn touches(&self, five: Point, stone: Point) -> bool {
        if self.board.rule() == Rule::Renju || five == stone {
            // In renju a five is legal whatever else is on the board.
            return five == stone;
        }
        // Under caro a stone at the end of the row spoils it, up to five steps away.
        Direction::ALL.into_iter().any(|direction| {
            (1..=5).any(|steps| {
                five.step(direction, steps) == stone || five.step(direction, -steps) == stone
            })
        })
    }
}

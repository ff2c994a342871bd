//! The checker that believes nothing: it replays a proof on a plain board, against every legal answer.
//!
//! It knows the rules and nothing else: no patterns, no classes of threats, no list of sensible answers. Where the
//! proof says what follows an answer, that is followed; any other legal move of the defender must lose to what the
//! proof says of "any other move". The attacker's last move must make five.

use std::collections::HashSet;

use gomoku::{Board, Cell, Color, Direction, IllegalMove, Point, Rule};

use crate::proof::{AttackId, Proof};

/// Why a proof proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// There is no attack.
    #[error("the proof is empty")]
    Empty,
    /// An attack cannot be played.
    #[error("after {line}: the attack {point} cannot be played: {error}")]
    IllegalAttack {
        /// The moves before.
        line: String,
        /// The attack.
        point: String,
        /// Why not.
        error: IllegalMove,
    },
    /// The defender makes five.
    #[error("after {line}: the defender wins with {point}")]
    DefenderWins {
        /// The moves before.
        line: String,
        /// The defender's move.
        point: String,
    },
    /// Nothing is said of an answer.
    #[error("after {line}: nothing follows the answer {point}")]
    Unanswered {
        /// The moves before.
        line: String,
        /// The answer.
        point: String,
    },
    /// The board is full before anybody has won.
    #[error("after {line}: the board is full")]
    Full {
        /// The moves before.
        line: String,
    },
}

/// Checks that the side to move wins as the proof says.
///
/// # Errors
/// The first thing that is wrong with the proof.
pub fn verify(board: &Board, proof: &Proof) -> Result<(), Flaw> {
    if proof.is_empty() {
        return Err(Flaw::Empty);
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
    /// Positions in which an attack has been found good: a proof may reach them in many ways.
    checked: HashSet<(u64, AttackId)>,
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

    /// The attacker plays, and wins against every answer.
    fn attack(&mut self, id: AttackId) -> Result<(), Flaw> {
        let attack = self.proof.attack(id);
        let place = (self.board.key(), id);
        if self.checked.contains(&place) {
            return Ok(());
        }
        self.board
            .check(attack.point)
            .map_err(|error| Flaw::IllegalAttack {
                line: self.line(),
                point: self.name(attack.point),
                error,
            })?;
        self.board.push(attack.point);
        let result = if self.board.winner() == Some(self.attacker) {
            Ok(())
        } else {
            self.defend(id)
        };
        self.board.pop();
        if result.is_ok() {
            self.checked.insert(place);
        }
        result
    }

    fn defend(&mut self, id: AttackId) -> Result<(), Flaw> {
        if self.board.is_full() {
            return Err(Flaw::Full { line: self.line() });
        }
        let defender = !self.attacker;
        let attack = self.proof.attack(id);
        let otherwise_five = attack.otherwise.and_then(|next| self.five_of(next));
        for point in self.board.size().points() {
            if !self.board.is_empty(point) {
                continue;
            }
            if self.board.wins(point, defender) {
                return Err(Flaw::DefenderWins {
                    line: self.line(),
                    point: self.name(point),
                });
            }
            let listed = attack.answers.iter().find(|&&(answer, _)| answer == point);
            // A five that this stone does not touch is made whatever the stone does; that saves most of the work.
            if listed.is_none() && otherwise_five.is_some_and(|five| !self.touches(five, point)) {
                continue;
            }
            if self.board.forbidden_reason(point).is_some() {
                continue;
            }
            let next = listed.map(|&(_, next)| next).or(attack.otherwise);
            let next = next.ok_or_else(|| Flaw::Unanswered {
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

    /// The point at which this attack makes five at once, if it does.
    fn five_of(&self, id: AttackId) -> Option<Point> {
        let point = self.proof.attack(id).point;
        let wins = self.board.size().contains(point)
            && self.board.cell(point) == Cell::Empty
            && self.board.wins(point, self.attacker);
        wins.then_some(point)
    }

    /// Can a stone here have anything to do with a row through the other point?
    fn touches(&self, five: Point, stone: Point) -> bool {
        if self.board.rule() == Rule::Renju || five == stone {
            // Whether black may play a point can hang on stones far away, but a five is always allowed.
            return five == stone;
        }
        // Under caro a stone at the end of a row counts, which can be five steps away.
        Direction::ALL.into_iter().any(|direction| {
            (1..=5).any(|steps| {
                five.step(direction, steps) == stone || five.step(direction, -steps) == stone
            })
        })
    }
}

//! From a published solver's win to a proof that holds against every defense.
//!
//! The published solvers look at fewer answers than there are, so what they call a win is a claim. Here the claim is
//! written down as a [`Proof`], with the exact answers: after a four, those that stop a five; after a three, every
//! legal move that disturbs the win by fours which would follow a pass. Where the solver has not met an answer it is
//! asked again for that position. If it finds nothing, the win is not claimed.

use std::collections::HashMap;

use gomoku::tactics::legal_blocks;
use gomoku::{Budget, Point, Position, Threat};

use crate::proof::{Attack, AttackId, Proof};
use crate::replay;
use crate::vcf::{Fours, Vcf, forbidden_answers};

/// How many positions the search for the fours behind a three may visit.
const FOURS_NODES: u64 = 2_000;
/// A larger proof is not tried on other answers.
const LARGEST_REUSED: usize = 400;

/// What a solver would play.
pub(crate) trait Strategy {
    /// The attacks with which the side to move wins, as far as the solver knows, the best first. It may search.
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point>;
}

/// The proof that the side to move wins with the attacks of a strategy, if it does.
pub(crate) fn certify(
    strategy: &mut dyn Strategy,
    position: &mut Position,
    budget: &mut Budget<'_>,
) -> Option<Proof> {
    let mut certifier = Certifier {
        strategy,
        vcf: Vcf::new(16),
        proof: Proof::default(),
        known: HashMap::new(),
    };
    let root = certifier.attack(position, budget)?;
    certifier.proof.set_root(root);
    Some(certifier.proof)
}

struct Certifier<'a> {
    strategy: &'a mut dyn Strategy,
    vcf: Vcf,
    proof: Proof,
    /// Positions written down, or given up.
    known: HashMap<u64, Option<AttackId>>,
}

impl Certifier<'_> {
    /// The attacker moves.
    fn attack(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<AttackId> {
        if !budget.spend_node() {
            return None;
        }
        if let Some(five) = position.five(position.board().side_to_move()) {
            return Some(self.proof.add_five(five));
        }
        let key = position.board().key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut found = None;
        for point in self.strategy.attacks(position, budget) {
            let kept = self.proof.len();
            position.push(point);
            found = self.defend(position, point, budget);
            position.pop();
            if found.is_some() || budget.is_exhausted() {
                break;
            }
            self.proof.truncate(kept);
            self.known
                .retain(|_, known| known.is_none_or(|id| id < kept));
        }
        self.known.insert(key, found);
        found
    }

    /// The defender answers the attack just made at `attack`.
    fn defend(
        &mut self,
        position: &mut Position,
        attack: Point,
        budget: &mut Budget<'_>,
    ) -> Option<AttackId> {
        let defender = position.board().side_to_move();
        if position.patterns().count(defender, Threat::Five) > 0 {
            return None;
        }
        let (otherwise, points) = match position.five(!defender) {
            Some(five) => {
                let points: Vec<Point> = legal_blocks(position).iter().collect();
                (self.proof.add_five(five), points)
            }
            None => self.threat(position, budget)?,
        };
        let mut answers: Vec<(Point, AttackId)> = Vec::new();
        let forbidden = forbidden_answers(position, &mut self.proof);
        for point in points {
            position.push(point);
            let next = self
                .reuse(position, &answers)
                .or_else(|| self.attack(position, budget));
            position.pop();
            answers.push((point, next?));
        }
        answers.extend(forbidden);
        Some(self.proof.add(Attack {
            point: attack,
            answers,
            otherwise: Some(otherwise),
        }))
    }

    /// What follows if the defender passes, and the moves that disturb it.
    fn threat(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Option<(AttackId, Vec<Point>)> {
        position.pass();
        let found = budget.within_nodes(FOURS_NODES, |budget| {
            self.vcf.search(position, u16::MAX, budget)
        });
        position.pop();
        let Fours::Win(root) = found else {
            return None;
        };
        let points = replay::answers_to_threat(position, self.vcf.proof(), root);
        Some((self.proof.adopt(self.vcf.proof(), root), points))
    }

    /// What won against another answer may win against this one.
    fn reuse(&self, position: &mut Position, others: &[(Point, AttackId)]) -> Option<AttackId> {
        let (_, last) = *others.last()?;
        (self.proof.len() <= LARGEST_REUSED && replay::holds(position, &self.proof, last))
            .then_some(last)
    }
}

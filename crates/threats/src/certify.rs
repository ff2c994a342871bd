//! Certification: from a solver's claim to a proof that holds against every defense.
//!
//! The published solvers consider only some of the legal defenses, so a win that they find is a claim. The certifier
//! writes the claim down as a [`Proof`] with exact defenses: after a four, the moves that block a five; after a three,
//! every legal move that breaks the VCF which would follow a pass. For a defense that the solver has not searched, the
//! certifier calls it again. If the solver then finds nothing, the win is not claimed.

use std::collections::HashMap;

use gomoku::tactics::legal_blocks;
use gomoku::{Budget, Point, Position, Threat};

use crate::proof::{Proof, ProofNode, ProofNodeId};
use crate::replay;
use crate::solve::Verdict;
use crate::vcf::{Vcf, forbidden_blocks};

/// Node limit of the VCF search behind a three.
const VCF_NODES: u64 = 2_000;
/// Larger proofs are not tried against other defenses.
const MAX_REUSED_NODES: usize = 400;

/// Approximate size of a proof node with its defenses, and of what is remembered of its position.
const NODE_BYTES: u64 = 192;
const MIN_NODES: u64 = 1 << 14;

/// Access to what a solver has found.
pub(crate) trait Strategy {
    /// The winning attacks of the side to move that the solver knows, best first. It may search.
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point>;

    /// Bytes that the proof may take.
    fn memory(&self) -> u64;
}

/// The proof that the side to move wins with the attacks of a strategy, if there is one within its memory.
pub(crate) fn certify(
    strategy: &mut dyn Strategy,
    position: &mut Position,
    budget: &mut Budget<'_>,
) -> Option<Proof> {
    let memory = strategy.memory();
    let mut certifier = Certifier {
        strategy,
        vcf: Vcf::new(16),
        proof: Proof::default(),
        certified: HashMap::new(),
        max_nodes: (memory / NODE_BYTES).max(MIN_NODES) as usize,
    };
    let root = certifier.attack(position, budget)?;
    certifier.proof.set_root(root);
    Some(certifier.proof)
}

struct Certifier<'a> {
    strategy: &'a mut dyn Strategy,
    vcf: Vcf,
    proof: Proof,
    /// Proof nodes by position; `None` where certification failed.
    certified: HashMap<u64, Option<ProofNodeId>>,
    max_nodes: usize,
}

impl Certifier<'_> {
    /// OR node: the attacker moves.
    fn attack(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<ProofNodeId> {
        let is_full = self.proof.len().max(self.certified.len()) > self.max_nodes;
        if !budget.spend_node() || is_full {
            return None;
        }
        if let Some(five) = position.five(position.board().side_to_move()) {
            return Some(self.proof.add_five(five));
        }
        let key = position.board().key();
        if let Some(&known) = self.certified.get(&key) {
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
            self.certified
                .retain(|_, known| known.is_none_or(|id| id < kept));
        }
        self.certified.insert(key, found);
        found
    }

    /// AND node: the defender answers `attack`.
    fn defend(
        &mut self,
        position: &mut Position,
        attack: Point,
        budget: &mut Budget<'_>,
    ) -> Option<ProofNodeId> {
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
        let mut defenses: Vec<(Point, ProofNodeId)> = Vec::new();
        let forbidden = forbidden_blocks(position, &mut self.proof);
        for point in points {
            position.push(point);
            let next = self
                .reuse(position, &defenses)
                .or_else(|| self.attack(position, budget));
            position.pop();
            defenses.push((point, next?));
        }
        defenses.extend(forbidden);
        Some(self.proof.add(ProofNode {
            attack,
            defenses,
            otherwise: Some(otherwise),
        }))
    }

    /// The VCF that follows a pass of the defender, and the defenses that break it.
    fn threat(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Option<(ProofNodeId, Vec<Point>)> {
        position.pass();
        let found = budget.within_nodes(VCF_NODES, |budget| {
            self.vcf.search(position, u16::MAX, budget)
        });
        position.pop();
        let Verdict::Win(root) = found else {
            return None;
        };
        let points = replay::defenses_to_threat(position, self.vcf.proof(), root);
        Some((self.proof.adopt(self.vcf.proof(), root), points))
    }

    /// Tries the continuation of the previous defense against this one.
    fn reuse(
        &self,
        position: &mut Position,
        defenses: &[(Point, ProofNodeId)],
    ) -> Option<ProofNodeId> {
        let (_, last) = *defenses.last()?;
        (self.proof.len() <= MAX_REUSED_NODES && replay::holds(position, &self.proof, last))
            .then_some(last)
    }
}

//! Replaying proofs on other boards.
//!
//! A threat is known by a proof of what would follow it. With one more stone of the defender the proof may still hold,
//! and replaying it is far cheaper than a new search.

use gomoku::tactics::legal_blocks;
use gomoku::{Direction, Point, PointSet, Position, Threat};

use crate::proof::{Proof, ProofNodeId};

/// Does the proof below this node hold for the side to move?
pub(crate) fn holds(position: &mut Position, proof: &Proof, id: ProofNodeId) -> bool {
    let attacker = position.board().side_to_move();
    let attack = proof.node(id).attack;
    if !position.board().is_empty(attack) {
        return false;
    }
    if position.wins(attacker, attack) {
        return true;
    }
    // An attack that leaves the defender a five loses.
    if position.patterns().count(!attacker, Threat::Five)
        > usize::from(position.wins(!attacker, attack))
    {
        return false;
    }
    if !position.is_legal(attack) {
        return false;
    }
    position.push(attack);
    let holds = if position.patterns().count(attacker, Threat::Five) > 0 {
        holds_after_four(position, proof, id)
    } else {
        holds_after_three(position, proof, id)
    };
    position.pop();
    holds
}

/// After a four, the five of the proof must exist, and the proof must refute every block. Another five does not count,
/// because a proof is followed literally.
fn holds_after_four(position: &mut Position, proof: &Proof, id: ProofNodeId) -> bool {
    let defender = position.board().side_to_move();
    let five = proof.node(id).otherwise;
    five.is_some_and(|five| position.wins(!defender, proof.node(five).attack))
        && position.patterns().count(defender, Threat::Five) == 0
        && legal_blocks(position)
            .iter()
            .all(|defense| refutes(position, proof, id, defense))
}

/// After a quieter threat, the proof must refute every move that may break the threat.
fn holds_after_three(position: &mut Position, proof: &Proof, id: ProofNodeId) -> bool {
    let defender = position.board().side_to_move();
    let Some(threat) = proof.node(id).otherwise else {
        return false;
    };
    if position.patterns().count(defender, Threat::Five) > 0 {
        return false;
    }
    position.pass();
    let threatens = holds(position, proof, threat);
    position.pop();
    if !threatens {
        return false;
    }
    let zone = zone(position, proof, threat) | position.patterns().at_least(defender, Threat::Four);
    let listed: PointSet = proof
        .node(id)
        .defenses
        .iter()
        .map(|&(defense, _)| defense)
        .collect();
    (zone | listed).iter().all(|defense| {
        !position.board().is_empty(defense)
            || !position.is_legal(defense)
            || refutes(position, proof, id, defense)
    })
}

/// Does the continuation after this defense hold?
fn refutes(position: &mut Position, proof: &Proof, id: ProofNodeId, defense: Point) -> bool {
    position.push(defense);
    let reply = proof.node(id).reply_to(defense);
    let holds = reply.is_some_and(|reply| holds(position, proof, reply));
    position.pop();
    holds
}

/// The moves of the defender, who is to move, that break a threat. The threat is given as the VCF that follows a pass.
pub(crate) fn defenses_to_threat(
    position: &mut Position,
    proof: &Proof,
    root: ProofNodeId,
) -> Vec<Point> {
    let defender = position.board().side_to_move();
    let zone = zone(position, proof, root) | position.patterns().at_least(defender, Threat::Four);
    let mut defenses = Vec::new();
    for point in &zone {
        if !position.board().is_empty(point) || !position.is_legal(point) {
            continue;
        }
        position.push(point);
        if !holds(position, proof, root) {
            defenses.push(point);
        }
        position.pop();
    }
    defenses
}

/// The points where a stone of the defender, who is to move, can affect a VCF: at most five steps along a line from one
/// of its stones. Whether a point is forbidden can depend on stones further away, so if the VCF depends on forbidden
/// points, the zone is the whole board.
pub(crate) fn zone(position: &mut Position, proof: &Proof, root: ProofNodeId) -> PointSet {
    let mut extent = ProofExtent {
        proof,
        stones: PointSet::EMPTY,
        depends_on_forbidden: false,
    };
    position.pass();
    extent.visit(position, root);
    position.pop();
    if extent.depends_on_forbidden {
        return position.board().empty();
    }
    let stones = extent.stones;
    let mut zone = stones;
    for direction in Direction::ALL {
        let offset = i32::from(direction.offset());
        for steps in 1..=5 {
            zone |= stones.shifted(offset * steps) | stones.shifted(-offset * steps);
        }
    }
    zone & PointSet::board(position.board().size())
}

/// The part of the board that a VCF depends on.
struct ProofExtent<'a> {
    proof: &'a Proof,
    stones: PointSet,
    depends_on_forbidden: bool,
}

impl ProofExtent<'_> {
    /// Plays every line below a node, the attacker to move. Skips attacks and defenses on occupied points, which occur on
    /// boards other than the proof's own.
    fn visit(&mut self, position: &mut Position, id: ProofNodeId) {
        let attacker = position.board().side_to_move();
        let node = self.proof.node(id);
        if !position.board().is_empty(node.attack) {
            return;
        }
        self.stones.insert(node.attack);
        if let Some(five) = node.otherwise {
            self.stones.insert(self.proof.node(five).attack);
        }
        self.depends_on_forbidden |=
            position.patterns().threat(attacker, node.attack) == Threat::Forbidden;
        position.push(node.attack);
        let fives = *position.patterns().points(attacker, Threat::Five);
        self.depends_on_forbidden |= position.board().rule().forbids(!attacker)
            && fives
                .iter()
                .any(|five| position.forbidden_reason(five).is_some());
        for &(defense, next) in &node.defenses {
            self.stones.insert(defense);
            if position.board().is_empty(defense) {
                position.push(defense);
                self.visit(position, next);
                position.pop();
            }
        }
        position.pop();
    }
}

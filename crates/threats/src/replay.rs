//! Does a proof still hold on another board?
//!
//! A threat is known by a proof of what would follow it. With one more stone of the defender on the board the proof may
//! hold or not; playing it through is far cheaper than searching anew.

use gomoku::tactics::legal_blocks;
use gomoku::{Direction, Point, PointSet, Position, Threat};

use crate::proof::{AttackId, Proof};

/// Does the attacker, who is to move, win as the proof says?
pub(crate) fn holds(position: &mut Position, proof: &Proof, id: AttackId) -> bool {
    let attacker = position.board().side_to_move();
    let attack = proof.attack(id);
    if !position.board().is_empty(attack.point) {
        return false;
    }
    if position.wins(attacker, attack.point) {
        return true;
    }
    // Whoever does not take the point of the enemy's five has lost.
    if position.patterns().count(!attacker, Threat::Five)
        > usize::from(position.wins(!attacker, attack.point))
    {
        return false;
    }
    if !position.is_legal(attack.point) {
        return false;
    }
    position.push(attack.point);
    let holds = if position.patterns().count(attacker, Threat::Five) > 0 {
        holds_after_four(position, proof, id)
    } else {
        holds_after_three(position, proof, id)
    };
    position.pop();
    holds
}

/// After a four: the five that the proof means must be there, and whatever stops it must be met by what the proof says.
/// That another five would do as well does not count: whoever reads the proof follows it to the letter.
fn holds_after_four(position: &mut Position, proof: &Proof, id: AttackId) -> bool {
    let defender = position.board().side_to_move();
    let five = proof.attack(id).otherwise;
    five.is_some_and(|five| position.wins(!defender, proof.attack(five).point))
        && position.patterns().count(defender, Threat::Five) == 0
        && legal_blocks(position).iter().all(|answer| {
            position.push(answer);
            let holds = next(proof, id, answer).is_some_and(|next| holds(position, proof, next));
            position.pop();
            holds
        })
}

/// After a quieter threat: whatever disturbs the threat must be met by what the proof says.
fn holds_after_three(position: &mut Position, proof: &Proof, id: AttackId) -> bool {
    let defender = position.board().side_to_move();
    let Some(threat) = proof.attack(id).otherwise else {
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
        .attack(id)
        .answers
        .iter()
        .map(|&(answer, _)| answer)
        .collect();
    (zone | listed).iter().all(|answer| {
        if !position.board().is_empty(answer) || !position.is_legal(answer) {
            return true;
        }
        position.push(answer);
        let holds = next(proof, id, answer).is_some_and(|next| holds(position, proof, next));
        position.pop();
        holds
    })
}

fn next(proof: &Proof, id: AttackId, answer: Point) -> Option<AttackId> {
    let attack = proof.attack(id);
    attack
        .answers
        .iter()
        .find(|&&(point, _)| point == answer)
        .map(|&(_, next)| next)
        .or(attack.otherwise)
}

/// The moves of the defender, who is to move, after which a threat does not hold any more. The threat is a proof by
/// fours of what happens if he passes.
pub(crate) fn answers_to_threat(
    position: &mut Position,
    proof: &Proof,
    root: AttackId,
) -> Vec<Point> {
    let defender = position.board().side_to_move();
    let zone = zone(position, proof, root) | position.patterns().at_least(defender, Threat::Four);
    let mut answers = Vec::new();
    for point in &zone {
        if !position.board().is_empty(point) || !position.is_legal(point) {
            continue;
        }
        position.push(point);
        if !holds(position, proof, root) {
            answers.push(point);
        }
        position.pop();
    }
    answers
}

/// The points where a stone of the defender, who is to move, can matter to a proof by fours: those in line with one of
/// its stones, no more than five steps away. Whether black may play a point can hang on stones that are further
/// away; where the proof needs to know that, every point counts.
pub(crate) fn zone(position: &mut Position, proof: &Proof, root: AttackId) -> PointSet {
    let mut reach = Reach {
        proof,
        stones: PointSet::EMPTY,
        hangs_on_fouls: false,
    };
    position.pass();
    reach.walk(position, root);
    position.pop();
    if reach.hangs_on_fouls {
        return position.board().empty();
    }
    let stones = reach.stones;
    let mut zone = stones;
    for direction in Direction::ALL {
        let offset = i32::from(direction.offset());
        for steps in 1..=5 {
            zone |= stones.shifted(offset * steps) | stones.shifted(-offset * steps);
        }
    }
    zone & PointSet::board(position.board().size())
}

/// What a proof by fours needs of the board.
struct Reach<'a> {
    proof: &'a Proof,
    stones: PointSet,
    /// Does it matter whether black may play a point?
    hangs_on_fouls: bool,
}

impl Reach<'_> {
    /// Plays the proof through, the attacker to move. On another board than its own, parts of it may not be playable.
    fn walk(&mut self, position: &mut Position, id: AttackId) {
        let attacker = position.board().side_to_move();
        let attack = self.proof.attack(id);
        if !position.board().is_empty(attack.point) {
            return;
        }
        self.stones.insert(attack.point);
        if let Some(five) = attack.otherwise {
            self.stones.insert(self.proof.attack(five).point);
        }
        self.hangs_on_fouls |=
            position.patterns().threat(attacker, attack.point) == Threat::Forbidden;
        position.push(attack.point);
        let fives = *position.patterns().points(attacker, Threat::Five);
        self.hangs_on_fouls |= position.board().rule().forbids(!attacker)
            && fives
                .iter()
                .any(|five| position.forbidden_reason(five).is_some());
        for &(answer, next) in &attack.answers {
            self.stones.insert(answer);
            if position.board().is_empty(answer) {
                position.push(answer);
                self.walk(position, next);
                position.pop();
            }
        }
        position.pop();
    }
}

//! VCF: victory by continuous fours.
//!
//! The attacker makes a four with every move and leaves the defender one block each time, until there are two ways to
//! five, or the block is a forbidden point. The search is complete. It covers every four of the attacker, fours that the
//! defender makes by blocking (the attacker must then block with a four), renju's forbidden points on both sides, and
//! under caro blocks at the end of a five.
//!
//! Iterative deepening by one four at a time finds the shortest win first. Positions without a VCF are stored with the
//! number of fours searched; the entries stay valid in later searches.
//!
//! Independent fours are searched in one order only: see `Vcf::is_transposed_order`.

use gomoku::hash_table::zeroed_table;
use gomoku::tactics::{legal_blocks, legal_fours, sole_completing_point};
use gomoku::{Budget, Point, PointSet, Position, Threat};

use crate::proof::{Proof, ProofNode, ProofNodeId};
use crate::solve::Verdict;

/// A position key and the number of fours that do not win there. Zeroed integers, so that the operating system commits
/// memory only for the part of the table that is used.
type FailureEntry = [u64; 2];

/// The depth of a failure that holds for any number of fours.
const ALL_FOURS: u16 = u16::MAX;

/// The VCF solver and its table of failures.
#[derive(Clone, Debug)]
pub struct Vcf {
    failures: Box<[FailureEntry]>,
    proof: Proof,
    /// Did the depth limit cut off a four in this iteration?
    cut: bool,
}

/// The four and the block that led to a position.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    four: Point,
    block: Point,
}

impl Vcf {
    /// A solver with a table of `2^bits` entries of 16 bytes.
    pub fn new(bits: u32) -> Vcf {
        Vcf {
            failures: zeroed_table(1 << bits),
            proof: Proof::default(),
            cut: false,
        }
    }

    /// Searches for a win of the side to move by at most `max_fours` fours. A win is the root of [`Vcf::proof`].
    pub fn search(
        &mut self,
        position: &mut Position,
        max_fours: u16,
        budget: &mut Budget<'_>,
    ) -> Verdict<ProofNodeId> {
        self.proof.truncate(0);
        for fours in 1..=max_fours.max(1) {
            self.cut = false;
            if let Some(id) = self.attack(position, fours, None, budget) {
                self.proof.set_root(id);
                return Verdict::Win(id);
            }
            if budget.is_exhausted() {
                return Verdict::Unknown;
            }
            if !self.cut {
                return Verdict::None;
            }
        }
        Verdict::Unknown
    }

    /// The proof of the last win.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// OR node: the attacker moves, with this many fours left.
    fn attack(
        &mut self,
        position: &mut Position,
        fours: u16,
        last: Option<Exchange>,
        budget: &mut Budget<'_>,
    ) -> Option<ProofNodeId> {
        if !budget.spend_node() {
            return None;
        }
        let attacker = position.board().side_to_move();
        if let Some(five) = position.five(attacker) {
            return Some(self.proof.add_five(five));
        }
        let candidates = candidates(position);
        if candidates.is_empty() {
            return None;
        }
        if fours == 0 {
            self.cut = true;
            return None;
        }
        let key = position.board().key();
        match self.known_failure(key) {
            Some(ALL_FOURS) => return None,
            Some(searched) if searched >= fours => {
                self.cut = true;
                return None;
            }
            _ => {}
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        for point in ordered(position, &candidates) {
            if last.is_some_and(|last| self.is_transposed_order(position, last, point)) {
                continue;
            }
            position.push(point);
            let found = self.defend(position, point, fours - 1, budget);
            position.pop();
            if found.is_some() {
                return found;
            }
            if budget.is_exhausted() {
                return None;
            }
        }
        self.store_failure(key, if self.cut { fours } else { ALL_FOURS });
        self.cut |= cut_before;
        None
    }

    /// AND node: the defender must block the four at `four`.
    fn defend(
        &mut self,
        position: &mut Position,
        four: Point,
        fours: u16,
        budget: &mut Budget<'_>,
    ) -> Option<ProofNodeId> {
        let defender = position.board().side_to_move();
        if position.patterns().count(defender, Threat::Five) > 0 {
            return None;
        }
        let first = position.five(!defender)?;
        let kept = self.proof.len();
        let otherwise = Some(self.proof.add_five(first));
        let mut defenses = Vec::new();
        for block in &legal_blocks(position) {
            position.push(block);
            let next = match position.five(!defender) {
                Some(five) => Some(self.proof.add_five(five)),
                None => self.attack(position, fours, Some(Exchange { four, block }), budget),
            };
            position.pop();
            let Some(next) = next else {
                self.proof.truncate(kept);
                return None;
            };
            defenses.push((block, next));
        }
        defenses.extend(forbidden_blocks(position, &mut self.proof));
        Some(self.proof.add(ProofNode {
            attack: four,
            defenses,
            otherwise,
        }))
    }

    /// Is "the last four, then this one" a transposition of "this four, then the last one"?
    ///
    /// It is if this four was possible before the last one, the two exchanges are independent, and the block of this four
    /// threatens nothing, so that the last four could follow. The search keeps the order with the lower point first.
    fn is_transposed_order(&self, position: &Position, last: Exchange, four: Point) -> bool {
        if four > last.four {
            return false;
        }
        let attacker = position.board().side_to_move();
        let Some(block) = sole_completing_point(position, attacker, four) else {
            return false;
        };
        let apart = |one: Point, other: Point| {
            let columns = i16::from(one.column()) - i16::from(other.column());
            let rows = i16::from(one.row()) - i16::from(other.row());
            let in_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
            !in_line || columns.abs().max(rows.abs()) > 5
        };
        apart(four, last.four)
            && apart(four, last.block)
            && apart(block, last.four)
            && apart(block, last.block)
            && position.patterns().threat(!attacker, block) < Threat::Four
    }

    fn known_failure(&self, key: u64) -> Option<u16> {
        let [known, fours] = self.failures[key as usize & (self.failures.len() - 1)];
        (known == key && fours > 0).then_some(fours as u16)
    }

    fn store_failure(&mut self, key: u64, fours: u16) {
        let index = key as usize & (self.failures.len() - 1);
        self.failures[index] = [key, u64::from(fours)];
    }
}

/// The attacker's legal fours; if the defender can make five, only a four that blocks it.
pub(crate) fn candidates(position: &Position) -> PointSet {
    let attacker = position.board().side_to_move();
    let fours = legal_fours(position, attacker);
    let patterns = position.patterns();
    match patterns.count(!attacker, Threat::Five) {
        0 => fours,
        1 => fours & *patterns.points(!attacker, Threat::Five),
        _ => PointSet::EMPTY,
    }
}

/// The candidates, strongest first.
pub(crate) fn ordered(position: &Position, candidates: &PointSet) -> Vec<Point> {
    let attacker = position.board().side_to_move();
    let mut points: Vec<Point> = candidates.iter().collect();
    points.sort_by_key(|&point| std::cmp::Reverse(position.patterns().threat(attacker, point)));
    points
}

/// Blocks that are forbidden to black while the attacker has another five. A distant stone can make such a point legal,
/// so the proof lists a continuation for it.
pub(crate) fn forbidden_blocks(
    position: &Position,
    proof: &mut Proof,
) -> Vec<(Point, ProofNodeId)> {
    let defender = position.board().side_to_move();
    if !position.board().rule().forbids(defender) {
        return Vec::new();
    }
    let fives = position.patterns().points(!defender, Threat::Five);
    fives
        .iter()
        .filter(|&point| position.forbidden_reason(point).is_some())
        .filter_map(|point| {
            let other = fives.iter().find(|&other| other != point)?;
            Some((point, proof.add_five(other)))
        })
        .collect()
}

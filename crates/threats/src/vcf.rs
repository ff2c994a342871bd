//! Victory by continuous fours.
//!
//! The attacker makes a four with every move, the defender has a single answer each time, and in the end there are two
//! ways to five, or an answer that black may not play. The search is complete: every four of the attacker, every
//! four that the defender's answers make (the attacker must then answer with a four in that very place), renju's
//! forbidden points on both sides, and under caro the answers that spoil a five by standing at its end.
//!
//! It deepens by one four at a time, so the shortest win is found first. Positions from which fours do not win are
//! remembered with the number of fours that was tried; they are facts, valid in every later search.
//!
//! Fours that have nothing to do with each other are tried in one order only (see `Vcf::is_other_order`).

use gomoku::tactics::{legal_blocks, legal_fours, sole_completing_point};
use gomoku::{Budget, Point, PointSet, Position, Threat};

use crate::proof::{Attack, AttackId, Proof};

/// A position by its key, and how many fours do not win it. Plain numbers, so that a large table costs nothing until it
/// is used.
type Dead = [u64; 2];

/// However many fours were tried, all of them failed.
const ALL_FOURS: u16 = u16::MAX;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fours {
    /// The win, which begins with this attack of the search's proof.
    Win(AttackId),
    /// There is none.
    None,
    /// The search was stopped before it knew.
    Unknown,
}

/// The solver, with what it remembers.
#[derive(Clone, Debug)]
pub struct Vcf {
    dead: Vec<Dead>,
    proof: Proof,
    /// Did the present iteration leave out fours because of its depth?
    cut: bool,
}

/// The four and its answer that led to a position.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    four: Point,
    answer: Point,
}

impl Vcf {
    /// A solver that remembers up to `2^bits` positions of sixteen bytes each.
    pub fn new(bits: u32) -> Vcf {
        Vcf {
            dead: vec![[0; 2]; 1 << bits],
            proof: Proof::default(),
            cut: false,
        }
    }

    /// Looks for a win of the side to move by at most `most` fours.
    pub fn search(&mut self, position: &mut Position, most: u16, budget: &mut Budget<'_>) -> Fours {
        self.proof.truncate(0);
        for fours in 1..=most.max(1) {
            self.cut = false;
            if let Some(id) = self.attack(position, fours, None, budget) {
                self.proof.set_root(id);
                return Fours::Win(id);
            }
            if budget.is_exhausted() {
                return Fours::Unknown;
            }
            if !self.cut {
                return Fours::None;
            }
        }
        Fours::Unknown
    }

    /// The proof of the last win.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// The attacker moves and may make this many fours.
    fn attack(
        &mut self,
        position: &mut Position,
        fours: u16,
        last: Option<Exchange>,
        budget: &mut Budget<'_>,
    ) -> Option<AttackId> {
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
        match self.known_dead(key) {
            Some(ALL_FOURS) => return None,
            Some(tried) if tried >= fours => {
                self.cut = true;
                return None;
            }
            _ => {}
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        for point in ordered(position, &candidates) {
            if last.is_some_and(|last| self.is_other_order(position, last, point)) {
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
        self.bury(key, if self.cut { fours } else { ALL_FOURS });
        self.cut |= cut_before;
        None
    }

    /// The defender answers the four just made at `four`.
    fn defend(
        &mut self,
        position: &mut Position,
        four: Point,
        fours: u16,
        budget: &mut Budget<'_>,
    ) -> Option<AttackId> {
        let defender = position.board().side_to_move();
        if position.patterns().count(defender, Threat::Five) > 0 {
            return None;
        }
        let first = position.five(!defender)?;
        let kept = self.proof.len();
        let otherwise = Some(self.proof.add_five(first));
        let mut answers = Vec::new();
        for answer in &legal_blocks(position) {
            position.push(answer);
            let next = match position.five(!defender) {
                Some(five) => Some(self.proof.add_five(five)),
                None => self.attack(position, fours, Some(Exchange { four, answer }), budget),
            };
            position.pop();
            let Some(next) = next else {
                self.proof.truncate(kept);
                return None;
            };
            answers.push((answer, next));
        }
        answers.extend(forbidden_answers(position, &mut self.proof));
        Some(self.proof.add(Attack {
            point: four,
            answers,
            otherwise,
        }))
    }

    /// Has the order "this four, then the last one" been tried already, and does it lead to the same position?
    ///
    /// That is so when the four was there before the last one, neither exchange touches the other, and the answer
    /// to it threatens nothing, so that the last four could have followed it. Of the two orders the one with
    /// the lower point first is kept.
    fn is_other_order(&self, position: &Position, last: Exchange, four: Point) -> bool {
        if four > last.four {
            return false;
        }
        let attacker = position.board().side_to_move();
        let Some(answer) = sole_completing_point(position, attacker, four) else {
            return false;
        };
        let apart = |one: Point, other: Point| {
            let columns = i16::from(one.column()) - i16::from(other.column());
            let rows = i16::from(one.row()) - i16::from(other.row());
            let in_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
            !in_line || columns.abs().max(rows.abs()) > 5
        };
        apart(four, last.four)
            && apart(four, last.answer)
            && apart(answer, last.four)
            && apart(answer, last.answer)
            && position.patterns().threat(!attacker, answer) < Threat::Four
    }

    fn known_dead(&self, key: u64) -> Option<u16> {
        let [known, fours] = self.dead[key as usize & (self.dead.len() - 1)];
        (known == key && fours > 0).then_some(fours as u16)
    }

    fn bury(&mut self, key: u64, fours: u16) {
        let place = key as usize & (self.dead.len() - 1);
        self.dead[place] = [key, u64::from(fours)];
    }
}

/// Where the attacker makes a four and may; only the point that he must take, if the defender is about to make five.
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

/// The candidates, the strongest first.
pub(crate) fn ordered(position: &Position, candidates: &PointSet) -> Vec<Point> {
    let attacker = position.board().side_to_move();
    let mut points: Vec<Point> = candidates.iter().collect();
    points.sort_by_key(|&point| std::cmp::Reverse(position.patterns().threat(attacker, point)));
    points
}

/// Points that would stop one of several fives if black might play there. Whether he may can change with a stone far
/// away, so a proof had better say what follows.
pub(crate) fn forbidden_answers(position: &Position, proof: &mut Proof) -> Vec<(Point, AttackId)> {
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

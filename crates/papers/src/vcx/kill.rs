//! VCX: victory by continuous fours, or by continuous threes and fours.
//!
//! The attacker's moves are squares worth a closed four or better to him (VCF), or a three or better (VCT), the best
//! first. The defender completes his own five if he can; else he must take the attacker's five; else, in a VCT, he has
//! the squares on which either side would make a four. The attack succeeds when every answer loses. It is sound as far as
//! the scores are, and incomplete: a failure proves nothing.
//!
//! The depth grows by two, 1, 3, 5, ..., so that the shortest kill is found and no pointless four is played; it stops
//! growing when no line ended for want of depth. Results are kept by position, side, kind and depth; the authors share
//! entries between the kinds, whose thresholds differ.

use std::cmp::Reverse;

use gomoku::{Budget, Color, Point, PointSet};

use super::field::Field;
use crate::score_dictionary::{BLOCKED_FOUR, FOUR, THREE};

/// What the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Fours only: VCF.
    Fours,
    /// Threes too: VCT.
    Threes,
}

impl Kind {
    fn least_score(self) -> i32 {
        match self {
            Kind::Fours => BLOCKED_FOUR,
            Kind::Threes => THREE,
        }
    }
}

/// The first move of a kill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kill {
    /// Where to play.
    pub point: Point,
    /// The depth at which it was found.
    pub depth: u32,
}

/// Failures and successes by position.
#[derive(Clone, Debug)]
pub struct KillTable {
    entries: Vec<(u64, bool)>,
}

/// Entries, a power of two: one megabyte.
const ENTRIES: usize = 1 << 16;

impl Default for KillTable {
    fn default() -> KillTable {
        KillTable::new()
    }
}

impl KillTable {
    /// An empty table.
    pub fn new() -> KillTable {
        KillTable {
            entries: vec![(0, false); ENTRIES],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill((0, false));
    }
}

/// Looks for a kill by the side to move.
pub(super) fn find(
    field: &mut Field,
    allowed: &PointSet,
    kind: Kind,
    deepest: u32,
    table: &mut KillTable,
    budget: &mut Budget<'_>,
) -> Option<Kill> {
    let attacker = field.board().side_to_move();
    for depth in (1..=deepest).step_by(2) {
        let mut search = Search {
            field,
            attacker,
            kind,
            table,
            ended_early: false,
        };
        if let Some(point) = search.attack_at_root(allowed, depth, budget) {
            return Some(Kill { point, depth });
        }
        if !search.ended_early || budget.poll() {
            return None;
        }
    }
    None
}

struct Search<'a> {
    field: &'a mut Field,
    attacker: Color,
    kind: Kind,
    table: &'a mut KillTable,
    /// Some line still had a threat when the depth was used up.
    ended_early: bool,
}

impl Search<'_> {
    fn attack_at_root(
        &mut self,
        allowed: &PointSet,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<Point> {
        let mut moves = self.attacks();
        moves.retain(|&point| allowed.contains(point));
        moves
            .into_iter()
            .find(|&point| self.attack_succeeds(point, depth, budget).unwrap_or(false))
    }

    /// The attacker is to move: is there a move to which every answer loses? `None` when the budget is spent.
    fn attack(&mut self, depth: u32, budget: &mut Budget<'_>) -> Option<bool> {
        budget.try_node()?;
        let key = self.key(depth);
        let slot = key as usize % ENTRIES;
        if self.table.entries[slot].0 == key {
            let succeeds = self.table.entries[slot].1;
            // A failure may have been one for want of depth.
            self.ended_early |= !succeeds;
            return Some(succeeds);
        }
        let moves = self.attacks();
        if depth == 0 {
            self.ended_early |= !moves.is_empty();
            return Some(false);
        }
        let mut succeeds = false;
        for point in moves {
            if self.attack_succeeds(point, depth, budget)? {
                succeeds = true;
                break;
            }
        }
        self.table.entries[slot] = (key, succeeds);
        Some(succeeds)
    }

    /// Plays an attack and looks at all answers.
    fn attack_succeeds(
        &mut self,
        point: Point,
        depth: u32,
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        if self.field.board().wins(point, self.attacker) {
            return Some(true);
        }
        self.field.push(point);
        let result = self.defend(depth - 1, budget);
        self.field.pop();
        result
    }

    /// The defender is to move: does every answer lose?
    fn defend(&mut self, depth: u32, budget: &mut Budget<'_>) -> Option<bool> {
        budget.try_node()?;
        let defender = !self.attacker;
        if !self.field.fives(defender).is_empty() {
            return Some(false);
        }
        let fives = self.field.fives(self.attacker);
        if fives.len() >= 2 {
            return Some(true);
        }
        let answers = if fives.is_empty() {
            match self.answers_to_three() {
                Some(answers) => answers,
                None => return Some(false),
            }
        } else {
            fives
        };
        for point in answers {
            // An answer that black may not play is none.
            if !self.field.is_allowed(point) {
                continue;
            }
            if depth == 0 {
                self.ended_early = true;
                return Some(false);
            }
            self.field.push(point);
            let result = self.attack(depth - 1, budget);
            self.field.pop();
            if !result? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The attacker's moves, the best first. A five of either side leaves no choice.
    fn attacks(&self) -> Vec<Point> {
        let own = self.field.fives(self.attacker);
        if !own.is_empty() {
            return own;
        }
        let enemy = self.field.fives(!self.attacker);
        let mut moves: Vec<Point> = if enemy.is_empty() {
            self.field.near().iter().collect()
        } else {
            enemy
        };
        let score = |point: &Point| self.field.score(self.attacker, *point);
        let least = self.kind.least_score();
        moves.retain(|point| score(point) >= least && self.field.is_allowed(*point));
        moves.sort_by_key(|point| Reverse(score(point)));
        moves
    }

    /// The answers to an attack that threatens no five: all squares where either side makes a four. `None` when the
    /// attack threatens nothing, or when the defender gets there first.
    fn answers_to_three(&self) -> Option<Vec<Point>> {
        if self.kind == Kind::Fours {
            return None;
        }
        let defender = !self.attacker;
        let near = self.field.near();
        let mut threatens = false;
        let mut answers = Vec::new();
        for point in &near {
            let own = self.field.score(defender, point);
            let enemy = self.field.score(self.attacker, point);
            // An open four of his own is faster than the three.
            if own >= FOUR && self.field.is_allowed(point) {
                return None;
            }
            threatens |= enemy >= FOUR;
            if own.max(enemy) >= BLOCKED_FOUR {
                answers.push((Reverse(own.max(enemy)), point));
            }
        }
        answers.sort_by_key(|&(score, _)| score);
        threatens.then(|| answers.into_iter().map(|(_, point)| point).collect())
    }

    /// The position with everything that a result depends on.
    fn key(&self, depth: u32) -> u64 {
        let kind = match self.kind {
            Kind::Fours => 0x5bf0_3635,
            Kind::Threes => 0xa1f2_47c9,
        };
        let side = self.attacker.index() as u64;
        let question = kind << 8 | u64::from(depth) << 1 | side;
        self.field.board().key() ^ question.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

//! VCX: victory by continuous fours (VCF), or by continuous fours and threes (VCT).
//!
//! The attacker's moves are the points that score a closed four or better (VCF), or a three or better (VCT), best first. The
//! defender's five refutes the attack. Otherwise the defender must block the attacker's five; in a VCT without one, the
//! defenses are the points where either side makes a four. The attack succeeds if every defense loses. The search is as
//! sound as the scores, and incomplete: a failure proves nothing.
//!
//! Iterative deepening to 1, 3, 5, ... plies finds the shortest win and ends when no line was cut off by depth. Results are
//! stored by position, side, kind and depth; the authors share entries between the kinds, although their thresholds differ.

use std::cmp::Reverse;

use gomoku::{Board, Budget, Color, Point, PointSet, Position};
use threats::{ThreatSpace, Verdict};

use super::field::Field;
use crate::zhang_li_huang::score_dictionary::{BLOCKED_FOUR, FOUR, THREE};

/// The attacks that a search considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackKind {
    /// Fours only: VCF.
    Fours,
    /// Threes too: VCT.
    Threes,
}

impl AttackKind {
    fn min_score(self) -> i32 {
        match self {
            AttackKind::Fours => BLOCKED_FOUR,
            AttackKind::Threes => THREE,
        }
    }
}

/// A win found by VCX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kill {
    /// The first move.
    pub point: Point,
    /// The iteration that found it, in plies.
    pub depth: u32,
}

/// Results by position.
#[derive(Clone, Debug)]
pub struct KillTable {
    entries: Vec<(u64, bool)>,
}

/// The number of entries, a power of two: one megabyte.
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

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.fill((0, false));
    }
}

/// Searches for a win of the side to move.
pub(super) fn find(
    field: &mut Field,
    allowed: &PointSet,
    kind: AttackKind,
    max_depth: u32,
    table: &mut KillTable,
    budget: &mut Budget<'_>,
) -> Option<Kill> {
    let attacker = field.board().side_to_move();
    for depth in (1..=max_depth).step_by(2) {
        let mut search = Search {
            field,
            attacker,
            kind,
            table,
            cut: false,
        };
        if let Some(point) = search.attack_at_root(allowed, depth, budget) {
            return Some(Kill { point, depth });
        }
        if !search.cut || budget.poll() {
            return None;
        }
    }
    None
}

/// Nodes of threat-space search at the root, which leaves VCT its share.
const THREAT_SPACE_NODES: u64 = 5_000;

/// Searches for a win of the side to move by threat-space search, certified against every defense (section V).
pub(super) fn find_by_threat_space(
    board: &Board,
    allowed: &PointSet,
    budget: &mut Budget<'_>,
) -> Option<Kill> {
    let mut position = Position::new(board.clone());
    let verdict = budget.within_nodes(THREAT_SPACE_NODES, |budget| {
        ThreatSpace::new().search(&mut position, budget)
    });
    let Verdict::Win(proof) = verdict else {
        return None;
    };
    let point = proof.node(proof.root()).attack;
    let depth = proof.plies();
    allowed.contains(point).then_some(Kill { point, depth })
}

struct Search<'a> {
    field: &'a mut Field,
    attacker: Color,
    kind: AttackKind,
    table: &'a mut KillTable,
    /// Was a line with a threat left cut off by depth?
    cut: bool,
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

    /// OR node: is there an attack without a defense? `None` when the budget is exhausted.
    fn attack(&mut self, depth: u32, budget: &mut Budget<'_>) -> Option<bool> {
        budget.try_node()?;
        let key = self.key(depth);
        let slot = key as usize % ENTRIES;
        if self.table.entries[slot].0 == key {
            let succeeds = self.table.entries[slot].1;
            // The failure may be due to the depth limit.
            self.cut |= !succeeds;
            return Some(succeeds);
        }
        let moves = self.attacks();
        if depth == 0 {
            self.cut |= !moves.is_empty();
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

    /// Plays an attack and searches all defenses.
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

    /// AND node: does every defense lose?
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
        let defenses = if fives.is_empty() {
            match self.defenses_to_three() {
                Some(defenses) => defenses,
                None => return Some(false),
            }
        } else {
            fives
        };
        for point in defenses {
            // Forbidden points are not defenses.
            if !self.field.is_allowed(point) {
                continue;
            }
            if depth == 0 {
                self.cut = true;
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

    /// The attacker's moves, best first. A five of either side is the only choice.
    fn attacks(&self) -> Vec<Point> {
        let own = self.field.fives(self.attacker);
        if !own.is_empty() {
            return own;
        }
        let opponent = self.field.fives(!self.attacker);
        let mut moves: Vec<Point> = if opponent.is_empty() {
            self.field.near().iter().collect()
        } else {
            opponent
        };
        let score = |point: &Point| self.field.score(self.attacker, *point);
        let min_score = self.kind.min_score();
        moves.retain(|point| score(point) >= min_score && self.field.is_allowed(*point));
        moves.sort_by_key(|point| Reverse(score(point)));
        moves
    }

    /// The defenses to an attack without a five: all points where either side makes a four. `None` if the attack threatens
    /// nothing, or the defender is faster.
    fn defenses_to_three(&self) -> Option<Vec<Point>> {
        if self.kind == AttackKind::Fours {
            return None;
        }
        let defender = !self.attacker;
        let near = self.field.near();
        let mut threatens = false;
        let mut defenses = Vec::new();
        for point in &near {
            let own = self.field.score(defender, point);
            let attacker = self.field.score(self.attacker, point);
            // The defender's open four is faster than the three.
            if own >= FOUR && self.field.is_allowed(point) {
                return None;
            }
            threatens |= attacker >= FOUR;
            if own.max(attacker) >= BLOCKED_FOUR {
                defenses.push((Reverse(own.max(attacker)), point));
            }
        }
        defenses.sort_by_key(|&(score, _)| score);
        threatens.then(|| defenses.into_iter().map(|(_, point)| point).collect())
    }

    /// The table key: position, attacker, kind and depth.
    fn key(&self, depth: u32) -> u64 {
        let kind = match self.kind {
            AttackKind::Fours => 0x5bf0_3635,
            AttackKind::Threes => 0xa1f2_47c9,
        };
        let side = self.attacker.index() as u64;
        let search = kind << 8 | u64::from(depth) << 1 | side;
        self.field.board().key() ^ search.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

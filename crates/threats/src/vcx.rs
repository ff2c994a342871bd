//! VCX: VCF, then VCT, each by depth-first search with iterative deepening (Zhang, Li and Huang).
//!
//! The paper searches an OR/AND tree to 1, 3, 5, ... 15 plies, first with fours only (VCF), then with fours and threes
//! (VCT). It stops early when no leaf has a threat left.
//!
//! - Attacker: points that make a closed four (VCF) or an open three (VCT) or better. An own five is the only move; so is
//!   the block of the defender's five. A five wins, and so does an open four if the defender has no five.
//! - Defender: his five refutes the attack. Otherwise he blocks the attacker's five; in a VCT, his own open four refutes,
//!   and his moves are the points where either side makes a four. Every defense must lose.
//!
//! Left out: the paper's division of time between this search and its alpha-beta, which belongs to the player.
//!
//! \[our\] Pattern classes replace scores (`attacks`); each kind has a table of positions; the depth limit is a parameter;
//! and because the paper's defender considers only some moves, a win is reported only if `certify` can prove it against all
//! of them. `None` refers to the paper's tree, which is smaller than that of [`crate::vct`]: the defender's open four ends
//! a line here even where fours would still win.
//!
//! The player `vcx` of the crate `papers` searches with the authors' own scores instead, counts defender nodes, and plays
//! wins without certification, as the paper does. The two share the recipe, but no move generator.

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Point, Position, Threat};

use crate::attacks::{defenses_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use crate::vcf::{candidates, ordered};

/// The paper's depth limit in plies.
pub const MAX_DEPTH: u16 = 15;

/// Approximate size of a table entry in bytes.
const ENTRY_BYTES: u64 = 64;

/// The attacks that a search considers.
#[derive(Clone, Copy, Debug)]
enum Attacks {
    Fours,
    Threats,
}

/// The stored result of an OR node.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Won(Point),
    /// No win within this many plies.
    NotWithin(i32),
    /// No win at any depth.
    Lost,
}

/// How iterative deepening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Termination {
    Won,
    /// The whole tree was searched.
    Complete,
    /// The depth limit or the budget ended it.
    Cut,
}

/// The VCX solver and its tables.
#[derive(Debug)]
pub struct Vcx {
    max_depth: u16,
    tables: [HashMap<u64, Entry>; 2],
    max_entries: usize,
    /// Did this iteration reach a leaf with a threat left?
    cut: bool,
}

impl Vcx {
    /// A solver that searches up to `max_depth` plies and uses about this many bytes.
    pub fn new(max_depth: u16, memory: u64) -> Vcx {
        Vcx {
            max_depth,
            tables: [HashMap::new(), HashMap::new()],
            max_entries: (memory / ENTRY_BYTES / 2).max(1024) as usize,
            cut: false,
        }
    }

    /// Searches for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        match self.vcf_then_vct(position, budget) {
            Termination::Won => {
                certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win)
            }
            Termination::Complete => Verdict::None,
            Termination::Cut => Verdict::Unknown,
        }
    }

    fn vcf_then_vct(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Termination {
        let vcf = self.iterative_deepening(position, Attacks::Fours, budget);
        if vcf == Termination::Won || budget.is_exhausted() {
            return vcf;
        }
        match self.iterative_deepening(position, Attacks::Threats, budget) {
            Termination::Complete => vcf,
            other => other,
        }
    }

    /// Deepens by two plies until a win is found or no line was cut.
    fn iterative_deepening(
        &mut self,
        position: &mut Position,
        attacks: Attacks,
        budget: &mut Budget<'_>,
    ) -> Termination {
        for plies in (1..=self.max_depth).step_by(2) {
            self.cut = false;
            if self.attack(position, attacks, i32::from(plies), budget) {
                return Termination::Won;
            }
            if budget.is_exhausted() {
                return Termination::Cut;
            }
            if !self.cut {
                return Termination::Complete;
            }
        }
        Termination::Cut
    }

    /// OR node: the attacker moves.
    fn attack(
        &mut self,
        position: &mut Position,
        attacks: Attacks,
        plies: i32,
        budget: &mut Budget<'_>,
    ) -> bool {
        if !budget.spend_node() {
            return false;
        }
        let key = position.board().key();
        match self.tables[attacks as usize].get(&key) {
            Some(Entry::Won(_)) => return true,
            Some(Entry::Lost) => return false,
            Some(&Entry::NotWithin(searched)) if searched >= plies => {
                self.cut = true;
                return false;
            }
            _ => {}
        }
        if let Some(point) = winning_move(position) {
            self.store(attacks, key, Entry::Won(point));
            return true;
        }
        let points = match attacks {
            Attacks::Fours => ordered(position, &candidates(position)),
            Attacks::Threats => threat_attacks(position),
        };
        if plies < 1 {
            self.cut |= !points.is_empty();
            return false;
        }
        let cut_before = std::mem::replace(&mut self.cut, false);
        for point in points {
            position.push(point);
            let won = self.defend(position, attacks, plies - 1, budget);
            position.pop();
            if won {
                self.store(attacks, key, Entry::Won(point));
                return true;
            }
            if budget.is_exhausted() {
                return false;
            }
        }
        let entry = if self.cut {
            Entry::NotWithin(plies)
        } else {
            Entry::Lost
        };
        self.store(attacks, key, entry);
        self.cut |= cut_before;
        false
    }

    /// AND node: the defender moves.
    fn defend(
        &mut self,
        position: &mut Position,
        attacks: Attacks,
        plies: i32,
        budget: &mut Budget<'_>,
    ) -> bool {
        let defender = position.board().side_to_move();
        let patterns = position.patterns();
        if patterns.count(defender, Threat::Five) > 0 {
            return false;
        }
        let defenses = if patterns.count(!defender, Threat::Five) > 0 {
            sufficient_blocks(position)
        } else {
            if patterns.count(defender, Threat::OpenFour) > 0 {
                return false;
            }
            let defenses = defenses_to_three(position);
            if defenses.is_empty() {
                return false;
            }
            defenses
        };
        defenses.into_iter().all(|defense| {
            position.push(defense);
            let won = self.attack(position, attacks, plies - 1, budget);
            position.pop();
            won
        })
    }

    fn store(&mut self, attacks: Attacks, key: u64, entry: Entry) {
        let table = &mut self.tables[attacks as usize];
        if table.len() >= self.max_entries {
            table.clear();
        }
        table.insert(key, entry);
    }

    fn winning_attack(&self, key: u64) -> Option<Point> {
        self.tables.iter().find_map(|table| match table.get(&key) {
            Some(&Entry::Won(point)) => Some(point),
            _ => None,
        })
    }
}

impl Strategy for Vcx {
    fn memory(&self) -> u64 {
        self.max_entries as u64 * 2 * ENTRY_BYTES
    }

    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if self.winning_attack(key).is_none() {
            self.vcf_then_vct(position, budget);
        }
        self.winning_attack(key).into_iter().collect()
    }
}

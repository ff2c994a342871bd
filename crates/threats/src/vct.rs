//! Victory by continuous threats, by depth-first proof-number search.
//!
//! The attacker makes a threat with every move: a four, or a three. A position with the attacker to move is proven if
//! one attack is; a position with the defender to move is proven if every answer loses. Each position has a proof number
//! (how much is still to be proven, at the least) and a disproof number; the search goes where the least is left and
//! keeps within thresholds, so it needs no tree in memory, only a table of numbers (Nagai's df-pn).
//!
//! It works in two steps. The search itself looks at the answers that matter nearly always: after a four those that
//! stop the five, after a three the points where either side makes a four. If the attacker fails against these, he
//! fails, so "none" is exact. If he wins, the win is written down with the exact answers (`certify`): the threat is
//! established by giving the attacker a free move, and every move in the zone where a stone can matter is tried
//! against it. An answer that the search has not met is searched then. Only a complete proof is called a win.
//!
//! Two short looks come first: for short wins by plain deepening, before the search begins; and for continuous fours in
//! each position with the attacker to move, before it is opened.

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Color, Point, Position, Threat};

use crate::attacks::{answers_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use crate::table::{Numbers, Table};
use crate::vcf::{Fours, Vcf};
use crate::vcx::Vcx;

/// How many positions the look for fours may visit. It need not be complete: the fours are among the threats.
const FOURS_NODES: u64 = 60;

/// What the look for short wins may cost.
const SHORT_NODES: u64 = 12_000;
const SHORT_PLIES: u16 = 15;
const SHORT_MEMORY: u64 = 1 << 20;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threats {
    /// The win.
    Win(crate::Proof),
    /// There is none: every threat was tried.
    None,
    /// The search was stopped before it knew.
    Unknown,
}

/// The solver, with what it remembers.
#[derive(Debug)]
pub struct Vct {
    vcf: Vcf,
    table: Table,
    /// The moves of positions met before; made anew when the store is full.
    moves: HashMap<u64, Box<[Point]>>,
    most_moves: usize,
    attacker: Color,
}

/// A position that needs no search, or the moves to search.
enum Expansion {
    Proven,
    Disproven,
    Moves(Box<[Point]>),
}

impl Vct {
    /// A solver that uses about this many bytes.
    pub fn new(memory: u64) -> Vct {
        let memory = memory.max(1 << 20);
        // A quarter for dead positions, a quarter for numbers, the rest for lists of moves of some 100 bytes.
        let bits = |bytes: u64, entry: u64| (bytes / entry).max(1).ilog2().min(26);
        Vct {
            vcf: Vcf::new(bits(memory / 4, 16)),
            table: Table::new(bits(memory / 4, Table::ENTRY_BYTES)),
            moves: HashMap::new(),
            most_moves: (memory / 2 / 128) as usize,
            attacker: Color::Black,
        }
    }

    /// Looks for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Threats {
        let attacker = position.board().side_to_move();
        if attacker != self.attacker {
            self.table.clear();
            self.moves.clear();
            self.attacker = attacker;
        }
        if let Verdict::Win(proof) = short_look(position, budget) {
            return Threats::Win(proof);
        }
        let numbers = self.descend(position, Numbers::ENDLESS, budget);
        if numbers.is_proven() {
            certify(self, position, budget).map_or(Threats::Unknown, Threats::Win)
        } else if numbers.is_disproven() {
            Threats::None
        } else {
            Threats::Unknown
        }
    }

    /// Searches until the position is decided or one of its numbers reaches its threshold.
    fn descend(
        &mut self,
        position: &mut Position,
        threshold: Numbers,
        budget: &mut Budget<'_>,
    ) -> Numbers {
        let key = position.board().key();
        if !budget.spend_node() {
            return self.table.get(key).unwrap_or(Numbers::FRESH);
        }
        let moves = match self.expand(position, budget) {
            Expansion::Proven => return self.table.put(key, Numbers::PROVEN),
            Expansion::Disproven => return self.table.put(key, Numbers::DISPROVEN),
            Expansion::Moves(moves) => moves,
        };
        let attack = position.board().side_to_move() == self.attacker;
        let mut children = Vec::with_capacity(moves.len());
        loop {
            children.clear();
            children.extend(moves.iter().map(|&point| self.child(position, point)));
            let (numbers, best, second) = Numbers::join(&children, attack);
            if numbers.is_decided() || numbers.reaches(threshold) || budget.is_exhausted() {
                return self.table.put(key, numbers);
            }
            let next = numbers.threshold_for(children[best], second, threshold, attack);
            position.push(moves[best]);
            self.descend(position, next, budget);
            position.pop();
        }
    }

    /// The numbers of the position after a move; for one not met yet, a guess. A bare four has a single answer but gains
    /// nothing, and a search that follows it for that reason follows all bare fours in all orders.
    fn child(&self, position: &Position, point: Point) -> Numbers {
        let side = position.board().side_to_move();
        self.table
            .get(position.board().key_after(point))
            .unwrap_or_else(|| {
                if side != self.attacker {
                    return Numbers::FRESH;
                }
                Numbers::fresh(guess(position.patterns().threat(side, point)))
            })
    }

    /// What there is to search in a position.
    fn expand(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Expansion {
        let key = position.board().key();
        if let Some(moves) = self.moves.get(&key) {
            return Expansion::Moves(moves.clone());
        }
        let expansion = if position.board().side_to_move() == self.attacker {
            self.expand_attack(position, budget)
        } else {
            expand_defense(position)
        };
        if let Expansion::Moves(moves) = &expansion {
            if self.moves.len() >= self.most_moves {
                self.moves.clear();
            }
            self.moves.insert(key, moves.clone());
        }
        expansion
    }

    fn expand_attack(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Expansion {
        if winning_move(position).is_some() || self.fours(position, budget).is_some() {
            return Expansion::Proven;
        }
        let moves = threat_attacks(position);
        if moves.is_empty() {
            Expansion::Disproven
        } else {
            Expansion::Moves(moves.into())
        }
    }

    /// The first move of a win by fours, if a short look finds one.
    fn fours(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<Point> {
        let found = budget.within_nodes(FOURS_NODES, |budget| {
            self.vcf.search(position, u16::MAX, budget)
        });
        match found {
            Fours::Win(root) => Some(self.vcf.proof().attack(root).point),
            _ => None,
        }
    }
}

/// How much a proof is guessed to need after an attack; least after a four-three or a double three. The numbers won a
/// comparison of seven sets on a tenth of the recorded suite.
fn guess(threat: Threat) -> u32 {
    match threat {
        Threat::Four | Threat::Three => 4,
        Threat::FourPlus | Threat::ThreePlus => 2,
        _ => 1,
    }
}

/// Proof numbers follow long lines as readily as short ones, so short wins are looked for first, by plain deepening.
fn short_look(position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
    budget.within_nodes(SHORT_NODES, |budget| {
        Vcx::new(SHORT_PLIES, SHORT_MEMORY).search(position, budget)
    })
}

/// The answers that nearly always matter.
fn expand_defense(position: &mut Position) -> Expansion {
    let defender = position.board().side_to_move();
    let patterns = position.patterns();
    if patterns.count(defender, Threat::Five) > 0 {
        return Expansion::Disproven;
    }
    if patterns.count(!defender, Threat::Five) > 0 {
        let answers = sufficient_blocks(position);
        return if answers.is_empty() {
            Expansion::Proven
        } else {
            Expansion::Moves(answers.into())
        };
    }
    // His open four is faster than anything but a five. Under caro one stone can stop an open four.
    if patterns.count(defender, Threat::OpenFour) > 0 && !position.board().rule().is_caro() {
        return Expansion::Disproven;
    }
    let answers = answers_to_three(position);
    if answers.is_empty() {
        Expansion::Disproven
    } else {
        Expansion::Moves(answers.into())
    }
}

impl Strategy for Vct {
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        if let Some(point) = winning_move(position).or_else(|| self.fours(position, budget)) {
            return vec![point];
        }
        let known = self.table.get(position.board().key());
        if !known.is_some_and(Numbers::is_proven) {
            self.descend(position, Numbers::ENDLESS, budget);
        }
        let proven = |this: &Vct, position: &Position| -> Vec<Point> {
            threat_attacks(position)
                .into_iter()
                .filter(|&point| this.child(position, point).is_proven())
                .collect()
        };
        let attacks = proven(self, position);
        if !attacks.is_empty() || !known.is_some_and(Numbers::is_proven) {
            return attacks;
        }
        // The table has lost what led to the proof.
        self.descend(position, Numbers::ENDLESS, budget);
        proven(self, position)
    }
}

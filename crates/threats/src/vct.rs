//! VCT: victory by continuous threats, by depth-first proof-number search (Nagai's df-pn).
//!
//! The attacker makes a four or a three with every move. An OR node (attacker to move) is proven if one attack is; an AND
//! node (defender to move) is proven if every defense loses. The proof number of a node is a lower bound on the leaves
//! still to be proven, the disproof number on those to be disproven. The search expands the most-proving node and stays
//! within thresholds, so it needs a table of numbers but no tree in memory.
//!
//! It has two stages. The search considers the defenses that nearly always matter: after a four the blocks, after a three
//! the points where either side makes a four. If these refute the attack, it fails, so `None` is exact. If they do not,
//! `certify` builds a proof with exact defenses: it finds the threat by letting the defender pass, and tries every move in
//! the zone where a stone can affect it. Only a complete proof is reported as a win.
//!
//! Two cheap searches come first: [VCX](crate::vcx) at the root, which finds short wins, and a small VCF search before
//! each OR node is expanded.

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Color, Point, Position, Threat};

use crate::attacks::{defenses_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::proof_numbers::{ProofNumberTable, ProofNumbers};
use crate::solve::Verdict;
use crate::vcf::Vcf;
use crate::vcx::Vcx;

/// Node limit of the VCF search at an OR node. It may be incomplete, because fours are threats too.
const VCF_NODES: u64 = 60;

/// Limits of the VCX search for short wins: nodes, plies and bytes.
const SHORT_WIN_NODES: u64 = 12_000;
const SHORT_WIN_PLIES: u16 = 15;
const SHORT_WIN_MEMORY: u64 = 1 << 20;

/// The VCT solver and its tables.
#[derive(Debug)]
pub struct Vct {
    vcf: Vcf,
    table: ProofNumberTable,
    /// Generated moves by position; cleared when full.
    moves: HashMap<u64, Box<[Point]>>,
    max_move_lists: usize,
    /// Bytes that it may use.
    memory: u64,
    attacker: Color,
}

/// A node that is decided statically, or its moves.
enum Expansion {
    Proven,
    Disproven,
    Moves(Box<[Point]>),
}

impl Vct {
    /// A solver that uses about this many bytes.
    pub fn new(memory: u64) -> Vct {
        let memory = memory.max(1 << 20);
        // A quarter for the VCF table, a quarter for proof numbers, half for move lists of about 128 bytes.
        let bits = |bytes: u64, entry: u64| (bytes / entry).max(1).ilog2().min(26);
        Vct {
            vcf: Vcf::new(bits(memory / 4, 16)),
            table: ProofNumberTable::new(bits(memory / 4, ProofNumberTable::ENTRY_BYTES)),
            moves: HashMap::new(),
            max_move_lists: (memory / 2 / 128) as usize,
            memory,
            attacker: Color::Black,
        }
    }

    /// Searches for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        let attacker = position.board().side_to_move();
        if attacker != self.attacker {
            self.table.clear();
            self.moves.clear();
            self.attacker = attacker;
        }
        if let Verdict::Win(proof) = find_short_win(position, budget) {
            return Verdict::Win(proof);
        }
        let numbers = self.descend(position, ProofNumbers::INFINITE, budget);
        if numbers.is_proven() {
            certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win)
        } else if numbers.is_disproven() {
            Verdict::None
        } else {
            Verdict::Unknown
        }
    }

    /// Searches until the node is decided or one of its numbers reaches its threshold.
    fn descend(
        &mut self,
        position: &mut Position,
        threshold: ProofNumbers,
        budget: &mut Budget<'_>,
    ) -> ProofNumbers {
        let key = position.board().key();
        if !budget.spend_node() {
            return self.table.get(key).unwrap_or(ProofNumbers::UNKNOWN);
        }
        let moves = match self.expand(position, budget) {
            Expansion::Proven => return self.table.put(key, ProofNumbers::PROVEN),
            Expansion::Disproven => return self.table.put(key, ProofNumbers::DISPROVEN),
            Expansion::Moves(moves) => moves,
        };
        let attack = position.board().side_to_move() == self.attacker;
        let mut children = Vec::with_capacity(moves.len());
        loop {
            children.clear();
            children.extend(moves.iter().map(|&point| self.child(position, point)));
            let (numbers, best, second) = ProofNumbers::combine(&children, attack);
            if numbers.is_decided() || numbers.reaches(threshold) || budget.is_exhausted() {
                return self.table.put(key, numbers);
            }
            let next = numbers.threshold_for(children[best], second, threshold, attack);
            position.push(moves[best]);
            self.descend(position, next, budget);
            position.pop();
        }
    }

    /// The numbers of the node after a move; a guess if it is not in the table. A plain four leaves a single defense but
    /// gains nothing: without the guess the search would follow all plain fours in all orders.
    fn child(&self, position: &Position, point: Point) -> ProofNumbers {
        let side = position.board().side_to_move();
        self.table
            .get(position.board().key_after(point))
            .unwrap_or_else(|| {
                if side != self.attacker {
                    return ProofNumbers::UNKNOWN;
                }
                ProofNumbers::initial(initial_proof_number(
                    position.patterns().threat(side, point),
                ))
            })
    }

    /// Decides a node statically or generates its moves.
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
            if self.moves.len() >= self.max_move_lists {
                self.moves.clear();
            }
            self.moves.insert(key, moves.clone());
        }
        expansion
    }

    fn expand_attack(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Expansion {
        if winning_move(position).is_some() || self.find_vcf(position, budget).is_some() {
            return Expansion::Proven;
        }
        let moves = threat_attacks(position);
        if moves.is_empty() {
            Expansion::Disproven
        } else {
            Expansion::Moves(moves.into())
        }
    }

    /// The first move of a VCF, if a small search finds one.
    fn find_vcf(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Option<Point> {
        let found = budget.within_nodes(VCF_NODES, |budget| {
            self.vcf.search(position, u16::MAX, budget)
        });
        match found {
            Verdict::Win(root) => Some(self.vcf.proof().node(root).attack),
            _ => None,
        }
    }
}

/// Initial proof number after an attack: least after a four-three or a double three. The best of seven sets of numbers on
/// a tenth of the recorded suite.
fn initial_proof_number(threat: Threat) -> u32 {
    match threat {
        Threat::Four | Threat::Three => 4,
        Threat::FourPlus | Threat::ThreePlus => 2,
        _ => 1,
    }
}

/// Searches for short wins by iterative deepening, because df-pn follows long lines as readily as short ones.
fn find_short_win(position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
    budget.within_nodes(SHORT_WIN_NODES, |budget| {
        Vcx::new(SHORT_WIN_PLIES, SHORT_WIN_MEMORY).search(position, budget)
    })
}

/// The defenses that nearly always matter.
fn expand_defense(position: &mut Position) -> Expansion {
    let defender = position.board().side_to_move();
    let patterns = position.patterns();
    if patterns.count(defender, Threat::Five) > 0 {
        return Expansion::Disproven;
    }
    if patterns.count(!defender, Threat::Five) > 0 {
        let blocks = sufficient_blocks(position);
        return if blocks.is_empty() {
            Expansion::Proven
        } else {
            Expansion::Moves(blocks.into())
        };
    }
    // The defender's open four is faster than a three. Under caro one stone can block an open four.
    if patterns.count(defender, Threat::OpenFour) > 0 && !position.board().rule().is_caro() {
        return Expansion::Disproven;
    }
    let answers = defenses_to_three(position);
    if answers.is_empty() {
        Expansion::Disproven
    } else {
        Expansion::Moves(answers.into())
    }
}

impl Strategy for Vct {
    fn memory(&self) -> u64 {
        self.memory
    }

    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        if let Some(point) = winning_move(position).or_else(|| self.find_vcf(position, budget)) {
            return vec![point];
        }
        let known = self.table.get(position.board().key());
        if !known.is_some_and(ProofNumbers::is_proven) {
            self.descend(position, ProofNumbers::INFINITE, budget);
        }
        let proven = |this: &Vct, position: &Position| -> Vec<Point> {
            threat_attacks(position)
                .into_iter()
                .filter(|&point| this.child(position, point).is_proven())
                .collect()
        };
        let attacks = proven(self, position);
        if !attacks.is_empty() || !known.is_some_and(ProofNumbers::is_proven) {
            return attacks;
        }
        // The entries below the proven node have been replaced: search again.
        self.descend(position, ProofNumbers::INFINITE, budget);
        proven(self, position)
    }
}

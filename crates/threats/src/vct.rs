//! Victory by continuous threats, by depth-first proof-number search.
//!
//! The attacker makes a threat with every move: a four, or a three (any move after which he would win by fours if
//! the defender passed). A position with the attacker to move is proven if one attack is; a position with the defender
//! to move is proven if every answer loses. The answers are exact: a threat is a proof by fours of what happens
//! if nobody answers, and a move answers it if that proof does not hold any more with the move on the board. That
//! covers blocks, counter-fours, moves that make a later block a counter-four, and in renju moves that make an attack
//! forbidden or a block allowed.
//!
//! Each node has a proof number (how much is still to be proven) and a disproof number; the search descends to where
//! the least is left and keeps within thresholds, so it needs no tree in memory, only the table. When an answer is
//! proven to lose, the same proof is tried on the other answers: most of them change nothing in the zone that matters.

use std::collections::HashMap;

use gomoku::{Color, Point, Position, Threat};

use crate::attacks::{stops, threat_attacks};
use crate::meter::Meter;
use crate::proof::{Attack, AttackId, Proof};
use crate::replay;
use crate::table::{Numbers, Table};
use crate::vcf::{Fours, Vcf, answers_to_four, forbidden_answers};

/// How many positions a search for fours inside this one may visit.
const FOURS_NODES: u64 = 2_000;
/// A proof with more attacks is not tried on other answers: finding it costs more than it saves.
const LARGEST_REUSED: usize = 400;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threats {
    /// The win.
    Win(Proof),
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
    /// The moves of positions met before; recomputed when the store is full.
    moves: HashMap<u64, Vec<Point>>,
    most_moves: usize,
    /// Wins found by trying a known proof: where each begins in `reused`.
    known_wins: HashMap<u64, AttackId>,
    reused: Proof,
    attacker: Color,
    /// Was a search for fours given up?
    incomplete: bool,
}

/// A proof being written down, and which positions are in it already.
#[derive(Default)]
struct Writing {
    proof: Proof,
    written: HashMap<u64, AttackId>,
}

/// A position that needs no search, or the moves to search.
enum Expansion {
    Proven,
    Disproven,
    Moves(Vec<Point>),
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
            known_wins: HashMap::new(),
            reused: Proof::default(),
            attacker: Color::Black,
            incomplete: false,
        }
    }

    /// Looks for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, meter: &mut Meter<'_>) -> Threats {
        let attacker = position.board().side();
        if attacker != self.attacker || self.known_wins.len() > self.most_moves {
            self.table.clear();
            self.moves.clear();
            self.known_wins.clear();
            self.reused = Proof::default();
            self.attacker = attacker;
        }
        self.incomplete = false;
        let numbers = self.descend(position, Numbers::ENDLESS, meter);
        if numbers.is_proven() {
            let mut writing = Writing::default();
            if let Some(root) = self.extract_attack(position, &mut writing, meter) {
                writing.proof.set_root(root);
                return Threats::Win(writing.proof);
            }
        }
        if numbers.is_disproven() && !self.incomplete {
            Threats::None
        } else {
            Threats::Unknown
        }
    }

    fn is_attack(&self, position: &Position) -> bool {
        position.board().side() == self.attacker
    }

    /// Searches until the position is decided or one of its numbers reaches its threshold.
    fn descend(
        &mut self,
        position: &mut Position,
        threshold: Numbers,
        meter: &mut Meter<'_>,
    ) -> Numbers {
        let key = position.board().key();
        if !meter.spend() {
            return self.table.get(key);
        }
        let moves = match self.expand(position, meter) {
            Expansion::Proven => return self.table.put(key, Numbers::PROVEN),
            Expansion::Disproven => return self.table.put(key, Numbers::DISPROVEN),
            Expansion::Moves(moves) => moves,
        };
        let attack = self.is_attack(position);
        loop {
            let keys: Vec<u64> = moves
                .iter()
                .map(|&point| position.board().key_after(point))
                .collect();
            let children: Vec<Numbers> = keys.iter().map(|&key| self.table.get(key)).collect();
            let (numbers, best, second) = Numbers::join(&children, attack);
            if numbers.is_decided() || numbers.reaches(threshold) || meter.is_stopped() {
                return self.table.put(key, numbers);
            }
            let next = numbers.threshold_for(children[best], second, threshold, attack);
            position.push(moves[best]);
            let found = self.descend(position, next, meter);
            position.pop();
            if !attack && found.is_proven() && moves.len() > 1 {
                self.try_on_others(position, &moves, best, meter);
            }
        }
    }

    /// What there is to search in a position.
    fn expand(&mut self, position: &mut Position, meter: &mut Meter<'_>) -> Expansion {
        let key = position.board().key();
        if let Some(moves) = self.moves.get(&key) {
            return Expansion::Moves(moves.clone());
        }
        let expansion = if self.is_attack(position) {
            self.expand_attack(position, meter)
        } else {
            self.expand_defense(position, meter)
        };
        if let Expansion::Moves(moves) = &expansion {
            if self.moves.len() >= self.most_moves {
                self.moves.clear();
            }
            self.moves.insert(key, moves.clone());
        }
        expansion
    }

    /// The attacker's threats.
    fn expand_attack(&mut self, position: &mut Position, meter: &mut Meter<'_>) -> Expansion {
        match self.fours(position, meter) {
            Fours::Win(_) => return Expansion::Proven,
            Fours::Unknown => self.incomplete = true,
            Fours::None => {}
        }
        let moves = threat_attacks(position);
        if moves.is_empty() {
            Expansion::Disproven
        } else {
            Expansion::Moves(moves)
        }
    }

    /// The answers that do not lose to the threat as it stands.
    fn expand_defense(&mut self, position: &mut Position, meter: &mut Meter<'_>) -> Expansion {
        let defender = !self.attacker;
        if position.patterns().count(defender, Threat::Five) > 0 {
            return Expansion::Disproven;
        }
        let answers: Vec<Point> = if position.patterns().count(self.attacker, Threat::Five) > 0 {
            stops(position)
        } else {
            position.pass();
            let found = self.fours(position, meter);
            position.pop();
            match found {
                Fours::Win(root) => replay::answers_to_threat(position, self.vcf.proof(), root),
                Fours::Unknown => {
                    self.incomplete = true;
                    return Expansion::Disproven;
                }
                Fours::None => return Expansion::Disproven,
            }
        };
        if answers.is_empty() {
            Expansion::Proven
        } else {
            Expansion::Moves(answers)
        }
    }

    fn fours(&mut self, position: &mut Position, meter: &mut Meter<'_>) -> Fours {
        let former = meter.narrow(FOURS_NODES);
        let found = self.vcf.search(position, u16::MAX, meter);
        meter.widen(former);
        found
    }

    /// An answer has been proven to lose: tries the same proof on the answers that are still open.
    fn try_on_others(
        &mut self,
        position: &mut Position,
        moves: &[Point],
        lost: usize,
        meter: &mut Meter<'_>,
    ) {
        let open = |this: &Vct, position: &Position, point: Point| {
            !this
                .table
                .get(position.board().key_after(point))
                .is_decided()
        };
        if !moves.iter().any(|&point| open(self, position, point)) {
            return;
        }
        let mut writing = Writing::default();
        position.push(moves[lost]);
        let root = self.extract_attack(position, &mut writing, meter);
        position.pop();
        let proof = writing.proof;
        let Some(root) =
            root.filter(|_| proof.len() <= LARGEST_REUSED && self.reused.len() < self.most_moves)
        else {
            return;
        };
        let mut adopted = None;
        for &point in moves {
            if !open(self, position, point) || meter.is_stopped() {
                continue;
            }
            position.push(point);
            if replay::holds(position, &proof, root) {
                let key = position.board().key();
                let id = *adopted.get_or_insert_with(|| self.reused.adopt(&proof, root));
                self.known_wins.insert(key, id);
                self.table.put(key, Numbers::PROVEN);
            }
            position.pop();
        }
    }

    /// Writes down the proof of a position with the attacker to move. A position that is reached in two ways is
    /// written once.
    fn extract_attack(
        &mut self,
        position: &mut Position,
        writing: &mut Writing,
        meter: &mut Meter<'_>,
    ) -> Option<AttackId> {
        let key = position.board().key();
        if let Some(&id) = writing.written.get(&key) {
            return Some(id);
        }
        let id = self.extract_attack_anew(position, writing, meter)?;
        writing.written.insert(key, id);
        Some(id)
    }

    fn extract_attack_anew(
        &mut self,
        position: &mut Position,
        writing: &mut Writing,
        meter: &mut Meter<'_>,
    ) -> Option<AttackId> {
        let key = position.board().key();
        if let Some(&id) = self.known_wins.get(&key) {
            return Some(writing.proof.adopt(&self.reused, id));
        }
        let moves = match self.expand(position, meter) {
            Expansion::Proven => {
                let Fours::Win(root) = self.fours(position, meter) else {
                    return None;
                };
                return Some(writing.proof.adopt(self.vcf.proof(), root));
            }
            Expansion::Disproven => return None,
            Expansion::Moves(moves) => moves,
        };
        // What was overwritten in the table is searched again.
        for again in [false, true] {
            for &point in &moves {
                if self
                    .table
                    .get(position.board().key_after(point))
                    .is_proven()
                {
                    position.push(point);
                    let id = self.extract_defense(position, point, writing, meter);
                    position.pop();
                    if id.is_some() {
                        return id;
                    }
                }
            }
            if !again && !self.descend(position, Numbers::ENDLESS, meter).is_proven() {
                return None;
            }
        }
        None
    }

    /// Writes down the proof that every answer to the attack at `attack` loses.
    fn extract_defense(
        &mut self,
        position: &mut Position,
        attack: Point,
        writing: &mut Writing,
        meter: &mut Meter<'_>,
    ) -> Option<AttackId> {
        let moves = match self.expand(position, meter) {
            Expansion::Proven => Vec::new(),
            Expansion::Disproven => return None,
            Expansion::Moves(moves) => moves,
        };
        let (otherwise, mut answers) = match position.five(self.attacker) {
            Some(five) => {
                let otherwise = writing.proof.add_five(five);
                (
                    otherwise,
                    self.answers_met_by_five(position, &mut writing.proof),
                )
            }
            None => {
                position.pass();
                let found = self.fours(position, meter);
                position.pop();
                let Fours::Win(root) = found else {
                    return None;
                };
                (writing.proof.adopt(self.vcf.proof(), root), Vec::new())
            }
        };
        for point in moves {
            position.push(point);
            let next = self.extract_attack(position, writing, meter);
            position.pop();
            answers.push((point, next?));
        }
        if answers.is_empty() {
            answers.extend(self.pointless_answer(position, writing, otherwise, meter));
        }
        Some(writing.proof.add(Attack {
            point: attack,
            answers,
            otherwise: Some(otherwise),
        }))
    }

    /// Where no answer helps, a reader still wants to see one: the point that the threat would take.
    fn pointless_answer(
        &mut self,
        position: &mut Position,
        writing: &mut Writing,
        threat: AttackId,
        meter: &mut Meter<'_>,
    ) -> Option<(Point, AttackId)> {
        let answer = writing.proof.attack(threat).point;
        if position.board().foul(answer).is_some() {
            return None;
        }
        position.push(answer);
        let found = self.fours(position, meter);
        position.pop();
        match found {
            Fours::Win(root) => Some((answer, writing.proof.adopt(self.vcf.proof(), root))),
            _ => None,
        }
    }

    /// The answers to a four that leave another way to five.
    fn answers_met_by_five(
        &self,
        position: &mut Position,
        proof: &mut Proof,
    ) -> Vec<(Point, AttackId)> {
        let mut answers = forbidden_answers(position, proof);
        for answer in &answers_to_four(position) {
            position.push(answer);
            if let Some(five) = position.five(self.attacker) {
                answers.push((answer, proof.add_five(five)));
            }
            position.pop();
        }
        answers
    }
}

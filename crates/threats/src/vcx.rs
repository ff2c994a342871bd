//! VCX: fours first, then threats, each by a plain search that deepens (Zhang, Li and Huang).
//!
//! The paper searches an OR/AND tree depth first inside iterative deepening, d = 1, 3, 5, ... 15 plies, first with fours
//! only (VCF), then with fours and threes (VCT), and stops early when no leaf has a threat left to continue with.
//! Attacker: cells with a closed four or better, or an open three or better; if he has a five, only that; if the
//! defender has one, only the block. He succeeds at once with a five, or an open four against no five. Defender: his
//! own five refutes; else the cells of the attacker's five; else, in VCT, an open four of his own refutes; else the
//! cells where either side makes a four. Every answer must lose.
//!
//! Left out: the paper's share of the clock between this search and its alpha-beta, which is the player's business.
//!
//! \[our\] Classes in place of scores (`attacks`); a position cache for each kind; the deepest iteration
//! as a parameter; and since the paper's defender sees fewer moves than there are, a win is claimed only if
//! `certify` can prove it against all of them. "None" speaks of the paper's tree, which is smaller than
//! that of [`crate::vct`]: a defender's open four ends a line here even where fours would still win.

use std::collections::HashMap;

use gomoku::tactics::{sufficient_blocks, winning_move};
use gomoku::{Budget, Point, Position, Threat};

use crate::attacks::{answers_to_three, threat_attacks};
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use crate::vcf::{candidates, ordered};

/// The deepest iteration of the paper, in plies.
pub const DEEPEST: u16 = 15;

/// A cache entry takes about this many bytes.
const ENTRY_BYTES: u64 = 64;

/// Which attacks are searched.
#[derive(Clone, Copy, Debug)]
enum Attacks {
    Fours,
    Threats,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
enum Seen {
    Won(Point),
    /// Not won with this many plies left.
    NotWithin(i32),
    /// Not won at any depth.
    Lost,
}

/// How a whole search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Won,
    /// The whole tree was seen.
    Exhausted,
    /// The depth or the limits ended it.
    Cut,
}

/// The solver, with what it remembers.
#[derive(Debug)]
pub struct Vcx {
    deepest: u16,
    seen: [HashMap<u64, Seen>; 2],
    most_seen: usize,
    /// Did the present iteration meet a leaf with a threat left?
    cut: bool,
}

impl Vcx {
    /// A solver that looks up to `deepest` plies ahead and uses about this many bytes.
    pub fn new(deepest: u16, memory: u64) -> Vcx {
        Vcx {
            deepest,
            seen: [HashMap::new(), HashMap::new()],
            most_seen: (memory / ENTRY_BYTES / 2).max(1024) as usize,
            cut: false,
        }
    }

    /// Looks for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        match self.fours_then_threats(position, budget) {
            Outcome::Won => certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win),
            Outcome::Exhausted => Verdict::None,
            Outcome::Cut => Verdict::Unknown,
        }
    }

    fn fours_then_threats(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Outcome {
        let fours = self.deepen(position, Attacks::Fours, budget);
        if fours == Outcome::Won || budget.is_exhausted() {
            return fours;
        }
        match self.deepen(position, Attacks::Threats, budget) {
            Outcome::Exhausted => fours,
            other => other,
        }
    }

    /// The iterations, until a win is found or there is nothing to be found any deeper.
    fn deepen(
        &mut self,
        position: &mut Position,
        attacks: Attacks,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        for plies in (1..=self.deepest).step_by(2) {
            self.cut = false;
            if self.attack(position, attacks, i32::from(plies), budget) {
                return Outcome::Won;
            }
            if budget.is_exhausted() {
                return Outcome::Cut;
            }
            if !self.cut {
                return Outcome::Exhausted;
            }
        }
        Outcome::Cut
    }

    /// An OR node: the attacker moves.
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
        match self.seen[attacks as usize].get(&key) {
            Some(Seen::Won(_)) => return true,
            Some(Seen::Lost) => return false,
            Some(&Seen::NotWithin(tried)) if tried >= plies => {
                self.cut = true;
                return false;
            }
            _ => {}
        }
        if let Some(point) = winning_move(position) {
            self.remember(attacks, key, Seen::Won(point));
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
                self.remember(attacks, key, Seen::Won(point));
                return true;
            }
            if budget.is_exhausted() {
                return false;
            }
        }
        let seen = if self.cut {
            Seen::NotWithin(plies)
        } else {
            Seen::Lost
        };
        self.remember(attacks, key, seen);
        self.cut |= cut_before;
        false
    }

    /// An AND node: the defender moves.
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
        let answers = if patterns.count(!defender, Threat::Five) > 0 {
            sufficient_blocks(position)
        } else {
            if patterns.count(defender, Threat::OpenFour) > 0 {
                return false;
            }
            let answers = answers_to_three(position);
            if answers.is_empty() {
                return false;
            }
            answers
        };
        answers.into_iter().all(|answer| {
            position.push(answer);
            let won = self.attack(position, attacks, plies - 1, budget);
            position.pop();
            won
        })
    }

    fn remember(&mut self, attacks: Attacks, key: u64, seen: Seen) {
        let cache = &mut self.seen[attacks as usize];
        if cache.len() >= self.most_seen {
            cache.clear();
        }
        cache.insert(key, seen);
    }

    fn won_with(&self, key: u64) -> Option<Point> {
        self.seen.iter().find_map(|cache| match cache.get(&key) {
            Some(&Seen::Won(point)) => Some(point),
            _ => None,
        })
    }
}

impl Strategy for Vcx {
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if self.won_with(key).is_none() {
            self.fours_then_threats(position, budget);
        }
        self.won_with(key).into_iter().collect()
    }
}

//! Threat-space search (Allis, van den Herik and Huntjens 1993; Allis 1994).
//!
//! A threat has a gain square, where the attacker plays; cost squares, where the defender can answer; and rest squares, the
//! stones it is made of. The defender gets all cost squares at once, so the tree has attacker nodes only. A child must
//! depend on its parent: the stone just gained is one of its rest squares. If dependent threats alone do not win, the
//! search combines branches whose squares do not conflict and continues with threats that need the last stones of both.
//! The goal is a five or a straight four.
//!
//! The line must then hold against the defender's own fives and fours. \[our\] Allis searches for such counter-threats
//! along the line. Here `certify` proves the win against every defense and searches for the rest of the line after each
//! one. A five of the defender is blocked first. If certification fails, the next line is tried.
//!
//! \[our\] Squares are derived from the pattern classes, for all rules alike: cost squares are the points of the line where
//! a stone removes every five (of a four) or every open four (of a three). In freestyle these are Allis' squares. The
//! search is depth first, with limits on depth, branches and lines. Left out: Allis' threat categories for the defender,
//! and goals other than a win.

mod threat_moves;

use std::collections::HashMap;

use gomoku::tactics::winning_move;
use gomoku::{Budget, Point, Position, Threat};

use crate::attacks::threat_attacks;
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use threat_moves::{ThreatMove, in_one_line, play, take_back};

/// The maximum length of a line, in threats.
const MAX_LENGTH: usize = 20;
/// The maximum number of branches kept for combination.
const MAX_BRANCHES: usize = 4_000;
/// The maximum number of winning lines, counted by first move.
const MAX_LINES: usize = 3;
/// Positions whose lines are remembered, and the largest proof.
const MAX_KNOWN: usize = 1 << 16;
const MAX_PROOF_BYTES: u64 = 16 << 20;

/// A sequence of dependent threats.
#[derive(Clone, Debug)]
struct Branch {
    threats: Vec<ThreatMove>,
    last: Point,
}

/// The threat-space solver and its results by position.
#[derive(Debug, Default)]
pub struct ThreatSpace {
    branches: Vec<Branch>,
    /// The length and the first move of each winning line.
    lines: Vec<(usize, Point)>,
    /// The first moves of winning lines by position.
    known: HashMap<u64, Vec<Point>>,
    /// Did a limit cut off a branch?
    cut: bool,
}

impl ThreatSpace {
    /// A solver without results.
    pub fn new() -> ThreatSpace {
        ThreatSpace::default()
    }

    /// Searches for a win of the side to move.
    pub fn search(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Verdict {
        let found = self.attacks(position, budget);
        if found.is_empty() {
            return if self.cut || budget.is_exhausted() {
                Verdict::Unknown
            } else {
                Verdict::None
            };
        }
        certify(self, position, budget).map_or(Verdict::Unknown, Verdict::Win)
    }

    /// Finds winning lines: dependent threats first, then combinations until no new branch appears.
    fn find_lines(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        self.branches.clear();
        self.lines.clear();
        self.cut = false;
        if let Some(point) = winning_move(position) {
            return vec![point];
        }
        for threat in threat_moves::threat_moves(position, &[]) {
            self.follow(position, &mut Vec::new(), threat, budget);
        }
        let mut first_new = 0;
        while self.lines.is_empty() && first_new < self.branches.len() && !budget.is_exhausted() {
            let end = self.branches.len();
            for one in first_new..end {
                for other in 0..one {
                    if !self.is_done(budget) {
                        self.combine(position, one, other, budget);
                    }
                }
            }
            first_new = end;
        }
        self.lines.sort_by_key(|&(length, _)| length);
        self.lines.iter().map(|&(_, point)| point).collect()
    }

    fn is_done(&self, budget: &Budget<'_>) -> bool {
        budget.is_exhausted() || self.lines.len() >= MAX_LINES
    }

    /// Appends a threat to a branch and searches the threats that depend on it.
    fn follow(
        &mut self,
        position: &mut Position,
        threats: &mut Vec<ThreatMove>,
        threat: ThreatMove,
        budget: &mut Budget<'_>,
    ) {
        if self.is_done(budget) || !budget.spend_node() {
            return;
        }
        let attacker = position.board().side_to_move();
        let last = threat.gain;
        let stones = play(position, &threat);
        threats.push(threat);
        if winning_move(position).is_some() {
            let first = threats[0].gain;
            if !self.lines.iter().any(|&(_, point)| point == first) {
                self.lines.push((threats.len(), first));
            }
        } else if position.patterns().count(!attacker, Threat::Five) == 0 {
            if threats.len() >= MAX_LENGTH || self.branches.len() >= MAX_BRANCHES {
                self.cut = true;
            } else {
                self.branches.push(Branch {
                    threats: threats.clone(),
                    last,
                });
                for next in threat_moves::threat_moves(position, &[last]) {
                    self.follow(position, threats, next, budget);
                }
            }
        }
        threats.pop();
        take_back(position, stones);
    }

    /// Plays two branches together and searches the threats that need the last stones of both.
    fn combine(
        &mut self,
        position: &mut Position,
        one: usize,
        other: usize,
        budget: &mut Budget<'_>,
    ) {
        let (one, other) = (&self.branches[one], &self.branches[other]);
        if !in_one_line(one.last, other.last) {
            return;
        }
        let Some(mut threats) = union(one, other) else {
            return;
        };
        if !budget.spend_node() {
            return;
        }
        let needed = [one.last, other.last];
        let attacker = position.board().side_to_move();
        let mut stones = 0;
        for threat in &threats {
            stones += play(position, threat);
        }
        if position.patterns().count(!attacker, Threat::Five) == 0 {
            for next in threat_moves::threat_moves(position, &needed) {
                self.follow(position, &mut threats, next, budget);
            }
        }
        take_back(position, stones);
    }
}

impl Strategy for ThreatSpace {
    fn memory(&self) -> u64 {
        MAX_PROOF_BYTES
    }

    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let side = position.board().side_to_move();
        let found = match position.patterns().count(!side, Threat::Five) {
            _ if position.five(side).is_some() => self.find_lines(position, budget),
            0 => self.find_lines(position, budget),
            1 => threat_attacks(position),
            _ => Vec::new(),
        };
        if !budget.is_exhausted() {
            if self.known.len() >= MAX_KNOWN {
                self.known.clear();
            }
            self.known.insert(key, found.clone());
        }
        found
    }
}

/// The threats of both branches, unless their squares conflict or one branch contains the other.
fn union(one: &Branch, other: &Branch) -> Option<Vec<ThreatMove>> {
    let has = |branch: &Branch, gain| branch.threats.iter().any(|threat| threat.gain == gain);
    if has(one, other.last) || has(other, one.last) {
        return None;
    }
    let squares = |threat: &ThreatMove| std::iter::once(threat.gain).chain(threat.costs.clone());
    let mut threats = one.threats.clone();
    for threat in &other.threats {
        if one.threats.contains(threat) {
            continue;
        }
        let conflicts = one
            .threats
            .iter()
            .flat_map(squares)
            .any(|square| squares(threat).any(|own| own == square));
        if conflicts {
            return None;
        }
        threats.push(threat.clone());
    }
    (threats.len() < MAX_LENGTH).then_some(threats)
}

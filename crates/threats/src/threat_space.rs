//! Threat-space search (Allis, van den Herik and Huntjens 1993; Allis 1994).
//!
//! A threat has a gain square, where the attacker plays, cost squares, all the defender's direct answers, and rest
//! squares, the stones it is made of. The defender is given all cost squares at once, so a line of threats needs no
//! choice of his: the tree has one kind of node. A child must depend on its parent, that is have the stone
//! just gained among its rest squares. When this finds nothing, branches whose squares do not conflict are combined, and
//! threats that need the last stones of both are searched in turn. The goal is a five or a straight four.
//!
//! Then the line must hold on the board: the defender may have a five or fours of his own on the way. \[our\] Allis
//! searches for such counter-threats along the line; here the win is written down by `certify` against
//! every defense, and after each answer the search looks for the rest of the line anew. A five of the defender is
//! blocked first. What fails is rejected and the next line tried.
//!
//! \[our\] Squares come from the pattern classes, so that all rules share them: cost squares are the points of the line on
//! which a stone takes away every five (of a four) or every open four (of a three). For freestyle these are Allis'.
//! Depth first, with limits on depth, branches and lines. Left out: Allis' categories of threats for the
//! defender, and goals other than a win.

mod links;

use std::collections::HashMap;

use gomoku::tactics::winning_move;
use gomoku::{Budget, Point, Position, Threat};

use crate::attacks::threat_attacks;
use crate::certify::{Strategy, certify};
use crate::solve::Verdict;
use links::{Link, in_one_line, play, take_back};

/// The longest line, in threats.
const LONGEST: usize = 20;
/// The most branches that are kept for combination.
const MOST_BRANCHES: usize = 4_000;
/// The most first moves of winning lines that are tried.
const MOST_LINES: usize = 3;
/// Threats that have been played one after the other.
#[derive(Clone, Debug)]
struct Branch {
    links: Vec<Link>,
    last: Point,
}

/// The solver, with what it remembers.
#[derive(Debug, Default)]
pub struct ThreatSpace {
    branches: Vec<Branch>,
    /// How winning lines begin, and how long they are.
    lines: Vec<(usize, Point)>,
    /// The beginnings of the lines of positions met before.
    known: HashMap<u64, Vec<Point>>,
    /// Did a limit leave anything out?
    cut: bool,
}

impl ThreatSpace {
    /// A solver.
    pub fn new() -> ThreatSpace {
        ThreatSpace::default()
    }

    /// Looks for a win of the side to move.
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

    /// Looks for lines, dependent threats first, then combinations, until there is nothing new.
    fn find(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        self.branches.clear();
        self.lines.clear();
        self.cut = false;
        if let Some(point) = winning_move(position) {
            return vec![point];
        }
        for link in links::links(position, &[]) {
            self.follow(position, &mut Vec::new(), link, budget);
        }
        let mut fresh = 0;
        while self.lines.is_empty() && fresh < self.branches.len() && !budget.is_exhausted() {
            let end = self.branches.len();
            for one in fresh..end {
                for other in 0..one {
                    if !self.is_over(budget) {
                        self.combine(position, one, other, budget);
                    }
                }
            }
            fresh = end;
        }
        // The shortest line first.
        self.lines.sort_by_key(|&(length, _)| length);
        self.lines.iter().map(|&(_, point)| point).collect()
    }

    fn is_over(&self, budget: &Budget<'_>) -> bool {
        budget.is_exhausted() || self.lines.len() >= MOST_LINES
    }

    /// Plays a threat behind those of a branch, and then the threats that depend on it.
    fn follow(
        &mut self,
        position: &mut Position,
        links: &mut Vec<Link>,
        link: Link,
        budget: &mut Budget<'_>,
    ) {
        if self.is_over(budget) || !budget.spend_node() {
            return;
        }
        let attacker = position.board().side_to_move();
        let last = link.gain;
        let stones = play(position, &link);
        links.push(link);
        if winning_move(position).is_some() {
            let first = links[0].gain;
            if !self.lines.iter().any(|&(_, point)| point == first) {
                self.lines.push((links.len(), first));
            }
        } else if position.patterns().count(!attacker, Threat::Five) == 0 {
            if links.len() >= LONGEST || self.branches.len() >= MOST_BRANCHES {
                self.cut = true;
            } else {
                self.branches.push(Branch {
                    links: links.clone(),
                    last,
                });
                for next in links::links(position, &[last]) {
                    self.follow(position, links, next, budget);
                }
            }
        }
        links.pop();
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
        let Some(mut links) = union(one, other) else {
            return;
        };
        if !budget.spend_node() {
            return;
        }
        let needed = [one.last, other.last];
        let attacker = position.board().side_to_move();
        let mut stones = 0;
        for link in &links {
            stones += play(position, link);
        }
        if position.patterns().count(!attacker, Threat::Five) == 0 {
            for next in links::links(position, &needed) {
                self.follow(position, &mut links, next, budget);
            }
        }
        take_back(position, stones);
    }
}

impl Strategy for ThreatSpace {
    fn attacks(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> Vec<Point> {
        let key = position.board().key();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let side = position.board().side_to_move();
        let found = match position.patterns().count(!side, Threat::Five) {
            _ if position.five(side).is_some() => self.find(position, budget),
            0 => self.find(position, budget),
            1 => threat_attacks(position),
            _ => Vec::new(),
        };
        if !budget.is_exhausted() {
            self.known.insert(key, found.clone());
        }
        found
    }
}

/// The threats of both branches, unless squares conflict or one branch holds the other.
fn union(one: &Branch, other: &Branch) -> Option<Vec<Link>> {
    let has = |branch: &Branch, gain| branch.links.iter().any(|link| link.gain == gain);
    if has(one, other.last) || has(other, one.last) {
        return None;
    }
    let squares = |link: &Link| std::iter::once(link.gain).chain(link.costs.clone());
    let mut links = one.links.clone();
    for link in &other.links {
        if one.links.contains(link) {
            continue;
        }
        let conflicts = one
            .links
            .iter()
            .flat_map(squares)
            .any(|square| squares(link).any(|own| own == square));
        if conflicts {
            return None;
        }
        links.push(link.clone());
    }
    (links.len() < LONGEST).then_some(links)
}

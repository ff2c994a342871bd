//! One interface for every solver.

use std::time::Duration;

use gomoku::{Board, Limits, Point, Position, Watch};

use crate::and_or::AndOr;
use crate::meter::Meter;
use crate::proof::Proof;
use crate::threat_space::ThreatSpace;
use crate::vcf::{Fours, Vcf};
use crate::vct::{Threats, Vct};
use crate::vcx::{DEEPEST, Vcx};

/// Bytes to use when nobody says.
const MEMORY: u64 = 256 << 20;

/// A solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Continuous fours.
    Vcf,
    /// Continuous threats.
    Vct,
    /// Fours, then threats, as Zhang, Li and Huang search them.
    Vcx,
    /// Allis' threat-space search.
    Tss,
    /// Zhao Zhikun's AND/OR tree.
    AndOr,
}

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins.
    Win(Proof),
    /// It does not win in this way: the whole tree of this kind was seen.
    None,
    /// The search was stopped before it knew.
    Unknown,
}

/// A verdict and what it cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Solution {
    /// The main line of a win.
    pub fn line(&self) -> Vec<Point> {
        match &self.verdict {
            Verdict::Win(proof) => proof.line(),
            _ => Vec::new(),
        }
    }
}

/// Asks a solver whether the side to move wins.
pub fn solve(kind: Kind, board: &Board, limits: &Limits, watch: &Watch<'_>) -> Solution {
    let mut position = Position::new(board.clone());
    let mut meter = Meter::new(limits, watch);
    let memory = limits.memory.unwrap_or(MEMORY);
    let verdict = match kind {
        Kind::Vcf => {
            let mut vcf = Vcf::new(20);
            match vcf.search(&mut position, u16::MAX, &mut meter) {
                Fours::Win(_) => Verdict::Win(vcf.proof().clone()),
                Fours::None => Verdict::None,
                Fours::Unknown => Verdict::Unknown,
            }
        }
        Kind::Vct => match Vct::new(memory).search(&mut position, &mut meter) {
            Threats::Win(proof) => Verdict::Win(proof),
            Threats::None => Verdict::None,
            Threats::Unknown => Verdict::Unknown,
        },
        Kind::Vcx => Vcx::new(DEEPEST, memory).search(&mut position, &mut meter),
        Kind::Tss => ThreatSpace::new().search(&mut position, &mut meter),
        Kind::AndOr => AndOr::new(memory).search(&mut position, &mut meter),
    };
    Solution {
        verdict,
        nodes: meter.spent(),
        time: watch.elapsed(),
    }
}

//! One interface for every solver.

use std::time::Duration;

use gomoku::{Board, Budget, Limits, Point, Position, SearchControl};

use crate::and_or::AndOr;
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

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] = [Kind::Vcf, Kind::Vct, Kind::AndOr, Kind::Tss, Kind::Vcx];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
            Kind::Vcx => "vcx",
            Kind::Tss => "tss",
            Kind::AndOr => "andor",
        }
    }
}

/// The text is not the name of a solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown solver {0:?}: expected {names}", names = Kind::ALL.map(Kind::name).join(", "))]
pub struct ParseKindError(pub String);

impl std::str::FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Kind, ParseKindError> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseKindError(text.to_owned()))
    }
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

/// A solver with its memory, which later questions profit from.
#[derive(Debug)]
pub struct Solver {
    method: Method,
}

#[derive(Debug)]
enum Method {
    Vcf(Vcf),
    Vct(Box<Vct>),
    /// The papers' solvers keep nothing between questions: the kind, and the bytes they may use.
    Papers(Kind, u64),
}

impl Solver {
    /// A solver that uses about this many bytes.
    pub fn new(kind: Kind, memory: u64) -> Solver {
        Solver {
            method: match kind {
                Kind::Vcf => Method::Vcf(Vcf::new((memory / 16).clamp(1 << 10, 1 << 24).ilog2())),
                Kind::Vct => Method::Vct(Box::new(Vct::new(memory))),
                Kind::Vcx | Kind::Tss | Kind::AndOr => Method::Papers(kind, memory),
            },
        }
    }

    /// Does the side to move win?
    pub fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Solution {
        let mut position = Position::new(board.clone());
        let mut budget = Budget::for_solver(limits, control);
        let verdict = match &mut self.method {
            Method::Vcf(vcf) => match vcf.search(&mut position, u16::MAX, &mut budget) {
                Fours::Win(_) => Verdict::Win(vcf.proof().clone()),
                Fours::None => Verdict::None,
                Fours::Unknown => Verdict::Unknown,
            },
            Method::Vct(vct) => match vct.search(&mut position, &mut budget) {
                Threats::Win(proof) => Verdict::Win(proof),
                Threats::None => Verdict::None,
                Threats::Unknown => Verdict::Unknown,
            },
            Method::Papers(Kind::AndOr, memory) => {
                AndOr::new(*memory).search(&mut position, &mut budget)
            }
            Method::Papers(Kind::Tss, _) => ThreatSpace::new().search(&mut position, &mut budget),
            Method::Papers(_, memory) => {
                Vcx::new(DEEPEST, *memory).search(&mut position, &mut budget)
            }
        };
        Solution {
            verdict,
            nodes: budget.nodes(),
            time: control.elapsed(),
        }
    }
}

/// Asks a new solver whether the side to move wins.
pub fn solve(kind: Kind, board: &Board, limits: &Limits, control: &SearchControl<'_>) -> Solution {
    Solver::new(kind, limits.memory.unwrap_or(MEMORY)).solve(board, limits, control)
}

//! One interface for every solver.

use std::time::Duration;

use gomoku::{Board, Budget, Limits, Point, Position, SearchControl};

use crate::and_or::AndOr;
use crate::proof::Proof;
use crate::threat_space::ThreatSpace;
use crate::vcf::Vcf;
use crate::vct::Vct;
use crate::vcx::{MAX_DEPTH, Vcx};

/// Default memory in bytes.
const MEMORY: u64 = 256 << 20;

/// Which solver to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Victory by continuous fours.
    Vcf,
    /// Victory by continuous threats, by df-pn.
    Vct,
    /// VCF, then VCT, by the iterative deepening of Zhang, Li and Huang.
    Vcx,
    /// Allis' threat-space search.
    Tss,
    /// Zhao Zhikun's AND/OR tree.
    AndOr,
}

impl SolverKind {
    /// Every kind.
    pub const ALL: [SolverKind; 5] = [
        SolverKind::Vcf,
        SolverKind::Vct,
        SolverKind::AndOr,
        SolverKind::Tss,
        SolverKind::Vcx,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            SolverKind::Vcf => "vcf",
            SolverKind::Vct => "vct",
            SolverKind::Vcx => "vcx",
            SolverKind::Tss => "tss",
            SolverKind::AndOr => "andor",
        }
    }
}

/// The text does not name a solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown solver {0:?}: expected {names}", names = SolverKind::ALL.map(SolverKind::name).join(", "))]
pub struct UnknownSolver(pub String);

impl std::str::FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<SolverKind, UnknownSolver> {
        SolverKind::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownSolver(text.to_owned()))
    }
}

/// The result of a solver's search; a win comes with evidence of type `W`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<W = Proof> {
    /// The side to move wins.
    Win(W),
    /// There is no win of this kind: the solver has searched the whole tree.
    None,
    /// A limit ended the search before it was decided.
    Unknown,
}

impl<W> Verdict<W> {
    /// Replaces the evidence of a win.
    pub fn map_win<V>(self, map: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Verdict::Win(win) => Verdict::Win(map(win)),
            Verdict::None => Verdict::None,
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

/// A verdict and its cost.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Solution {
    /// The main line of a win; empty without one.
    pub fn line(&self) -> Vec<Point> {
        match &self.verdict {
            Verdict::Win(proof) => proof.line(),
            _ => Vec::new(),
        }
    }
}

/// A solver. VCF and VCT keep their tables between searches.
#[derive(Debug)]
pub struct Solver {
    method: Method,
}

#[derive(Debug)]
enum Method {
    Vcf(Vcf),
    Vct(Box<Vct>),
    /// The published solvers keep nothing between searches: the kind, and the memory in bytes.
    Published(SolverKind, u64),
}

impl Solver {
    /// A solver that uses about this many bytes.
    pub fn new(kind: SolverKind, memory: u64) -> Solver {
        Solver {
            method: match kind {
                SolverKind::Vcf => {
                    Method::Vcf(Vcf::new((memory / 16).clamp(1 << 10, 1 << 24).ilog2()))
                }
                SolverKind::Vct => Method::Vct(Box::new(Vct::new(memory))),
                SolverKind::Vcx | SolverKind::Tss | SolverKind::AndOr => {
                    Method::Published(kind, memory)
                }
            },
        }
    }

    /// Searches for a win of the side to move.
    pub fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: &SearchControl<'_>,
    ) -> Solution {
        let mut position = Position::new(board.clone());
        let mut budget = Budget::for_solver(limits, control);
        let verdict = match &mut self.method {
            Method::Vcf(vcf) => vcf
                .search(&mut position, u16::MAX, &mut budget)
                .map_win(|_| vcf.proof().clone()),
            Method::Vct(vct) => vct.search(&mut position, &mut budget),
            Method::Published(SolverKind::AndOr, memory) => {
                AndOr::new(*memory).search(&mut position, &mut budget)
            }
            Method::Published(SolverKind::Tss, _) => {
                ThreatSpace::new().search(&mut position, &mut budget)
            }
            Method::Published(_, memory) => {
                Vcx::new(MAX_DEPTH, *memory).search(&mut position, &mut budget)
            }
        };
        Solution {
            verdict,
            nodes: budget.nodes(),
            time: control.elapsed(),
        }
    }
}

/// Searches for a win of the side to move with a new solver.
pub fn solve(
    kind: SolverKind,
    board: &Board,
    limits: &Limits,
    control: &SearchControl<'_>,
) -> Solution {
    Solver::new(kind, limits.memory.unwrap_or(MEMORY)).solve(board, limits, control)
}

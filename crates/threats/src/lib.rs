//! Solvers that prove wins by threats.
//!
//! A threat is a move that wins on the next turn unless it is answered: a four threatens five, an open three threatens
//! an open four. A side that makes a threat with every move leaves the opponent so few defenses that its win can be
//! proven.
//!
//! | kind | method | module |
//! |---|---|---|
//! | [`SolverKind::Vcf`] | victory by continuous fours: complete, shortest win first | [`vcf`] |
//! | [`SolverKind::Vct`] | victory by continuous threats: depth-first proof-number search | [`vct`] |
//! | [`SolverKind::Vcx`] | VCF, then VCT, by iterative deepening; Zhang, Li and Huang | [`vcx`] |
//! | [`SolverKind::Tss`] | threat-space search; Allis | [`threat_space`] |
//! | [`SolverKind::AndOr`] | best-first AND/OR tree with decaying values; Zhao Zhikun 2021 | [`and_or`] |
//!
//! The last three follow publications whose defender considers only some of the legal moves. Their wins are certified
//! against all defenses before they are reported.
//!
//! Every win carries a [`Proof`]. [`verify()`] replays a proof on a plain board against every legal defense and shares no
//! code with the solvers.
//!
//! ```
//! use gomoku::{Limits, Rule, SearchControl, diagram};
//! use threats::{SolverKind, Verdict, solve, verify};
//!
//! let board = diagram::parse(
//!     "
//!     . . . . . . .
//!     . x x x . . .
//!     . . . . x . .
//!     . . o . x o .
//!     . . o . x o .
//!     . . . . . . .
//!     . . . . . . .
//!     ",
//!     Rule::Freestyle,
//!     Some(gomoku::Color::Black),
//! )?;
//! let limits = Limits::default();
//! let solution = solve(SolverKind::Vcf, &board, &limits, &SearchControl::detached());
//! let Verdict::Win(proof) = solution.verdict else { panic!("e6 makes two fours") };
//! verify(&board, &proof)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod and_or;
mod attacks;
mod certify;
pub mod proof;
mod proof_numbers;
mod replay;
pub mod solve;
pub mod threat_space;
pub mod vcf;
pub mod vct;
pub mod vcx;
pub mod verify;

pub use and_or::AndOr;
pub use proof::{Proof, ProofNode, ProofNodeId};
pub use solve::{Solution, Solver, SolverKind, Verdict, solve};
pub use threat_space::ThreatSpace;
pub use vcf::Vcf;
pub use vct::Vct;
pub use vcx::Vcx;
pub use verify::{ProofError, verify};

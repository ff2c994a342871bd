//! Solvers that prove wins by threats.
//!
//! A threat is a move that wins next unless it is answered: a four threatens five, an open three threatens an open four.
//! A side that threatens with every move leaves the other so few answers that a win can be proven.
//!
//! | kind | method | source |
//! |---|---|---|
//! | [`Kind::Vcf`] | victory by continuous fours, complete, shortest win first | [`vcf`] |
//! | [`Kind::Vct`] | victory by continuous threats, by depth-first proof-number search | [`vct`] |
//! | [`Kind::Vcx`] | fours, then threats, depth first with iterative deepening; Zhang, Li and Huang | [`vcx`] |
//! | [`Kind::Tss`] | threat-space search: threats that depend on each other; Allis | [`threat_space`] |
//! | [`Kind::AndOr`] | best-first AND/OR tree with decaying values; Zhao Zhikun 2021 | [`and_or`] |
//!
//! The last three follow publications and see fewer answers than there are; what they find is proven against all of
//! them before it is called a win.
//!
//! Every win carries a [`Proof`], and [`verify()`] replays a proof on a plain board against every legal answer,
//! believing nothing that the solver knew.
#![forbid(unsafe_code)]

pub mod and_or;
mod attacks;
mod certify;
pub mod proof;
mod replay;
pub mod solve;
mod table;
pub mod threat_space;
pub mod vcf;
pub mod vct;
pub mod vcx;
pub mod verify;

pub use and_or::AndOr;
pub use proof::{Attack, AttackId, Proof};
pub use solve::{Kind, Solution, Solver, Verdict, solve};
pub use threat_space::ThreatSpace;
pub use vcf::Vcf;
pub use vct::Vct;
pub use vcx::Vcx;
pub use verify::{Flaw, verify};

//! Solvers at the root: a win by VCF or VCT is played without a search, and root moves that lose to one are removed.
//!
//! [`threats::Vcf`] is complete and cheap; [`threats::Vct`] gets a small share of the move's time. Their wins are proven against
//! every defense, so the search need not confirm them.

use std::ops::RangeInclusive;

use gomoku::{Board, Budget, Limits, MateIn, PointSet, Position, SearchControl, SearchResult};
use threats::{Proof, Vcf, Vct, Verdict};

use crate::score;
use crate::technique::{Technique, Techniques};
use crate::time_manager::TimeManager;

/// Each solver gets one part in so many of a move's nodes or time.
const BUDGET_DIVISOR: u64 = 32;
/// Node limits. A VCT node costs as much as some twenty nodes of the main search.
const MAX_VCF_NODES: u64 = 20_000;
const MAX_VCT_NODES: u64 = 20_000;
const MAX_LOSING_MOVES_NODES: u64 = 20_000;
/// The table of VCF: 2^16 entries of 16 bytes with the memory of an unlimited search, and less in proportion.
const VCF_TABLE_BITS: RangeInclusive<u32> = 10..=16;
const VCF_ENTRY_BYTES: u64 = 16;
const VCF_SHARE: u64 = 16;

/// The solvers with their tables, which the first search allocates.
#[derive(Debug)]
pub(crate) struct Solvers {
    /// Bytes of the VCT solver.
    memory: u64,
    vcf: Option<Vcf>,
    vct: Option<Box<Vct>>,
}

impl Solvers {
    /// Solvers whose VCT tables take this many bytes.
    pub(crate) fn new(memory: u64) -> Solvers {
        Solvers {
            memory,
            vcf: None,
            vct: None,
        }
    }

    /// Drops what they found.
    pub(crate) fn clear(&mut self) {
        *self = Solvers::new(self.memory);
    }

    fn vcf(&mut self) -> &mut Vcf {
        let entries = self.memory / VCF_SHARE / VCF_ENTRY_BYTES;
        let (min, max) = VCF_TABLE_BITS.into_inner();
        let bits = entries.max(1).ilog2().clamp(min, max);
        self.vcf.get_or_insert_with(|| Vcf::new(bits))
    }

    fn vct(&mut self) -> &mut Vct {
        self.vct
            .get_or_insert_with(|| Box::new(Vct::new(self.memory)))
    }
}

/// A win, if the solvers found one, and their nodes.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    pub(crate) win: Option<SearchResult>,
    pub(crate) nodes: u64,
}

impl Solvers {
    /// Searches for a win of the side to move.
    pub(crate) fn solve(
        &mut self,
        board: &Board,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
        techniques: Techniques,
    ) -> Solved {
        let mut position = Position::new(board.clone());
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let time = time_manager.optimum.or(time_manager.maximum);
        let limits = |max_nodes: u64| Limits {
            nodes: Some(max_nodes.min(nodes / BUDGET_DIVISOR)),
            turn_time: time.map(|time| time / BUDGET_DIVISOR as u32),
            ..Limits::default()
        };
        let mut spent = 0;
        let mut found = None;
        if techniques.has(Technique::RootVcf) {
            let limits = limits(MAX_VCF_NODES);
            let mut budget = Budget::for_solver(&limits, control);
            let vcf = self.vcf();
            if let Verdict::Win(_) = vcf.search(&mut position, u16::MAX, &mut budget) {
                found = Some(vcf.proof().clone());
            }
            spent += budget.nodes();
        }
        if found.is_none() && techniques.has(Technique::RootVct) {
            let limits = limits(MAX_VCT_NODES);
            let mut budget = Budget::for_solver(&limits, control);
            if let Verdict::Win(proof) = self.vct().search(&mut position, &mut budget) {
                found = Some(proof);
            }
            spent += budget.nodes();
        }
        Solved {
            win: found.map(|proof| result(&proof, spent, control)),
            nodes: spent,
        }
    }
}

/// How the opponent would win if the side to move passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpponentThreat {
    Vcf,
    Vct,
}

impl Solvers {
    /// The choices after which the opponent provably wins, as far as the budget goes, and the nodes spent. If the opponent
    /// would not win even after a pass, nothing is searched: a stone seldom helps the other side.
    pub(crate) fn losing_moves(
        &mut self,
        board: &Board,
        choices: &PointSet,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
    ) -> (PointSet, u64) {
        let time = time_manager.optimum.or(time_manager.maximum);
        let limits = Limits {
            nodes: Some(
                MAX_LOSING_MOVES_NODES.min(limits.nodes.unwrap_or(u64::MAX) / BUDGET_DIVISOR),
            ),
            turn_time: time.map(|time| control.elapsed() + time / BUDGET_DIVISOR as u32),
            ..Limits::default()
        };
        let mut budget = Budget::for_solver(&limits, control);
        let mut losing = PointSet::EMPTY;
        let mut position = Position::new(board.clone());
        position.pass();
        if position.five(position.board().side_to_move()).is_some() {
            // A five must be blocked: there is nothing to choose.
            return (losing, 0);
        }
        if let Some(opponent_threat) = self.opponent_threat(&mut position, &mut budget) {
            position.pop();
            for point in choices {
                if position.forbidden_reason(point).is_some() {
                    continue;
                }
                position.push(point);
                let loses = match opponent_threat {
                    OpponentThreat::Vcf => self.has_vcf(&mut position, &mut budget),
                    OpponentThreat::Vct => self.has_vct(&mut position, &mut budget),
                };
                position.pop();
                if loses {
                    losing.insert(point);
                }
                if budget.is_exhausted() {
                    break;
                }
            }
        }
        (losing, budget.nodes())
    }

    fn opponent_threat(
        &mut self,
        position: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Option<OpponentThreat> {
        if self.has_vcf(position, budget) {
            Some(OpponentThreat::Vcf)
        } else if self.has_vct(position, budget) {
            Some(OpponentThreat::Vct)
        } else {
            None
        }
    }

    fn has_vcf(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        let found = self.vcf().search(position, u16::MAX, budget);
        matches!(found, Verdict::Win(_))
    }

    fn has_vct(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        matches!(self.vct().search(position, budget), Verdict::Win(_))
    }
}

fn result(proof: &Proof, nodes: u64, control: &SearchControl<'_>) -> SearchResult {
    let line = proof.line();
    let plies = proof.plies() as usize;
    SearchResult {
        score: Some(f64::from(score::mate_in(plies))),
        win_rate: Some(1.0),
        mate: Some(MateIn::Win(plies as u32)),
        depth: plies as u32,
        selective_depth: plies as u32,
        nodes,
        time: control.elapsed(),
        pv: line.clone(),
        ..SearchResult::new(line[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, EngineParams};
    use gomoku::notation::{self, RowOrigin};
    use gomoku::{Player, Rule, Size};

    fn board(moves: &str) -> Board {
        let moves = notation::parse_moves(moves, Size::FIFTEEN, RowOrigin::Bottom).expect("moves");
        let moves: Vec<_> = moves.into_iter().flatten().collect();
        Board::with_moves(Size::FIFTEEN, Rule::Freestyle, &moves).expect("a game")
    }

    fn losing(board: &Board) -> PointSet {
        let limits = Limits {
            nodes: Some(1_000_000),
            ..Limits::default()
        };
        let time_manager = TimeManager::new(&limits, board.empty().len());
        let choices = gomoku::Neighborhood::Square2.candidates(board);
        let control = SearchControl::detached();
        Solvers::new(16 << 20)
            .losing_moves(board, &choices, &limits, &time_manager, &control)
            .0
    }

    /// The main search alone must find the opponent's win too.
    #[test]
    fn removed_moves_lose() {
        let params = EngineParams {
            hash: 4,
            without: "root-vcf+root-vct+root-losing".into(),
            ..EngineParams::default()
        };
        // An open three; a blocked and an open three that share a stone; two twos that cross in one point.
        for (moves, kept) in [
            ("h8a1i8a3j8", "g8k8"),
            ("h8g8i8a1j8a3j9a5j11", "j10"),
            ("h8g9i8i9j10a1j6", "j8"),
        ] {
            let board = board(moves);
            let losing = losing(&board);
            assert!(!losing.is_empty(), "{moves}");
            let kept = notation::parse_moves(kept, Size::FIFTEEN, RowOrigin::Bottom);
            for point in kept.expect("points").into_iter().flatten() {
                assert!(!losing.contains(point), "{moves} {point:?}");
            }
            for point in &losing {
                let mut after = board.clone();
                after.push(point);
                let limits = Limits {
                    nodes: Some(200_000),
                    ..Limits::default()
                };
                let result = Engine::new(params.clone(), 0)
                    .think(&after, &limits, &SearchControl::detached())
                    .expect("an answer");
                let wins = matches!(result.mate, Some(MateIn::Win(_)));
                assert!(wins, "{moves} {}", point.name(Size::FIFTEEN));
            }
        }
    }

    #[test]
    fn no_move_is_removed_without_a_threat() {
        assert!(losing(&board("h8a1")).is_empty());
        assert!(losing(&board("h8i9h9")).is_empty());
    }
}

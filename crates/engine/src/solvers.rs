//! The solvers at the root: a win by fours or by threats is proven before the search begins, and moves that lose to one are
//! left out of it.
//!
//! [`threats::Vcf`] is complete and cheap, [`threats::Vct`] gets a small part of the move's time. What they find carries a
//! proof against every answer, so it is played, or left out, without another look.

use gomoku::{Board, Budget, Limits, MateIn, PointSet, Position, SearchControl, SearchResult};
use threats::vcf::Fours;
use threats::vct::Threats;
use threats::{Proof, Vcf, Vct};

use crate::score;
use crate::technique::{Technique, Techniques};
use crate::time_manager::TimeManager;

/// Positions for the search for fours, at most.
const FOURS_NODES: u64 = 20_000;
/// One part in so many of a move's nodes or time goes to each of the solvers.
const SHARE: u64 = 32;
/// Positions for the search for threats, at most. Each costs as much as some twenty of the search proper.
const THREATS_NODES: u64 = 20_000;
/// Positions for the look at moves that lose, at most.
const LOSING_NODES: u64 = 20_000;
const MEMORY: u64 = 16 << 20;
const FOURS_BITS: u32 = 16;

/// The solvers with what they remember.
#[derive(Debug, Default)]
pub(crate) struct Solvers {
    vcf: Option<Vcf>,
    vct: Option<Box<Vct>>,
}

/// What the solvers found, and what that cost.
#[derive(Debug, Default)]
pub(crate) struct Solved {
    pub(crate) win: Option<SearchResult>,
    pub(crate) nodes: u64,
}

impl Solvers {
    /// Looks for a win of the side to move.
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
        let limits = |most: u64| Limits {
            nodes: Some(most.min(nodes / SHARE)),
            turn_time: time.map(|time| time / SHARE as u32),
            ..Limits::default()
        };
        let mut spent = 0;
        let mut found = None;
        if techniques.has(Technique::RootVcf) {
            let limits = limits(FOURS_NODES);
            let mut budget = Budget::for_solver(&limits, control);
            let vcf = self.vcf.get_or_insert_with(|| Vcf::new(FOURS_BITS));
            if let Fours::Win(_) = vcf.search(&mut position, u16::MAX, &mut budget) {
                found = Some(vcf.proof().clone());
            }
            spent += budget.nodes();
        }
        if found.is_none() && techniques.has(Technique::RootVct) {
            let limits = limits(THREATS_NODES);
            let mut budget = Budget::for_solver(&limits, control);
            let vct = self.vct.get_or_insert_with(|| Box::new(Vct::new(MEMORY)));
            if let Threats::Win(proof) = vct.search(&mut position, &mut budget) {
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

/// How the enemy would win if the side to move did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpponentThreat {
    Fours,
    Threats,
}

impl Solvers {
    /// The moves among these after which the enemy is proven to win, as far as a small part of the move's nodes and time
    /// goes. Where the enemy would not win even if the side to move passed, no move is looked at: a stone seldom
    /// helps the other side.
    pub(crate) fn losing(
        &mut self,
        board: &Board,
        choices: &PointSet,
        limits: &Limits,
        time_manager: &TimeManager,
        control: &SearchControl<'_>,
    ) -> (PointSet, u64) {
        let time = time_manager.optimum.or(time_manager.maximum);
        let limits = Limits {
            nodes: Some(LOSING_NODES.min(limits.nodes.unwrap_or(u64::MAX) / SHARE)),
            turn_time: time.map(|time| control.elapsed() + time / SHARE as u32),
            ..Limits::default()
        };
        let mut budget = Budget::for_solver(&limits, control);
        let mut losing = PointSet::EMPTY;
        let mut position = Position::new(board.clone());
        position.pass();
        if position.five(position.board().side_to_move()).is_some() {
            // A five must be stopped: there is no choice that could be narrowed.
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
                    OpponentThreat::Fours => self.wins_by_fours(&mut position, &mut budget),
                    OpponentThreat::Threats => self.wins_by_threats(&mut position, &mut budget),
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
        if self.wins_by_fours(position, budget) {
            Some(OpponentThreat::Fours)
        } else if self.wins_by_threats(position, budget) {
            Some(OpponentThreat::Threats)
        } else {
            None
        }
    }

    fn wins_by_fours(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        let vcf = self.vcf.get_or_insert_with(|| Vcf::new(FOURS_BITS));
        matches!(vcf.search(position, u16::MAX, budget), Fours::Win(_))
    }

    fn wins_by_threats(&mut self, position: &mut Position, budget: &mut Budget<'_>) -> bool {
        let vct = self.vct.get_or_insert_with(|| Box::new(Vct::new(MEMORY)));
        matches!(vct.search(position, budget), Threats::Win(_))
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
        Solvers::default()
            .losing(board, &choices, &limits, &time_manager, &control)
            .0
    }

    /// The search proper, which has no solver, must find the enemy's win too.
    #[test]
    fn moves_that_are_left_out_lose() {
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
    fn where_nothing_threatens_nothing_is_left_out() {
        assert!(losing(&board("h8a1")).is_empty());
        assert!(losing(&board("h8i9h9")).is_empty());
    }
}

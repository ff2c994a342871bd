//! An attack that is carried through: a solver is asked for a win, and a win that was found is played to its end.
//!
//! The proof says what follows every answer, so after the first move nothing is searched any more.

use gomoku::{Board, Limits, MateIn, PointSet, SearchControl, SearchResult};
use threats::{AttackId, Kind, Proof, Solver, Verdict};

/// A solver, and the win that it has found in this game.
#[derive(Debug)]
pub(crate) struct Attack {
    kind: Kind,
    /// Positions that the solver may visit for a move.
    most_nodes: u64,
    memory: u64,
    plan: Option<Plan>,
}

/// A win that is being played.
#[derive(Debug)]
struct Plan {
    proof: Proof,
    /// The attack that was played last.
    last: AttackId,
    /// The board after it.
    board: Board,
}

impl Attack {
    pub(crate) fn new(kind: Kind, most_nodes: u64, memory: u64) -> Attack {
        Attack {
            kind,
            most_nodes,
            memory,
            plan: None,
        }
    }

    pub(crate) fn forget(&mut self) {
        self.plan = None;
    }

    /// The move that wins, if one is known or found, and what the search has cost.
    pub(crate) fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        allowed: &PointSet,
        control: &SearchControl<'_>,
    ) -> (Option<SearchResult>, u64) {
        if let Some((proof, next)) = self.next_of_plan(board) {
            return (self.play(board, proof, next, allowed, control), 0);
        }
        let limits = Limits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.most_nodes)),
            turn_time: limits.move_time(),
            ..Limits::default()
        };
        let solution = Solver::new(self.kind, self.memory).solve(board, &limits, control);
        let result = match solution.verdict {
            Verdict::Win(proof) => {
                let root = proof.root();
                self.play(board, proof, root, allowed, control)
            }
            Verdict::None | Verdict::Unknown => None,
        };
        (result, solution.nodes)
    }

    /// The plan's answer to the move that the other side has made, if the game is where the plan left it.
    fn next_of_plan(&mut self, board: &Board) -> Option<(Proof, AttackId)> {
        let mut plan = self.plan.take()?;
        let answer = (*board.history().last()?).filter(|&point| plan.board.is_empty(point))?;
        plan.board.push(answer);
        if plan.board != *board {
            return None;
        }
        let last = plan.proof.attack(plan.last);
        let listed = last.answers.iter().find(|&&(point, _)| point == answer);
        let next = listed.map(|&(_, next)| next).or(last.otherwise)?;
        Some((plan.proof, next))
    }

    fn play(
        &mut self,
        board: &Board,
        mut proof: Proof,
        attack: AttackId,
        allowed: &PointSet,
        control: &SearchControl<'_>,
    ) -> Option<SearchResult> {
        let point = proof.attack(attack).point;
        if !allowed.contains(point) {
            return None;
        }
        proof.set_root(attack);
        let plies = proof.plies();
        let result = SearchResult {
            mate: Some(MateIn::Win(plies)),
            pv: proof.line(),
            depth: plies,
            selective_depth: plies,
            time: control.elapsed(),
            ..SearchResult::new(point)
        };
        let mut after = board.clone();
        after.push(point);
        self.plan = Some(Plan {
            proof,
            last: attack,
            board: after,
        });
        Some(result)
    }
}

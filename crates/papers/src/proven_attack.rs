//! Plays the wins that a solver proves.
//!
//! A proof covers every defense, so it is played to its end without another search.

use gomoku::{Board, Limits, MateIn, PointSet, SearchControl, SearchResult};
use threats::{Proof, ProofNodeId, Solver, SolverKind, Verdict};

/// One part in so many of the player's memory is the solver's: its tables are as large as its other needs.
const MEMORY_SHARE: u64 = 4;

/// A solver, and the proof that is being played.
#[derive(Debug)]
pub(crate) struct ProvenAttack {
    kind: SolverKind,
    /// Nodes of the solver per move.
    max_nodes: u64,
    /// Bytes of the solver, unless the limits allow less.
    memory: u64,
    active: Option<ActiveProof>,
}

/// A proof that is being played.
#[derive(Debug)]
struct ActiveProof {
    proof: Proof,
    /// The last attack played, and the board after it.
    last: ProofNodeId,
    board: Board,
}

impl ProvenAttack {
    pub(crate) fn new(kind: SolverKind, max_nodes: u64, memory: u64) -> ProvenAttack {
        ProvenAttack {
            kind,
            max_nodes,
            memory,
            active: None,
        }
    }

    pub(crate) fn new_game(&mut self) {
        self.active = None;
    }

    /// The winning move, if the proof has one or the solver finds one, and the nodes searched.
    pub(crate) fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        allowed: &PointSet,
        control: &SearchControl<'_>,
    ) -> (Option<SearchResult>, u64) {
        if let Some((proof, next)) = self.continue_proof(board) {
            return (self.play(board, proof, next, allowed, control), 0);
        }
        let memory = limits.memory.unwrap_or(u64::MAX) / MEMORY_SHARE;
        let memory = memory.min(self.memory);
        let limits = Limits {
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.max_nodes)),
            turn_time: limits.move_time(),
            ..Limits::default()
        };
        let solution = Solver::new(self.kind, memory).solve(board, &limits, control);
        let result = match solution.verdict {
            Verdict::Win(proof) => {
                let root = proof.root();
                self.play(board, proof, root, allowed, control)
            }
            Verdict::None | Verdict::Unknown => None,
        };
        (result, solution.nodes)
    }

    /// The proof's reply to the opponent's last move, if the game has followed the proof.
    fn continue_proof(&mut self, board: &Board) -> Option<(Proof, ProofNodeId)> {
        let mut active = self.active.take()?;
        let answer = (*board.history().last()?).filter(|&point| active.board.is_empty(point))?;
        active.board.push(answer);
        if active.board != *board {
            return None;
        }
        let next = active.proof.node(active.last).reply_to(answer)?;
        Some((active.proof, next))
    }

    fn play(
        &mut self,
        board: &Board,
        mut proof: Proof,
        attack: ProofNodeId,
        allowed: &PointSet,
        control: &SearchControl<'_>,
    ) -> Option<SearchResult> {
        let point = proof.node(attack).attack;
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
        self.active = Some(ActiveProof {
            proof,
            last: attack,
            board: after,
        });
        Some(result)
    }
}

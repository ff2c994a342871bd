//! Threat-space search in the leaves of minimax (section V: "try to threaten the space search and kill it").
//!
//! The report could afford VCX at the root only. A leaf in which the side to move wins by threats is a win, however quiet
//! the static score makes it look. The search has few nodes: a leaf that it does not decide keeps its score.

use std::collections::HashMap;

use gomoku::{Board, Budget, Point, Position};
use threats::{ThreatSpace, Verdict};

/// Leaves whose answer is remembered.
const MAX_KNOWN: usize = 1 << 16;

/// The searched position with its patterns, and the solver.
#[derive(Debug)]
pub(super) struct LeafThreats {
    position: Position,
    solver: ThreatSpace,
    nodes: u64,
    known: HashMap<u64, bool>,
}

impl LeafThreats {
    pub(super) fn new(board: &Board, nodes: u64) -> LeafThreats {
        LeafThreats {
            position: Position::new(board.clone()),
            solver: ThreatSpace::new(),
            nodes,
            known: HashMap::new(),
        }
    }

    pub(super) fn push(&mut self, point: Point) {
        self.position.push(point);
    }

    pub(super) fn pop(&mut self) {
        self.position.pop();
    }

    /// Does the side to move have a proven win by threats?
    pub(super) fn wins(&mut self, budget: &mut Budget<'_>) -> bool {
        let key = self.position.board().key();
        if let Some(&wins) = self.known.get(&key) {
            return wins;
        }
        let verdict = budget.within_nodes(self.nodes, |budget| {
            self.solver.search(&mut self.position, budget)
        });
        let wins = matches!(verdict, Verdict::Win(_));
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        // A search that the clock ended says nothing.
        if !budget.is_exhausted() {
            self.known.insert(key, wins);
        }
        wins
    }
}

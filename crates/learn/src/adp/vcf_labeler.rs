//! Labels positions that are won by continuous fours.

use gomoku::{Board, Budget, Position};
use threats::{Vcf, Verdict};

/// With fewer stones there is no VCF.
const MIN_STONES: usize = 6;
/// Fours of the attacker.
const MAX_FOURS: u16 = 30;

/// A VCF solver with a node limit.
#[derive(Clone, Debug)]
pub struct VcfLabeler {
    solver: Vcf,
    max_nodes: u64,
}

impl VcfLabeler {
    /// Searches up to this many nodes per position.
    pub fn new(max_nodes: u64) -> VcfLabeler {
        VcfLabeler {
            solver: Vcf::new(16),
            max_nodes,
        }
    }

    /// Does the side to move win by continuous fours?
    pub fn is_won(&mut self, board: &Board) -> bool {
        if board.stone_count() < MIN_STONES {
            return false;
        }
        let mut position = Position::new(board.clone());
        let mut budget = Budget::of_nodes(self.max_nodes);
        matches!(
            self.solver.search(&mut position, MAX_FOURS, &mut budget),
            Verdict::Win(_)
        )
    }
}

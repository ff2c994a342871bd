//! A VCF solver for leaves: a win by continuous fours is proven before a network sees the position.

use gomoku::{Board, Budget, ByColor, Color, Observer, Point, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::{Vcf, Verdict};

use super::evaluator::{LeafEvaluator, equal_rewards};

/// The longest win, in fours.
const MAX_FOURS: u16 = 20;
/// Size of the solver's table, as a power of two.
const TABLE_BITS: u32 = 12;

/// Proves wins by continuous fours.
#[derive(Debug)]
pub struct VcfEvaluator {
    /// The solver and the position it searches, in sync with the board.
    solver: Option<(Vcf, Option<Position>)>,
    max_nodes: u64,
}

impl VcfEvaluator {
    /// A solver with this many nodes per leaf; 0 for no solver.
    pub fn new(max_nodes: u64) -> VcfEvaluator {
        VcfEvaluator {
            solver: (max_nodes > 0).then(|| (Vcf::new(TABLE_BITS), None)),
            max_nodes,
        }
    }
}

impl Observer for VcfEvaluator {
    #[inline]
    fn on_place(&mut self, _: &Board, point: Point, _: Color) {
        if let Some((_, Some(position))) = &mut self.solver {
            position.push(point);
        }
    }

    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {
        if let Some((_, Some(position))) = &mut self.solver {
            position.pop();
        }
    }
}

impl LeafEvaluator for VcfEvaluator {
    fn begin(&mut self, board: &Board) {
        if let Some((_, position)) = &mut self.solver {
            *position = Some(Position::new(board.clone()));
        }
    }

    /// The network evaluates the leaf.
    fn evaluate(&mut self, _: &mut Board, _: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        equal_rewards(0.5)
    }

    fn proven_win(&mut self, _: &mut Board) -> Option<(Point, u8)> {
        let (solver, position) = self.solver.as_mut()?;
        let position = position.as_mut()?;
        let mut budget = Budget::of_nodes(self.max_nodes);
        let Verdict::Win(_) = solver.search(position, MAX_FOURS, &mut budget) else {
            return None;
        };
        let line = solver.proof().line();
        let plies = u8::try_from(line.len()).unwrap_or(u8::MAX);
        Some((*line.first()?, plies))
    }
}

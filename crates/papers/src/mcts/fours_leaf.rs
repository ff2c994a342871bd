//! Leaves that a network values, and before it a solver: who wins by continuous fours wins, whatever the network thinks.

use gomoku::{Board, Budget, ByColor, Color, Observer, Point, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use threats::Vcf;
use threats::vcf::Fours;

use super::leaf::{Leaf, both};

/// The most fours of a win.
const MOST_FOURS: u16 = 20;
/// Positions that the solver remembers, as a power of two.
const REMEMBERED: u32 = 12;

/// Looks for wins by fours, or for nothing at all.
#[derive(Debug)]
pub struct FoursLeaf {
    /// The solver and the board with its patterns, kept in step.
    solver: Option<(Vcf, Option<Position>)>,
    most_nodes: u64,
}

impl FoursLeaf {
    /// Looks at this many positions for each leaf; none with 0.
    pub fn new(most_nodes: u64) -> FoursLeaf {
        FoursLeaf {
            solver: (most_nodes > 0).then(|| (Vcf::new(REMEMBERED), None)),
            most_nodes,
        }
    }
}

impl Observer for FoursLeaf {
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

impl Leaf for FoursLeaf {
    fn begin(&mut self, board: &Board) {
        if let Some((_, position)) = &mut self.solver {
            *position = Some(Position::new(board.clone()));
        }
    }

    /// Nothing is known before the network has been asked.
    fn value(&mut self, _: &mut Board, _: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        both(0.5)
    }

    fn win(&mut self, _: &mut Board) -> Option<(Point, u8)> {
        let (solver, position) = self.solver.as_mut()?;
        let position = position.as_mut()?;
        let mut budget = Budget::of_nodes(self.most_nodes);
        let Fours::Win(_) = solver.search(position, MOST_FOURS, &mut budget) else {
            return None;
        };
        let line = solver.proof().line();
        let plies = u8::try_from(line.len()).unwrap_or(u8::MAX);
        Some((*line.first()?, plies))
    }
}

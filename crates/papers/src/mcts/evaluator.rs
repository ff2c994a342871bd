//! Leaf evaluation: the part in which tree players differ most.

use gomoku::{Board, ByColor, Color, Observer, Point};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::state_memory::Features;

/// Evaluates the leaves of a tree.
///
/// It observes every stone that the search plays, so that a network can update its inputs incrementally.
pub trait LeafEvaluator: Observer {
    /// Starts a search at this board.
    fn begin(&mut self, board: &Board);

    /// The expected reward of each side, 1 for a win. Leaves the board unchanged.
    fn evaluate(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64>;

    /// A bias for the move just made, added to its mean value in UCT: Cao and Lin's progressive bias, `k2 H / max(H)`.
    /// Called once per node.
    fn bias(&mut self, _: &Board, _: Point) -> f32 {
        0.0
    }

    /// Removes moves from a node's list before any of them is expanded.
    fn prune(&mut self, _: &mut Board, _: &mut Vec<Point>) {}

    /// Brings a node's moves into the order in which they are expanded, for [`Expansion::InOrder`](super::Expansion).
    fn order(&mut self, _: &Board, _: &mut [Point], _: &mut Xoshiro256PlusPlus) {}

    /// The features of the current position for a [state memory](super::state_memory); `None` if it has none.
    fn features(&mut self) -> Option<Features> {
        None
    }

    /// A move that wins by proof, with the plies to the end of the game, that move included. Called once per new leaf,
    /// before [`LeafEvaluator::evaluate`].
    fn proven_win(&mut self, _: &mut Board) -> Option<(Point, u8)> {
        None
    }
}

/// The rewards of a win.
pub(crate) fn win_for(color: Color) -> ByColor<f64> {
    let mut rewards = ByColor::default();
    rewards[color] = 1.0;
    rewards
}

/// The same reward for both sides.
pub(crate) fn equal_rewards(reward: f64) -> ByColor<f64> {
    ByColor::from_fn(|_| reward)
}

/// Gives every leaf the same value.
#[derive(Clone, Copy, Debug)]
pub struct ConstantEvaluator(pub f64);

impl Observer for ConstantEvaluator {
    #[inline]
    fn on_place(&mut self, _: &Board, _: Point, _: Color) {}
    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {}
}

impl LeafEvaluator for ConstantEvaluator {
    fn begin(&mut self, _: &Board) {}

    #[inline]
    fn evaluate(&mut self, _: &mut Board, _: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        equal_rewards(self.0)
    }
}

//! What a new leaf is worth: the part in which the tree players differ most.

use gomoku::{Board, ByColor, Color, Observer, Point};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Values the positions that the tree reaches.
///
/// It is told of every stone, so that a network can keep its inputs in step.
pub trait Leaf: Observer {
    /// A search begins at this board.
    fn begin(&mut self, board: &Board);

    /// The reward of each side: who wins, or how likely. The board is given back as it was.
    fn value(&mut self, board: &mut Board, rng: &mut Xoshiro256PlusPlus) -> ByColor<f64>;

    /// What the selection rule adds to the mean value of the move that has just been made: `k2 H / max(H)` in Cao and
    /// Lin's progressive bias. It is asked once for each node.
    fn bias(&mut self, _: &Board, _: Point) -> f32 {
        0.0
    }

    /// Takes moves off a position's list before any of them is tried: Cao and Lin's forced-move pruning.
    fn prune(&mut self, _: &mut Board, _: &mut Vec<Point>) {}

    /// A move by which the side to move certainly wins, and after how many plies, that one included. It is asked once for
    /// each new leaf, before its value.
    fn win(&mut self, _: &mut Board) -> Option<(Point, u8)> {
        None
    }
}

/// The reward of a side that wins.
pub(crate) fn win(color: Color) -> ByColor<f64> {
    let mut rewards = ByColor::default();
    rewards[color] = 1.0;
    rewards
}

/// Both sides get the same.
pub(crate) fn both(reward: f64) -> ByColor<f64> {
    ByColor::from_fn(|_| reward)
}

/// Knows nothing: every leaf has the same value.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Observer for Constant {
    #[inline]
    fn on_place(&mut self, _: &Board, _: Point, _: Color) {}
    #[inline]
    fn on_remove(&mut self, _: &Board, _: Point, _: Color) {}
}

impl Leaf for Constant {
    fn begin(&mut self, _: &Board) {}

    #[inline]
    fn value(&mut self, _: &mut Board, _: &mut Xoshiro256PlusPlus) -> ByColor<f64> {
        both(self.0)
    }
}

//! Tree shape control (O. I. and O. O. Marchenko 2017, *Monte-Carlo Tree Search with Tree Shape Control*), which Cao and
//! Lin name in their outlook (2019, section VI).
//!
//! ```text
//! depth   mean depth of the leaves of the last `INTERVAL` iterations, in plies
//! depth < wanted     the tree is wider than wanted:  k1 <- k1 (1 - STEP)
//! depth > wanted     the tree is narrower:           k1 <- k1 (1 + STEP)
//! ```
//!
//! The idea is theirs: the search looks at the shape of its own tree and corrects it towards a wanted one by a criterion of
//! depth and width, without giving up the asymmetric growth of MCTS. We had no more than its abstract, so the controller is
//! ours: the shape is the depth of the leaves, since a tree of given size is the wider the less deep it is, and the
//! parameter that changes is the exploration constant.

/// Iterations between two corrections.
const INTERVAL: u32 = 100;
/// The relative size of a correction.
const STEP: f64 = 0.05;
/// How far the constant may move from where it starts, as a factor.
const MAX_FACTOR: f64 = 30.0;

/// Controls the exploration constant of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeShapeControl {
    wanted_depth: f64,
    /// Multiplies the exploration constant.
    factor: f64,
    iterations: u32,
    total_depth: u64,
}

impl TreeShapeControl {
    /// Leaves at this depth are wanted, in plies.
    pub(crate) fn new(wanted_depth: f64) -> TreeShapeControl {
        TreeShapeControl {
            wanted_depth,
            factor: 1.0,
            iterations: 0,
            total_depth: 0,
        }
    }

    /// What the exploration constant is multiplied by.
    #[inline]
    pub(crate) fn factor(&self) -> f64 {
        self.factor
    }

    /// Counts an iteration that ended at this depth.
    #[inline]
    pub(crate) fn add(&mut self, depth: usize) {
        self.iterations += 1;
        self.total_depth += depth as u64;
        if self.iterations == INTERVAL {
            self.correct();
        }
    }

    fn correct(&mut self) {
        let depth = self.total_depth as f64 / f64::from(INTERVAL);
        let change = if depth < self.wanted_depth {
            1.0 - STEP
        } else {
            1.0 + STEP
        };
        self.factor = (self.factor * change).clamp(1.0 / MAX_FACTOR, MAX_FACTOR);
        (self.iterations, self.total_depth) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shallow_leaves_lower_the_constant_and_deep_ones_raise_it() {
        let mut control = TreeShapeControl::new(4.0);
        for _ in 0..99 {
            control.add(2);
        }
        assert_eq!(control.factor(), 1.0);
        control.add(2);
        assert!((control.factor() - 0.95).abs() < 1e-12);
        // A mean of 5 over the next interval: 0.95 * 1.05.
        for index in 0..100 {
            control.add(4 + 2 * (index % 2));
        }
        assert!((control.factor() - 0.9975).abs() < 1e-12);
        for _ in 0..100_000 {
            control.add(0);
        }
        assert!((control.factor() - 1.0 / MAX_FACTOR).abs() < 1e-12);
    }
}

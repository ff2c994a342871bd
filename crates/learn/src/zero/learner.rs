//! The interface of a learner. It needs no tensor framework, so neither do the training loop and its tests.

use nets::Residual;

use super::lesson::Lesson;

/// A network that is being trained, with everything that its next step depends on.
pub trait Learner {
    /// One step of gradient descent on the mean loss of the batch, all of boards of one size. Says how large the loss was
    /// before the step.
    fn step(&mut self, batch: &[Lesson]) -> Loss;

    /// Steps so far.
    fn steps(&self) -> u64;

    /// The network as it would play now.
    fn network(&self) -> Residual;

    /// All that the next step depends on: weights, running statistics, the optimiser's memory, the number of steps.
    fn save(&self) -> Vec<u8>;

    /// Becomes the learner that was saved: its next steps are the same.
    ///
    /// # Errors
    /// When the bytes are not what a learner of this kind and shape has saved. The learner is then as it was.
    fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError>;
}

/// Why bytes are no learner.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Something else altogether, or of another version.
    #[error("this is no saved learner: it begins with {0:?}")]
    Title(String),
    /// Another network, another optimiser.
    #[error("the saved learner is {found:?}, this one is {wanted:?}")]
    Other {
        /// What was saved.
        found: String,
        /// What is to be loaded.
        wanted: String,
    },
    /// Cut off, too long, or changed.
    #[error("the saved learner is damaged: {0}")]
    Damaged(String),
}

/// How far the network is from its lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross entropy of the policies, `-mean(pi . log p)`, in nats.
    pub policy: f32,
    /// Mean square error of the values, `mean((v - z)²)`.
    pub value: f32,
}

impl Loss {
    /// What the steps make smaller, beside the weights.
    pub fn total(&self) -> f32 {
        self.policy + self.value
    }
}

/// How large the steps are.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The learning rate at first.
    pub rate: f64,
    /// After these many steps the rate is multiplied by [`Schedule::factor`].
    pub drops: Vec<u64>,
    /// See [`Schedule::drops`].
    pub factor: f64,
    /// The rate grows evenly from zero over this many first steps.
    pub warm_up: u64,
    /// Weights are drawn to zero by this much, times the rate, in each step.
    pub weight_decay: f64,
}

impl Schedule {
    /// The slides': Adam at 0.01, a tenth of it after 1,500 and again after 2,500 steps.
    pub fn slides() -> Schedule {
        Schedule {
            rate: 0.01,
            drops: vec![1500, 2500],
            factor: 0.1,
            warm_up: 0,
            weight_decay: 1e-4,
        }
    }

    /// The rate of the step after this many.
    pub fn rate_after(&self, steps: u64) -> f64 {
        let drops = self.drops.iter().filter(|&&drop| drop <= steps).count();
        let warmth = if steps < self.warm_up {
            (steps + 1) as f64 / self.warm_up as f64
        } else {
            1.0
        };
        self.rate * warmth * self.factor.powi(drops as i32)
    }
}

impl Default for Schedule {
    /// For runs of ten thousand steps and more.
    fn default() -> Schedule {
        Schedule {
            rate: 0.002,
            drops: Vec::new(),
            factor: 0.1,
            warm_up: 50,
            weight_decay: 1e-4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_and_drop() {
        let slides = Schedule::slides();
        for (steps, rate) in [(0, 0.01), (1499, 0.01), (1500, 0.001), (2500, 0.0001)] {
            assert!((slides.rate_after(steps) - rate).abs() < 1e-9, "{steps}");
        }
        let warm = Schedule {
            rate: 1.0,
            warm_up: 4,
            ..Schedule::default()
        };
        let first = [0, 1, 2, 3, 4].map(|steps| warm.rate_after(steps));
        assert_eq!(first, [0.25, 0.5, 0.75, 1.0, 1.0]);
    }
}

//! The learner: a network in training. It needs no tensor framework, so neither do the training loop and its tests.

use nets::Residual;

use super::sample::Sample;

/// A network in training, with everything that its next step depends on.
pub trait Learner {
    /// One gradient step on the mean loss of the batch, whose boards have one size. Returns the loss before the step.
    fn step(&mut self, batch: &[Sample]) -> Loss;

    /// Steps taken.
    fn steps(&self) -> u64;

    /// The current network, ready for inference.
    fn network(&self) -> Residual;

    /// Serializes everything the next step depends on: weights, running statistics, optimizer moments, step count.
    fn save(&self) -> Vec<u8>;

    /// Restores a saved learner: its next steps are the same.
    ///
    /// # Errors
    /// If the bytes were not saved by a learner of this kind and shape. The learner is then unchanged.
    fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError>;
}

/// Why a learner could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Another file format or version.
    #[error("not a saved learner: it begins with {0:?}")]
    Title(String),
    /// Another network or optimizer.
    #[error("the saved learner is {found:?}, expected {expected:?}")]
    Mismatch {
        /// The saved one.
        found: String,
        /// The one to load into.
        expected: String,
    },
    /// Truncated or corrupt.
    #[error("the saved learner is damaged: {0}")]
    Damaged(String),
}

/// The mean loss of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross-entropy of the policy, `-mean(pi . log p)`, in nats.
    pub policy: f32,
    /// Mean squared error of the value, `mean((v - z)²)`.
    pub value: f32,
}

/// Learning-rate schedule and weight decay.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizerConfig {
    /// Initial learning rate.
    pub learning_rate: f64,
    /// At each of these steps the learning rate is multiplied by `gamma`.
    pub milestones: Vec<u64>,
    /// Factor at each milestone.
    pub gamma: f64,
    /// Steps of linear warm-up.
    pub warmup_steps: u64,
    /// Decoupled weight decay of AdamW.
    pub weight_decay: f64,
}

impl OptimizerConfig {
    /// The slides: 0.01, a tenth of it from step 1,500 on, a hundredth from step 2,500 on.
    pub fn slides() -> OptimizerConfig {
        OptimizerConfig {
            learning_rate: 0.01,
            milestones: vec![1500, 2500],
            gamma: 0.1,
            warmup_steps: 0,
            weight_decay: 1e-4,
        }
    }

    /// The learning rate of a step, counted from 0.
    pub fn learning_rate_at(&self, step: u64) -> f64 {
        let passed = self.milestones.iter().filter(|&&at| at <= step).count();
        let warmup = if step < self.warmup_steps {
            (step + 1) as f64 / self.warmup_steps as f64
        } else {
            1.0
        };
        self.learning_rate * warmup * self.gamma.powi(passed as i32)
    }
}

impl Default for OptimizerConfig {
    /// For runs of ten thousand steps and more.
    fn default() -> OptimizerConfig {
        OptimizerConfig {
            learning_rate: 0.002,
            milestones: Vec::new(),
            gamma: 0.1,
            warmup_steps: 50,
            weight_decay: 1e-4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_warms_up_and_drops_at_milestones() {
        let slides = OptimizerConfig::slides();
        for (step, rate) in [(0, 0.01), (1499, 0.01), (1500, 0.001), (2500, 0.0001)] {
            assert!(
                (slides.learning_rate_at(step) - rate).abs() < 1e-9,
                "{step}"
            );
        }
        let warmup = OptimizerConfig {
            learning_rate: 1.0,
            warmup_steps: 4,
            ..OptimizerConfig::default()
        };
        let first = [0, 1, 2, 3, 4].map(|step| warmup.learning_rate_at(step));
        assert_eq!(first, [0.25, 0.5, 0.75, 1.0, 1.0]);
    }
}

//! A [`Learner`] on the tensor framework `burn`.
//!
//! ```text
//! loss = mean((v - z)²) - mean(pi . log p)
//! ```
//!
//! minimized by AdamW. Batch normalization (Ioffe and Szegedy 2015) follows every convolution but the last. Training uses
//! the statistics of the batch; the exported network has the running statistics folded into its convolutions. The policy
//! is a softmax over the empty points, as in the search.
//!
//! The device is the framework's default: the CPU, or a GPU if the program was built with such a backend
//! (`--features burn/wgpu`).

use std::sync::Arc;

use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::store::ModuleRecord;
use burn::tensor::activation::log_softmax;
use burn::tensor::{Bytes, Device, Tensor, TensorData};
use learn::zero::learner::LoadError;
use learn::zero::{Learner, Loss, OptimizerConfig, Sample};
use nets::Residual;
use nets::residual::{Input, PolicyValue, Shape};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::model::{Model, planes, to_vec};
use crate::state::LearnerState;

/// Added to the logit of an occupied point.
const MASKED: f32 = -1e9;

/// A network in training.
pub struct BurnLearner {
    shape: Shape,
    config: OptimizerConfig,
    device: Device,
    model: Model,
    optimizer: ModuleOptimizer,
    steps: u64,
    pool: Arc<ThreadPool>,
}

impl std::fmt::Debug for BurnLearner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BurnLearner")
            .field("shape", &self.shape)
            .field("config", &self.config)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl BurnLearner {
    /// Starts from the weights of a network, such as [`Residual::random`], and computes on `threads` threads.
    ///
    /// # Panics
    /// If the system cannot create the threads.
    pub fn new(network: &Residual, config: OptimizerConfig, threads: usize) -> BurnLearner {
        let device = Device::default().autodiff();
        let decay = config.weight_decay as f32;
        let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        BurnLearner {
            shape: network.shape(),
            config,
            model: Model::new(network, &device),
            device,
            optimizer: AdamWConfig::new().with_weight_decay(decay).init(),
            steps: 0,
            pool: Arc::new(pool.expect("the system can create threads")),
        }
    }

    /// Inference by the framework, with the running statistics. Tests compare [`nets`]' inference with it.
    ///
    /// # Panics
    /// If the boards differ in size.
    pub fn evaluate(&self, inputs: &[Input]) -> Vec<PolicyValue> {
        let Some(first) = inputs.first() else {
            return Vec::new();
        };
        let area = first.size().area();
        self.pool.install(|| {
            let device = self.device.clone().without_autodiff();
            let (logits, values) = self.model.valid().forward(planes(inputs.iter(), &device));
            let logits = to_vec(logits);
            let values = to_vec(values);
            let outputs = logits.chunks_exact(area).zip(values);
            outputs
                .map(|(logits, value)| PolicyValue {
                    policy: logits.to_vec(),
                    value,
                })
                .collect()
        })
    }

    /// What a saved state must agree in to be loaded.
    fn identity(&self) -> String {
        let Shape {
            blocks,
            channels,
            policy_channels,
            value_channels,
            value_hidden,
        } = self.shape;
        format!(
            "{blocks}x{channels} policy={policy_channels} value={value_channels} hidden={value_hidden} burn=0.22.1 adamw"
        )
    }

    fn compute_step(&mut self, batch: &[Sample]) -> Loss {
        let count = batch.len();
        let area = batch[0].input.size().area();
        let mut policies = vec![0.0_f32; count * area];
        let mut mask = vec![0.0_f32; count * area];
        for (index, sample) in batch.iter().enumerate() {
            for &(point, probability) in &sample.policy {
                policies[index * area + usize::from(point)] = probability;
            }
            for point in 0..area {
                if sample.input.is_occupied(point as u16) {
                    mask[index * area + point] = MASKED;
                }
            }
        }
        let outcomes = batch.iter().map(|sample| sample.value).collect();
        let matrix = |data, columns| {
            Tensor::<2>::from_data(TensorData::new(data, [count, columns]), &self.device)
        };
        let (policies, mask, outcomes) = (
            matrix(policies, area),
            matrix(mask, area),
            matrix(outcomes, 1),
        );

        let inputs = batch.iter().map(|sample| &sample.input);
        let (logits, values) = self.model.forward(planes(inputs, &self.device));
        let log_probs = log_softmax(logits + mask, 1);
        let policy_loss = (log_probs * policies).sum().neg().div_scalar(count as f32);
        let error = values - outcomes;
        let value_loss = (error.clone() * error).mean();
        let loss = Loss {
            policy: to_vec(policy_loss.clone())[0],
            value: to_vec(value_loss.clone())[0],
        };
        let gradients = (policy_loss + value_loss).backward();
        let gradients = GradientsParams::from_grads(gradients, &self.model);
        let rate = self.config.learning_rate_at(self.steps);
        self.model = self.optimizer.step(rate, self.model.clone(), gradients);
        // The framework keeps running statistics per thread, and the next step may run on another thread: this merges them.
        let _ = self.model.valid();
        self.steps += 1;
        loss
    }
}

impl Learner for BurnLearner {
    fn step(&mut self, batch: &[Sample]) -> Loss {
        if batch.is_empty() {
            return Loss::default();
        }
        // The framework uses the rayon pool it is called from.
        let pool = Arc::clone(&self.pool);
        pool.install(|| self.compute_step(batch))
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn network(&self) -> Residual {
        self.model.export(self.shape)
    }

    fn save(&self) -> Vec<u8> {
        let weights = self.model.clone().into_record().into_bytes();
        let moments = self.optimizer.into_bytes();
        LearnerState {
            identity: self.identity(),
            steps: self.steps,
            parts: [weights, moments]
                .map(|bytes| bytes.expect("tensors serialize to memory").to_vec()),
        }
        .to_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        let state = LearnerState::from_bytes(bytes, &self.identity())?;
        let damaged = |error: &dyn std::fmt::Display| LoadError::Damaged(error.to_string());
        let [weights, moments] = state.parts.map(Bytes::from_bytes_vec);
        let record = ModuleRecord::from_bytes(weights).map_err(|error| damaged(&error))?;
        let optimizer = self.optimizer.clone().from_bytes(moments);
        let optimizer = optimizer.map_err(|error| damaged(&error))?;
        let model = self.model.clone().try_load_record(record);
        self.model = model.map_err(|error| damaged(&error))?;
        self.optimizer = optimizer;
        self.steps = state.steps;
        Ok(())
    }
}

//! A [`Learner`] on the tensor framework `burn`, behind the feature `framework` because that takes ten minutes to compile.
//!
//! ```text
//! loss = mean((v - z)²) - mean(pi . log p)
//! ```
//!
//! minimised by AdamW. Each convolution but the last is followed by batch normalisation (Ioffe and Szegedy 2015) with the
//! statistics of the batch; the network that plays has the running statistics folded into its convolutions. The policy
//! is over the empty points, as the search sees it.
//!
//! The framework's device is its default one: the processor, or a GPU if the program was built with such a backend
//! (`--features framework,burn/wgpu`).

use std::sync::Arc;

use burn::module::{Module, Param, RunningState};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{BatchNorm, BatchNormConfig, Linear, LinearConfig, PaddingConfig2d};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::store::ModuleRecord;
use burn::tensor::activation::{log_softmax, relu, tanh};
use burn::tensor::{Bytes, Device, Tensor, TensorData};
use nets::Residual;
use nets::residual::{Answer, Convolution, Dense, Question, Shape};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::learner::{Learner, LoadError, Loss, Schedule};
use super::lesson::Lesson;
use super::saved::Saved;

/// Added to the logit of an occupied point.
const NEVER: f32 = -1e9;

/// A network in training.
pub struct BurnLearner {
    shape: Shape,
    schedule: Schedule,
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
            .field("schedule", &self.schedule)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl BurnLearner {
    /// Begins with the weights of a network, such as [`Residual::random`], and computes on so many threads.
    ///
    /// # Panics
    /// When the system has no threads left.
    pub fn new(network: &Residual, schedule: Schedule, threads: usize) -> BurnLearner {
        let device = Device::default().autodiff();
        let decay = schedule.weight_decay as f32;
        let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        BurnLearner {
            shape: network.shape(),
            schedule,
            model: Model::new(network, &device),
            device,
            optimizer: AdamWConfig::new().with_weight_decay(decay).init(),
            steps: 0,
            pool: Arc::new(pool.expect("the system gives threads")),
        }
    }

    /// What the network answers as the framework computes it, with its running statistics: the oracle of the fast path.
    ///
    /// # Panics
    /// When the questions are not about boards of one size.
    pub fn answer(&self, questions: &[Question]) -> Vec<Answer> {
        let Some(first) = questions.first() else {
            return Vec::new();
        };
        let area = first.size().area();
        self.pool.install(|| {
            let device = self.device.clone().without_autodiff();
            let (logits, values) = self
                .model
                .valid()
                .forward(planes(questions.iter(), &device));
            let logits = numbers(logits);
            let values = numbers(values);
            let answers = logits.chunks_exact(area).zip(values);
            answers
                .map(|(logits, value)| Answer {
                    policy: logits.to_vec(),
                    value,
                })
                .collect()
        })
    }

    /// What a saved learner must agree in.
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

    fn compute_step(&mut self, batch: &[Lesson]) -> Loss {
        let count = batch.len();
        let area = batch[0].question.size().area();
        let mut policies = vec![0.0_f32; count * area];
        let mut mask = vec![0.0_f32; count * area];
        for (index, lesson) in batch.iter().enumerate() {
            for &(number, share) in &lesson.policy {
                policies[index * area + usize::from(number)] = share;
            }
            for number in 0..area {
                if lesson.question.is_occupied(number as u16) {
                    mask[index * area + number] = NEVER;
                }
            }
        }
        let outcomes = batch.iter().map(|lesson| lesson.value).collect();
        let matrix = |data, columns| {
            Tensor::<2>::from_data(TensorData::new(data, [count, columns]), &self.device)
        };
        let (policies, mask, outcomes) = (
            matrix(policies, area),
            matrix(mask, area),
            matrix(outcomes, 1),
        );

        let questions = batch.iter().map(|lesson| &lesson.question);
        let (logits, values) = self.model.forward(planes(questions, &self.device));
        let likely = log_softmax(logits + mask, 1);
        let policy_loss = (likely * policies).sum().neg().div_scalar(count as f32);
        let error = values - outcomes;
        let value_loss = (error.clone() * error).mean();
        let loss = Loss {
            policy: numbers(policy_loss.clone())[0],
            value: numbers(value_loss.clone())[0],
        };
        let gradients = (policy_loss + value_loss).backward();
        let gradients = GradientsParams::from_grads(gradients, &self.model);
        let rate = self.schedule.rate_after(self.steps);
        self.model = self.optimizer.step(rate, self.model.clone(), gradients);
        // The framework keeps running statistics apart for each thread, and the next step may run on another one: this
        // brings them together.
        let _ = self.model.valid();
        self.steps += 1;
        loss
    }
}

impl Learner for BurnLearner {
    fn step(&mut self, batch: &[Lesson]) -> Loss {
        if batch.is_empty() {
            return Loss::default();
        }
        // The framework takes as many threads as the pool that it is called from.
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
        Saved {
            identity: self.identity(),
            steps: self.steps,
            parts: [weights, moments]
                .map(|bytes| bytes.expect("tensors can be written to memory").to_vec()),
        }
        .to_bytes()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        let saved = Saved::from_bytes(bytes, &self.identity())?;
        let damaged = |error: &dyn std::fmt::Display| LoadError::Damaged(error.to_string());
        let [weights, moments] = saved.parts.map(Bytes::from_bytes_vec);
        let record = ModuleRecord::from_bytes(weights).map_err(|error| damaged(&error))?;
        let optimizer = self.optimizer.clone().from_bytes(moments);
        let optimizer = optimizer.map_err(|error| damaged(&error))?;
        let model = self.model.clone().try_load_record(record);
        self.model = model.map_err(|error| damaged(&error))?;
        self.optimizer = optimizer;
        self.steps = saved.steps;
        Ok(())
    }
}

/// The network of `nets::residual` as the framework sees it.
#[derive(Module, Debug)]
struct Model {
    stem: Normalized,
    tower: Vec<Block>,
    policy: Normalized,
    logit: Conv2d,
    value: Normalized,
    hidden: Linear,
    outcome: Linear,
}

/// Two convolutions and the way around them.
#[derive(Module, Debug)]
struct Block {
    first: Normalized,
    second: Normalized,
}

/// A convolution without bias and what normalises it.
#[derive(Module, Debug)]
struct Normalized {
    convolution: Conv2d,
    norm: BatchNorm,
}

impl Model {
    fn new(network: &Residual, device: &Device) -> Model {
        let block = |[first, second]: &[Convolution; 2]| Block {
            first: Normalized::new(first, device),
            second: Normalized::new(second, device),
        };
        Model {
            stem: Normalized::new(&network.stem, device),
            tower: network.tower.iter().map(block).collect(),
            policy: Normalized::new(&network.policy, device),
            logit: convolution(&network.logit, true, device),
            value: Normalized::new(&network.value, device),
            hidden: linear(&network.hidden, device),
            outcome: linear(&network.outcome, device),
        }
    }

    /// Logits of all points and values of all boards.
    fn forward(&self, planes: Tensor<4>) -> (Tensor<2>, Tensor<2>) {
        let [count, _, side, _] = planes.dims();
        let mut tower = relu(self.stem.forward(planes));
        for block in &self.tower {
            let inner = relu(block.first.forward(tower.clone()));
            tower = relu(tower + block.second.forward(inner));
        }
        let policy = relu(self.policy.forward(tower.clone()));
        let logits = self.logit.forward(policy).reshape([count, side * side]);
        let value = relu(self.value.forward(tower));
        let [_, channels, _, _] = value.dims();
        let value = value.reshape([count, channels, side * side]);
        let means = value.clone().mean_dim(2).reshape([count, channels]);
        let maxima = value.max_dim(2).reshape([count, channels]);
        let hidden = relu(self.hidden.forward(Tensor::cat(vec![means, maxima], 1)));
        (logits, tanh(self.outcome.forward(hidden)))
    }

    fn export(&self, shape: Shape) -> Residual {
        let model = self.valid();
        let mut network = Residual::zero(shape);
        model.stem.fold(&mut network.stem);
        for (block, [first, second]) in model.tower.iter().zip(&mut network.tower) {
            block.first.fold(first);
            block.second.fold(second);
        }
        model.policy.fold(&mut network.policy);
        model.value.fold(&mut network.value);
        network.logit.weights = numbers(model.logit.weight.val());
        network.logit.bias = bias(model.logit.bias.as_ref());
        for (layer, into) in [
            (&model.hidden, &mut network.hidden),
            (&model.outcome, &mut network.outcome),
        ] {
            into.weights = numbers(layer.weight.val().transpose());
            into.bias = bias(layer.bias.as_ref());
        }
        network
    }
}

impl Normalized {
    /// Statistics that change nothing, and the layer's bias where the normalisation has its own.
    fn new(layer: &Convolution, device: &Device) -> Normalized {
        let mut norm = BatchNormConfig::new(layer.outputs).init(device);
        norm.beta = vector(&layer.bias, device);
        let variance = vec![1.0 - norm.epsilon as f32; layer.outputs];
        norm.running_var = RunningState::new(Tensor::from_data(
            TensorData::new(variance, [layer.outputs]),
            device,
        ));
        Normalized {
            convolution: convolution(layer, false, device),
            norm,
        }
    }

    fn forward(&self, input: Tensor<4>) -> Tensor<4> {
        self.norm.forward(self.convolution.forward(input))
    }

    /// `gamma · (w x - mean) / deviation + beta` is a convolution with other weights and a bias.
    fn fold(&self, into: &mut Convolution) {
        let gamma = numbers(self.norm.gamma.val());
        let beta = numbers(self.norm.beta.val());
        let mean = numbers(self.norm.running_mean.value());
        let variance = numbers(self.norm.running_var.value());
        into.weights = numbers(self.convolution.weight.val());
        let length = into.weights.len() / into.outputs;
        for (output, weights) in into.weights.chunks_exact_mut(length).enumerate() {
            let deviation = (f64::from(variance[output]) + self.norm.epsilon).sqrt();
            let scale = (f64::from(gamma[output]) / deviation) as f32;
            for weight in weights {
                *weight *= scale;
            }
            into.bias[output] = beta[output] - mean[output] * scale;
        }
    }
}

fn convolution(layer: &Convolution, has_bias: bool, device: &Device) -> Conv2d {
    let Convolution {
        inputs,
        outputs,
        side,
        ..
    } = *layer;
    let reach = side / 2;
    let mut made = Conv2dConfig::new([inputs, outputs], [side, side])
        .with_padding(PaddingConfig2d::Explicit(reach, reach, reach, reach))
        .with_bias(has_bias)
        .init(device);
    let weights = TensorData::new(layer.weights.clone(), [outputs, inputs, side, side]);
    made.weight = Param::from_data(weights, device);
    made.bias = has_bias.then(|| vector(&layer.bias, device));
    made
}

/// The framework's weights are input by output.
fn linear(layer: &Dense, device: &Device) -> Linear {
    let mut made = LinearConfig::new(layer.inputs, layer.outputs).init(device);
    let weights = TensorData::new(layer.weights.clone(), [layer.outputs, layer.inputs]);
    let weights = Tensor::<2>::from_data(weights, &device.clone().without_autodiff());
    let turned = TensorData::new(numbers(weights.transpose()), [layer.inputs, layer.outputs]);
    made.weight = Param::from_data(turned, device);
    made.bias = Some(vector(&layer.bias, device));
    made
}

fn vector(numbers: &[f32], device: &Device) -> Param<Tensor<1>> {
    Param::from_data(TensorData::new(numbers.to_vec(), [numbers.len()]), device)
}

fn planes<'a>(
    questions: impl ExactSizeIterator<Item = &'a Question>,
    device: &Device,
) -> Tensor<4> {
    let count = questions.len();
    let mut side = 0;
    let mut data = Vec::new();
    for question in questions {
        assert!(
            side == 0 || side == usize::from(question.size().get()),
            "boards of one size"
        );
        side = usize::from(question.size().get());
        data.extend(question.planes());
    }
    let data = TensorData::new(data, [count, Question::PLANES, side, side]);
    Tensor::from_data(data, device)
}

fn bias(bias: Option<&Param<Tensor<1>>>) -> Vec<f32> {
    bias.map(|bias| numbers(bias.val())).unwrap_or_default()
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .into_data()
        .try_to_vec()
        .expect("the tensors hold 32-bit floats")
}

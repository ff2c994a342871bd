//! A training in a folder: checkpoints, learning curve, the network, and a record of how it was made.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use arena::atomic_file;
use arena::plot::{Plot, Series};
use engine::Evaluation;
use gomoku::StopFlag;
use nets::line_net::to_bytes;

use super::checkpoint::{Checkpoint, CheckpointError};
use super::gradient::Loss;
use super::quantize::quantize;
use super::trainer::{EpochOrder, TrainConfig, Trainer};
use crate::data::dataset::{Dataset, Location};

/// Held-out positions that are measured, at most.
const MAX_HELD_OUT: usize = 20_000;
/// Reports of an epoch.
const REPORTS_PER_EPOCH: u64 = 5;
/// Steps between two looks at the stop flag.
const SLICE: u64 = 200;

/// One report of a training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Steps taken.
    pub step: u64,
    /// Mean training loss of the value since the last report.
    pub training_value: f64,
    /// Mean training loss of the policy.
    pub training_policy: f64,
    /// Held-out loss of the value.
    pub value: f64,
    /// Held-out loss of the policy.
    pub policy: f64,
    /// Share of held-out positions whose best move the policy ranks first.
    pub best_moves: f64,
}

const CSV_HEADER: &str = "step,training_value,training_policy,value,policy,best_moves";

impl Metrics {
    fn new(step: u64, training: Loss, held_out: Loss) -> Metrics {
        // As in the file, so that a resumed run plots the same curve.
        let mean = |sum: f64, count: u64| (sum / count.max(1) as f64 * 1e6).round() / 1e6;
        Metrics {
            step,
            training_value: mean(training.value, training.samples),
            training_policy: mean(training.policy, training.policy_samples),
            value: mean(held_out.value, held_out.samples),
            policy: mean(held_out.policy, held_out.policy_samples),
            best_moves: mean(held_out.best_moves as f64, held_out.policy_samples),
        }
    }

    pub(super) fn to_csv(self) -> String {
        format!(
            "{},{:.6},{:.6},{:.6},{:.6},{:.6}",
            self.step,
            self.training_value,
            self.training_policy,
            self.value,
            self.policy,
            self.best_moves
        )
    }

    pub(super) fn from_csv(row: &str) -> Option<Metrics> {
        let mut fields = row.split(',');
        let step = fields.next()?.parse().ok()?;
        let mut number = || fields.next()?.parse().ok();
        Some(Metrics {
            step,
            training_value: number()?,
            training_policy: number()?,
            value: number()?,
            policy: number()?,
            best_moves: number()?,
        })
    }
}

/// A training and where it is written.
#[derive(Clone, Debug)]
pub struct NetworkRun {
    /// What decides it.
    pub config: TrainConfig,
    /// The folder.
    pub out: PathBuf,
    /// The command, for the record.
    pub command: String,
}

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkSummary {
    /// Is it complete?
    pub is_complete: bool,
    /// The last report.
    pub metrics: Option<Metrics>,
    /// Held-out losses of the value as the engine computes it: of the network, and of the shipped evaluation.
    pub engine_values: [f64; 2],
}

impl NetworkRun {
    /// Trains until the end or until the flag is raised; goes on from the checkpoint in the folder.
    ///
    /// # Errors
    /// If the folder cannot be written or belongs to another training.
    pub fn run(
        &self,
        dataset: &Dataset,
        stop: &StopFlag,
        mut report: impl FnMut(&Metrics, f64),
    ) -> Result<NetworkSummary, CheckpointError> {
        fs::create_dir_all(&self.out)?;
        let positions = dataset.training.len();
        let path = self.out.join("checkpoint");
        let mut state =
            Checkpoint::read(&path, &self.config, positions)?.unwrap_or_else(|| Checkpoint {
                trainer: Trainer::new(self.config),
                metrics: Vec::new(),
            });
        let held_out = some_of(&dataset.held_out);
        let steps = state.trainer.total_steps(positions);
        let interval = (steps / (self.config.epochs * REPORTS_PER_EPOCH)).max(1);
        let mut order = EpochOrder::default();
        while state.trainer.optimizer.steps < steps && !stop.is_raised() {
            // A report that was interrupted is begun again: the checkpoint is that of the report before.
            let first = state.trainer.optimizer.steps;
            let until = (first / interval * interval + interval).min(steps);
            let begin = Instant::now();
            let mut training = Loss::default();
            while state.trainer.optimizer.steps < until {
                if stop.is_raised() {
                    return Ok(self.summary(&state, dataset, &held_out, steps));
                }
                let slice = (state.trainer.optimizer.steps + SLICE).min(until);
                training += state.trainer.train(dataset, &mut order, slice);
            }
            let speed = training.samples as f64 / begin.elapsed().as_secs_f64();
            let loss = state.trainer.measure(dataset, &held_out);
            let metrics = Metrics::new(until, training, loss);
            state.metrics.push(metrics);
            report(&metrics, speed);
            state.write(&path, positions)?;
            self.write_results(&state, dataset)?;
        }
        Ok(self.summary(&state, dataset, &held_out, steps))
    }

    fn summary(
        &self,
        state: &Checkpoint,
        dataset: &Dataset,
        held_out: &[Location],
        steps: u64,
    ) -> NetworkSummary {
        let trainer = &state.trainer;
        let evaluations = [trainer.network(), Evaluation::of(self.config.rule)];
        NetworkSummary {
            is_complete: trainer.optimizer.steps >= steps,
            metrics: state.metrics.last().copied(),
            engine_values: evaluations
                .map(|evaluation| trainer.measure_evaluation(&evaluation, dataset, held_out)),
        }
    }

    fn write_results(&self, state: &Checkpoint, dataset: &Dataset) -> Result<(), CheckpointError> {
        let weights = to_bytes(self.config.rule, &quantize(&state.trainer.params));
        atomic_file::write(&self.out.join("network.weights"), weights)?;
        let rows = state.metrics.iter().map(|metrics| metrics.to_csv() + "\n");
        let csv = format!("{CSV_HEADER}\n{}", rows.collect::<String>());
        atomic_file::write(&self.out.join("curve.csv"), csv)?;
        atomic_file::write(&self.out.join("curve.svg"), plot(&state.metrics).to_svg())?;
        let record = format!(
            "{}\n{} training positions, {} held out\nheld-out loss: {}\n",
            self.command,
            dataset.training.len(),
            dataset.held_out.len(),
            state
                .metrics
                .last()
                .map_or_else(String::new, |last| format!(
                    "value {:.4}, policy {:.4}, best move first in {:.1} %, after {} steps",
                    last.value,
                    last.policy,
                    100.0 * last.best_moves,
                    last.step
                )),
        );
        atomic_file::write(&self.out.join("record.txt"), record)?;
        Ok(())
    }
}

/// At most [`MAX_HELD_OUT`] positions, evenly spread.
fn some_of(held_out: &[Location]) -> Vec<Location> {
    let stride = held_out.len().div_ceil(MAX_HELD_OUT).max(1);
    held_out.iter().step_by(stride).copied().collect()
}

fn plot(metrics: &[Metrics]) -> Plot {
    let series = |name: &str, color: usize, value: fn(&Metrics) -> f64| Series {
        name: name.to_owned(),
        color,
        points: metrics
            .iter()
            .map(|metrics| (metrics.step as f64, value(metrics)))
            .collect(),
        ..Series::default()
    };
    Plot {
        name: "curve".to_owned(),
        title: "Training of the line network".to_owned(),
        x_label: "steps".to_owned(),
        y_label: "value loss".to_owned(),
        series: vec![
            series("held out", 0, |metrics| metrics.value),
            series("training", 1, |metrics| metrics.training_value),
        ],
        ..Plot::default()
    }
}

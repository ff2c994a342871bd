//! The state of a training as a file.
//!
//! ```text
//! tengen network training 1
//! config …                     what decides the training
//! positions 1234567            training positions
//! steps 20000
//! metrics …                    a line for each report
//! parameters 219904            followed by the parameters and both moments as little-endian 32-bit floats
//! ```

use std::io;
use std::path::Path;

use arena::{atomic_file, bounded_file};

use super::adamw::AdamW;
use super::params::{CHUNK, Chunk, Params};
use super::trainer::{TrainConfig, Trainer};
use super::training_run::Metrics;

const TITLE: &str = "tengen network training 1";
/// More than any checkpoint has.
const MAX_BYTES: u64 = 64 << 20;

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is damaged or of another kind.
    #[error("not the checkpoint of a network training: {0}")]
    Format(&'static str),
    /// It belongs to another training.
    #[error("the folder belongs to another training ({0}); use another folder")]
    Other(String),
}

/// A training with what it has reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The training.
    pub trainer: Trainer,
    /// Its reports.
    pub metrics: Vec<Metrics>,
}

/// What decides a training, as a line of text.
fn config_line(config: &TrainConfig) -> String {
    format!(
        "config rule {} epochs {} batch {} learning-rate {} weight-decay {} policy {} result {} seed {}",
        config.rule.name(),
        config.epochs,
        config.batch_size,
        config.learning_rate,
        config.weight_decay,
        config.policy_share,
        config.result_share,
        config.seed
    )
}

impl Checkpoint {
    /// Writes the file as a whole.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, path: &Path, positions: usize) -> io::Result<()> {
        let Trainer {
            config,
            params,
            optimizer,
        } = &self.trainer;
        let mut header = format!(
            "{TITLE}\n{}\npositions {positions}\nsteps {}\n",
            config_line(config),
            optimizer.steps
        );
        for metrics in &self.metrics {
            header += &format!("metrics {}\n", metrics.to_csv());
        }
        header += &format!("parameters {}\n", params.chunks.len() * CHUNK);
        let mut bytes = header.into_bytes();
        for part in [&params.chunks, &optimizer.means, &optimizer.squares] {
            bytes.extend(
                part.as_flattened()
                    .iter()
                    .flat_map(|value| value.to_le_bytes()),
            );
        }
        atomic_file::write_durably(path, bytes)
    }

    /// Reads the checkpoint of this training; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or belongs to another training.
    pub fn read(
        path: &Path,
        config: &TrainConfig,
        positions: usize,
    ) -> Result<Option<Checkpoint>, CheckpointError> {
        let bytes = match bounded_file::read(path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let mut rest = &bytes[..];
        let mut line = || -> Option<String> {
            let end = rest.iter().take(4096).position(|&byte| byte == b'\n')?;
            let text = std::str::from_utf8(&rest[..end]).ok()?.to_owned();
            rest = &rest[end + 1..];
            Some(text)
        };
        if line().as_deref() != Some(TITLE) {
            return Err(CheckpointError::Format("its first line is another one"));
        }
        let format = || CheckpointError::Format("a line of its header is missing");
        let other = line().ok_or_else(format)?;
        if other != config_line(config) {
            return Err(CheckpointError::Other(other));
        }
        let other = line().ok_or_else(format)?;
        if other != format!("positions {positions}") {
            return Err(CheckpointError::Other(format!("{other}, now {positions}")));
        }
        let steps = line().and_then(|line| line.strip_prefix("steps ")?.parse().ok());
        let steps = steps.ok_or_else(format)?;
        let mut metrics = Vec::new();
        let count = loop {
            let line = line().ok_or_else(format)?;
            if let Some(row) = line.strip_prefix("metrics ") {
                metrics.push(Metrics::from_csv(row).ok_or_else(format)?);
            } else {
                break line;
            }
        };
        let mut trainer = Trainer::new(*config);
        let chunks = trainer.params.chunks.len();
        if count != format!("parameters {}", chunks * CHUNK) || rest.len() != 3 * 4 * chunks * CHUNK
        {
            return Err(CheckpointError::Format(
                "it has another number of parameters",
            ));
        }
        let (floats, _) = rest.as_chunks::<4>();
        let values: Vec<f32> = floats
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .collect();
        if values.iter().any(|value| !value.is_finite()) {
            return Err(CheckpointError::Format("a parameter is not a number"));
        }
        let (all, _) = values.as_chunks::<CHUNK>();
        let part =
            |index: usize| -> Vec<Chunk> { all[index * chunks..(index + 1) * chunks].to_vec() };
        trainer.params = Params::new(part(0));
        trainer.optimizer = AdamW {
            means: part(1),
            squares: part(2),
            steps,
        };
        Ok(Some(Checkpoint { trainer, metrics }))
    }
}

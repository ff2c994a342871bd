//! Critics that teach themselves (Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang).
//!
//! - [`config`]: how each paper trains, as data, and what can be added to it;
//! - [`td_step`]: one step of learning, the papers' formula;
//! - [`self_play`]: one game of a critic against itself;
//! - [`td_learner`]: what a game teaches, in which order;
//! - [`trainer`]: many games, with checkpoints;
//! - [`training_run`]: a training from the command line to the files: ratings, learning curve, record.

pub mod config;
pub mod self_play;
pub mod td_learner;
pub mod td_step;
pub mod trainer;
pub mod training_run;

pub use config::AdpConfig;
pub use trainer::Trainer;
pub use training_run::{TrainingError, TrainingRun};

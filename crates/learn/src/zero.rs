//! AlphaZero: a residual network learns the game from self-play alone (Silver et al. 2018).
//!
//! | file | contents |
//! |---|---|
//! | [`config`] | the configuration of a run |
//! | [`run`] | the training loop |
//! | [`self_play`] | batched self-play |
//! | [`game`] | a self-play game as a line of text |
//! | [`sample`], [`replay_buffer`] | training samples, and the window they are drawn from |
//! | [`learner`] | the learner's interface; `train-zero` implements it with a tensor framework |
//! | [`metrics`] | loss and speed of each iteration |
//! | [`rating`] | matches that rate the networks |
//! | [`folder`] | the files of a run |
//! | [`picture`] | a network's opening policy and one of its games as SVG |

pub mod config;
pub mod folder;
pub mod game;
pub mod learner;
pub mod metrics;
pub mod picture;
pub mod rating;
pub mod replay_buffer;
pub mod run;
pub mod sample;
pub mod self_play;

pub use config::TrainConfig;
pub use learner::{Learner, Loss, OptimizerConfig};
pub use run::ZeroRun;
pub use sample::Sample;

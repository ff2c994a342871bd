//! Temporal-difference learning of critics by self-play (Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang).
//!
//! | file | contents |
//! |---|---|
//! | [`config`] | the papers' training methods, and our extensions |
//! | [`td_step`] | one gradient step |
//! | [`td_learner`] | TD(0) and TD(lambda), replay, batches |
//! | [`self_play`] | one game |
//! | [`vcf_labeler`] | labels positions won by continuous fours |
//! | [`trainer`] | many games; resumable |
//! | [`training_run`] | checkpoints, ratings, learning curve and record |

pub mod config;
pub mod self_play;
pub mod td_learner;
pub mod td_step;
pub mod trainer;
pub mod training_run;
pub mod vcf_labeler;

pub use config::AdpConfig;
pub use trainer::Trainer;
pub use training_run::{TrainingError, TrainingRun};

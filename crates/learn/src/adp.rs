//! Critics that teach themselves (Zhao, Zhang and Dai 2012; Cao and Lin 2019; Chen and Zhang).
//!
//! - [`recipe`]: how each paper trains, as data, and what can be added to it;
//! - [`step`]: one step of learning, the papers' formula;
//! - [`self_play`]: one game of a critic against itself;
//! - [`lessons`]: what a game teaches, in which order;
//! - [`trainer`]: many games, with checkpoints;
//! - [`course`]: a training from the command line to the files: ratings, learning curve, record.

pub mod course;
pub mod lessons;
pub mod recipe;
pub mod self_play;
pub mod step;
pub mod trainer;

pub use course::{Course, CourseError};
pub use recipe::Recipe;
pub use trainer::Trainer;

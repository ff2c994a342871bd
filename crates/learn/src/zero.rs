//! AlphaZero: a network that learns the game from nothing (Silver et al. 2018).
//!
//! - [`lesson`]: what one position of a game teaches;
//! - [`learner`]: who learns from it, whatever does the arithmetic;
//! - `burn_learner`: a learner on a tensor framework, if the feature `framework` is on;
//! - [`plan`]: how a run trains, as data;
//! - [`self_play`]: games, many at once; [`record`]: a game as a line of text;
//! - [`window`]: the positions that are learned from;
//! - [`training`]: the run; [`folder`]: its files; [`rating`]: how strong its networks are; [`picture`]: what they learned.

#[cfg(feature = "framework")]
pub mod burn_learner;
pub mod folder;
pub mod learner;
pub mod lesson;
pub mod picture;
pub mod plan;
pub mod rating;
pub mod record;
#[cfg(feature = "framework")]
mod saved;
pub mod self_play;
pub mod training;
pub mod window;

#[cfg(feature = "framework")]
pub use burn_learner::BurnLearner;
pub use learner::{Learner, Loss, Schedule};
pub use lesson::Lesson;
pub use plan::Plan;
pub use training::Training;

//! AlphaZero: a network that learns the game from nothing (Silver et al. 2018).
//!
//! - [`lesson`]: what one position of a game teaches;
//! - [`learner`]: who learns from it, whatever does the arithmetic;
//! - `burn_learner`: a learner on a tensor framework, if the feature `framework` is on.

#[cfg(feature = "framework")]
pub mod burn_learner;
pub mod learner;
pub mod lesson;
#[cfg(feature = "framework")]
mod saved;

#[cfg(feature = "framework")]
pub use burn_learner::BurnLearner;
pub use learner::{Learner, Loss, Schedule};
pub use lesson::Lesson;

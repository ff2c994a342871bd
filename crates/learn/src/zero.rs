//! AlphaZero: a network that learns the game from nothing (Silver et al. 2018).
//!
//! - [`lesson`]: what one position of a game teaches;
//! - [`learner`]: who learns from it, whatever does the arithmetic.

pub mod learner;
pub mod lesson;

pub use learner::{Learner, Loss, Schedule};
pub use lesson::Lesson;
